"""Panels on SPI with four wires: luma's own `spi` over spidev, and our own lines.

All panels of a bus share clock, data and the line that tells pixels from commands (D/C); each has
its own chip select, which spidev drives, and its own reset line (RES), if it is wired. Nothing
comes back: whether a panel is there only eyes tell.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Protocol

from luma.core.error import Error as LumaError
from luma.core.interface.serial import spi

from cdgdevice.drivers.gpio.gpio_lines import GpioChips, GpioHeader, GpioLine, LineSettings, Pull
from cdgdevice.drivers.oled.reset_lines import RESET_SECONDS, WiredSerial, open_chips
from cdgdevice.drivers.oled.screen import SPI_PREFIX, SerialInterface
from cdgdevice.errors import HardwareError, MissingPackageError

CLOCK_HZ: Final = 4_000_000
"""The bus's clock: the rate at which U8g2 drives these chips, too (csrc/u8x8_d_ssd1309.c)."""


class SpiDevice(Protocol):
    """As much of a `spidev.SpiDev` as luma uses."""

    max_speed_hz: int

    def open(self, bus: int, device: int, /) -> None:
        """Open `/dev/spidevBUS.DEVICE`; raise OSError."""

    def writebytes(self, data: Any, /) -> None:
        """Send at most 4096 bytes; raise OSError."""

    def close(self) -> None:
        """Close it; more than once does no harm."""


def open_spidev() -> SpiDevice:
    """Return a device of the library spidev, still closed.

    Raises:
        HardwareError: the library is not there.
    """
    try:
        from spidev import SpiDev
    except ImportError as error:
        missing = MissingPackageError("A screen on SPI", "spidev")
        raise HardwareError(str(missing)) from error
    device: SpiDevice = SpiDev()
    return device


def name_select(number: int) -> str:
    """Name a chip select as its pin is called: `CE0`."""
    return f"CE{number}"


class SpiBus:
    """The panels of one SPI bus, `/dev/spidev0`; `PanelBus` says the rest.

    `resets` is for each chip select the GPIO number of its reset line, or None; `data_command` is
    that of the line which they share, with those of another bus too.
    """

    answers = False
    # What luma and the kernel do for a transfer takes as long as on I2C: seven bytes at 400 kHz, or
    # 79 at this clock.
    transfer_cost = 79

    def __init__(
        self,
        name: str,
        data_command: int,
        resets: Mapping[int, int | None],
        lines: "SharedLines",
        device: Callable[[], SpiDevice] = open_spidev,
        reset_seconds: tuple[float, float] = RESET_SECONDS,
    ) -> None:
        self.name = name
        self._data_command = data_command
        self._resets = dict(resets)
        self._lines = lines
        self._device = device
        self._reset_seconds = reset_seconds

    def open_serial(self, address: int) -> SerialInterface:
        """Take the lines, reset the panel, and open luma's own way to it."""
        gpio = _LumaGpio(self._lines, self._resets.values())
        device = self._device()
        hold, release = self._reset_seconds
        try:
            serial = spi(
                spi=device,
                gpio=gpio,
                port=int(self.name.removeprefix(SPI_PREFIX)),
                device=address,
                bus_speed_hz=CLOCK_HZ,
                gpio_DC=self._data_command,
                gpio_RST=self._resets.get(address),
                reset_hold_time=hold,
                reset_release_time=release,
            )
        except (LumaError, OSError) as error:
            gpio.cleanup()
            device.close()
            if isinstance(error, HardwareError):
                raise
            raise HardwareError(
                self._explain_refusal(address, error.__context__ or error)
            ) from error
        return WiredSerial(serial, gpio.cleanup)

    def find_fault(self) -> str:
        """Open the panels' files and close them again; no line is moved."""
        for address in self._resets:
            try:
                os.close(os.open(self._file(address), os.O_RDWR))
            except OSError as error:
                return self._explain_refusal(address, error)
        return ""

    def scan_addresses(self) -> tuple[int, ...]:
        return ()

    def name_address(self, address: int) -> str:
        return name_select(address)

    def explain_failure(self, address: int, error: Exception) -> str:
        return f"{self._file(address)} fails ({error}): restart, and look whether SPI is still on."

    def _file(self, address: int) -> str:
        return f"{self.name}.{address}"

    def _explain_refusal(self, address: int, error: BaseException) -> str:
        file = self._file(address)
        if isinstance(error, PermissionError):
            return (
                f"The SPI bus {file} may not be opened: add the user to its group with "
                '"sudo usermod -aG spi USER" and log in again.'
            )
        if isinstance(error, FileNotFoundError):
            number = self.name.removeprefix(SPI_PREFIX)
            on = f"add the line dtoverlay=spi{number}-{address + 1}cs to config.txt and restart."
            if number == "0":
                on = 'switch SPI on with "sudo raspi-config nonint do_spi 0" and restart.'
            return f"There is no SPI bus {file}: {on}"
        return (
            f"{file} can't be used as an SPI bus ({error}): "
            "check the buses of the screens in the configuration."
        )


class SharedLines:
    """Lines of a computer: each is taken once, and let go of when nobody uses it any more."""

    def __init__(self, chips: Callable[[], GpioChips]) -> None:
        self._chips = chips
        self._header: GpioHeader | None = None
        self._taken: dict[int, GpioLine] = {}
        self._users: Counter[int] = Counter()

    def take(self, pin: int, settings: LineSettings) -> None:
        if pin not in self._taken:
            if self._header is None:
                self._header = GpioHeader(self._chips())
            self._taken[pin] = self._header.line(pin, settings)
        self._users[pin] += 1

    def write(self, pin: int, high: bool) -> None:
        self._taken[pin].write(high)

    def let_go(self, pin: int) -> None:
        self._users[pin] -= 1
        if not self._users[pin]:
            self._taken.pop(pin).release()


@cache
def shared_lines() -> SharedLines:
    """Return the lines of this computer, for all of its buses."""
    return SharedLines(open_chips)


class _LumaGpio:
    """What luma asks of an RPi.GPIO, on our own lines."""

    OUT = "out"
    LOW, HIGH = False, True

    def __init__(self, lines: SharedLines, resets: Any) -> None:
        self._lines = lines
        self._resets = frozenset(resets)
        self._mine: list[int] = []

    def setup(self, pin: int, _direction: str) -> None:
        # A reset line goes on being pulled up when it is let go of: the panel keeps its picture.
        pull = Pull.UP if pin in self._resets else Pull.FLOATING
        self._lines.take(pin, LineSettings(output=True, high=False, pull=pull))
        self._mine.append(pin)

    def output(self, pin: int, level: bool) -> None:
        self._lines.write(pin, level)

    def cleanup(self, _pins: object = None) -> None:
        while self._mine:
            self._lines.let_go(self._mine.pop())
