"""A finger on mock pins, and a stopwatch that starts when it touches."""

import time
from collections.abc import Callable

from gpiozero.pins.mock import MockFactory

from bench.bus import SpiStopwatch, Stopwatch

BUTTONS, KNOB = (5, 6), (17, 27)
"""GPIO numbers: the sides' buttons, left and right, and the two contacts of the knob."""

REST = 0.025
"""Seconds between two movements; longer than any contact here may bounce."""
PATIENCE = 0.25
"""Seconds after which a touch has no answer: the highlight was at its end, for instance."""


class Finger:
    """Touches a gadget whose screens hang on `bus`; `times` are the answers in milliseconds."""

    def __init__(self, factory: MockFactory, bus: Stopwatch | SpiStopwatch) -> None:
        self._pins = {gpio: factory.pin(gpio) for gpio in (*BUTTONS, *KNOB)}
        self._bus = bus
        self.times: list[float] = []

    def press(self, side: int) -> None:
        pin = self._pins[BUTTONS[side]]
        self._time(pin.drive_low)
        pin.drive_high()
        time.sleep(REST)

    def turn(self) -> None:
        """Turn by a detent: the fourth movement of the contacts is the one that counts."""
        first, second = (self._pins[gpio] for gpio in KNOB)
        first.drive_low()
        second.drive_low()
        first.drive_high()
        time.sleep(REST)
        self._time(second.drive_high)

    def _time(self, touch: Callable[[], None]) -> None:
        before = time.perf_counter()
        touch()
        time.sleep(REST)
        while (now := time.perf_counter()) - self._bus.at < REST or (
            self._bus.at < before and now - before < PATIENCE
        ):
            time.sleep(0.001)
        if self._bus.at > before:
            self.times.append((self._bus.at - before) * 1000)
