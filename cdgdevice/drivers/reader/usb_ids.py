"""The USB ids that a die reader may have: the one list of them, a module of its own as data.

What is not listed is never opened: modems, GPS receivers, printers, debug probes. The udev rules
have the same list: `python -m tests.drivers.reader.write_usb_ids` writes it there.
"""

from collections.abc import Mapping

from msgspec import Struct


class UsbPort(Struct, frozen=True):
    """What has a USB id."""

    name: str
    adapter: bool = False
    """It sits in many gadgets, and only brings the bytes to a board behind it."""
    kernel: str = "ttyACM"
    """How Linux names its ports."""


READER_USB_IDS: Mapping[tuple[int | None, int | None], UsbPort] = {
    (0x2E8A, 0x0005): UsbPort("Raspberry Pi Pico with MicroPython"),
    (0x2E8A, 0x000A): UsbPort("Raspberry Pi Pico with a C firmware"),
    (0x2E8A, 0x0009): UsbPort("Raspberry Pi Pico 2 with a C firmware"),
    (0x2E8A, 0xF00A): UsbPort("Raspberry Pi Pico W with arduino-pico"),
    (0x2E8A, 0x000F): UsbPort("Raspberry Pi Pico 2 with arduino-pico"),
    (0x2E8A, 0xF00F): UsbPort("Raspberry Pi Pico 2 W with arduino-pico"),
    (0x239A, 0x80F4): UsbPort("Raspberry Pi Pico with CircuitPython"),
    (0x239A, 0x8120): UsbPort("Raspberry Pi Pico W with CircuitPython"),
    (0x2E8A, 0x000B): UsbPort("Raspberry Pi Pico 2 with CircuitPython"),
    (0x239A, 0x8162): UsbPort("Raspberry Pi Pico 2 W with CircuitPython"),
    (0x303A, 0x1001): UsbPort("ESP32-S3, C3 or C6 at its own USB"),
    (0x303A, 0x4001): UsbPort("ESP32-S2 or S3 with MicroPython"),
    (0x1A86, 0x55D3): UsbPort("CH343 adapter", adapter=True),
    (0x1A86, 0x55D4): UsbPort("CH9102 adapter", adapter=True),
    (0x1A86, 0x7523): UsbPort("CH340 adapter", adapter=True, kernel="ttyUSB"),
    (0x10C4, 0xEA60): UsbPort("CP210x adapter", adapter=True, kernel="ttyUSB"),
    (0x0403, 0x6001): UsbPort("FT232 adapter", adapter=True, kernel="ttyUSB"),
    (0x0403, 0x6015): UsbPort("FT231X adapter", adapter=True, kernel="ttyUSB"),
}
"""What each is, by vendor and product."""
