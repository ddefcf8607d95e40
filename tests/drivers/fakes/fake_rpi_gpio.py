"""fake-rpi's GPIO, made to behave: levels, pulls, edges and writes, under gpiozero's own factory.

fake-rpi alone reads an unset pin as random, never reports an edge and forgets writes. With this
one gpiozero's RPiGPIOFactory runs unchanged.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.drivers.fakes.quiet_fake_rpi import FakeGPIO

ZERO_2_W = 0x902120


class StatefulGPIO(FakeGPIO):
    """RPi.GPIO with 28 pins. `drive` is the outside world; `writes` is what was put out."""

    def __init__(self) -> None:
        # FakeGPIO.__init__ only prints, and makes a list that this class has no use for.
        self.writes: list[tuple[int, bool]] = []
        self._functions: dict[int, int] = {}
        self._pulls: dict[int, int] = {}
        self._driven: dict[int, bool] = {}
        self._outputs: dict[int, bool] = {}
        self._watchers: dict[int, tuple[int, Callable[[int], None]]] = {}

    def drive(self, channel: int, high: bool) -> None:
        """Put a level on a pin from outside; reports the edge as the library's thread would."""
        was = self.input(channel)
        self._driven[channel] = high
        if was == high or channel not in self._watchers:
            return
        edges, callback = self._watchers[channel]
        if edges in (self.BOTH, self.RISING if high else self.FALLING):
            callback(channel)

    def setwarnings(self, a: bool) -> None:
        pass

    def setmode(self, a: int) -> None:
        pass

    def setup(
        self,
        channel: int,
        direction: int,
        pull_up_down: int = FakeGPIO.PUD_OFF,
        initial: int | None = None,
    ) -> None:
        self._functions[channel] = direction
        self._pulls[channel] = pull_up_down
        if direction == self.OUT and initial is not None:
            self.output(channel, bool(initial))

    def gpio_function(self, channel: int) -> int:
        return self._functions.get(channel, self.IN)

    def input(self, channel: int) -> int:
        if self.gpio_function(channel) == self.OUT:
            return int(self._outputs.get(channel, False))
        return int(self._driven.get(channel, self._pulls.get(channel) == self.PUD_UP))

    def output(self, channel: int, state: bool) -> None:
        if self.gpio_function(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._outputs[channel] = bool(state)
        self.writes.append((channel, bool(state)))

    def add_event_detect(
        self, channel: int, edge: int, callback: Any = None, bouncetime: Any = None
    ) -> None:
        self._watchers[channel] = (edge, callback)

    def remove_event_detect(self, channel: int) -> None:
        self._watchers.pop(channel, None)

    def cleanup(self, channel: int | None = None) -> None:
        for one in list(self._functions) if channel is None else [channel]:
            self._functions.pop(one, None)
            self._watchers.pop(one, None)


@contextmanager
def rpi_gpio_factory(revision: int = ZERO_2_W) -> Iterator[tuple[Any, StatefulGPIO]]:
    """Give gpiozero's RPiGPIOFactory on a GPIO of its own, and that GPIO."""
    gpio = StatefulGPIO()
    library = ModuleType("RPi")
    library.GPIO = gpio  # type: ignore[attr-defined]  # a module made here
    with patch.dict(sys.modules, {"RPi": library}):
        sys.modules.pop("gpiozero.pins.rpigpio", None)
        rpigpio = importlib.import_module("gpiozero.pins.rpigpio")

    class OnThisBoard(rpigpio.RPiGPIOFactory):  # the machine of the tests is no Raspberry Pi
        def _get_revision(self) -> int:
            return revision

    factory = OnThisBoard()
    try:
        yield factory, gpio
    finally:
        factory.close()
