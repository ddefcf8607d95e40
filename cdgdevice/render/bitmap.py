"""A picture of one bit a pixel, all of it in one number, so that drawing is arithmetic.

Lengths are pixels, places count from the top left. The pixel in column x and row y is bit
`64 * x + y`, so a column of eight bytes follows the other, and each byte is one of a panel's RAM.
To move a picture is to shift its number; text is glyphs side by side.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

STRIDE = 64
"""Bits of a column, and the most rows of a picture."""
WIDTH = 128
HEIGHT = 64
_PAGES = tuple(slice(page, None, STRIDE // 8) for page in range(STRIDE // 8))
LIT = True
DARK = False


class Bitmap(Struct):
    """A picture to draw on, at first dark; don't draw on one from a cache."""

    width: int
    height: int
    """At most 64."""
    bits: int = 0
    """None is set outside of width and height."""

    def fill(self, x: int, y: int, width: int, height: int, ink: bool = LIT) -> None:
        """Fill a rectangle: `ink` is LIT or DARK."""
        area = _cover(x, y, width, height, self.width, self.height)
        self.bits = self.bits | area if ink else self.bits & ~area

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Darken what is lit in a rectangle, and light the rest of it."""
        self.bits ^= _cover(x, y, width, height, self.width, self.height)

    def draw_frame(
        self, x: int, y: int, width: int, height: int, thick: int = 1, ink: bool = LIT
    ) -> None:
        """Draw a hollow rectangle, its corners rounded off by a pixel; what it holds is kept."""
        self.fill(x + 1, y, width - 2, thick, ink)
        self.fill(x + 1, y + height - thick, width - 2, thick, ink)
        self.fill(x, y + 1, thick, height - 2, ink)
        self.fill(x + width - thick, y + 1, thick, height - 2, ink)

    def stamp(self, picture: "Bitmap", x: int, y: int, ink: bool = LIT) -> None:
        """Light (or darken) the pixels that are lit in `picture`; keep the others."""
        bits, by = picture.bits, STRIDE * x + y
        if y < 0 or y + picture.height > self.height:
            # What is above or below would come out in the column beside.
            bits &= _cover(0, -y, picture.width, self.height, picture.width, picture.height)
        bits = bits << by if by >= 0 else bits >> -by
        if x + picture.width > self.width:
            bits &= (1 << STRIDE * self.width) - 1
        self.bits = self.bits | bits if ink else self.bits & ~bits

    def crop(self, left: int, top: int, right: int, bottom: int) -> "Bitmap":
        """Return a part, up to the column `right` and the row `bottom`."""
        part = Bitmap(right - left, bottom - top)
        part.stamp(self, -left, -top)
        return part

    def grow(self, scale: int) -> "Bitmap":
        """Return it with each pixel `scale` pixels wide and high, up to 64 rows."""
        columns = ["".join(dot * scale for dot in f"{column:b}") for column in self._columns()]
        bits = join_columns([column for column in columns for _ in range(scale)])
        return Bitmap(self.width * scale, self.height * scale, bits)

    def find_box(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of all that is lit, at least of one pixel."""
        columns = self._columns()
        lit = [x for x, column in enumerate(columns) if column]
        if not lit:
            return 0, 0, 1, 1
        rows = 0
        for column in columns:
            rows |= column
        return lit[0], (rows & -rows).bit_length() - 1, lit[-1] + 1, rows.bit_length()

    def pages(self) -> bytes:
        """Return it as the RAM of a panel has it, page by page: 1024 bytes for a whole screen."""
        columns = self.bits.to_bytes(STRIDE // 8 * self.width, "little")
        return b"".join(map(columns.__getitem__, _PAGES))

    def to_image(self) -> "Image":
        """Return it as an image of Pillow's, mode "1", for files and tests."""
        from PIL import Image  # the gadget draws without it

        columns = self.bits.to_bytes(STRIDE // 8 * self.width, "little")
        image = Image.frombytes("1", (STRIDE, self.width), columns, "raw", "1;R")
        return image.transpose(Image.Transpose.TRANSPOSE).crop((0, 0, self.width, self.height))

    def _columns(self) -> list[int]:
        return [self.bits >> STRIDE * x & (1 << STRIDE) - 1 for x in range(self.width)]


@lru_cache(maxsize=512)
def _cover(x: int, y: int, width: int, height: int, of_width: int, of_height: int) -> int:
    """Return the bits of a rectangle, cut to a picture of this width and height."""
    left, right = max(x, 0), min(x + width, of_width)
    top, bottom = max(y, 0), min(y + height, of_height)
    if left >= right or top >= bottom:
        return 0
    column = ((1 << bottom) - (1 << top)).to_bytes(STRIDE // 8, "little")
    return int.from_bytes(column * (right - left), "little") << STRIDE * left


def join_columns(columns: Sequence[str]) -> int:
    """Return the bits of a picture's columns, each written from the bottom up as `0` and `1`."""
    return int("".join(map(str.zfill, reversed(columns), repeat(STRIDE))), 2)


@cache
def load_picture(name: str) -> Bitmap:
    """Return `pictures/<name>.txt`, with `#` for a lit pixel; don't draw on it: it is kept."""
    text = (Path(__file__).parent / "pictures" / f"{name}.txt").read_text("ascii")
    rows = text.replace("#", "1").replace(".", "0").split()
    columns = tuple(map("".join, zip(*reversed(rows), strict=True)))
    return Bitmap(len(columns), len(rows), join_columns(columns))


SHIFT_RING = ((0, 0), (1, 0), (1, 1), (0, 1))
"""One place after the other: whether the picture is moved along, and whether up or down."""


def shift_picture(picture: Bitmap, shifts: int) -> Bitmap:
    """Return a picture after so many shifts, from 0; every fourth is the picture itself.

    A dim picture moves by a pixel now and then, so that none of its edges burns in. It goes round
    four places: its own, beside it, across, above or below. What falls off the screen is the edge
    that says least: one that is blank, or the side of a bar. What comes in at the other is dark.
    """
    along, across = SHIFT_RING[shifts % len(SHIFT_RING)]
    if not along and not across:
        return picture
    right, bottom = picture.width - 1, picture.height - 1
    first, last = (picture.crop(x, 0, x + 1, bottom + 1) for x in (0, right))
    left = along * _push_direction(first, last)
    first, last = (picture.crop(0, y, right + 1, y + 1) for y in (0, bottom))
    top = across * _push_direction(first, last)
    return picture.crop(-left, -top, picture.width - left, picture.height - top)


def _push_direction(first: Bitmap, last: Bitmap) -> int:
    """Return -1 to push the first edge off the screen, 1 for the last: what says less goes."""
    return -1 if _count_changes(first) <= _count_changes(last) else 1


def _count_changes(edge: Bitmap) -> int:
    """Count where lit and dark meet along an edge: none in a blank, two for a bar, more in text."""
    right, down = edge.width > 1, edge.height > 1
    beside = edge.crop(right, down, edge.width, edge.height)
    before = edge.crop(0, 0, edge.width - right, edge.height - down)
    return (before.bits ^ beside.bits).bit_count()
