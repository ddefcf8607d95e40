"""Make `splash.recording`, from which `splash` sends the first picture.

    python -m cdgdevice.gadget.glass.make_splash

It holds what luma's drivers send to set each controller up, and the picture `splash.png`
(128 x 64, black and white). Run it when one of them changes; a test says so.
"""

from pathlib import Path
from typing import get_args

from PIL import Image

from cdgdevice.gadget.glass.controller import CONTRAST, DISPLAY_OFF, DISPLAY_ON, Controller
from cdgdevice.gadget.glass.difference import whole
from cdgdevice.gadget.glass.frame import Rotation, to_pages
from cdgdevice.gadget.glass.wire import Wire

FILE = Path(__file__).with_name("splash.recording")
"""The file that is made."""
PICTURE = Path(__file__).with_name("splash.png")
"""The picture that it shows."""

_BRIGHTNESS = 0x7F


def recording() -> bytes:
    """Give the file's content: a line for each transfer, `ssd1306 180 00ae`."""
    with Image.open(PICTURE) as file:
        picture = file.convert("1")
    return b"".join(
        b"%s %d %s\n" % (controller.value.encode(), rotation, payload.hex().encode())
        for controller in Controller
        for rotation in get_args(Rotation)
        for payload in _payloads(controller, to_pages(picture, rotation))
    )


def _payloads(controller: Controller, pages: bytes) -> list[bytes]:
    sent: list[bytes] = []
    panel = Wire(lambda _address, payload: sent.append(payload), address=0)
    panel.command(DISPLAY_OFF)
    for command in (*controller.opening, (CONTRAST, _BRIGHTNESS)):
        panel.command(*command)
    for window in whole(pages, controller.addressing):
        panel.command(*controller.point_at(window))
        panel.data(window.data)
    panel.command(DISPLAY_ON)
    return sent


if __name__ == "__main__":
    FILE.write_bytes(recording())
    print(f"wrote {FILE}")
