"""A port as pyserial lists it."""

from dataclasses import dataclass


@dataclass
class UsbSerialPort:
    """A port, unless said otherwise of a Raspberry Pi Pico with MicroPython."""

    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    location: str | None = None
    serial_number: str | None = None
