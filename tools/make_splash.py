"""Make `splash.frames`, `last_words.frames` and `luma.frames`: pictures that need no driver.

    python -m tools.make_splash

Each is made of a PNG of its name, 128 x 64, black and white. Run it when one of them changes; a
test says so.
"""

from itertools import product
from pathlib import Path
from typing import get_args

from PIL import Image

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH, Rotation, image_to_pages, turn_pages
from cdgdevice.drivers.oled.i2c_bus import RecordingBus, TransferInterface
from cdgdevice.drivers.oled.luma_pictures import FRAMES, name_picture, pack_payloads
from cdgdevice.drivers.oled.luma_screen import LumaScreen
from cdgdevice.drivers.oled.panels import DISPLAY_OFF, LUMA_PANELS, LumaPanel
from cdgdevice.drivers.oled.screen import SerialInterface


def frames_file(picture: str) -> Path:
    """Return the file that is made of a picture."""
    return Path(splash.__file__).with_name(f"{picture}.frames")


def load_splash_picture(picture: str) -> Image.Image:
    """Return a picture as a panel shows it: mode "1", 128 x 64."""
    with Image.open(Path(__file__).with_name(f"{picture}.png")) as png:
        return png.convert("1")


def make_frames(picture: str) -> bytes:
    """Return the file's content: a line for each way a glass lies, its 1024 bytes in hex behind it.

    That is by how many columns a page has, and by the rotation.
    """
    frame = image_to_pages(load_splash_picture(picture))
    return b"".join(
        b"%d/%d %s\n" % (columns, turn, turn_pages(frame, turn, columns).hex().encode())
        for columns in (WIDTH, HEIGHT)
        for turn in get_args(Rotation)
    )


def luma_payloads(picture: str, panel: LumaPanel, turn: Rotation) -> list[bytes]:
    """Return what luma's driver of a panel sends for a picture, to a panel that is turned off."""
    sent = [bytes((0, DISPLAY_OFF))]
    wire = TransferInterface(lambda _, payload: sent.append(payload), 0)
    screen = LumaScreen(panel, _OneWay(wire), 0, rotate=turn, contrast=splash.CONTRAST[picture])
    screen.show(image_to_pages(load_splash_picture(picture)))
    return sent


class _OneWay(RecordingBus):
    """A bus that leads to one serial interface."""

    def __init__(self, serial: SerialInterface) -> None:
        super().__init__("")
        self._serial = serial

    def open_serial(self, _address: int) -> SerialInterface:
        return self._serial


def make_luma_frames() -> str:
    """Return the content of `luma.frames`, as `luma_pictures` reads it."""
    lines = []
    for of in product(splash.CONTRAST, LUMA_PANELS, get_args(Rotation)):
        lines.append(f"{name_picture(*of)} {pack_payloads(luma_payloads(*of))}\n")
    return "".join(lines)


if __name__ == "__main__":
    Path(FRAMES).write_text(make_luma_frames(), encoding="ascii")
    print(f"wrote {FRAMES}")
    for name in splash.CONTRAST:
        frames_file(name).write_bytes(make_frames(name))
        print(f"wrote {frames_file(name)}")
