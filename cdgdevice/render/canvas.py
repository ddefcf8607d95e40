"""What all is drawn with: strokes, pictures drawn by hand, lines of text, a move by a pixel.

Lengths are pixels, places count from the top left. A picture drawn by hand is a text file in the
folder `pictures`, with `#` for a lit pixel.

A dim picture moves by a pixel now and then, so that none of its edges burns in. It goes round four
places: its own, beside it, across, above or below. What falls off the screen is the edge that says
least: one that is blank, or the side of a bar.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise, repeat, takewhile
from pathlib import Path

from msgspec import Struct
from PIL import Image

from cdgdevice.render.fonts import LARGE, MEDIUM, SMALL, Font, draw_line, has_glyph
from cdgdevice.render.views import NO_BREAK

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
    """Return a picture (mode "1") after so many shifts, from 0; every fourth is the picture itself.

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


def draw_rows(canvas: Image.Image, setting: TextLayout, x: int, y: int, height: int) -> None:
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
        stamp_picture(canvas, draw_line(row, font), x, y + place * pitch)


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
