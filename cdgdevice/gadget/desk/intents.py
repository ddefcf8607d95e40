"""From gestures to intents: what the player means by a control in this build of the gadget.

With a knob the side buttons act on the press, at once. Without one they have hold meanings too,
and so act on release: a press moves on, a hold confirms, a long hold opens the menu.
"""

from dataclasses import dataclass

from cdgdevice.gadget.desk.moment import Around
from cdgdevice.gadget.events import Control, Gesture, HeldDown, Pressed, Released, Turned
from cdgdevice.method.display import Side, Space


@dataclass(frozen=True, slots=True)
class Press:
    """The button of this side."""

    side: Side


@dataclass(frozen=True, slots=True)
class MoveOn:
    """The only button of a small build: the plain thing, or the next choice."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Take what is highlighted."""


@dataclass(frozen=True, slots=True)
class Push:
    """The knob pushed: confirm, or the menu where nothing is to be confirmed."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move the highlight or the page by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class Menu:
    """Open the menu, or close it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo."""


@dataclass(frozen=True, slots=True)
class Pick:
    """The direct key of a space."""

    space: Space


Intent = Press | MoveOn | Confirm | Push | Move | Menu | TakeBack | Pick

SIDE_OF = {Control.LEFT: Side.LEFT, Control.RIGHT: Side.RIGHT}
"""The side that each button belongs to."""
_KEYS = {
    Control.A: Space.A,
    Control.B: Space.B,
    Control.C: Space.C,
    Control.D: Space.D,
    Control.E: Space.E,
}


def intent(gesture: Gesture, around: Around, hold: float, long_hold: float) -> Intent | None:
    """Tell what a gesture means; None where this part of it means nothing.

    `hold` and `long_hold` are in seconds.
    """
    match gesture:
        case Turned(_, steps):
            return Move(steps)
        case Pressed(_, control) if control in _KEYS:
            return Pick(_KEYS[control])
        case Pressed(_, control) if control in SIDE_OF and around.knob:
            return Press(SIDE_OF[control])
        case Released(_, Control.KNOB, held) if held < hold:
            return Push()
        case HeldDown(_, Control.KNOB, False):
            return TakeBack()
        case Released(_, control, held) if control in SIDE_OF and not around.knob:
            return _small_build(control, held, around, hold, long_hold)
        case HeldDown(_, control, True) if control in SIDE_OF and not around.knob:
            return Menu()
        case _:
            return None


def _small_build(
    control: Control, held: float, around: Around, hold: float, long_hold: float
) -> Intent | None:
    if held >= long_hold:
        return None
    if held >= hold:
        return Confirm()
    return Press(SIDE_OF[control]) if len(around.buttons) == 2 else MoveOn()
