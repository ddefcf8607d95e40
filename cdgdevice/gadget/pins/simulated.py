"""A hand on simulated controls: it moves the pins of a mock factory as a finger would."""

from collections.abc import Callable, Sequence
from typing import Literal

from gpiozero.pins.mock import MockFactory

from cdgdevice.gadget.events import Control, Phase
from cdgdevice.gadget.pins.inputs import Wiring


class SimulatedHand:
    """Presses and turns what `wiring` has; touching anything else does nothing.

    `bounce` makes the buttons' contacts bounce: seconds after the first touch at which the level
    flips again. An even number of them; an odd one would leave the contact at the wrong level.
    `wait(seconds)` is called before each flip and lets time pass; by default none does. The knob's
    contacts don't bounce. `transitions` is the knob's count per detent.

    The edges arrive before the call returns, in the caller's thread.
    """

    def __init__(
        self,
        factory: MockFactory,
        wiring: Wiring,
        *,
        bounce: Sequence[float] = (),
        wait: Callable[[float], None] = lambda _: None,
        transitions: Literal[2, 4] = 4,
    ) -> None:
        if len(bounce) % 2:
            raise ValueError("A bounce trace has an even number of flips.")
        self._pins = {name: factory.pin(gpio) for name, gpio in wiring.items()}
        self._bounce = tuple(bounce)
        self._wait = wait
        self._transitions = transitions

    def down(self, control: Control) -> None:
        """Press a control and keep the finger on it."""
        self._touch(control, closed=True)

    def up(self, control: Control) -> None:
        """Take the finger off."""
        self._touch(control, closed=False)

    def turn(self, steps: int) -> None:
        """Turn the knob by so many detents: clockwise positive."""
        lines = (Phase.FIRST, Phase.SECOND) if steps > 0 else (Phase.SECOND, Phase.FIRST)
        for _ in range(abs(steps) * self._transitions // 2):
            # With 2 transitions a detent the knob rests with both contacts open or both closed.
            closing = not self._closed(lines[0])
            for line in lines:
                self._move(line, closing)

    def _touch(self, control: Control, closed: bool) -> None:
        if control not in self._pins or self._closed(control) == closed:
            return
        self._move(control, closed)
        passed = 0.0
        level = closed
        for flip in self._bounce:
            self._wait(flip - passed)
            passed = flip
            level = not level
            self._move(control, level)

    def _closed(self, name: Control | Phase) -> bool:
        return name in self._pins and not self._pins[name].state

    def _move(self, name: Control | Phase, closed: bool) -> None:
        if name not in self._pins:
            return
        if closed:
            self._pins[name].drive_low()
        else:
            self._pins[name].drive_high()
