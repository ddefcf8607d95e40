"""The foot of a board: a dot for each card of the hand, and the numbers."""

from PIL import Image

from cdgdevice.gadget.views.canvas import WIDTH, fill, stamp
from cdgdevice.gadget.views.fonts import SMALL, line

TOP = 56
"""The row where the foot begins, where there is one."""

_ROW = 4
"""The middle row of the dots, in the foot."""


def numbers(left: int | None, of: int | None) -> str:
    """Give the count in figures: `4/7`, `4` with no hand size, `-/7` with nothing but that."""
    if of is None:
        return "" if left is None else str(left)
    return f"{'-' if left is None else left}/{of}"


def draw_chits(canvas: Image.Image, left: int | None, of: int | None, start: int) -> None:
    """Draw the chits on a foot, from column `start` on: filled are left, small are played."""
    figures = numbers(left, of)
    stamp(canvas, line(figures, SMALL), WIDTH - len(figures) * SMALL.width, 0)
    if left is None:
        return
    total = max(left, of or 0)
    # Room for the widest figures of the hand, so that a chit keeps its place as they are played.
    widest = max(len(figures), len(numbers(of, of)))
    room = WIDTH - (widest + 1) * SMALL.width - start
    pitch = min(8, room // max(1, total))
    size = min(5, pitch - 1)
    if size < 1:
        # Too many for dots: the figures say it.
        return
    for place in range(total):
        x = start + place * pitch
        if place < left:
            _dot(canvas, x, size)
        else:
            fill(canvas, x + (size - 1) // 2, _ROW, min(2, size), 2 if size > 3 else 1)


def _dot(canvas: Image.Image, x: int, size: int) -> None:
    if size < 4:
        # Too narrow for a dot: a bar.
        fill(canvas, x, _ROW - 2, size, 5)
        return
    fill(canvas, x + 1, _ROW - size // 2, size - 2, size)
    fill(canvas, x, _ROW - size // 2 + 1, size, size - 2)
