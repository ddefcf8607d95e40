"""Panels on I2C: a transfer, and the buses that carry it: the Pi's, or a file that records it.

A transfer goes to an address (0x08 to 0x77). Its first byte says what the others are.
A *recording* has a line for each: address and bytes in hexadecimal, as `3c 00ae` (display off)
or `3c 40ff00…` (pixels).
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.interface.serial import i2c

from cdgdevice.drivers.oled.reset_lines import ResetLines
from cdgdevice.drivers.oled.screen import RECORDING_PREFIX, SerialInterface
from cdgdevice.errors import HardwareError

COMMAND_PREFIX = 0x00
"""First byte of a transfer: the others are commands."""
PIXEL_PREFIX = 0x40
"""First byte of a transfer: the others go to the RAM."""
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
"""Error number of a Pi's bus when nothing answers at an address; only Linux names it."""


class TransferInterface:
    """A luma serial interface over one function that carries a transfer.

    It fails as luma's own i2c does: a command that is not answered raises luma's
    DeviceNotFoundError, pixels that are not answered raise OSError.
    """

    def __init__(
        self,
        transfer: Callable[[int, bytes], None],
        address: int,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """`close` lets go of the bus, where that has no other owner."""
        self._transfer = transfer
        self._address = address
        self._close = close

    def command(self, *command: int) -> None:
        try:
            self._transfer(self._address, bytes([COMMAND_PREFIX, *command]))
        except OSError as error:
            if error.errno in (NO_ANSWER, errno.EIO):
                raise DeviceNotFoundError(
                    f"I2C device not found on address: 0x{self._address:02X}"
                ) from error
            raise

    def data(self, data: bytes) -> None:
        self._transfer(self._address, bytes([PIXEL_PREFIX]) + bytes(data))

    def cleanup(self) -> None:
        self._close()


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


_DEFAULT_BUS = "/dev/i2c-1"
_FIRST_ADDRESS, _LAST_ADDRESS = 0x08, 0x77  # the addresses that I2C does not keep for itself
BUS_STUCK = errno.ETIMEDOUT
"""Error number of a bus on which nothing moves; each transfer then takes about a second."""
IGNORE_NAK = 0x1000
"""Flag of a message: it goes on where nothing acknowledges. The kernel's I2C_M_IGNORE_NAK."""
TRANSFER_COST = 2 + 7
"""Bytes that a transfer costs: address and control byte; and what luma and the kernel do for it
takes about as long as seven bytes at 400 kHz."""


def name_address(address: int) -> str:
    """Write an address as configurations do: `0x3C`."""
    return f"0x{address:02X}"


def explain_no_answer(name: str, address: int, answering: Iterable[int]) -> str:
    """State that nothing answers at an address of the bus `name`, and what does."""
    found = [name_address(each) for each in answering if each != address]
    others = f"these do: {', '.join(found)}" if found else "nor does anything else there"
    return (
        f"No screen answers at {name_address(address)} on {name} ({others}): "
        "check its plug, and its address in the configuration."
    )


class I2cBus:
    """An I2C bus of this computer, by its device file.

    Without `acknowledge` its panels are those that never acknowledge: what they are sent is sent to
    the end, and nobody is missed. The bus's driver must be one that can do so.
    """

    transfer_cost = TRANSFER_COST

    def __init__(
        self, name: str, *, acknowledge: bool = True, resets: ResetLines | None = None
    ) -> None:
        self.name = name
        self.answers = acknowledge
        self._resets = resets

    def open_serial(self, address: int) -> SerialInterface:
        """Open luma's own way to an address, over smbus2, and reset the panel if it has a line."""
        number = self.name.removeprefix("/dev/i2c-")
        port = int(number) if number.isascii() and number.isdigit() else self.name
        try:
            opened: SerialInterface = (
                i2c(port=port, address=address)
                if self.answers
                else _open_unacknowledged(self.name, address)
            )
        except HardwareError:
            raise
        except (DeviceNotFoundError, FileNotFoundError, ImportError) as error:
            on = "add its overlay to config.txt, as docs/CONFIGURATION.md shows, and restart."
            if self.name == _DEFAULT_BUS:
                on = 'switch I2C on with "sudo raspi-config nonint do_i2c 0" and restart.'
            raise HardwareError(f"There is no I2C bus {self.name}: {on}") from error
        except (DevicePermissionError, PermissionError) as error:
            raise HardwareError(
                f"The I2C bus {self.name} may not be opened: add the user to its group with "
                '"sudo usermod -aG i2c USER" and log in again.'
            ) from error
        except OSError as error:
            raise HardwareError(
                f"{self.name} can't be used as an I2C bus ({error.strerror}): "
                "check the buses of the screens in the configuration."
            ) from error
        return opened if self._resets is None else self._resets.attach(address, opened)

    def find_fault(self) -> str:
        """Open the bus and close it again; nothing is written to any address."""
        try:
            self.open_serial(_FIRST_ADDRESS).cleanup()
        except HardwareError as error:
            return str(error)
        return ""

    def scan_addresses(self) -> tuple[int, ...]:
        """Read a byte from every address, as `i2cdetect -r` does."""
        if self._resets is not None:
            self._resets.pulse_unused()
        try:
            from smbus2 import SMBus  # only Linux has it

            with closing(SMBus(self.name)) as bus:
                return _scan_addresses(bus.read_byte)
        except (ImportError, OSError):
            return ()

    def name_address(self, address: int) -> str:
        return name_address(address)

    def explain_failure(self, address: int, error: Exception) -> str:
        if not self.answers:
            return f"{self.name} fails ({error}): check that no other wire holds its two lines."
        return explain_no_answer(self.name, address, self.scan_addresses())


def _open_unacknowledged(name: str, address: int) -> TransferInterface:
    """Open the way to a panel that never acknowledges.

    Raises:
        HardwareError: the bus's driver ends a transfer where nothing acknowledges, as the Pi's own
            I2C does.
    """
    from smbus2 import I2cFunc, SMBus, i2c_msg

    bus = SMBus(name)
    if not bus.funcs & I2cFunc.PROTOCOL_MANGLING:
        bus.close()
        raise HardwareError(
            f"{name} can't go on without an ACK, as the Pi's own I2C can't: use the overlay "
            "i2c-gpio, as docs/CONFIGURATION.md shows, or bridge D2 on the screen's board and "
            "write acknowledge = true in [screens]."
        )

    def transfer(address: int, payload: bytes) -> None:
        message = i2c_msg.write(address, payload)
        message.flags |= IGNORE_NAK
        bus.i2c_rdwr(message)

    return TransferInterface(transfer, address, bus.close)


def _scan_addresses(read_byte: Callable[[int], int]) -> tuple[int, ...]:
    found = []
    for address in range(_FIRST_ADDRESS, _LAST_ADDRESS + 1):
        try:
            read_byte(address)
        except OSError as error:
            if error.errno == BUS_STUCK:
                break
            if error.errno != errno.EBUSY:  # busy: a kernel driver has it
                continue
        found.append(address)
    return tuple(found)


class RecordingBus:
    """Appends every transfer to a file or FIFO instead of sending it.

    `parse_transfers` reads it: a line for each transfer, `3c 00ae`. A FIFO that nobody reads
    is a bus without panels; one that is read again later is a panel put back.
    """

    answers = True
    transfer_cost = TRANSFER_COST

    def __init__(self, path: str) -> None:
        self.name = RECORDING_PREFIX + path
        self._path = path
        self._file: int | None = None

    def open_serial(self, address: int) -> SerialInterface:
        """Open the file, making it if there is none."""
        self._open()
        return TransferInterface(self.transfer, address)

    def find_fault(self) -> str:
        try:
            self._open()
        except HardwareError as error:
            return str(error)
        return ""

    def scan_addresses(self) -> tuple[int, ...]:
        return ()

    def name_address(self, address: int) -> str:
        return name_address(address)

    def explain_failure(self, address: int, _error: Exception) -> str:
        return explain_no_answer(self.name, address, ())

    def transfer(self, address: int, payload: bytes) -> None:
        """Append one transfer; raise OSError if that fails."""
        # Up to 4095 bytes go into a FIFO whole or not at all, and no frame takes more.
        line = b"%02x %s\n" % (address, payload.hex().encode("ascii"))
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
