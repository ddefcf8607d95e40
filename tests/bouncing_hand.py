"""A hand on buttons whose contacts bounce."""

from collections.abc import Callable, Sequence
from typing import Literal

from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.gpio.wired_devices import InputWiring
from cdgdevice.simulator.simulated_hardware import SimulatedHand


class BouncingHand(SimulatedHand):
    """The simulated hand; the buttons' contacts bounce, the knob's do not.

    `bounce` are seconds after the first touch at which the level flips again: an even number of
    them, for an odd one would leave the contact at the wrong level. `wait` lets seconds pass.
    """

    def __init__(
        self,
        factory: MockFactory,
        wiring: InputWiring,
        *,
        bounce: Sequence[float] = (),
        wait: Callable[[float], None],
        transitions: Literal[2, 4] = 4,
    ) -> None:
        if len(bounce) % 2:
            raise ValueError("A bounce trace has an even number of flips.")
        super().__init__(factory, wiring, transitions=transitions)
        self._bounce = tuple(bounce)
        self._wait = wait

    def move(self, name: Control | KnobPhase, closed: bool) -> None:
        touched = isinstance(name, Control) and name in self._pins and self._closed(name) != closed
        super().move(name, closed)
        passed = 0.0
        level = closed
        for flip in self._bounce if touched else ():
            self._wait(flip - passed)
            passed = flip
            level = not level
            super().move(name, level)
