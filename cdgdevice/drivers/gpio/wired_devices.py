"""What is wired to the pins: switches, lamps and a buzzer.

Each pin's switch closes to ground, with the chip's resistor pulling up.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from typing import TypeVar

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase, PinEdge
from cdgdevice.drivers.gpio.gpio_lines import this_board
from cdgdevice.drivers.gpio.header_pins import (
    OWN_FACTORY,
    HeaderPins,
    Output,
    Pins,
    Switch,
    SwitchChanged,
    open_real_chips,
)
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.rules.card_display import Side

Pin = TypeVar("Pin", Switch, Output)

InputWiring = Mapping[Control | KnobPhase, int]
"""The GPIO number that each control and each line of the knob is wired to."""


def open_pins(factory: str) -> Pins:
    """Open the pins by the name of a factory: our own, "mock", or one that gpiozero knows.

    Raises:
        ConfigError: no factory has this name.
        HardwareError: it lacks its library, or does not work on this machine.
    """
    if factory == OWN_FACTORY:
        chips, board = open_real_chips(), this_board()
        if board.note:
            print(board.note, file=sys.stderr)
        if board.has_usual_pins:
            return HeaderPins(chips)
    # Its factories are for other machines, and for boards whose pins only gpiozero knows.
    from cdgdevice.drivers.gpio.pin_factory import GpiozeroPins, open_pin_factory

    return GpiozeroPins(open_pin_factory(factory))


def _open(take: Callable[[], Pin], what: str, gpio: int) -> Pin:
    """Take a pin; `what` names what is wired to it, in sentences.

    Raises:
        HardwareError: the pin does not exist, is wired twice or is not available.
    """
    try:
        return take()
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(f"{what} can't be wired to GPIO{gpio}: {why}.") from why


class SwitchInputs:
    """Puts a `PinEdge` for every change of every wired pin; does nothing else in the callback.

    An edge has the time that the pins stamped it with, or `clock()` if they don't. Nothing is
    debounced here. `broken` is called, in any thread, when a pin has gone deaf.

    Raises:
        HardwareError: a pin does not exist, is wired twice or is not available. None is kept then.
    """

    def __init__(
        self,
        pins: Pins,
        wiring: InputWiring,
        put: Callable[[PinEdge], None],
        clock: Callable[[], float],
        broken: Callable[[Exception], None],
    ) -> None:
        self._put = put
        self._clock = clock
        pins.when_broken(broken)
        self._switches: dict[Control | KnobPhase, Switch] = {}
        with ExitStack() as undo:
            for pin, gpio in wiring.items():
                take = partial(pins.open_switch, gpio, self._make_callback(pin))
                self._switches[pin] = undo.enter_context(closing(_open(take, pin.value, gpio)))
            self._opened = undo.pop_all()

    def level(self, pin: Control | KnobPhase) -> bool:
        """Return whether the switch is closed now; a pin that is not wired is open."""
        return pin in self._switches and self._switches[pin].is_closed()

    def closed(self) -> frozenset[Control | KnobPhase]:
        """Return the pins whose switch is closed now: where a `GestureRecognizer` starts."""
        return frozenset(pin for pin in self._switches if self.level(pin))

    def close(self) -> None:
        """Release the pins; more than once does no harm."""
        self._opened.close()
        self._switches.clear()

    def _make_callback(self, pin: Control | KnobPhase) -> SwitchChanged:
        def note(closed: bool, at: float | None) -> None:
            self._put(PinEdge(self._clock() if at is None else at, pin, closed))

        return note


class SideLamps:
    """One lamp a side, lit while its pin is high; a side without a lamp is not in `wiring`.

    Raises:
        HardwareError: a pin does not exist, is wired twice or is not available. None is kept then.
    """

    def __init__(self, pins: Pins, wiring: Mapping[Side, int]) -> None:
        self._lamps: dict[Side, Output] = {}
        self._lit: frozenset[Side] = frozenset()
        with ExitStack() as undo:
            for side, gpio in wiring.items():
                lamp = _open(partial(pins.open_output, gpio), f"The {side.value} lamp", gpio)
                self._lamps[side] = undo.enter_context(closing(lamp))
            self._opened = undo.pop_all()

    def show(self, lit: frozenset[Side]) -> None:
        """Light these and put out the others; only what changes is written."""
        for side in lit ^ self._lit:
            if (lamp := self._lamps.get(side)) is not None:
                lamp.write(side in lit)
        self._lit = lit

    def close(self) -> None:
        """Put the lamps out and release the pins; more than once does no harm."""
        self.show(frozenset())
        self._opened.close()
        self._lamps.clear()


class Buzzer:
    """An active buzzer, which sounds while its pin is high; whoever has the time says when.

    Raises:
        HardwareError: the pin does not exist, is wired twice or is not available.
    """

    def __init__(self, pins: Pins, gpio: int) -> None:
        self._pin = _open(partial(pins.open_output, gpio), "The buzzer", gpio)
        self._sounding = False

    def sound(self, sounding: bool) -> None:
        """Sound, or be silent; only a change is written."""
        if sounding is not self._sounding:
            self._pin.write(sounding)
        self._sounding = sounding

    def close(self) -> None:
        """Be silent and release the pin; more than once does no harm."""
        self.sound(False)
        self._pin.close()
