"""What a port's failure means, and a sentence where a port can't be used.

A log and a terminal name the port. The screen is small, and a player knows one cable: it has the
sentence of `sentence_for_player`.
"""

import errno
import math

from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.errors import HardwareError


class SearchError(HardwareError):
    """Which port is the die reader's could not be found out."""

    def __init__(self, why: str, shown: str, again_at: float = math.inf) -> None:
        super().__init__(why)
        self.shown = shown
        """The same for the player, who knows one cable."""
        self.again_at = again_at
        """The time in seconds to search again though no port came or went."""


class UnpluggedError(HardwareError):
    """The reader is not there: nearly always a pulled cable."""


_ABSENT_ERRNOS = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO}
_DENIED_ERRNOS = {errno.EACCES, errno.EPERM}
_BUSY_ERRNOS = {errno.EBUSY, errno.EAGAIN}


def is_port_absent(error: Exception) -> bool:
    """Return whether there is no such port, so that only its coming is awaited.

    A port that is there and fails may work at the next try, and nothing tells when.
    """
    return isinstance(error, HardwareError) or (
        isinstance(error, OSError) and error.errno == errno.ENOENT
    )


def is_port_busy(error: BaseException | None) -> bool:
    """Return whether another program has the port open."""
    return isinstance(error, OSError) and error.errno in _BUSY_ERRNOS


def is_port_settling(error: Exception) -> bool:
    """Return whether the port is there, but may be so new that it can't be opened yet.

    udev gives a device to its group only then, and a socket is made before anybody listens.
    """
    return isinstance(error, OSError) and error.errno in {*_DENIED_ERRNOS, errno.ECONNREFUSED}


def is_url(name: str) -> bool:
    """Return whether the port `name` is a URL, and no device path."""
    return "://" in name or name.startswith(UNIX_PREFIX)


def sentence_for_player(name: str, fault: HardwareError) -> str:
    """Say the same of the port `name` without naming it."""
    if isinstance(fault, UnpluggedError):
        if name.startswith(UNIX_PREFIX):
            return "No program offers a die reader: start it."
        return "The die reader is unplugged: plug it in."
    if isinstance(fault, SearchError):
        return fault.shown
    return str(fault).replace(f" at {name}", "")


def explain_open_failure(name: str, error: Exception) -> HardwareError:
    """Explain why the port `name`, as configured, can't be opened."""
    if isinstance(error, HardwareError):
        return error
    number = error.errno if isinstance(error, OSError) else None
    if number in _ABSENT_ERRNOS:
        return _explain_absence(name, f"The die reader is not plugged in: there is no {name}.")
    if number in _DENIED_ERRNOS and name.startswith(UNIX_PREFIX):
        return HardwareError(
            f"The die reader at {name} may not be opened: let the user of cdgdevice write to that "
            "socket."
        )
    if number in _DENIED_ERRNOS:
        return HardwareError(
            f"The die reader at {name} may not be opened: add the user to the group dialout "
            "(sudo usermod -aG dialout NAME) and log in again."
        )
    if number == errno.ECONNREFUSED and name.startswith(UNIX_PREFIX):
        return HardwareError(
            f"Another program has the die reader at {name} open, or nothing listens there any "
            "more: close the other (the gadget's service: sudo systemctl stop cdgdevice), or start "
            "what offers the reader."
        )
    if number in _BUSY_ERRNOS:
        return HardwareError(
            f"Another program has the die reader at {name} open: close it (a serial monitor; "
            "the gadget's service: sudo systemctl stop cdgdevice)."
        )
    if is_url(name) and isinstance(error, ValueError):
        return HardwareError(
            f"{name} is no port that this program knows: a device such as /dev/ttyACM0, "
            "unix:/PATH, socket://HOST:PORT or rfc2217://HOST:PORT."
        )
    if is_url(name):
        return HardwareError(f"Nothing answers at {name}: start it, or change reader.port.")
    return HardwareError(
        f"{name} can't be opened as a serial port: plug the die reader in, or set reader.port "
        "in cdgdevice.toml to its name, to auto, or to none."
    )


def explain_lost_port(name: str) -> HardwareError:
    """State that an open port has ended: nearly always a pulled cable."""
    return _explain_absence(name, f"The die reader at {name} is gone: plug it in again.")


def _explain_absence(name: str, of_a_cable: str) -> HardwareError:
    """Return what is missing at a socket, where no cable is pulled; else the sentence given."""
    if not name.startswith(UNIX_PREFIX):
        return UnpluggedError(of_a_cable)
    return UnpluggedError(
        f"No program offers a die reader at {name}: start it (Bluetooth dice: "
        "sudo systemctl enable --now cdgdevice-dice)."
    )


def explain_hung_port(name: str) -> HardwareError:
    """State that the reader takes nothing of what is sent to it."""
    return HardwareError(f"The die reader at {name} hangs: unplug it and plug it in again.")
