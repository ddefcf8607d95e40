"""One screen: it takes pictures, sends what has changed, and copes with being pulled out."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress

from luma.core.error import Error as LumaError
from PIL import Image

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.glass.bus import STUCK, Bus
from cdgdevice.gadget.glass.controller import CONTRAST, DISPLAY_OFF, DISPLAY_ON, Controller
from cdgdevice.gadget.glass.difference import Window, whole, windows
from cdgdevice.gadget.glass.frame import FRAME_BYTES, Rotation, to_pages
from cdgdevice.gadget.glass.wire import Serial

RETRY = 2.0
"""Seconds between two attempts to reach a lost screen."""
RETRY_STUCK = 30.0
"""The same when the whole bus is stuck: an attempt then holds the game up for a second."""
REFRESH = 10.0
"""Seconds after which a healthy screen is sent everything again, if anybody calls `check`."""


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
        controller: Controller,
        bus: Bus,
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
        self._controller = controller
        self._bus = bus
        self._address = address
        self._rotate = rotate
        self._contrast = contrast
        self._awake = True
        self._wanted = bytes(FRAME_BYTES)
        self._shown: bytes | None = None  # None: the panel's RAM may hold anything
        self._serial: Serial | None = None
        self._cause = ""
        self._tried_at = -math.inf
        self._retry = RETRY
        self._refresh_at: float | None = None

    def show(self, image: Image.Image) -> None:
        """Show a picture (mode "1", 128 x 64): only what differs from the last is sent."""
        self._wanted = to_pages(image, self._rotate)
        if self.fault is None:
            self._try(self._update)

    def dim(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self._contrast = level
        if self._serial is not None:
            self._try(lambda serial: serial.command(CONTRAST, level))

    def sleep(self) -> None:
        """Go dark, so that the panel neither ages nor glares."""
        self._awake = False
        if self._serial is not None:
            self._try(lambda serial: serial.command(DISPLAY_OFF))

    def wake(self) -> None:
        """Light up again with the last picture, also if the panel was changed meanwhile."""
        self._awake = True
        if self._serial is not None:
            self._try(self._restore)

    def check(self, now: float) -> None:
        """Look after the panel; `now` is in seconds of the monotonic clock.

        A lost panel is tried again, at most every 2 seconds (30 if the whole bus is stuck); a
        healthy one that is awake is sent everything again, at most every 10.
        """
        if self.fault is not None:
            if now >= self._tried_at + self._retry:
                self._tried_at = now
                self._try(self._update)
        elif self._serial is not None and self._awake:
            if self._refresh_at is not None and now >= self._refresh_at:
                self._refresh_at = None
                self._try(self._restore)
            if self._refresh_at is None:
                self._refresh_at = now + REFRESH

    def deadline(self) -> float | None:
        """Say when `check` must be called next; None while all is well: never.

        A time in the past means at once.
        """
        return None if self.fault is None else self._tried_at + self._retry

    def close(self) -> None:
        """Let go of the bus; the panel goes on showing the last picture."""
        serial, self._serial, self._shown = self._serial, None, None
        if serial is not None:
            serial.cleanup()

    def _try(self, step: Callable[[Serial], None]) -> None:
        """Do something on the bus: the only place where the bus may fail."""
        try:
            if self._serial is None:
                self._serial = self._bus.serial(self._address)
            step(self._serial)
        except (LumaError, OSError) as error:
            self._lose(error)
        else:
            self.fault = None

    def _update(self, serial: Serial) -> None:
        if self._shown is None:
            self._restore(serial)
            return
        shown, self._shown = self._shown, None
        self._send(serial, windows(shown, self._wanted, self._controller.addressing))
        self._shown = self._wanted

    def _restore(self, serial: Serial) -> None:
        """Send everything a panel needs that has just got its power, without a flicker."""
        self._shown = None
        for command in self._controller.opening:
            serial.command(*command)
        serial.command(CONTRAST, self._contrast)
        self._send(serial, whole(self._wanted, self._controller.addressing))
        serial.command(DISPLAY_ON if self._awake else DISPLAY_OFF)
        self._shown = self._wanted

    def _send(self, serial: Serial, parts: Iterable[Window]) -> None:
        for part in parts:
            serial.command(*self._controller.point_at(part))
            serial.data(part.data)

    def _lose(self, error: Exception) -> None:
        cause = str(error)
        if self.fault is None or cause != self._cause:
            self._cause = cause
            self.fault = cause if isinstance(error, HardwareError) else self._no_answer()
        self._retry = RETRY_STUCK if getattr(error, "errno", None) == STUCK else RETRY
        self._refresh_at = None
        with suppress(LumaError, OSError):
            self.close()

    def _no_answer(self) -> str:
        answering = self._bus.addresses()
        found = [f"0x{address:02X}" for address in answering if address != self._address]
        others = f"these do: {', '.join(found)}" if found else "nor does anything else there"
        return (
            f"No screen answers at 0x{self._address:02X} on {self._bus.name} ({others}): "
            "check its plug, and its address in the configuration."
        )
