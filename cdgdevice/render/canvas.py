"""The few strokes that all is drawn with, pictures drawn by hand, and a picture moved by a pixel.

Lengths are pixels, places count from the top left. A picture drawn by hand is a text file in the
folder `pictures`, with `#` for a lit pixel.

A dim picture moves by a pixel now and then, so that none of its edges burns in. It goes round four
places: its own, beside it, across, above or below. What falls off the screen is the edge that says
least: one that is blank, or the side of a bar.
"""

from functools import cache
from itertools import pairwise
from pathlib import Path

from PIL import Image

WIDTH = 128
HEIGHT = 64
LIT = 255
DARK = 0


def blank_picture(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """Return a dark picture."""
    return Image.new("1", (width, height))


def fill_rectangle(
    canvas: Image.Image, x: int, y: int, width: int, height: int, ink: int = LIT
) -> None:
    """Fill a rectangle: `ink` is LIT or DARK."""
    canvas.paste(ink, (x, y, x + width, y + height))


def draw_frame(
    canvas: Image.Image, x: int, y: int, width: int, height: int, thick: int = 1, ink: int = LIT
) -> None:
    """Draw a hollow rectangle, its corners rounded off by a pixel; what it holds is kept."""
    fill_rectangle(canvas, x + 1, y, width - 2, thick, ink)
    fill_rectangle(canvas, x + 1, y + height - thick, width - 2, thick, ink)
    fill_rectangle(canvas, x, y + 1, thick, height - 2, ink)
    fill_rectangle(canvas, x + width - thick, y + 1, thick, height - 2, ink)


def stamp_picture(
    canvas: Image.Image, picture: Image.Image, x: int, y: int, ink: int = LIT
) -> None:
    """Light (or darken) the pixels that are lit in `picture`; keep the others."""
    canvas.paste(ink, (x, y, x + picture.width, y + picture.height), picture)


@cache
def load_picture(name: str) -> Image.Image:
    """Return the picture `pictures/<name>.txt`; don't change it: it is kept."""
    rows = (Path(__file__).parent / "pictures" / f"{name}.txt").read_text("ascii").split()
    picture = blank_picture(len(rows[0]), len(rows))
    picture.putdata([LIT if pixel == "#" else DARK for row in rows for pixel in row])
    return picture


SHIFT_RING = ((0, 0), (1, 0), (1, 1), (0, 1))
"""One place after the other: whether the picture is moved along, and whether up or down."""


def shift_picture(picture: Image.Image, shifts: int) -> Image.Image:
    """Return a picture (mode "1") as it lies after so many shifts, from 0; every fourth is its own.

    What comes in at the other edge is dark.
    """
    along, across = SHIFT_RING[shifts % len(SHIFT_RING)]
    if not along and not across:
        return picture
    right, bottom = picture.width - 1, picture.height - 1
    left = along * _push_direction(_column_bytes(picture, 0), _column_bytes(picture, right))
    top = across * _push_direction(_row_bytes(picture, 0), _row_bytes(picture, bottom))
    moved = Image.new(picture.mode, picture.size)
    moved.paste(picture, (left, top))
    return moved


def _push_direction(first: bytes, last: bytes) -> int:
    """Return -1 to push the first edge off the screen, 1 for the last: what says less goes."""
    return -1 if _count_changes(first) <= _count_changes(last) else 1


def _count_changes(edge: bytes) -> int:
    """Count where lit and dark meet along an edge: none in a blank, two for a bar, more in text."""
    return sum(before != after for before, after in pairwise(edge))


def _column_bytes(picture: Image.Image, x: int) -> bytes:
    return picture.crop((x, 0, x + 1, picture.height)).convert("L").tobytes()


def _row_bytes(picture: Image.Image, y: int) -> bytes:
    return picture.crop((0, y, picture.width, y + 1)).convert("L").tobytes()
