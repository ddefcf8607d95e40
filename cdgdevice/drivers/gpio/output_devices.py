"""The pins that the gadget drives: the lamps in the side buttons, and the buzzer."""

from collections.abc import Mapping
from contextlib import ExitStack

from gpiozero import DigitalOutputDevice
from gpiozero.pins import Factory

from cdgdevice.drivers.gpio.input_devices import open_device
from cdgdevice.rules.card_display import Side


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
