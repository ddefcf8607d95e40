"""I2C transfers to panels, and the buses that carry them: the Pi's, or a file that records them.

A transfer goes to an address (0x08 to 0x77). Its first byte says what the others are.
A *recording* has a line for each: address and bytes in hexadecimal, as `3c 00ae` (display off)
or `3c 40ff00…` (pixels).
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Protocol

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.interface.serial import i2c

from cdgdevice.errors import HardwareError

COMMAND_PREFIX = 0x00
"""First byte of a transfer: the others are commands."""
PIXEL_PREFIX = 0x40
"""First byte of a transfer: the others go to the RAM."""
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
"""Error number of a Pi's bus when nothing answers at an address; only Linux names it."""


class SerialInterface(Protocol):
    """What luma calls a serial interface: the way to one panel."""

    def command(self, *command: int) -> None:
        """Send commands, at most 32 bytes; raise luma's Error or OSError if it fails."""

    def data(self, data: bytes) -> None:
        """Send pixels, at most 4095 bytes; raise luma's Error or OSError if it fails."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class TransferInterface:
    """A luma serial interface over one function that carries a transfer.

    It fails as luma's own i2c does: a command that is not answered raises luma's
    DeviceNotFoundError, pixels that are not answered raise OSError.
    """

    def __init__(self, transfer: Callable[[int, bytes], None], address: int) -> None:
        self._transfer = transfer
        self._address = address

    def command(self, *command: int) -> None:
        """Send commands."""
        try:
            self._transfer(self._address, bytes([COMMAND_PREFIX, *command]))
        except OSError as error:
            if error.errno in (NO_ANSWER, errno.EIO):
                raise DeviceNotFoundError(
                    f"I2C device not found on address: 0x{self._address:02X}"
                ) from error
            raise

    def data(self, data: bytes) -> None:
        """Send pixels."""
        self._transfer(self._address, bytes([PIXEL_PREFIX]) + bytes(data))

    def cleanup(self) -> None:
        """Do nothing: the bus belongs to its owner."""


def format_transfer(address: int, payload: bytes) -> bytes:
    """Write a transfer down as a line of a recording."""
    return b"%02x %s\n" % (address, payload.hex().encode("ascii"))


def parse_transfers(recording: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Read a recording, line by line, as pairs of address and bytes.

    Raise ValueError at a line that is none.
    """
    for number, text in enumerate(recording, start=1):
        try:
            address, payload = text.decode("ascii").split()
            yield int(address, 16), bytes.fromhex(payload)
        except ValueError as error:
            raise ValueError(
                f"Line {number} of the recording is not an address and bytes in hexadecimal."
            ) from error


RECORDING_PREFIX = "record:"
"""A bus whose name begins so is a recording."""

_FIRST_ADDRESS, _LAST_ADDRESS = 0x08, 0x77  # the addresses that I2C does not keep for itself
BUS_STUCK = errno.ETIMEDOUT
"""Error number of a bus on which nothing moves; each transfer then takes about a second."""


class I2cBus(Protocol):
    """Where panels answer by address."""

    @property
    def name(self) -> str:
        """What a person calls it, as in a fault's sentence."""

    def open_serial(self, address: int) -> SerialInterface:
        """Open the way to one address; raise HardwareError if the bus itself is missing."""

    def scan_addresses(self) -> tuple[int, ...]:
        """Ask every address (0x08 to 0x77) and give those that answer; never raises."""


def open_bus(name: str) -> I2cBus:
    """Return the bus of a configured name: `/dev/i2c-1` or `record:PATH`.

    Nothing is opened yet, so a bus that is missing now may be there at the next try.
    """
    if name.startswith(RECORDING_PREFIX):
        return RecordingBus(name.removeprefix(RECORDING_PREFIX))
    return LinuxBus(name)


class LinuxBus:
    """An I2C bus of this computer, by its device file."""

    def __init__(self, name: str) -> None:
        self.name = name

    def open_serial(self, address: int) -> SerialInterface:
        """Open luma's own way to an address, over smbus2."""
        number = self.name.removeprefix("/dev/i2c-")
        port = int(number) if number.isascii() and number.isdigit() else self.name
        try:
            opened: SerialInterface = i2c(port=port, address=address)
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

    def scan_addresses(self) -> tuple[int, ...]:
        """Read a byte from every address, as `i2cdetect -r` does."""
        try:
            from smbus2 import SMBus  # only Linux has it

            with closing(SMBus(self.name)) as bus:
                return _scan_addresses(bus)
        except (ImportError, OSError):
            return ()


class ByteReader(Protocol):
    """As much of an smbus as it takes to look who is there."""

    def read_byte(self, address: int, /) -> int:
        """Read a byte; raise OSError when nothing answers."""


def _scan_addresses(bus: ByteReader) -> tuple[int, ...]:
    found = []
    for address in range(_FIRST_ADDRESS, _LAST_ADDRESS + 1):
        try:
            bus.read_byte(address)
        except OSError as error:
            if error.errno == BUS_STUCK:
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
        self.name = RECORDING_PREFIX + path
        self._path = path
        self._file: int | None = None

    def open_serial(self, address: int) -> SerialInterface:
        """Open the file, making it if there is none."""
        self._open()
        return TransferInterface(self.transfer, address)

    def scan_addresses(self) -> tuple[int, ...]:
        """Return none: nothing answers on a recording."""
        return ()

    def transfer(self, address: int, payload: bytes) -> None:
        """Append one transfer; raise OSError if that fails."""
        # Up to 4095 bytes go into a FIFO whole or not at all, and no frame takes more.
        line = format_transfer(address, payload)
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
