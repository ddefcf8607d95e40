"""Finds the die reader among the serial ports by its USB ids, where no port is named."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from cdgdevice.errors import HardwareError


@dataclass(frozen=True, slots=True)
class UsbId:
    """A kind of USB device that is taken for a die reader."""

    vendor: int
    product: int
    name: str


KNOWN = (
    UsbId(0x2E8A, 0x0005, "Raspberry Pi Pico with MicroPython"),
    UsbId(0x2E8A, 0x000A, "Raspberry Pi Pico with a C firmware"),
)
"""What `auto` looks for. Adapters that sit in many gadgets (CH340, FTDI) are left out:
a reader behind one is named in the configuration. The udev rules list the same ids."""


class SerialPort(Protocol):
    """What is asked of a port: the part of pyserial's `ListPortInfo` that is used."""

    device: str
    vid: int | None
    pid: int | None


def all_ports() -> Iterable[SerialPort]:
    """List this machine's serial ports."""
    from serial.tools.list_ports import comports  # slow to import, and often not needed

    return comports()


def find(ports: Callable[[], Iterable[SerialPort]] = all_ports) -> str:
    """Give the device path of the one die reader that is plugged in.

    Raises:
        HardwareError: when there is none, or more than one.
    """
    known = {(usb.vendor, usb.product) for usb in KNOWN}
    found = sorted(port.device for port in ports() if (port.vid, port.pid) in known)
    if not found:
        raise HardwareError("No die reader is plugged in: plug its USB cable in.")
    if len(found) > 1:
        raise HardwareError(
            f"{len(found)} devices could be the die reader ({', '.join(found)}): "
            "name one as reader.port in cdgdevice.toml, or unplug the others."
        )
    return found[0]
