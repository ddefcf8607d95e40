"""The pins that are switches: each closes to ground, with the chip's resistor pulling up."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Protocol, runtime_checkable

from gpiozero import DigitalInputDevice
from gpiozero.pins import Factory

from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.gadget.events import Control, Edge, Phase

Wiring = Mapping[Control | Phase, int]
"""The GPIO number that each control and each line of the knob is wired to."""


@runtime_checkable
class StampsEdges(Protocol):
    """A factory that knows the time of the edge it is just reporting, like GpiodFactory."""

    def edge_time(self) -> float:
        """Give that time, in seconds of the monotonic clock."""


@runtime_checkable
class TellsWhenBroken(Protocol):
    """A factory that notices when a pin's edges can't arrive any more, like GpiodFactory."""

    def when_broken(self, tell: Callable[[Exception], None]) -> None:
        """Have `tell` called then, in any thread."""


class Inputs:
    """Puts an Edge for every change of every wired pin; does nothing else in the callback.

    An edge has the time that the factory stamped it with, or `clock()` where a factory doesn't.
    Nothing is debounced here. gpiozero's Button would be in the way: each has a thread that wakes
    ten times a second. `broken` is called, in any thread, when a pin has gone deaf.

    Raises:
        HardwareError: a pin does not exist, is wired twice or can't be had. None is kept then.
    """

    def __init__(
        self,
        factory: Factory,
        wiring: Wiring,
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        broken: Callable[[Exception], None],
    ) -> None:
        if isinstance(factory, TellsWhenBroken):
            factory.when_broken(broken)
        self._put = put
        self._clock = factory.edge_time if isinstance(factory, StampsEdges) else clock
        self._switches: dict[Control | Phase, DigitalInputDevice] = {}
        with ExitStack() as undo:
            for pin, gpio in wiring.items():
                self._switches[pin] = undo.enter_context(_switch(factory, pin, gpio))
            self._opened = undo.pop_all()
        for pin, switch in self._switches.items():
            switch.when_activated = self._teller(pin, active=True)
            switch.when_deactivated = self._teller(pin, active=False)

    def level(self, pin: Control | Phase) -> bool:
        """Tell whether the switch is closed now; a pin that is not wired is open."""
        return pin in self._switches and bool(self._switches[pin].is_active)

    def closed(self) -> frozenset[Control | Phase]:
        """Give the pins whose switch is closed now: where a Switchboard starts."""
        return frozenset(pin for pin in self._switches if self.level(pin))

    def close(self) -> None:
        """Release the pins; more than once does no harm."""
        self._opened.close()
        self._switches.clear()

    def _teller(self, pin: Control | Phase, active: bool) -> Callable[[], None]:
        return lambda: self._put(Edge(self._clock(), pin, active))


def _switch(factory: Factory, pin: Control | Phase, gpio: int) -> DigitalInputDevice:
    try:
        return DigitalInputDevice(gpio, pull_up=True, pin_factory=factory)
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(f"{pin.value} can't be wired to GPIO{gpio}: {why}.") from why
