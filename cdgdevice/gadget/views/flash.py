"""A die result that fills the screen."""

from functools import cache

from PIL import Image

from cdgdevice.gadget.views.art import art
from cdgdevice.gadget.views.canvas import DARK, HEIGHT, LIT, WIDTH, blank, fill, frame, stamp
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


_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where each number has its pips: columns and rows, 0 to 2."""
_DIE = 51
"""Width and height of a die."""
_PIP = 9
_APART = 14
"""From one pip to the next."""


def draw_flash(view: Flash) -> Image.Image:
    """Draw what the dice show."""
    shown = view.shown
    return (_result(shown) if isinstance(shown, Result) else _dice(shown)).copy()


@cache
def _dice(numbers: tuple[int, ...]) -> Image.Image:
    """Draw numbers as dice: the first is lit, the white one; the coloured one is dark."""
    canvas = blank()
    gap = 12
    x = (WIDTH - _DIE * len(numbers) - gap * (len(numbers) - 1)) // 2
    for place, number in enumerate(numbers):
        canvas.paste(_die(number, white=place == 0), (x, (HEIGHT - _DIE) // 2))
        x += _DIE + gap
    return canvas


def _die(number: int, *, white: bool) -> Image.Image:
    die = blank(_DIE, _DIE)
    frame(die, 0, 0, _DIE, _DIE, thick=_DIE // 2 + 1 if white else 2)
    first = (_DIE - 2 * _APART - _PIP) // 2
    for column, row in _PIPS[number]:
        fill(die, first + column * _APART, first + row * _APART, _PIP, _PIP, DARK if white else LIT)
    return die


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
