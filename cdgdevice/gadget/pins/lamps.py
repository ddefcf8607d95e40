"""The lamps in the side buttons."""

from collections.abc import Mapping
from contextlib import ExitStack

from gpiozero import DigitalOutputDevice
from gpiozero.pins import Factory

from cdgdevice.gadget.pins.output import open_output
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
                self._lamps[side] = undo.enter_context(
                    open_output(factory, f"{side.value} lamp", gpio)
                )
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
