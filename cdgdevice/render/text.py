"""Text on a screen: its letters, how it is broken into rows, in which size, and whether it fits.

Lengths are pixels, places count from the top left. The letters are Spleen's, a fixed-width bitmap
typeface by Frederic Cambus, in the sizes that the screen uses. Each size is one PBM picture of 16
by 12 cells in the folder `fonts`: the characters U+0020 to U+007E and U+00A0 to U+00FF. The cell of
U+007F is the mark for a character that the typeface lacks. Any picture viewer opens them;
`tools/convert_fonts.py` made them.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, repeat, takewhile
from pathlib import Path

from msgspec import Struct

from cdgdevice.render.bitmap import STRIDE, Bitmap, join_columns
from cdgdevice.render.views import NO_BREAK

FONTS = Path(__file__).parent / "fonts"
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
    return _cut_glyph(character, font) != _cut_glyph(chr(MISSING_CODE), font)


@lru_cache(maxsize=512)
def draw_line(text: str, font: Font) -> Bitmap:
    """Return the picture of one line, `len(text) * font.width` wide; cached: do not draw on it."""
    bits = 0
    for place, character in enumerate(text):
        bits |= _cut_glyph(character, font) << place * font.width * STRIDE
    return Bitmap(max(1, len(text) * font.width), font.height, bits)


@cache
def _cut_glyph(character: str, font: Font) -> int:
    """Return the bits of a character's picture."""
    width, pixels = _load_font_sheet(font)
    column, row = glyph_cell(character)
    top, bottom = row * font.height * width, (row + 1) * font.height * width
    left = column * font.width
    columns = range(left, left + font.width)
    return join_columns([pixels[top + x : bottom : width][::-1] for x in columns])


@cache
def _load_font_sheet(font: Font) -> tuple[int, str]:
    """Return the width of a font's picture, and its pixels row by row, as `0` and `1`."""
    raw = (FONTS / f"spleen-{font.width}x{font.height}.pbm").read_bytes()
    _, size, bits = raw.split(b"\n", 2)
    # A PBM's ones are black, that is ink.
    return int(size.split()[0]), f"{int.from_bytes(bits, 'big'):0{8 * len(bits)}b}"


FONT_SIZES = (LARGE, MEDIUM, SMALL)
"""The sizes to try, largest first."""
_BLANKS = re.compile(rf"[^\S{NO_BREAK}]+")
_AFTER_PAUSE = re.compile(r"(?<=[.,:;?!]) ")
_AFTER_JOINT = re.compile(r"(?<=[-./\\])")
_PATH_SEPARATOR = re.compile(r"[/\\]")


class TextLayout(Struct, frozen=True):
    """Text as it will be drawn: the size, and the rows it is broken into."""

    font: Font
    rows: tuple[str, ...]


def wrap_paragraphs(paragraphs: tuple[str, ...], columns: int) -> tuple[str, ...]:
    """Break each paragraph between words into rows of at most `columns` characters.

    Only a word longer than that is broken inside, after a hyphen, a dot or a stroke if it has
    one. Else anywhere: on the screen a broken word is better than a lost one, and `fits` tells,
    except of a path, whose names are whoever's.
    """
    return tuple(chain.from_iterable(map(_wrap_paragraph, paragraphs, repeat(columns))))


@lru_cache(maxsize=1024)
def _wrap_paragraph(text: str, columns: int) -> tuple[str, ...]:
    words = _split_words(text)
    if not words_fit((text,), columns):
        parted = (part for word in words for part in _split_long_word(word, columns))
        words = [piece for part in parted for piece in _cut(part, columns)]
    text = " ".join(words)
    if len(text) <= columns:
        return (text.replace(NO_BREAK, " "),) if text else ()
    narrower = range(columns, max(map(len, words)) - 1, -1)
    ways = (_fill_rows(words, c, " ") for c in narrower)
    # Of the ways that take the fewest rows the one that breaks most often after a comma or a full
    # stop, then the narrowest: no word is left alone on the last row. Narrower rows are never
    # fewer, so the search ends with the first way that takes one more.
    first = next(ways)
    fewest = [first, *takewhile(lambda way: len(way) == len(first), ways)]
    parts = _AFTER_PAUSE.split(text)
    paused = (_break_at_pauses(parts, c) for c in narrower)
    fewest.extend(way for way in paused if len(way) == len(first))
    best = max(reversed(fewest), key=lambda way: sum(row[-1] in ".,:;?!" for row in way))
    return tuple(row.replace(NO_BREAK, " ") for row in best)


def _split_words(text: str) -> list[str]:
    """Part a text at its blanks, but not where no row may end."""
    return [word for word in _BLANKS.split(text) if word]


def _fill_rows(parts: Sequence[str], columns: int, joint: str) -> list[str]:
    """Join as many parts to a row as fit in it; a part longer than a row has its own."""
    rows = []
    row, *others = parts
    for part in others:
        if len(row) + len(joint) + len(part) > columns:
            rows.append(row)
            row = part
        else:
            row += joint + part
    return [*rows, row]


def _break_at_pauses(parts: Sequence[str], columns: int) -> list[str]:
    """Break a text between these parts only; none where a row is too long, or far too short."""
    rows = _fill_rows(parts, columns, " ")
    shortest, longest = min(map(len, rows)), max(map(len, rows))
    return rows if longest <= columns and longest <= 3 * shortest else []


def _split_long_word(word: str, columns: int) -> list[str]:
    """Part a word longer than a row after its hyphens and dots, as a long file name needs.

    A path is parted anywhere if need be. No two parts that follow each other fit in one row.
    """
    if len(word) <= columns:
        return [word]
    pieces = _AFTER_JOINT.split(word)
    if _PATH_SEPARATOR.search(word):
        pieces = [cut for piece in pieces for cut in _cut(piece, columns)]
    # A last joint leaves an empty piece behind it.
    return _fill_rows([piece for piece in pieces if piece], columns, "")


def _cut(word: str, columns: int) -> list[str]:
    return [word[at : at + columns] for at in range(0, len(word), columns)]


def words_fit(paragraphs: tuple[str, ...], columns: int) -> bool:
    """Return whether no word is longer than `columns`."""
    return max(map(len, _BLANKS.split(" ".join(paragraphs)))) <= columns


@lru_cache(maxsize=256)
def lay_out_text(
    paragraphs: tuple[str, ...], width: int, height: int, sizes: tuple[Font, ...] = FONT_SIZES
) -> TextLayout:
    """Set text in the first of `sizes` in which it is whole; past that in the smallest.

    Several paragraphs are not set in the largest size if one of them would take two rows there:
    a row to a sentence reads better.
    """
    for font in sizes:
        columns = font.columns(width)
        rows = wrap_paragraphs(paragraphs, columns)
        if font is LARGE and 1 < len(paragraphs) < len(rows):
            continue
        if len(rows) <= font.rows(height) and words_fit(paragraphs, columns):
            return TextLayout(font, rows)
    return TextLayout(SMALL, wrap_paragraphs(paragraphs, SMALL.columns(width)))


def draw_rows(canvas: Bitmap, setting: TextLayout, x: int, y: int, height: int) -> None:
    """Draw rows in a space; where they are too many for it, the last one ends in dots.

    What room is left goes between the rows, within reason, then above and below them.
    """
    font, rows = setting.font, setting.rows
    room = font.rows(height)
    if len(rows) > room:
        rows = (*rows[: room - 1], rows[room - 1][:-3] + "...")
    gaps = max(1, len(rows) - 1)
    pitch = min(font.pitch + 2, (height - font.height) // gaps)
    y += (height - font.height - pitch * (len(rows) - 1)) // 2
    for place, row in enumerate(rows):
        canvas.stamp(draw_line(row, font), x, y + place * pitch)


def check_text_fit(paragraphs: tuple[str, ...], width: int, height: int) -> list[str]:
    """Return a sentence for each reason why this text can't be shown whole in this space."""
    setting = lay_out_text(paragraphs, width, height)
    columns, room = setting.font.columns(width), setting.font.rows(height)
    found = []
    if not words_fit(paragraphs, columns):
        words = _split_words(" ".join(paragraphs))
        parts = chain.from_iterable(map(_split_long_word, words, repeat(columns)))
        found = check_lengths(zip(parts, repeat(columns), strict=False))
    if len(setting.rows) > room:
        found.append(
            f"{' '.join(paragraphs)!r} takes {len(setting.rows)} lines; there is room for {room}."
        )
    return found + check_glyphs(paragraphs, setting.font)


def check_lengths(texts: Iterable[tuple[str, int]], what: str = "a line") -> list[str]:
    """Return a sentence for each text that has more characters than there is room for beside it."""
    return [
        f"{text!r} has {len(text)} characters; {what} has room for {room}."
        for text, room in texts
        if len(text) > room
    ]


def check_glyphs(texts: tuple[str, ...], font: Font) -> list[str]:
    """Return a sentence for each text with a character that `font` can't draw."""
    return [
        f"{text!r} has {character!r}, which the screens have no letter for."
        for text in texts
        for character in sorted(set("".join(text.split())))
        if not has_glyph(character, font)
    ]
