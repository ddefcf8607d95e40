"""The die reader of this machine: the project's own simulated one, on a USB cable of the kernel."""

from typing import TYPE_CHECKING

from .usb_gadget import SERIAL, GadgetCable

if TYPE_CHECKING:
    from cdgdevice.simulator.simulated_reader import SimulatedReader

_TUMBLE = 0.2
"""Seconds that a thrown die rolls."""


class Reader:
    """A reader that is not plugged in yet, with an empty tray; it knows its die."""

    def __init__(self) -> None:
        self._cable: GadgetCable | None = None
        self._reader: SimulatedReader | None = None

    def plug(self) -> None:
        """Put the cable in."""
        if self._reader is not None:
            self._reader.replug()
            return
        # Only now: the package under test may not be installed when the machine starts.
        from cdgdevice.simulator.simulated_reader import SimulatedReader

        self._cable = GadgetCable()
        self._reader = SimulatedReader(carrier=self._cable, uid=SERIAL.upper(), tumble=_TUMBLE)

    def unplug(self) -> None:
        """Pull the cable out."""
        self._plugged()[0].unplug()

    def throw(self, face: int) -> None:
        """Throw the die: `face`, 1 to 6, comes up.

        Raises:
            ValueError: when no die has such a face.
        """
        if face not in range(1, 7):
            raise ValueError(f"A die has the faces 1 to 6, not {face}.")
        self._plugged()[0].throw(face)

    def cock(self) -> None:
        """Put the die down so that it leans."""
        self._plugged()[0].cock()

    def lift(self) -> None:
        """Take the die out."""
        self._plugged()[0].lift()

    def babble(self, noise: bytes) -> None:
        """Send what is no word of a reader."""
        self._plugged()[0].send_noise(noise)

    def lose(self, reports: int) -> None:
        """Have the next so many reports of a throw lost on the cable."""
        self._plugged()[1].faults.lose = reports

    def double(self, reports: int) -> None:
        """Have the next so many reports of a throw arrive twice."""
        self._plugged()[1].faults.double = reports

    def _plugged(self) -> "tuple[SimulatedReader, GadgetCable]":
        if self._reader is None or self._cable is None:
            raise ValueError("The die reader was never plugged in.")
        return self._reader, self._cable
