"""What the commands call a face and what is seen of it, and how a die lies."""

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

UNTOLD = "ok"
"""For a reader that has not said how the die lies: nothing is amiss."""

_NAMES = ("the empty tray", *(f"{each.name} ({each.colour})" for each in STICKERS))


def name_of(like: int | None) -> str:
    """Name what a reading looks like: 0 the empty tray, 1 to 6 the face on top, None neither."""
    return "none of them" if like is None else _NAMES[like]


def on_top(like: int | None) -> str:
    """Name the same in at most 11 letters, without a colour."""
    if like is None:
        return "no match"
    return STICKERS[like - 1].name if like else "empty tray"


def seen_below(like: int | None) -> str:
    """Give the colour that the sensor looks at, which is that of the face opposite; or nothing."""
    return STICKERS[STICKERS[like - 1].opposite - 1].colour if like else ""
