"""What a gesture means: an intent; of a finger on the screen, by what lies there.

With a knob the side buttons act on the press, at once. Without one they have hold meanings too,
and so act on release: a press moves on, a hold confirms, a long hold opens the menu.
"""

from cdgdevice.drivers.gpio.control_events import (
    Control,
    Gesture,
    HeldDown,
    Pressed,
    Released,
    ScreenTapped,
    Turned,
)
from cdgdevice.render.draw import find_item_at
from cdgdevice.render.draw_board import find_space_at, is_choice_at
from cdgdevice.render.views import BoardView, MenuView, View
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.ui.intents_and_commands import Intent, PickSpace, Press, PressSide, Scroll, TapScreen
from cdgdevice.ui.state import UiContext

SIDE_OF_BUTTON = {Control.LEFT: Side.LEFT, Control.RIGHT: Side.RIGHT}
"""The side that each button belongs to."""
_SPACE_OF_KEY = {
    Control.A: Space.A,
    Control.B: Space.B,
    Control.C: Space.C,
    Control.D: Space.D,
    Control.E: Space.E,
}


def interpret_gesture(
    gesture: Gesture, context: UiContext, hold: float, long_hold: float
) -> Intent | TapScreen | None:
    """Return what a gesture means; None where this part of it means nothing.

    `hold` and `long_hold` are in seconds.
    """
    match gesture:
        case Turned(_, steps):
            return Scroll(steps)
        case ScreenTapped(_, screen, x, y):
            return TapScreen(Side(screen), x, y)
        case Pressed(_, control) if control in _SPACE_OF_KEY:
            return PickSpace(_SPACE_OF_KEY[control])
        case Pressed(_, control) if control in SIDE_OF_BUTTON and context.knob:
            return PressSide(SIDE_OF_BUTTON[control])
        case Released(_, Control.KNOB, held) if held < hold:
            return Press.KNOB
        case HeldDown(_, Control.KNOB, False):
            return Press.UNDO
        case Released(_, control, held) if control in SIDE_OF_BUTTON and not context.knob:
            return _interpret_without_knob(control, held, context, hold, long_hold)
        case HeldDown(_, control, True) if control in SIDE_OF_BUTTON and not context.knob:
            return Press.MENU
        case _:
            return None


def _interpret_without_knob(
    control: Control, held: float, context: UiContext, hold: float, long_hold: float
) -> Intent | None:
    if held >= long_hold:
        return None
    if held >= hold:
        return Press.CONFIRM
    return PressSide(SIDE_OF_BUTTON[control]) if len(context.buttons) == 2 else Press.ADVANCE


def interpret_tap(view: View, tap: TapScreen, *, only: bool) -> tuple[Intent, ...]:
    """Return what a finger on a screen means, as what knob and buttons would do one by one.

    `view` is what the screen shows; `only`: the gadget has no other.
    """
    match view:
        case MenuView():
            item = find_item_at(view, tap.y)
            return () if item is None else (Scroll(item - view.highlighted), Press.KNOB)
        case BoardView():
            space = None if view.large else find_space_at(view, tap.x, tap.y)
            if space is not None:
                return (PickSpace(tuple(Space)[space], None if only else tap.side),)
            if view.large is None and not is_choice_at(view, tap.y):
                return ()
            # On the other side's screen it can only be text that goes on.
            return (PressSide(tap.side),) if view.quiet and not only else (Press.CONFIRM,)
        case _:
            return (Press.ADVANCE,)
