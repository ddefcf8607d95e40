"""What is wired to the pins: switches, lamps and a buzzer.

Each pin's switch closes to ground, with the chip's resistor pulling up.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Protocol, TypeVar, runtime_checkable

from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins import Factory

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase, PinEdge
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.rules.card_display import Side

Device = TypeVar("Device")
"""A device of gpiozero."""

InputWiring = Mapping[Control | KnobPhase, int]
"""The GPIO number that each control and each line of the knob is wired to."""


@runtime_checkable
class WatchingFactory(Protocol):
    """A factory that watches the pins itself, like GpiodFactory."""

    def edge_time(self) -> float:
        """Return the time of the edge just reported, in seconds of the monotonic clock."""

    def when_broken(self, tell: Callable[[Exception], None]) -> None:
        """Have `tell` called, in any thread, when a pin's edges can't arrive any more."""


def open_device(
    kind: Callable[..., Device], factory: Factory, what: str, gpio: int, **options: object
) -> Device:
    """Take a pin for a kind of gpiozero device; `what` names what is wired to it, in sentences.

    Raises:
        HardwareError: the pin does not exist, is wired twice or is not available.
    """
    try:
        return kind(gpio, pin_factory=factory, **options)
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(f"{what} can't be wired to GPIO{gpio}: {why}.") from why


class SwitchInputs:
    """Puts a `PinEdge` for every change of every wired pin; does nothing else in the callback.

    An edge has the time that the factory stamped it with, or `clock()` where a factory doesn't.
    Nothing is debounced here. gpiozero's Button would be in the way: each has a thread that wakes
    ten times a second. `broken` is called, in any thread, when a pin has gone deaf.

    Raises:
        HardwareError: a pin does not exist, is wired twice or is not available. None is kept then.
    """

    def __init__(
        self,
        factory: Factory,
        wiring: InputWiring,
        put: Callable[[PinEdge], None],
        clock: Callable[[], float],
        broken: Callable[[Exception], None],
    ) -> None:
        self._put = put
        self._clock = clock
        if isinstance(factory, WatchingFactory):
            factory.when_broken(broken)
            self._clock = factory.edge_time
        self._switches: dict[Control | KnobPhase, DigitalInputDevice] = {}
        with ExitStack() as undo:
            for pin, gpio in wiring.items():
                opened = open_device(DigitalInputDevice, factory, pin.value, gpio, pull_up=True)
                self._switches[pin] = undo.enter_context(opened)
            self._opened = undo.pop_all()
        for pin, switch in self._switches.items():
            switch.when_activated = self._make_callback(pin, active=True)
            switch.when_deactivated = self._make_callback(pin, active=False)

    def level(self, pin: Control | KnobPhase) -> bool:
        """Return whether the switch is closed now; a pin that is not wired is open."""
        return pin in self._switches and bool(self._switches[pin].is_active)

    def closed(self) -> frozenset[Control | KnobPhase]:
        """Return the pins whose switch is closed now: where a `GestureRecognizer` starts."""
        return frozenset(pin for pin in self._switches if self.level(pin))

    def close(self) -> None:
        """Release the pins; more than once does no harm."""
        self._opened.close()
        self._switches.clear()

    def _make_callback(self, pin: Control | KnobPhase, active: bool) -> Callable[[], None]:
        return lambda: self._put(PinEdge(self._clock(), pin, active))


class SideLamps:
    """One lamp a side, lit while its pin is high; a side without a lamp is not in `wiring`.

    Raises:
        HardwareError: a pin does not exist, is wired twice or is not available. None is kept then.
    """

    def __init__(self, factory: Factory, wiring: Mapping[Side, int]) -> None:
        self._lamps: dict[Side, DigitalOutputDevice] = {}
        self._lit: frozenset[Side] = frozenset()
        with ExitStack() as undo:
            for side, gpio in wiring.items():
                what = f"The {side.value} lamp"
                opened = open_device(DigitalOutputDevice, factory, what, gpio)
                self._lamps[side] = undo.enter_context(opened)
            self._opened = undo.pop_all()

    def show(self, lit: frozenset[Side]) -> None:
        """Light these and put out the others; only what changes is written."""
        for side in lit ^ self._lit:
            lamp = self._lamps.get(side)
            if lamp is not None and not lamp.closed:  # whose pin was let go of already is dark
                lamp.value = side in lit
        self._lit = lit

    def close(self) -> None:
        """Put the lamps out and release the pins; more than once does no harm."""
        self.show(frozenset())
        self._opened.close()
        self._lamps.clear()


class Buzzer:
    """An active buzzer, which sounds while its pin is high.

    gpiozero's own would beep from a thread; here whoever has the time says when.

    Raises:
        HardwareError: the pin does not exist, is wired twice or is not available.
    """

    def __init__(self, factory: Factory, gpio: int) -> None:
        self._pin = open_device(DigitalOutputDevice, factory, "The buzzer", gpio)
        self._sounding = False

    def sound(self, sounding: bool) -> None:
        """Sound, or be silent; only a change is written."""
        if sounding is not self._sounding and not self._pin.closed:
            self._pin.value = sounding
        self._sounding = sounding

    def close(self) -> None:
        """Be silent and release the pin; more than once does no harm."""
        self.sound(False)
        self._pin.close()
