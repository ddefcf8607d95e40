"""A dim picture moves by a pixel now and then, so that none of its edges burns in.

It goes round four places: its own, beside it, across, above or below. What falls off the glass
is the edge that says least: one that is blank, or the side of a bar.
"""

from itertools import pairwise

from PIL import Image

RING = ((0, 0), (1, 0), (1, 1), (0, 1))
"""One place after the other: whether the picture is moved along, and whether up or down."""


def shifted(picture: Image.Image, shifts: int) -> Image.Image:
    """Give a picture (mode "1") as it lies after so many shifts, from 0; every fourth is its own.

    What comes in at the other edge is dark.
    """
    along, across = RING[shifts % len(RING)]
    if not along and not across:
        return picture
    right, bottom = picture.width - 1, picture.height - 1
    left = along * _towards(_column(picture, 0), _column(picture, right))
    top = across * _towards(_row(picture, 0), _row(picture, bottom))
    moved = Image.new(picture.mode, picture.size)
    moved.paste(picture, (left, top))
    return moved


def _towards(first: bytes, last: bytes) -> int:
    """Give -1 to push the first edge off the glass, 1 for the last: what says less goes."""
    return -1 if _changes(first) <= _changes(last) else 1


def _changes(edge: bytes) -> int:
    """Count where lit and dark meet along an edge: none in a blank, two for a bar, more in text."""
    return sum(before != after for before, after in pairwise(edge))


def _column(picture: Image.Image, x: int) -> bytes:
    return picture.crop((x, 0, x + 1, picture.height)).convert("L").tobytes()


def _row(picture: Image.Image, y: int) -> bytes:
    return picture.crop((0, y, picture.width, y + 1)).convert("L").tobytes()
