"""A die result that fills the screen."""

from functools import cache

from PIL import Image

from cdgdevice.gadget.views.art import art
from cdgdevice.gadget.views.canvas import HEIGHT, WIDTH, blank, stamp
from cdgdevice.gadget.views.view import Flash
from cdgdevice.method.die import Result

_PICTURES = {
    Result.JR: ("jolly-roger", "big-c"),
    Result.AB: ("big-a", "big-b"),
    Result.DE: ("big-d", "big-e"),
    Result.ABC: ("big-a", "big-b", "big-c"),
    Result.CDE: ("big-c", "big-d", "big-e"),
    Result.EVENT: ("tall-e", "tall-v", "tall-e", "tall-n", "tall-t"),
}


def draw_flash(view: Flash) -> Image.Image:
    """Draw a die result."""
    return _result(view.result).copy()


@cache
def _result(result: Result) -> Image.Image:
    pictures = [art(name) for name in _PICTURES[result]]
    gap = 14 if len(pictures) == 2 else 4
    x = (WIDTH - sum(p.width for p in pictures) - gap * (len(pictures) - 1)) // 2
    canvas = blank()
    for picture in pictures:
        stamp(canvas, picture, x, (HEIGHT - picture.height) // 2)
        x += picture.width + gap
    return canvas
