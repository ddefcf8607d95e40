"""Spleen, a fixed-width bitmap typeface by Frederic Cambus, in the sizes that the screen uses.

Each size is one PBM picture of 16 by 12 cells: the characters U+0020 to U+007E and U+00A0 to
U+00FF. The cell of U+007F is the mark for a character that the typeface lacks. Any picture
viewer opens them; `tools/convert_fonts.py` made them.
"""

from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct
from PIL import Image

SHEET_COLUMNS = 16
"""Cells in a row of a font picture."""
FIRST_CODE = 0x20
"""The character of the first cell."""
MISSING_CODE = 0x7F
"""The cell drawn for a character that the typeface lacks."""
PRINTABLE = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
"""The characters that have a cell."""


class Font(Struct, frozen=True, eq=False):
    """One size of the typeface, and how close its lines stand; there is one of each.

    Lengths are in pixels.
    """

    width: int
    """Width of every character, the space to the next one included."""
    height: int
    """Height of every character."""
    pitch: int
    """From one line of text to the next: a row less than the height where lines can't touch."""
    cap: int
    """The row where capitals and digits begin."""
    base: int
    """The row below their feet."""

    def columns(self, width: int) -> int:
        """Return how many characters fit in `width` pixels: the last needs no space after it."""
        return (width + 1) // self.width

    def rows(self, height: int) -> int:
        """Return how many lines fit in `height` pixels."""
        return (height - self.height) // self.pitch + 1

    def stack(self, rows: int) -> int:
        """Return the height in pixels of `rows` lines, at least one."""
        return (max(1, rows) - 1) * self.pitch + self.height


SMALL = Font(5, 8, pitch=8, cap=1, base=7)
MEDIUM = Font(6, 12, pitch=11, cap=1, base=9)
DENSE = Font(6, 12, pitch=10, cap=1, base=9)
"""The letters of MEDIUM, in lines that stand as close as they can without touching."""
LARGE = Font(8, 16, pitch=15, cap=2, base=12)


def glyph_cell(character: str) -> tuple[int, int]:
    """Return the column and row of a character's cell in a font picture."""
    code = ord(character) if character in PRINTABLE else MISSING_CODE
    index = code - FIRST_CODE if code <= MISSING_CODE else code - FIRST_CODE - (0xA0 - 0x80)
    return index % SHEET_COLUMNS, index // SHEET_COLUMNS


@cache
def has_glyph(character: str, font: Font) -> bool:
    """Return whether `font` can draw `character`; the smallest lacks a few, such as the `×`."""
    return _cut_glyph(character, font).tobytes() != _read_missing_glyph(font)


@cache
def _read_missing_glyph(font: Font) -> bytes:
    return _cut_glyph(chr(MISSING_CODE), font).tobytes()


@lru_cache(maxsize=512)
def draw_line(text: str, font: Font) -> Image.Image:
    """Return the picture of one line, `len(text) * font.width` wide; cached: do not draw on it."""
    picture = Image.new("1", (max(1, len(text) * font.width), font.height))
    for place, character in enumerate(text):
        picture.paste(_cut_glyph(character, font), (place * font.width, 0))
    return picture


@cache
def _cut_glyph(character: str, font: Font) -> Image.Image:
    column, row = glyph_cell(character)
    x, y = column * font.width, row * font.height
    return _load_font_sheet(font).crop((x, y, x + font.width, y + font.height))


@cache
def _load_font_sheet(font: Font) -> Image.Image:
    # Read by hand: Image.open would first import every image format that Pillow knows.
    raw = Path(__file__).with_name(f"spleen-{font.width}x{font.height}.pbm").read_bytes()
    _, size, bits = raw.split(b"\n", 2)
    width, height = map(int, size.split())
    # A PBM's ones are black, that is ink.
    return Image.frombytes("1", (width, height), bits)
