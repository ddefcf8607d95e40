"""Make `splash.recording` and `last_words.recording`: the pictures that are sent without a driver.

    python -m cdgdevice.gadget.glass.make_splash

A recording holds what luma's drivers send to set each controller up, and a picture (a PNG of its
name, 128 x 64, black and white). Run it when one of them changes; a test says so.
"""

from pathlib import Path
from typing import get_args

from PIL import Image

from cdgdevice.gadget.glass.controller import CONTRAST, DISPLAY_OFF, DISPLAY_ON, Controller
from cdgdevice.gadget.glass.difference import whole
from cdgdevice.gadget.glass.frame import Rotation, to_pages
from cdgdevice.gadget.glass.wire import Wire

# A Pi that is off still feeds its panels: the last words may stand for weeks, so they are faint.
BRIGHTNESS = {"splash": 0x7F, "last_words": 0x20}
"""The pictures, and the contrast of each, 0 to 255."""


def file(picture: str) -> Path:
    """Give the file that is made of a picture."""
    return Path(__file__).with_name(f"{picture}.recording")


def drawn(picture: str) -> Image.Image:
    """Give a picture as a panel shows it: mode "1", 128 x 64."""
    with Image.open(Path(__file__).with_name(f"{picture}.png")) as png:
        return png.convert("1")


def recording(picture: str) -> bytes:
    """Give the file's content: a line for each transfer, `ssd1306 180 00ae`."""
    image = drawn(picture)
    return b"".join(
        b"%s %d %s\n" % (controller.value.encode(), rotation, payload.hex().encode())
        for controller in Controller
        for rotation in get_args(Rotation)
        for payload in _payloads(controller, to_pages(image, rotation), BRIGHTNESS[picture])
    )


def _payloads(controller: Controller, pages: bytes, brightness: int) -> list[bytes]:
    sent: list[bytes] = []
    panel = Wire(lambda _address, payload: sent.append(payload), address=0)
    panel.command(DISPLAY_OFF)
    for command in (*controller.opening, (CONTRAST, brightness)):
        panel.command(*command)
    for window in whole(pages, controller.addressing):
        panel.command(*controller.point_at(window))
        panel.data(window.data)
    panel.command(DISPLAY_ON)
    return sent


if __name__ == "__main__":
    for name in BRIGHTNESS:
        file(name).write_bytes(recording(name))
        print(f"wrote {file(name)}")
