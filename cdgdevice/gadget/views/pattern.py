"""A picture that shows what is wrong with a screen: each fault spoils another part of it.

A frame of one pixel goes round the whole glass, beside its upright lines dots stand in columns 1
and 126, a block marks the top left corner, and blocks of single rows show if each row is there.
"""

from PIL import Image

from cdgdevice.gadget.views.canvas import HEIGHT, WIDTH, blank, fill, stamp
from cdgdevice.gadget.views.fonts import LARGE, SMALL, line
from cdgdevice.gadget.views.text import complaints, draw_rows, set_text
from cdgdevice.gadget.views.view import Pattern

_CORNER = 8
"""Side of the block in the top left corner; those in the others are half as long."""
_COMB = 10
"""Width of the blocks of single rows."""
_COMB_X, _COMB_Y = 6, 14
_TEXT = (20, 34, 88, 26)
"""Left, top, width and height of the space for the text."""


def draw_pattern(view: Pattern) -> Image.Image:
    """Draw the pattern."""
    canvas = blank()
    right, bottom = WIDTH - 1, HEIGHT - 1
    for x in (0, right):
        fill(canvas, x, 0, 1, HEIGHT)
    for y in (0, bottom):
        fill(canvas, 0, y, WIDTH, 1)
    for y in range(2, HEIGHT, 4):
        fill(canvas, 1, y, 1, 1)
        fill(canvas, WIDTH - 2, y, 1, 1)
    fill(canvas, 3, 3, _CORNER, _CORNER)
    half = _CORNER // 2
    for x, y in (
        (right - 2 - half, 3),
        (3, bottom - 2 - half),
        (right - 2 - half, bottom - 2 - half),
    ):
        fill(canvas, x, y, half, half)
    for y in range(_COMB_Y, HEIGHT - _COMB_Y, 2):
        fill(canvas, _COMB_X, y, _COMB, 1)
        fill(canvas, WIDTH - _COMB_X - _COMB, y + 1, _COMB, 1)
    name = line(view.name.upper(), LARGE)
    stamp(canvas, name, (WIDTH - name.width) // 2, 8)
    left, top, width, height = _TEXT
    draw_rows(canvas, set_text(view.text, width, height, (SMALL,)), left, top, height)
    return canvas


def pattern_complaints(view: Pattern) -> list[str]:
    """Give a sentence for each text of a pattern that can't be shown whole."""
    _, _, width, height = _TEXT
    return complaints(view.text, width, height)
