"""Why a port can't be used: one sentence for the person who can mend it.

A log and a terminal name the port. The glass is small, and a player knows one cable: it has the
sentence of `on_the_glass`.
"""

import errno

from cdgdevice.errors import HardwareError


class UnpluggedError(HardwareError):
    """The reader is not there: nearly always a pulled cable."""


_GONE = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO}
_DENIED = {errno.EACCES, errno.EPERM}
_BUSY = {errno.EBUSY, errno.EAGAIN}


def is_absent(error: Exception) -> bool:
    """Tell whether the device is simply not there, so that only its coming is awaited."""
    return isinstance(error, OSError) and error.errno in _GONE


def is_denied(error: Exception) -> bool:
    """Tell whether the device is there, but this user may not open it."""
    return isinstance(error, OSError) and error.errno in _DENIED


def on_the_glass(name: str, fault: HardwareError) -> str:
    """Say the same of the port `name` without naming it."""
    if isinstance(fault, UnpluggedError):
        return "The die reader is unplugged: plug it in."
    return str(fault).replace(f" at {name}", "")


def not_opened(name: str, error: Exception) -> HardwareError:
    """Say why the port `name`, as configured, can't be opened."""
    if isinstance(error, HardwareError):
        return error
    number = error.errno if isinstance(error, OSError) else None
    if number in _GONE:
        return UnpluggedError(f"The die reader is not plugged in: there is no {name}.")
    if number in _DENIED:
        return HardwareError(
            f"The die reader at {name} may not be opened: add the user to the group dialout "
            "(sudo usermod -aG dialout NAME) and log in again."
        )
    if number in _BUSY:
        return HardwareError(
            f"Another program has the die reader at {name} open: close it (a serial monitor; "
            "the gadget's service: sudo systemctl stop cdgdevice)."
        )
    if "://" in name and isinstance(error, ValueError):
        return HardwareError(
            f"{name} is no port that this program knows: a device such as /dev/ttyACM0, "
            "socket://HOST:PORT or rfc2217://HOST:PORT."
        )
    if "://" in name:
        return HardwareError(f"Nothing answers at {name}: start it, or change reader.port.")
    return HardwareError(
        f"{name} can't be opened as a serial port: plug the die reader in, or set reader.port "
        "in cdgdevice.toml to its name, to auto, or to none."
    )


def broken_off(name: str) -> HardwareError:
    """Say that an open port has ended: nearly always a pulled cable."""
    return UnpluggedError(f"The die reader at {name} is gone: plug it in again.")


def not_taking(name: str) -> HardwareError:
    """Say that the reader takes nothing of what is sent to it."""
    return HardwareError(f"The die reader at {name} hangs: unplug it and plug it in again.")
