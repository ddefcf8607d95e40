"""The seam to the panels: a bus carries commands and pixels, and whoever uses it knows no wire.

There are two: `i2c_bus` and `spi_bus`. Each knows a panel by a number of its own, its *address*: on
I2C 0x08 to 0x77, on SPI the chip select, 0 or 1.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from msgspec import Struct

RECORDING_PREFIX: Final = "record:"
"""A bus whose name begins so is a recording."""
SPI_PREFIX: Final = "/dev/spidev"
"""A bus whose name begins so is SPI: `/dev/spidev0` has the panels `/dev/spidev0.0` and `0.1`."""


class SerialInterface(Protocol):
    """What luma calls a serial interface: the way to one panel."""

    def command(self, *command: int) -> None:
        """Send commands, at most 32 bytes; raise luma's Error or OSError if it fails."""

    def data(self, data: bytes) -> None:
        """Send pixels, at most 4095 bytes; raise luma's Error or OSError if it fails."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class PanelBus(Protocol):
    """Where panels are, by address."""

    @property
    def name(self) -> str:
        """What a person calls it, as in a fault's sentence."""

    @property
    def answers(self) -> bool:
        """A panel acknowledges what it is sent, so that a missing one is noticed."""

    @property
    def transfer_cost(self) -> int:
        """What a transfer costs beside its content, in bytes that the wire takes as long for."""

    def open_serial(self, address: int) -> SerialInterface:
        """Open the way to one panel afresh; raise HardwareError if the bus itself is missing."""

    def find_fault(self) -> str:
        """Say in a sentence why the bus can't be used; empty if it can. No panel notices it."""

    def scan_addresses(self) -> tuple[int, ...]:
        """Ask every address and give those that answer; never raises."""

    def name_address(self, address: int) -> str:
        """Name an address as its owner reads it: `0x3C`, `CE0`."""

    def explain_failure(self, address: int, error: Exception) -> str:
        """Say in a sentence what a failed transfer means, and what to do."""


class BusSettings(Struct, frozen=True):
    """Which bus the panels are on, and what belongs to it."""

    name: str
    """`/dev/i2c-1`, `/dev/spidev0` or `record:PATH`."""
    acknowledge: bool = True
    """I2C: the panels acknowledge each byte."""
    data_command: int = 0
    """SPI: the GPIO number of the line that tells pixels from commands."""
    resets: Mapping[int, int | None] = {}
    """SPI: the GPIO number of the reset line by chip select; None where there is no such wire."""
