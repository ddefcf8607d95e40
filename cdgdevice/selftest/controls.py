"""The controls: open while nobody touches them, then each is pressed and the knob turned."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cdgdevice.gadget.events import (
    Cancelled,
    Control,
    Gesture,
    HeldDown,
    Phase,
    Pressed,
    Released,
    Turned,
)
from cdgdevice.selftest.finding import Finding, What

PATIENCE = 60.0
"""Seconds without a touch after which the controls that are left count as silent."""

Wiring = Mapping[Control | Phase, int]
"""The GPIO number of each control and each line of the knob."""

_NAMES: dict[Control | Phase, str] = {
    Control.LEFT: "left button",
    Control.RIGHT: "right button",
    Control.KNOB: "knob's push",
    Phase.FIRST: "knob's first line",
    Phase.SECOND: "knob's second line",
    **{key: f"key {key.value.upper()}" for key in tuple(Control)[3:]},
}
_TO_TOUCH: dict[Control, str] = {
    Control.LEFT: "left button",
    Control.RIGHT: "right button",
    Control.KNOB: "knob push",
    **{key: key.value.upper() for key in tuple(Control)[3:]},
}
_WAYS = {1: "knob right", -1: "knob left"}


def named(pin: Control | Phase, wiring: Wiring) -> str:
    """Name a control and its pin: `left button (GPIO5)`."""
    return f"{_NAMES[pin]} (GPIO{wiring[pin]})"


def at_rest(wiring: Wiring, closed: Collection[Control | Phase]) -> tuple[Finding, ...]:
    """Say which switches are closed while nobody touches them.

    The knob's two lines may be: knobs with two edges from click to click rest so in every other.
    """
    stuck = [pin for pin in wiring if pin in closed and not isinstance(pin, Phase)]
    if not stuck:
        return (Finding(What.CONTROLS_IDLE, "No control is pressed while nobody touches one."),)
    return tuple(
        Finding(
            What.CONTROLS_CLOSED,
            f"The {named(pin, wiring)} reads pressed while nobody touches it: it sticks, its "
            "wire touches ground, or it is wired to another pin.",
        )
        for pin in stuck
    )


@dataclass(frozen=True, slots=True)
class Touches:
    """What has been touched of the controls in `wiring`."""

    wiring: Wiring
    pressed: frozenset[Control] = frozenset()
    turned: frozenset[int] = frozenset()
    """The ways in which the knob went: 1 clockwise, -1 back."""
    down: frozenset[Control] = frozenset()
    """What was pressed and not let go of yet."""
    given_up: bool = False
    """A control was held down: whoever tries them has had enough."""

    @property
    def to_do(self) -> tuple[str, ...]:
        """Name in a word or two what has not been touched yet."""
        controls = [pin for pin in self.wiring if isinstance(pin, Control)]
        presses = [_TO_TOUCH[pin] for pin in controls if pin not in self.pressed]
        ways = _WAYS if Phase.FIRST in self.wiring else {}
        return (*presses, *(name for way, name in ways.items() if way not in self.turned))

    @property
    def all(self) -> int:
        """How many touches there are to be done."""
        presses = sum(isinstance(pin, Control) for pin in self.wiring)
        return presses + (len(_WAYS) if Phase.FIRST in self.wiring else 0)

    @property
    def done(self) -> int:
        """How many of them are done."""
        return self.all - len(self.to_do)

    @property
    def over(self) -> bool:
        """Nothing is left to be touched, or it was given up."""
        return self.given_up or not self.to_do


def touched(before: Touches, gesture: Gesture) -> Touches:
    """Take a touch; a control that is held down gives up."""
    match gesture:
        case Pressed(_, control):
            return replace(before, pressed=before.pressed | {control}, down=before.down | {control})
        case Released(_, control) | Cancelled(_, control):
            return replace(before, down=before.down - {control})
        case Turned(_, steps):
            way = 1 if steps > 0 else -1
            return replace(before, turned=before.turned | {way})
        case HeldDown():
            return replace(before, given_up=True)


def touch_findings(touches: Touches) -> tuple[Finding, ...]:
    """Say which controls gave nothing, once the player has tried them all."""
    if touches.given_up and touches.to_do:
        return (
            Finding(
                What.CONTROLS_UNTRIED,
                f"Not felt before the trial was ended: {', '.join(touches.to_do)}. If you did "
                "try one, check its wires, and [pins] in the configuration.",
            ),
        )
    wiring = touches.wiring
    silent = [pin for pin in wiring if isinstance(pin, Control) and pin not in touches.pressed]
    found = [
        Finding(
            What.CONTROLS_SILENT,
            f"No press came from the {named(pin, wiring)}: check its two wires, one to that pin "
            "and one to ground, and [pins] in the configuration.",
        )
        for pin in silent
    ]
    if Phase.FIRST in wiring and not touches.turned:
        found.append(
            Finding(
                What.KNOB_SILENT,
                f"No turn came from the knob (GPIO{wiring[Phase.FIRST]} and "
                f"GPIO{wiring[Phase.SECOND]}): check these wires, and the one to ground between "
                "them.",
            )
        )
    elif Phase.FIRST in wiring and len(touches.turned) == 1:
        found.append(
            Finding(
                What.KNOB_ONE_WAY,
                "The knob turned one way only. If turning it slowly does not help, check its wires "
                f"to GPIO{wiring[Phase.FIRST]} and GPIO{wiring[Phase.SECOND]}.",
            )
        )
    if not found:
        found.append(Finding(What.CONTROLS_PRESSED, "Every control was felt."))
    return tuple(found)
