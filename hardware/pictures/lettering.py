"""Writes over a painted picture: words with lines to what they name, and arrows."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from PIL import Image, ImageChops, ImageDraw, ImageFont

from hardware.pictures.body import Colour
from hardware.pictures.view import Pixel

INK: Colour = (34, 38, 44)
_QUIET: Colour = (150, 154, 160)
ARROW: Colour = (214, 72, 20)
"""The way that a part goes in."""
LETTERS = 56
"""Height of the letters in pixels: still 19 where a picture of 2,400 is shown 800 wide."""
MARGIN = 32
_NAMES = 48
_ROW = 72
_GAP = 44
_DOT = 8.0
_HALO = 6
_LINE, _LINE_RIM = 4, 14
_ELBOW = 28


@dataclass(frozen=True, slots=True)
class Note:
    """Words at a side of the picture, and the pixel that they are about."""

    text: str
    at: Pixel
    colour: Colour = INK
    is_left: bool = False
    """In the left column; else in the right one."""
    inset: Image.Image | None = None
    """A small picture that stands there instead of words."""

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        if self.inset is not None:
            return self.inset.size
        return width_of(self.text), len(self.text.split("\n")) * _ROW


def font(size: int = LETTERS) -> ImageFont.FreeTypeFont:
    """Give the letters of every picture: Aileron, which Pillow brings and is free (CC0)."""
    letters = ImageFont.load_default(size)
    assert isinstance(letters, ImageFont.FreeTypeFont)
    return letters


def width_of(text: str, size: int = LETTERS) -> int:
    """Give the width in pixels of the longest row of a text."""
    return round(max((font(size).getlength(row) for row in text.split("\n")), default=0.0))


def write_names(picture: Image.Image, notes: Sequence[Note]) -> None:
    """Write each note under what it names."""
    draw = ImageDraw.Draw(picture)
    for note in notes:
        x, y = note.at
        draw.multiline_text(
            (x, y + 20),
            note.text,
            font=font(_NAMES),
            fill=INK,
            anchor="ma",
            align="center",
            spacing=12,
        )


def on_the_left(notes: Sequence[Note], middle: Pixel) -> list[bool]:
    """Tell for each note whether it goes into the left column: neither gets nearly all."""
    by_x = sorted(range(len(notes)), key=lambda index: notes[index].at[0])
    most = max(len(notes) * 2 // 3, 1)
    lefts = sum(note.at[0] < middle[0] for note in notes)
    lefts = min(max(lefts, len(notes) - most), most)
    return [index in by_x[:lefts] for index in range(len(notes))]


def write_notes(picture: Image.Image, notes: Sequence[Note]) -> None:
    """Write the notes in two columns, at the sides; each column in the order of what it names."""
    for is_left in (True, False):
        _column(picture, [note for note in notes if note.is_left is is_left], is_left=is_left)


def without_blank(picture: Image.Image, rim: int) -> Image.Image:
    """Cut off the blank rows above and below, but for a rim; its height stays even."""
    blank = Image.new("RGB", picture.size, (255, 255, 255))
    box = ImageChops.difference(picture, blank).getbbox()
    assert box is not None
    top, bottom = max(box[1] - rim, 0), min(box[3] + rim, picture.height)
    return picture.crop((0, top, picture.width, bottom - (bottom - top) % 2))


def titled(picture: Image.Image, text: str) -> Image.Image:
    """Put a title over a picture, and a frame around both."""
    whole = Image.new("RGB", (picture.width, picture.height + _ROW), (255, 255, 255))
    whole.paste(picture, (0, _ROW))
    draw = ImageDraw.Draw(whole)
    draw.text((whole.width / 2, 12), text, font=font(_NAMES), fill=INK, anchor="ma")
    edge = (1, 1, whole.width - 2, whole.height - 2)
    draw.rounded_rectangle(edge, radius=20, width=3, outline=_QUIET)
    return whole


def stacked(above: Image.Image, below: Image.Image) -> Image.Image:
    """Give both pictures in one, above each other; they are equally wide."""
    whole = Image.new("RGB", (above.width, above.height + below.height), (255, 255, 255))
    whole.paste(above, (0, 0))
    whole.paste(below, (0, above.height))
    return whole


def _column(picture: Image.Image, notes: Sequence[Note], *, is_left: bool) -> None:
    draw = ImageDraw.Draw(picture)
    ordered = sorted(notes, key=lambda note: note.at[1])
    for note, top in zip(ordered, _tops(ordered, picture.height), strict=True):
        wide, high = note.size
        x = MARGIN if is_left else picture.width - MARGIN - wide
        inner = (x + wide + 16) if is_left else (x - 16)
        half = top + high / 2
        elbow = inner + _ELBOW if is_left else inner - _ELBOW
        for colour, thick in (((255, 255, 255), _LINE_RIM), (note.colour, _LINE)):
            draw.line([(inner, half), (elbow, half), note.at], fill=colour, width=thick)
            grown = _DOT + (4 if thick > _LINE else 0)
            _disc(draw, note.at, grown, colour)
        if note.inset is not None:
            picture.paste(note.inset, (x, round(top)))
            continue
        for row, text in enumerate(note.text.split("\n")):
            draw.text(
                (x, top + row * _ROW),
                text,
                font=font(),
                fill=INK,
                stroke_width=_HALO,
                stroke_fill=(255, 255, 255),
            )


def _tops(notes: Sequence[Note], height: int) -> list[float]:
    """Give each note its upper edge: near what it is about, and below the one before."""
    highs = [note.size[1] for note in notes]
    tops: list[float] = []
    for note, high in zip(notes, highs, strict=True):
        least = tops[-1] + highs[len(tops) - 1] + _GAP if tops else float(MARGIN)
        tops.append(max(note.at[1] - high / 2, least))
    most = float(height - MARGIN)
    for index in reversed(range(len(tops))):
        tops[index] = max(min(tops[index], most - highs[index]), MARGIN)
        most = tops[index] - _GAP
    return tops


def draw_arrow(picture: Image.Image, start: Pixel, end: Pixel) -> None:
    """Draw a thick arrow with a white rim."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < 1:
        return
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    draw = ImageDraw.Draw(picture)
    for grown, colour in ((8.0, (255, 255, 255)), (0.0, ARROW)):
        draw.polygon(_outline(start, along, length, grown), fill=colour)


def _outline(start: Pixel, along: Pixel, length: float, grown: float) -> list[Pixel]:
    shaft, head = 12.0 + grown, 34.0 + grown * 1.5
    neck = max(length - 56.0, length * 0.4) - grown
    shape = [
        (-grown, shaft),
        (neck, shaft),
        (neck, head),
        (length + grown * 1.8, 0.0),
        (neck, -head),
        (neck, -shaft),
        (-grown, -shaft),
    ]
    return [
        (start[0] + far * along[0] - side * along[1], start[1] + far * along[1] + side * along[0])
        for far, side in shape
    ]


def _disc(draw: ImageDraw.ImageDraw, at: Pixel, radius: float, colour: Colour) -> None:
    box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
    draw.ellipse(box, fill=colour)
