"""An I2C transfer as these panels take it, and how a transfer is written down.

A transfer goes to an address (0x08 to 0x77). Its first byte says what the others are.
A *recording* has a line for each: address and bytes in hexadecimal, as `3c 00ae` (display off)
or `3c 40ff00…` (pixels).
"""

import errno
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from luma.core.error import DeviceNotFoundError

COMMANDS = 0x00
"""First byte of a transfer: the others are commands."""
PIXELS = 0x40
"""First byte of a transfer: the others go to the RAM."""
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
"""Error number of a Pi's bus when nothing answers at an address; only Linux names it."""


class Serial(Protocol):
    """What luma calls a serial interface: the way to one panel."""

    def command(self, *command: int) -> None:
        """Send commands, at most 32 bytes; raise luma's Error or OSError if it fails."""

    def data(self, data: bytes) -> None:
        """Send pixels, at most 4095 bytes; raise luma's Error or OSError if it fails."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class Wire:
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
            self._transfer(self._address, bytes([COMMANDS, *command]))
        except OSError as error:
            if error.errno in (NO_ANSWER, errno.EIO):
                raise DeviceNotFoundError(
                    f"I2C device not found on address: 0x{self._address:02X}"
                ) from error
            raise

    def data(self, data: bytes) -> None:
        """Send pixels."""
        self._transfer(self._address, bytes([PIXELS]) + bytes(data))

    def cleanup(self) -> None:
        """Do nothing: the bus belongs to its owner."""


def line(address: int, payload: bytes) -> bytes:
    """Write a transfer down as a line of a recording."""
    return b"%02x %s\n" % (address, payload.hex().encode("ascii"))


def transfers(recording: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
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
