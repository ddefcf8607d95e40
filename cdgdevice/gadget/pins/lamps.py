"""The lamps in the side buttons."""

from collections.abc import Mapping
from contextlib import ExitStack

from gpiozero import DigitalOutputDevice
from gpiozero.pins import Factory

from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.method.display import Side


class Lamps:
    """One lamp a side, lit while its pin is high; a side without a lamp is not in `wiring`.

    Raises:
        HardwareError: a pin does not exist, is wired twice or can't be had. None is kept then.
    """

    def __init__(self, factory: Factory, wiring: Mapping[Side, int]) -> None:
        self._lamps: dict[Side, DigitalOutputDevice] = {}
        self._lit: frozenset[Side] = frozenset()
        with ExitStack() as undo:
            for side, gpio in wiring.items():
                self._lamps[side] = undo.enter_context(_lamp(factory, side, gpio))
            self._opened = undo.pop_all()

    def show(self, lit: frozenset[Side]) -> None:
        """Light these and put out the others; only what changes is written."""
        for side in lit ^ self._lit:
            if side in self._lamps:
                self._lamps[side].value = side in lit
        self._lit = lit

    def close(self) -> None:
        """Put the lamps out and release the pins; more than once does no harm."""
        self.show(frozenset())
        self._opened.close()
        self._lamps.clear()


def _lamp(factory: Factory, side: Side, gpio: int) -> DigitalOutputDevice:
    try:
        return DigitalOutputDevice(gpio, pin_factory=factory)
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(f"The {side.value} lamp can't be wired to GPIO{gpio}: {why}.") from why
