"""Turn Spleen's X11 fonts into the pictures of `render/fonts`: run once, when the fonts change.

The command is `python -m tools.convert_fonts SOURCE...`. The sources are in
Debian's package `fonts-spleen`: `/usr/share/fonts/X11/misc/spleen-5x8.pcf.gz` and so on.
"""

import gzip
import io
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from PIL.PcfFontFile import PcfFontFile

from cdgdevice.render.text import FONTS, MISSING_CODE, PRINTABLE, SHEET_COLUMNS, glyph_cell

REDRAWN = {
    "m": ("", "", "##.#.", "#.#.#", "#.#.#", "#...#", "#...#"),
    "w": ("", "", "#...#", "#...#", "#.#.#", "#.#.#", ".#.#."),
    "T": ("", ".###.", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "F": ("", "####.", "#....", "#....", "###..", "#....", "#...."),
    "M": ("", "#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#"),
    "W": ("", "#...#", "#...#", "#.#.#", "#.#.#", "##.##", "#...#"),
    "Ä": ("", "#..#.", "", ".##..", "#..#.", "####.", "#..#."),
    "Ö": ("", "#..#.", "", ".##..", "#..#.", "#..#.", ".##.."),
    "Ü": ("", "#..#.", "", "#..#.", "#..#.", "#..#.", ".##.."),
    "ä": ("#..#.", "", ".##..", "...#.", ".###.", "#..#.", ".###."),
    "ö": ("#..#.", "", ".##..", "#..#.", "#..#.", "#..#.", ".##.."),
    "ü": ("#..#.", "", "#..#.", "#..#.", "#..#.", "#..#.", ".###."),
    "ß": ("", ".##..", "#..#.", "#.#..", "#..#.", "#..#.", "#.#.."),
}
"""Letters of the smallest size that look like others in the source: rows from the top, lit `#`.

m and w have three strokes, which takes all five columns; F has a corner, unlike f and P; T touches
no letter beside it. The source draws no accents: those of German are here. None of a capital is in
the top row: in a title that is off the panel while its picture is moved up by one.
"""
_SMALLEST = (5, 8)
_MIDDLE = (6, 12)
_SPARE_ROW = 10
"""The row of a long descender that the middle size goes without: lines then stand closer."""


def draw_letter(rows: Sequence[str]) -> Image.Image:
    """Return the picture of a letter that is drawn here, in a cell of the smallest size."""
    picture = Image.new("1", _SMALLEST)
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            picture.putpixel((x, y), dot == "#")
    return picture


def shorten_descender(picture: Image.Image) -> Image.Image:
    """Return a letter of the middle size whose descender is a row shorter, if it reaches the foot.

    So it is as long as that of the g, and lines 11 pixels apart don't touch.
    """
    box = picture.getbbox()
    if box is None or box[3] < picture.height:
        return picture
    shorter = Image.new("1", picture.size)
    shorter.paste(picture.crop((0, 0, picture.width, _SPARE_ROW)), (0, 0))
    foot = picture.crop((0, _SPARE_ROW + 1, picture.width, picture.height))
    shorter.paste(foot, (0, _SPARE_ROW))
    return shorter


def narrow_letter(picture: Image.Image) -> Image.Image:
    """Return a letter without its outer columns, so that it touches no letter beside it."""
    narrow = Image.new("1", picture.size)
    narrow.paste(picture.crop((1, 0, picture.width - 1, picture.height)), (1, 0))
    return narrow


def convert_font(source: bytes) -> bytes:
    """Return the PBM picture of a gzipped PCF font whose glyphs all fill their cell."""
    # Pillow's class is typed for files only, but asks no more than to read and to seek.
    font = PcfFontFile(io.BytesIO(gzip.decompress(source)), "iso8859-1")
    glyphs = {c: glyph[3] for c in sorted(PRINTABLE) if (glyph := font[ord(c)]) is not None}
    width, height = glyphs["A"].size
    sheet = Image.new("1", (width * SHEET_COLUMNS, height * (glyph_cell(max(PRINTABLE))[1] + 1)))
    if (width, height) == _SMALLEST:
        glyphs |= {letter: draw_letter(rows) for letter, rows in REDRAWN.items()}
    elif (width, height) == _MIDDLE:
        glyphs = {letter: shorten_descender(picture) for letter, picture in glyphs.items()}
    else:
        glyphs["T"] = narrow_letter(glyphs["T"])
    glyphs[chr(MISSING_CODE)] = _draw_hollow_box(width, height)
    for character, picture in glyphs.items():
        if picture.getbbox() is None:
            # The smallest size draws no accents: it leaves those cells empty.
            picture = glyphs[_plain_letter(character)]
        column, row = glyph_cell(character)
        sheet.paste(picture, (column * width, row * height))
    return b"P4\n%d %d\n" % sheet.size + sheet.tobytes()


def _plain_letter(character: str) -> str:
    """Return the letter under an accent, or a space, or the missing mark."""
    plain = unicodedata.normalize("NFKD", character)[0]
    return plain if plain in PRINTABLE and plain < chr(MISSING_CODE) else chr(MISSING_CODE)


def _draw_hollow_box(width: int, height: int) -> Image.Image:
    box = Image.new("1", (width, height))
    box.paste(1, (0, 1, width - 1, height - 1))
    box.paste(0, (1, 2, width - 2, height - 2))
    return box


def main(sources: Sequence[str]) -> None:
    """Write a picture beside this module for each of `sources`, named as the source is."""
    for source in map(Path, sources):
        target = FONTS / (source.name.split(".")[0] + ".pbm")
        target.write_bytes(convert_font(source.read_bytes()))
        print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
