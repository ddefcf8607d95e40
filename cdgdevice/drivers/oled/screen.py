"""One screen: it takes pictures, sends what has changed, and copes with being pulled out."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress

from luma.core.error import Error as LumaError
from PIL import Image

from cdgdevice.drivers.oled.framebuffer import (
    FRAME_BYTES,
    Addressing,
    Rotation,
    Window,
    diff_frames,
    full_frame_windows,
    image_to_pages,
)
from cdgdevice.drivers.oled.i2c_transfer import BUS_STUCK, I2cBus, SerialInterface
from cdgdevice.drivers.oled.panels import DISPLAY_OFF, DISPLAY_ON, SET_CONTRAST, PanelChip
from cdgdevice.errors import HardwareError

RETRY_INTERVAL = 2.0
"""Seconds between two attempts to reach a lost screen."""
STUCK_RETRY_INTERVAL = 30.0
"""The same when the whole bus is stuck: an attempt then holds the game up for a second."""
REFRESH_INTERVAL = 10.0
"""Seconds after which a healthy screen is sent everything again, if anybody calls `check`."""

# A window takes two transfers, each with an address byte and a control byte. What luma and the
# kernel do for a transfer takes about as long as seven bytes at 400 kHz. Weighed like this, a
# changed picture takes three windows and not seven, for two bytes more in a hundred.
_WINDOW_OVERHEAD = 2 * (2 + 7)


def addressing_of(chip: PanelChip) -> Addressing:
    """Return what the difference needs to know to weigh windows for this chip."""
    command = chip.window_commands(0, 0, 1, 1)
    return Addressing(
        _WINDOW_OVERHEAD + len(command), multi_page=chip.by_window, columns=chip.columns
    )


class Screen:
    """A 128 x 64 panel at an address of a bus.

    No method raises because of the panel or its bus: `fault` says what is wrong. What is shown,
    dimmed or put to sleep meanwhile is what the panel does when it comes back.

    A panel that was pulled out and put back between two transfers gives no error; it has lost
    its set-up and stays black. So `check` sends everything again from time to time. Call it
    when the program is awake anyway, after showing; nothing needs to wake up for it unless
    `deadline` says so.
    """

    def __init__(
        self,
        chip: PanelChip,
        bus: I2cBus,
        address: int,
        *,
        rotate: Rotation = 0,
        contrast: int = 255,
    ) -> None:
        """Describe the screen; nothing is sent before the first `show`.

        `address` is 0x08 to 0x77, `contrast` 0 to 255.
        """
        self.fault: str | None = None
        """What is wrong and what to do, in a sentence; None while the panel answers."""
        self._chip = chip
        self._addressing = addressing_of(chip)
        self._bus = bus
        self._address = address
        self._rotate = rotate
        self._contrast = contrast
        self._awake = True
        self._wanted_frame = bytes(FRAME_BYTES)
        self._shown_frame: bytes | None = None  # None: the panel's RAM may hold anything
        self._serial: SerialInterface | None = None
        self._cause = ""
        self._tried_at = -math.inf
        self._retry = RETRY_INTERVAL
        self._refresh_at: float | None = None

    def show(self, image: Image.Image) -> None:
        """Show a picture (mode "1", 128 x 64): only what differs from the last is sent."""
        self._wanted_frame = image_to_pages(image, self._rotate, self._chip.columns)
        if self.fault is None:
            self._attempt(self._update)

    def set_contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self._contrast = level
        if self._serial is not None:
            self._attempt(lambda serial: serial.command(SET_CONTRAST, level))

    def sleep(self) -> None:
        """Go dark, so that the panel neither ages nor glares."""
        self._awake = False
        if self._serial is not None:
            self._attempt(lambda serial: serial.command(DISPLAY_OFF))

    def wake(self) -> None:
        """Light up again with the last picture, also if the panel was changed meanwhile."""
        self._awake = True
        if self._serial is not None:
            self._attempt(self._restore)

    def check(self, now: float) -> None:
        """Look after the panel; `now` is in seconds of the monotonic clock.

        A lost panel is tried again, at most every 2 seconds (30 if the whole bus is stuck); a
        healthy one that is awake is sent everything again, at most every 10.
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
                self._refresh_at = now + REFRESH_INTERVAL

    def deadline(self) -> float:
        """Say when `check` must be called next; infinity while all is well: never.

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

    def _update(self, serial: SerialInterface) -> None:
        if self._shown_frame is None:
            self._restore(serial)
            return
        shown, self._shown_frame = self._shown_frame, None
        self._send(serial, diff_frames(shown, self._wanted_frame, self._addressing))
        self._shown_frame = self._wanted_frame

    def _restore(self, serial: SerialInterface) -> None:
        """Send everything a panel needs that has just got its power, without a flicker."""
        self._shown_frame = None
        serial.command(*self._chip.init)
        serial.command(SET_CONTRAST, self._contrast)
        self._send(serial, full_frame_windows(self._wanted_frame, self._addressing))
        serial.command(DISPLAY_ON if self._awake else DISPLAY_OFF)
        self._shown_frame = self._wanted_frame

    def _send(self, serial: SerialInterface, parts: Iterable[Window]) -> None:
        for part in parts:
            place = (part.page, part.column, part.pages, part.columns)
            serial.command(*self._chip.window_commands(*place))
            serial.data(part.data)

    def _mark_lost(self, error: Exception) -> None:
        cause = str(error)
        if self.fault is None or cause != self._cause:
            self._cause = cause
            self.fault = cause if isinstance(error, HardwareError) else self._explain_no_answer()
        self._retry = (
            STUCK_RETRY_INTERVAL if getattr(error, "errno", None) == BUS_STUCK else RETRY_INTERVAL
        )
        self._refresh_at = None
        with suppress(LumaError, OSError):
            self.close()

    def _explain_no_answer(self) -> str:
        answering = self._bus.scan_addresses()
        found = [f"0x{address:02X}" for address in answering if address != self._address]
        others = f"these do: {', '.join(found)}" if found else "nor does anything else there"
        return (
            f"No screen answers at 0x{self._address:02X} on {self._bus.name} ({others}): "
            "check its plug, and its address in the configuration."
        )
