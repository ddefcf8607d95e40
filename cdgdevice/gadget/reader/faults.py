"""Why a port can't be used: one sentence for the person who can mend it."""

import errno

from cdgdevice.errors import HardwareError

_GONE = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO}
_DENIED = {errno.EACCES, errno.EPERM}
_BUSY = {errno.EBUSY, errno.EAGAIN}


def is_absent(error: Exception) -> bool:
    """Tell whether the device is simply not there, so that only its coming is awaited."""
    return isinstance(error, OSError) and error.errno in _GONE


def not_opened(name: str, error: Exception) -> HardwareError:
    """Say why the port `name`, as configured, can't be opened."""
    if isinstance(error, HardwareError):
        return error
    number = error.errno if isinstance(error, OSError) else None
    if number in _GONE:
        return HardwareError(f"The die reader is not plugged in: there is no {name}.")
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
    if "://" in name:
        return HardwareError(f"Nothing answers at {name}: start it, or change reader.port.")
    return HardwareError(
        f"{name} can't be opened as a serial port: plug the die reader in, or set reader.port "
        "in cdgdevice.toml to its name, to auto, or to none."
    )


def broken_off(name: str) -> HardwareError:
    """Say that an open port has ended: nearly always a pulled cable."""
    return HardwareError(f"The die reader at {name} is gone: plug it in again.")


def not_taking(name: str) -> HardwareError:
    """Say that the reader takes nothing of what is sent to it."""
    return HardwareError(f"The die reader at {name} hangs: unplug it and plug it in again.")
