"""What the commands call a face, and how a die lies."""

from cdgdevice.gadget.reader.messages import DieState
from cdgdevice.gadget.reader.stickers import STICKERS

LIES = {
    DieState.ABSENT: "no die",
    DieState.MOVING: "moving",
    DieState.SETTLED: "lies still",
    DieState.COCKED: "leans: nudge",
    DieState.LIGHT: "light: shade",
    DieState.SATURATED: "dazzled: clean",
}
"""How the die lies, and what to do about it, in 14 letters."""

_NAMES = ("the empty tray", *(f"{each.name} ({each.colour})" for each in STICKERS))


def name_of(like: int | None) -> str:
    """Name what a reading looks like: 0 the empty tray, 1 to 6 the face on top, None neither."""
    return "none of them" if like is None else _NAMES[like]
