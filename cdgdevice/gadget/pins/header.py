"""The chip behind the 40 pins of a Raspberry Pi, and its lines by GPIO number."""

import errno
from typing import NoReturn

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.pins.chips import Chips, Line, LineSettings

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the chip is labelled: on a Raspberry Pi 5; on a 4; on all earlier ones and the Zeros."""


class Header:
    """The header's chip, found by its label: its number moved with kernels (gpiozero#1166).

    Raises:
        HardwareError: when there is no such chip or no permission to open one.
    """

    def __init__(self, chips: Chips) -> None:
        self._chips = chips
        self.path = _find(chips)

    def line(self, gpio: int, settings: LineSettings) -> Line:
        """Take the line of GPIO number `gpio`.

        Raises:
            HardwareError: when another program has it or the kernel refuses.
        """
        try:
            return self._chips.request(self.path, gpio, settings)
        except OSError as why:
            if why.errno != errno.EBUSY:
                _refuse(self.path, why)
            user = self._chips.user(self.path, gpio) or "another program"
            raise HardwareError(
                f"GPIO{gpio} is in use by {user}: stop that, or wire to another pin."
            ) from why


def _find(chips: Chips) -> str:
    """Give the path of the header's chip."""
    try:
        labels = chips.labels()
    except OSError as why:
        _refuse(why.filename or "/dev/gpiochip*", why)
    for path, label in labels.items():
        if label in LABELS:
            return path
    found = ", ".join(f"{path} ({label})" for path, label in labels.items()) or "none at all"
    raise HardwareError(
        f"No GPIO chip is labelled {', '.join(LABELS[:-1])} or {LABELS[-1]}, as the one behind a "
        f'Raspberry Pi\'s pins is; found {found}. On another machine choose the pins "mock".'
    )


def _refuse(path: str, why: OSError) -> NoReturn:
    if isinstance(why, PermissionError):
        raise HardwareError(
            f"No permission to use {path}: add your user to the group gpio with "
            "`sudo usermod -aG gpio $USER` and log in again."
        ) from why
    raise HardwareError(f"{path} can't be used: {why.strerror}.") from why
