"""The buses that panels hang on: the Pi's I2C, or a file that records what would be sent."""

import errno
import os
from contextlib import closing
from typing import Protocol

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.interface.serial import i2c

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.glass import wire
from cdgdevice.gadget.glass.wire import Serial, Wire

RECORD = "record:"
"""A bus whose name begins so is a recording."""

_FIRST, _LAST = 0x08, 0x77  # the addresses that I2C does not keep for itself
STUCK = errno.ETIMEDOUT
"""Error number of a bus on which nothing moves; each transfer then takes about a second."""


class Bus(Protocol):
    """Where panels answer by address."""

    @property
    def name(self) -> str:
        """What a person calls it, as in a fault's sentence."""

    def serial(self, address: int) -> Serial:
        """Open the way to one address; raise HardwareError if the bus itself is missing."""

    def addresses(self) -> tuple[int, ...]:
        """Ask every address (0x08 to 0x77) and give those that answer; never raises."""


def open_bus(name: str) -> Bus:
    """Give the bus of a configured name: `/dev/i2c-1` or `record:PATH`.

    Nothing is opened yet, so a bus that is missing now may be there at the next try.
    """
    if name.startswith(RECORD):
        return RecordingBus(name.removeprefix(RECORD))
    return LinuxBus(name)


class LinuxBus:
    """An I2C bus of this computer, by its device file."""

    def __init__(self, name: str) -> None:
        self.name = name

    def serial(self, address: int) -> Serial:
        """Open luma's own way to an address, over smbus2."""
        number = self.name.removeprefix("/dev/i2c-")
        port = int(number) if number.isascii() and number.isdigit() else self.name
        try:
            opened: Serial = i2c(port=port, address=address)
        except (DeviceNotFoundError, ImportError) as error:
            raise HardwareError(
                f"There is no I2C bus {self.name}: switch I2C on with "
                '"sudo raspi-config nonint do_i2c 0" and restart.'
            ) from error
        except DevicePermissionError as error:
            raise HardwareError(
                f"The I2C bus {self.name} may not be opened: add the user to its group with "
                '"sudo usermod -aG i2c USER" and log in again.'
            ) from error
        except OSError as error:
            raise HardwareError(
                f"{self.name} can't be used as an I2C bus ({error.strerror}): "
                "check screens.bus in the configuration."
            ) from error
        return opened

    def addresses(self) -> tuple[int, ...]:
        """Read a byte from every address, as `i2cdetect -r` does."""
        try:
            from smbus2 import SMBus  # only Linux has it

            with closing(SMBus(self.name)) as bus:
                return _answering(bus)
        except (ImportError, OSError):
            return ()


class ByteReader(Protocol):
    """As much of an smbus as it takes to look who is there."""

    def read_byte(self, address: int, /) -> int:
        """Read a byte; raise OSError when nothing answers."""


def _answering(bus: ByteReader) -> tuple[int, ...]:
    found = []
    for address in range(_FIRST, _LAST + 1):
        try:
            bus.read_byte(address)
        except OSError as error:
            if error.errno == STUCK:
                break
            if error.errno != errno.EBUSY:  # busy: a kernel driver has it
                continue
        found.append(address)
    return tuple(found)


class RecordingBus:
    """Appends every transfer to a file or FIFO instead of sending it.

    The format is that of `wire`: a line for each transfer, `3c 00ae`. A FIFO that nobody reads
    is a bus without panels; one that is read again later is a panel put back.
    """

    def __init__(self, path: str) -> None:
        self.name = RECORD + path
        self._path = path
        self._file: int | None = None

    def serial(self, address: int) -> Serial:
        """Open the file, making it if there is none."""
        self._open()
        return Wire(self.transfer, address)

    def addresses(self) -> tuple[int, ...]:
        """Give none: nothing answers on a recording."""
        return ()

    def transfer(self, address: int, payload: bytes) -> None:
        """Append one transfer; raise OSError if that fails."""
        # Up to 4095 bytes go into a FIFO whole or not at all, and no frame takes more.
        line = wire.line(address, payload)
        try:
            written = os.write(self._open(), line)
        except OSError:
            self.close()
            raise
        if written < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._path)

    def close(self) -> None:
        """Close the file; the next transfer opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> int:
        if self._file is None:
            # Not blocking: else opening a FIFO waits for its reader and the game with it.
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
            try:
                self._file = os.open(self._path, flags, 0o666)
            except OSError as error:
                raise HardwareError(
                    f"The recording {self._path} can't be written ({error.strerror}): "
                    "check screens.bus in the configuration."
                ) from error
        return self._file
