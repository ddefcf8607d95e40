"""Which port a command talks to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import serial

from cdgdevice.configured import configured
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.faults import not_opened
from cdgdevice.gadget.reader.find import SerialPort, all_ports, find

LOAD_MICROPYTHON = (
    "hold its BOOTSEL button while you plug it in, and copy the .uf2 file from "
    "https://micropython.org/download/RPI_PICO/ onto the drive that appears."
)
"""How a Pico gets MicroPython: the end of a sentence."""

_USB = Path("/sys/bus/usb/devices")
_BOOTSEL = "2e8a", "0003"
"""The USB ids of an RP2040 that runs no program, but is a drive."""


@dataclass(frozen=True, slots=True)
class Place:
    """A serial port: a device path or a URL, and its bits a second."""

    name: str
    baud: int


def place(
    port: str | None,
    config_file: Path | None,
    *,
    ports: Callable[[], Iterable[SerialPort]] = all_ports,
    usb: Path = _USB,
) -> Place:
    """Give the port that is meant: `port`, or else the one that the configuration names.

    `auto` is looked for among this machine's `ports`; `usb` is where Linux lists the devices.

    Raises:
        HardwareError: no reader is there, or more than one.
        ConfigError: the configuration has mistakes.
    """
    reader = configured(config_file).reader
    name = port or reader.port
    if name is None:
        raise HardwareError(
            "The configuration says that there is no die reader: name its port with --port."
        )
    if name != "auto":
        return Place(name, reader.baud)
    try:
        return Place(find(ports), reader.baud)
    except HardwareError:
        if _awaits_program(usb):
            raise HardwareError(
                f"The Pico that is plugged in has no MicroPython: {LOAD_MICROPYTHON}"
            ) from None
        raise


def try_port(where: Place) -> None:
    """Open the port and close it again.

    Raises:
        HardwareError: it is not there, not ours to open, or open elsewhere.
    """
    try:
        serial.serial_for_url(where.name, baudrate=where.baud, exclusive=True).close()
    except (OSError, ValueError) as error:
        raise not_opened(where.name, error) from None


def _awaits_program(usb: Path) -> bool:
    """Tell whether a Pico is plugged in that is a drive: only Linux says."""
    for product in usb.glob("*/idProduct"):
        try:
            ids = product.with_name("idVendor").read_text(), product.read_text()
        except OSError:  # unplugged meanwhile
            continue
        if tuple(each.strip() for each in ids) == _BOOTSEL:
            return True
    return False
