"""Make `splash.recording`, from which `splash` sends the first picture.

    python -m cdgdevice.gadget.glass.make_splash

It holds what luma's driver sends to set each controller up, and the picture. Run it when the
picture or luma's drivers change; a test says so.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from PIL import Image, ImageDraw

from cdgdevice.gadget.glass.controller import CONTRAST, DISPLAY_OFF, DISPLAY_ON, Controller
from cdgdevice.gadget.glass.difference import whole
from cdgdevice.gadget.glass.frame import HEIGHT, WIDTH, Rotation, to_pages
from cdgdevice.gadget.glass.wire import Wire
from cdgdevice.gadget.views.fonts import HUGE, LARGE, line

FILE = Path(__file__).with_name("splash.recording")
"""The file that is made."""
NAME = "CDG DEVICE"
"""The words of the picture."""

_BRIGHTNESS = 0x7F
_CARD = (18, 26)
_STEP = 25  # from one card to the next
_FIRST_CARD = (5, 33)


def picture() -> Image.Image:
    """Draw the splash: the name, and the card display as it is at set-up."""
    image = Image.new("1", (WIDTH, HEIGHT))
    name = line(NAME, HUGE)
    image.paste(name, ((WIDTH - name.width) // 2, 2))
    for number, letter in enumerate("ABCDE"):
        _draw_card(image, _FIRST_CARD[0] + number * _STEP, letter, face_up=letter in "AB")
    return image


def recording() -> bytes:
    """Give the file's content: a line for each transfer, `ssd1306 180 00ae`."""
    return b"".join(
        b"%s %d %s\n" % (controller.value.encode(), rotation, payload.hex().encode())
        for controller in Controller
        for rotation in get_args(Rotation)
        for payload in _payloads(controller, rotation)
    )


def _payloads(controller: Controller, rotation: Rotation) -> Iterator[bytes]:
    sent: list[bytes] = []
    panel = Wire(lambda _address, payload: sent.append(payload), 0)
    panel.command(DISPLAY_OFF)
    for command in controller.opening:
        panel.command(*command)
    panel.command(CONTRAST, _BRIGHTNESS)
    for window in whole(to_pages(picture(), rotation), controller.addressing):
        panel.command(*controller.point_at(window))
        panel.data(window.data)
    panel.command(DISPLAY_ON)
    yield from sent


def _draw_card(image: Image.Image, left: int, letter: str, *, face_up: bool) -> None:
    top, (width, height) = _FIRST_CARD[1], _CARD
    draw = ImageDraw.Draw(image)
    edge = (left, top, left + width - 1, top + height - 1)
    draw.rounded_rectangle(edge, radius=2, outline=1)
    if face_up:
        glyph = line(letter, LARGE)
        corner = (left + (width - LARGE.width + 1) // 2, top + (height - LARGE.height) // 2)
        image.paste(glyph, corner)
        return
    back = ((x, y) for x in range(left + 3, left + width - 3) for y in range(top + 3, edge[3] - 2))
    draw.point([(x, y) for x, y in back if (x + y) % 3 == 0], 1)


if __name__ == "__main__":
    FILE.write_bytes(recording())
    print(f"wrote {FILE}")
