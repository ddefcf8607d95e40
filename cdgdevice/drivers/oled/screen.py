"""One screen: it takes pictures, sends what has changed, and copes with being pulled out.

Below it is the seam to the wires, `PanelBus`: a bus carries commands and pixels, and whoever uses
it knows no wire. There are two, `i2c_bus` and `spi_bus`. Each knows a panel by a number of its own,
its *address*: on I2C 0x08 to 0x77, on SPI the chip select, 0 or 1.
"""

import errno
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Final, Protocol

from luma.core.error import Error as LumaError
from msgspec import Struct

from cdgdevice.drivers.oled import framebuffer, panels
from cdgdevice.errors import HardwareError

RECORDING_PREFIX: Final = "record:"
"""A bus whose name begins so is a recording."""
I2C_PREFIX: Final = "/dev/i2c-"
"""A bus whose name begins so is I2C."""
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
        """Open the way to one panel again; raise HardwareError if the bus itself is missing."""

    def find_fault(self) -> str:
        """Explain in a sentence why the bus can't be used; empty if it can. No panel notices it."""

    def scan_addresses(self) -> tuple[int, ...]:
        """Ask every address and give those that answer; never raises."""

    def name_address(self, address: int) -> str:
        """Name an address as its owner reads it: `0x3C`, `CE0`."""

    def explain_failure(self, address: int, error: Exception) -> str:
        """Describe in a sentence what a failed transfer means, and what to do."""


class BusSettings(Struct, frozen=True):
    """Which bus the panels are on, and what belongs to it."""

    name: str
    """`/dev/i2c-1`, `/dev/spidev0` or `record:PATH`."""
    acknowledge: bool = True
    """I2C: the panels acknowledge each byte."""
    data_command: int = 0
    """SPI: the GPIO number of the line that tells pixels from commands."""
    resets: Mapping[int, int | None] = {}
    """The GPIO number of the reset line by address; None where there is no such wire."""


RETRY_INTERVAL = 2.0
"""Seconds between two attempts to reach a lost screen."""
STUCK_RETRY_INTERVAL = 30.0
"""The same when the whole bus is stuck: an attempt then holds the game up for a second."""
REFRESH_INTERVAL = 10.0
"""Seconds after which a healthy screen is sent everything again, if anybody calls `check`."""

_BUS_STUCK = errno.ETIMEDOUT


def addressing_of(chip: panels.PanelChip, transfer_cost: int) -> framebuffer.Addressing:
    """Return what the difference needs to know to weigh windows for this chip.

    A window takes two transfers; `transfer_cost` is what `PanelBus` says. Weighed like this, a
    changed picture takes on I2C three windows and not seven, for two bytes more in a hundred.
    """
    command = chip.window_commands(0, 0, 1, 1)
    return framebuffer.Addressing(
        2 * transfer_cost + len(command), multi_page=chip.by_window, columns=chip.columns
    )


class AnyScreen(ABC):
    """A panel at an address of a bus that shows pictures of 128 x 64.

    No method raises because of the panel or its bus: `fault` says what is wrong. What is shown,
    dimmed or put to sleep meanwhile is what the panel does when it comes back.

    A panel that was pulled out and put back between two transfers gives no error; it has lost
    its set-up and stays black. So `check` sends everything again from time to time. Call it
    when the program is awake anyway, after showing; nothing needs to wake up for it unless
    `deadline` says so.
    """

    refresh_interval = REFRESH_INTERVAL
    beside: "AnyScreen | None" = None
    """The screen of the right side's picture, where a panel shows that too."""

    def __init__(
        self, bus: PanelBus, address: int, rotate: framebuffer.Rotation = 0, contrast: int = 255
    ) -> None:
        """Describe the screen; nothing is sent before the first `show`.

        `address` is the panel's on `bus`, `contrast` 0 to 255.
        """
        self.fault: str | None = None
        """What is wrong and what to do, in a sentence; None while the panel answers."""
        self._bus = bus
        self._address = address
        self._rotate = rotate
        self.contrast = contrast
        """What it was set to last, 0 to 255."""
        self._awake = True
        self._wanted_frame = bytes(framebuffer.FRAME_BYTES)
        self._shown_frame: bytes | None = None  # None: the panel's RAM may hold anything
        self._serial: SerialInterface | None = None
        self._cause = ""
        self._tried_at = -math.inf
        self._retry = RETRY_INTERVAL
        self._refresh_at: float | None = None

    @property
    def answers(self) -> bool:
        """It is noticed that the panel is gone; otherwise it always counts as well."""
        return self._bus.answers

    def show(self, picture: bytes) -> None:
        """Show a picture (1024 bytes, as `pack`): only what differs from the last is sent."""
        self.show_frame(self.pack(picture))

    @abstractmethod
    def pack(self, picture: bytes) -> bytes:
        """Turn a picture, in the order of a usual panel's RAM, into this panel's frame."""

    @abstractmethod
    def prepare(self, *frames: bytes) -> None:
        """Find what must be sent if these frames are shown next, one after the other."""

    def show_frame(self, frame: bytes) -> None:
        """Show a frame that `pack` made of a picture."""
        self._wanted_frame = frame
        if self.fault is None:
            self._attempt(self._update)

    def set_contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self.contrast = level
        if self._serial is not None:
            self._attempt(self._send_contrast)

    def sleep(self) -> None:
        """Go dark, so that the panel neither ages nor glares."""
        self._awake = False
        if self._serial is not None:
            self._attempt(self._send_power)

    def wake(self) -> None:
        """Light up again with the last picture, also if the panel was changed meanwhile.

        The way to it is opened again, which resets a panel that has a wire for that: what it does
        not show now nobody misses.
        """
        self._awake = True
        if self._serial is not None:
            with suppress(LumaError, OSError):
                self.close()
            self._attempt(self._restore)

    def check(self, now: float) -> None:
        """Look after the panel; `now` is in seconds of the monotonic clock.

        A lost panel is tried again, at most every 2 seconds (30 if the whole bus is stuck); a
        healthy one that is awake is sent everything again, at most every `refresh_interval`.
        """
        if self.fault is not None:
            if now >= self._tried_at + self._retry:
                self._tried_at = now
                self._attempt(self._update)
        elif self._serial is not None and self._awake:
            if self._refresh_at is not None and now >= self._refresh_at:
                self._refresh_at = None
                self._attempt(self._restore)
            if self._refresh_at is None:
                self._refresh_at = now + self.refresh_interval

    def deadline(self) -> float:
        """Return when `check` must be called next; infinity while all is well: never.

        A time in the past means at once.
        """
        return math.inf if self.fault is None else self._tried_at + self._retry

    def close(self) -> None:
        """Let go of the bus; the panel goes on showing the last picture."""
        serial, self._serial, self._shown_frame = self._serial, None, None
        if serial is not None:
            serial.cleanup()

    def _attempt(self, step: Callable[[SerialInterface], None]) -> None:
        """Do something on the bus: the only place where the bus may fail."""
        try:
            if self._serial is None:
                self._serial = self._bus.open_serial(self._address)
            step(self._serial)
        except (LumaError, OSError) as error:
            self._mark_lost(error)
        else:
            self.fault = None

    @abstractmethod
    def _update(self, serial: SerialInterface) -> None:
        """Send what differs from what the panel shows."""

    @abstractmethod
    def _restore(self, serial: SerialInterface) -> None:
        """Send everything a panel needs that has just got its power, without a flicker."""

    @abstractmethod
    def _send_contrast(self, serial: SerialInterface) -> None:
        """Send the contrast."""

    @abstractmethod
    def _send_power(self, serial: SerialInterface) -> None:
        """Turn the panel on, or off while it sleeps."""

    def _mark_lost(self, error: Exception) -> None:
        cause = str(error)
        if self.fault is None or cause != self._cause:
            self._cause = cause
            self.fault = (
                cause
                if isinstance(error, HardwareError)
                else self._bus.explain_failure(self._address, error)
            )
        self._retry = (
            STUCK_RETRY_INTERVAL if getattr(error, "errno", None) == _BUS_STUCK else RETRY_INTERVAL
        )
        self._refresh_at = None
        with suppress(LumaError, OSError):
            self.close()


class Screen(AnyScreen):
    """A panel of 128 x 64 whose chip we drive ourselves: what differs is sent, and nothing more."""

    def __init__(
        self,
        chip: panels.PanelChip,
        bus: PanelBus,
        address: int,
        *,
        rotate: framebuffer.Rotation = 0,
        contrast: int = 255,
    ) -> None:
        super().__init__(bus, address, rotate, contrast)
        self._chip = chip
        self._addressing = addressing_of(chip, bus.transfer_cost)

    @property
    def fit(self) -> framebuffer.PanelFit:
        """How it is driven."""
        return self._chip.word, self._rotate

    def refit(self, fit: framebuffer.PanelFit) -> None:
        """Drive it otherwise; nothing is sent before the next `show`, which sends all it needs.

        It is tried then, also if it was lost. What was packed before can't be shown any more.
        """
        with suppress(LumaError, OSError):
            self.close()
        word, self._rotate = fit
        chip = panels.find_panel(word)
        if not isinstance(chip, panels.PanelChip):
            raise TypeError(word)
        self._chip, self.fault = chip, None
        self._addressing = addressing_of(self._chip, self._bus.transfer_cost)

    def pack(self, picture: bytes) -> bytes:
        return framebuffer.turn_pages(picture, self._rotate, self._chip.columns)

    def prepare(self, *frames: bytes) -> None:
        for before, frame in pairwise((self._wanted_frame, *frames)):
            framebuffer.diff_frames(before, frame, self._addressing)

    def _update(self, serial: SerialInterface) -> None:
        if self._shown_frame is None:
            self._restore(serial)
            return
        shown, self._shown_frame = self._shown_frame, None
        self._send(serial, framebuffer.diff_frames(shown, self._wanted_frame, self._addressing))
        self._shown_frame = self._wanted_frame

    def _restore(self, serial: SerialInterface) -> None:
        self._shown_frame = None
        serial.command(*self._chip.init)
        self._send_contrast(serial)
        self._send(serial, framebuffer.full_frame_windows(self._wanted_frame, self._addressing))
        self._send_power(serial)
        self._shown_frame = self._wanted_frame

    def _send_contrast(self, serial: SerialInterface) -> None:
        serial.command(panels.SET_CONTRAST, self.contrast)

    def _send_power(self, serial: SerialInterface) -> None:
        serial.command(panels.DISPLAY_ON if self._awake else panels.DISPLAY_OFF)

    def _send(self, serial: SerialInterface, parts: Iterable[framebuffer.Window]) -> None:
        for part in parts:
            place = (part.page, part.column, part.pages, part.columns)
            serial.command(*self._chip.window_commands(*place))
            serial.data(part.data)
