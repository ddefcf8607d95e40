"""The reset lines (RES) of panels: their timing, and the pulse that a panel on I2C needs.

Some boards on I2C acknowledge nothing until their RES was low once. On SPI luma's own `spi` gives
the pulse, over the same chips.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from cdgdevice.drivers.gpio.gpio_lines import GpioChips, GpioHeader, GpioLine, LineSettings, Pull
from cdgdevice.drivers.oled.screen import SerialInterface
from cdgdevice.errors import HardwareError

RESET_SECONDS: Final = (0.001, 0.01)
"""For how long a reset line is held low, and left alone then.

An SSD1306 asks for 3 microseconds, and U8g2 says that some boards need much more.
"""


def open_chips() -> GpioChips:
    """Return the chips of this machine; raise HardwareError if there can't be any."""
    from cdgdevice.drivers.gpio.pin_factory import open_real_chips

    return open_real_chips()


class WiredSerial:
    """A serial interface, and the lines that go with it."""

    def __init__(self, serial: SerialInterface, release: Callable[[], None]) -> None:
        """`release` releases the lines; it is called once the interface is closed."""
        self._serial = serial
        self._release = release

    def command(self, *command: int) -> None:
        self._serial.command(*command)

    def data(self, data: bytes) -> None:
        self._serial.data(data)

    def cleanup(self) -> None:
        try:
            self._serial.cleanup()
        finally:
            self._release()


class ResetLines:
    """The GPIO numbers of reset lines, by the address of the panel; not every panel has one."""

    def __init__(
        self,
        pins: Mapping[int, int],
        chips: Callable[[], GpioChips] = open_chips,
        seconds: tuple[float, float] = RESET_SECONDS,
    ) -> None:
        self._pins = dict(pins)
        self._chips = chips
        self._seconds = seconds

    def attach(self, address: int, serial: SerialInterface) -> SerialInterface:
        """Reset the panel at an address, and hold its line high until the serial is closed.

        Raises:
            HardwareError: the line can't be used; the serial is closed.
        """
        if address not in self._pins:
            return serial
        try:
            line = self._pulse(self._pins[address])
        except HardwareError:
            serial.cleanup()
            raise
        return WiredSerial(serial, line.release)

    def pulse_unused(self) -> None:
        """Reset each panel whose line nobody holds: such a panel shows nothing yet."""
        for pin in self._pins.values():
            with suppress(HardwareError):
                self._pulse(pin).release()

    def _pulse(self, pin: int) -> GpioLine:
        # Pulled up: so it stays high when it is released.
        low = LineSettings(output=True, high=False, pull=Pull.UP)
        line = GpioHeader(self._chips()).line(pin, low)
        hold, release = self._seconds
        time.sleep(hold)
        line.write(True)
        time.sleep(release)
        return line
