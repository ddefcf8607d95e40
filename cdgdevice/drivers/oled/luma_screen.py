"""A screen whose panel luma.oled's own driver sends to, for those that we don't drive directly.

The driver is made once, over a list that keeps what it sends to set a panel up: that goes out as
often as a panel may have lost it, without the black picture that luma sends with it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from luma.core.framebuffer import diff_to_previous
from luma.oled import device
from PIL import Image

from cdgdevice.drivers.oled import framebuffer
from cdgdevice.drivers.oled.panels import COLUMNS, DISPLAY_OFF, DISPLAY_ON, ROWS, LumaPanel
from cdgdevice.drivers.oled.screen import AnyScreen, PanelBus, SerialInterface
from cdgdevice.errors import HardwareError

_MAX_BYTES = 1024
"""Pixels go in pieces: the line of a recording must fit into a pipe."""
_SEGMENTS = 16
"""Parts of a picture in each of which luma sends the rectangle that has changed."""

PLAIN: Final = "white"
"""The colour of a picture that has none of its own."""


class LumaScreen(AnyScreen):
    """A panel that shows one picture, doubled where there is room, or one for each of two sides."""

    refresh_interval = 60.0
    """Everything is 8 KiB here on I2C, not one: a fifth of a second."""

    def __init__(
        self,
        panel: LumaPanel,
        bus: PanelBus,
        address: int,
        *,
        rotate: framebuffer.Rotation = 0,
        contrast: int = 255,
        colours: Sequence[str] = (PLAIN,),
    ) -> None:
        """Describe the screen; `colours` are those of its pictures, if the panel has any."""
        super().__init__(bus, address, rotate, contrast)
        self._panel = panel
        self._colours = colours
        self._wanted_frame = bytes(framebuffer.FRAME_BYTES * len(colours))
        self._driver: _Driver | None = None
        if len(colours) > 1:
            self.beside = _SecondPicture(self)

    def pack(self, picture: bytes) -> bytes:
        return picture

    def prepare(self, *frames: bytes) -> None:
        """Do nothing: luma looks for what differs when it sends."""

    def show_frame(self, frame: bytes) -> None:
        self.show_part(0, frame)

    def show_part(self, number: int, frame: bytes) -> None:
        """Show the first picture (0) or the second one (1)."""
        at, wanted = number * framebuffer.FRAME_BYTES, self._wanted_frame
        super().show_frame(wanted[:at] + frame + wanted[at + framebuffer.FRAME_BYTES :])

    def _attempt(self, step: Any) -> None:
        super()._attempt(step)
        if self.beside is not None:
            self.beside.fault = self.fault

    def _update(self, serial: SerialInterface) -> None:
        if self._shown_frame is None:
            self._restore(serial)
        elif self._shown_frame != self._wanted_frame:
            self._shown_frame = None
            self._draw(serial)

    def _restore(self, serial: SerialInterface) -> None:
        self._shown_frame = None
        self._reach(serial).set_up()
        self._send_contrast(serial)
        self._draw(serial)
        self._send_power(serial)

    def _draw(self, serial: SerialInterface) -> None:
        wanted, size = self._wanted_frame, framebuffer.FRAME_BYTES
        scale, places = arrange(self._panel.pixels, len(self._colours))
        frames = [wanted[at : at + size] for at in range(0, len(wanted), size)]
        self._reach(serial).show(scale, zip(frames, places, self._colours, strict=True))
        self._shown_frame = wanted

    def _send_contrast(self, serial: SerialInterface) -> None:
        self._reach(serial).set_contrast(self.contrast)

    def _send_power(self, serial: SerialInterface) -> None:
        self._reach(serial).set_power(self._awake)

    def _reach(self, serial: SerialInterface) -> "_Driver":
        """Return luma's driver, which sends to this serial now."""
        if self._driver is None:
            self._driver = _Driver(self._panel, self._rotate)
        self._driver.way.serial = serial
        return self._driver


class _SecondPicture(LumaScreen):
    """The second picture on a panel; the screen of the first looks after the panel."""

    def __init__(self, first: LumaScreen) -> None:
        super().__init__(first._panel, first._bus, first._address, contrast=first.contrast)
        self._first = first

    def show_frame(self, frame: bytes) -> None:
        self._first.show_part(1, frame)


def arrange(pixels: tuple[int, int], count: int) -> tuple[int, list[tuple[int, int]]]:
    """Return how many pixels wide a pixel of a picture is, and where each picture has its corner.

    `pixels` are those of the panel, across and down. Two pictures are beside each other if there
    is room, and otherwise one above the other.
    """
    width, height = pixels
    across = count if width >= count * COLUMNS else 1
    down = count // across
    scale = min(width // (across * COLUMNS), height // (down * ROWS))
    wide, high = scale * COLUMNS, scale * ROWS
    left, top = (width - across * wide) // 2, (height - down * high) // 2
    places = [(left + n % across * wide, top + n // across * high) for n in range(count)]
    return scale, places


class _Way:
    """A serial interface for luma's driver, which leads to another one."""

    def __init__(self, serial: SerialInterface) -> None:
        self.serial = serial

    def command(self, *command: int) -> None:
        self.serial.command(*command)

    def data(self, data: Sequence[int]) -> None:
        for at in range(0, len(data), _MAX_BYTES):
            self.serial.data(bytes(data[at : at + _MAX_BYTES]))


class _Kept:
    """A serial interface that keeps what it is sent, but for turning the panel off and on."""

    def __init__(self) -> None:
        self.transfers: list[tuple[bool, bytes]] = []
        """Each is pixels, or else commands."""

    def command(self, *command: int) -> None:
        # Luma turns a panel off before it sets it up: one that is well would blink.
        if command[0] in (DISPLAY_OFF, DISPLAY_ON):
            command = command[1:]
        if command:
            self.transfers.append((False, bytes(command)))

    def data(self, data: bytes) -> None:
        self.transfers.append((True, data))

    def cleanup(self) -> None: ...


_QUIET = dict.fromkeys(("clear", "show", "contrast", "cleanup"), lambda *_: None)
"""In luma's driver: it leaves the panel alone while it is made, and at exit."""


class _Driver:
    """Luma's driver for a panel."""

    def __init__(self, panel: LumaPanel, rotate: framebuffer.Rotation) -> None:
        """Make it; nothing is sent to a panel.

        Raises:
            HardwareError: luma.oled is too old to have it.
        """
        self._luma: Any = getattr(device, panel.name, None)
        if self._luma is None:
            raise HardwareError(
                f"This luma.oled has no driver for an {panel.name.upper()}: install a newer one, "
                'with "pip install --upgrade luma.oled".'
            )
        width, height = map(int, panel.size.split("x"))
        kept = _Kept()
        self.way = _Way(kept)
        kind: Any = type(panel.name, (self._luma,), _QUIET)
        turns = (rotate // 90 + (width < COLUMNS)) % 4
        self._device = kind(self.way, width=width, height=height, rotate=turns, mode="1")
        for each in panel.also.split():
            self._device.command(*bytes.fromhex(each))
        self._set_up = kept.transfers

    def set_up(self) -> None:
        """Send what a panel needs that has just got its power, and take it that it shows noise."""
        for pixels, content in self._set_up:
            if pixels:
                self.way.data(content)
            else:
                self.way.command(*content)
        if isinstance(getattr(self._device, "framebuffer", None), diff_to_previous):
            self._device.framebuffer = diff_to_previous(_SEGMENTS)

    def show(self, scale: int, pictures: Iterable[tuple[bytes, tuple[int, int], str]]) -> None:
        """Send what differs from the last pictures: each a frame, its corner and its colour."""
        image = Image.new(self._device.mode, self._device.size)
        for frame, corner, colour in pictures:
            shape = framebuffer.pages_to_image(frame).resize(
                (scale * COLUMNS, scale * ROWS), Image.Resampling.NEAREST
            )
            image.paste(colour if image.mode == "RGB" else 1, corner, shape)
        self._device.display(image)

    def set_contrast(self, level: int) -> None:
        """Send the contrast, 0 to 255."""
        self._luma.contrast(self._device, level)

    def set_power(self, on: bool) -> None:
        """Turn the panel on or off."""
        (self._luma.show if on else self._luma.hide)(self._device)
