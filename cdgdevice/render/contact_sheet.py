"""Pictures of the screen as it looks on the table: for the README, the documentation, the demo."""

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageChops, ImageFilter

from cdgdevice.render.text import LARGE, draw_line

Colour = tuple[int, int, int]

_GLASS: Colour = (8, 10, 14)
_LIGHT: Colour = (222, 238, 255)
_TABLE: Colour = (30, 33, 38)
_CAPTION: Colour = (150, 158, 168)
_BEZEL_WIDTH = 4
"""Dark glass around the lit area, in pixels of the screen."""


def draw_glowing(picture: Image.Image, scale: int) -> Image.Image:
    """Return a screen's picture in colour, each pixel `scale` (≥ 2) wide, with a soft glow."""
    width, height = picture.width + 2 * _BEZEL_WIDTH, picture.height + 2 * _BEZEL_WIDTH
    lit = Image.new("L", (width, height))
    lit.paste(picture.convert("L"), (_BEZEL_WIDTH, _BEZEL_WIDTH))
    lit = lit.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    sharp = ImageChops.multiply(lit, _draw_seams(*lit.size, scale))
    halo = lit.filter(ImageFilter.GaussianBlur(scale * 1.5)).point([v // 6 for v in range(256)])
    glass = Image.new("RGB", lit.size, _GLASS)
    glass.paste(_LIGHT, (0, 0), ImageChops.lighter(sharp, halo))
    return glass


@cache
def _draw_seams(width: int, height: int, scale: int) -> Image.Image:
    """Return how much of a lit screen shines: the pixels of an OLED have seams between them."""
    dot = Image.new("L", (scale, scale), 130)
    dot.paste(255, (0, 0, scale - 1, scale - 1))
    seams = Image.new("L", (width, height))
    for x in range(0, width, scale):
        seams.paste(dot, (x, 0))
    row = seams.crop((0, 0, width, scale))
    for y in range(0, height, scale):
        seams.paste(row, (0, y))
    return seams


def draw_contact_sheet(
    pictures: Sequence[tuple[str, Image.Image]], scale: int = 3, columns: int = 3
) -> Image.Image:
    """Return one colour picture of all `pictures`, each over its caption, in rows of `columns`."""
    screens = [(caption, draw_glowing(picture, scale)) for caption, picture in pictures]
    margin = 8 * scale
    wide = max(screen.width for _, screen in screens) + margin
    tall = max(screen.height for _, screen in screens) + margin + LARGE.height
    rows = -(-len(screens) // columns)
    sheet = Image.new("RGB", (min(columns, len(screens)) * wide + margin, rows * tall + margin))
    sheet.paste(_TABLE, (0, 0, *sheet.size))
    for place, (caption, screen) in enumerate(screens):
        x, y = margin + place % columns * wide, margin + place // columns * tall
        sheet.paste(screen, (x, y))
        words = draw_line(caption, LARGE).to_image()
        sheet.paste(_CAPTION, (x + (screen.width - words.width) // 2, y + screen.height + 4), words)
    return sheet


def encode_animation(
    frames: Sequence[tuple[Sequence[Image.Image], float]], scale: int = 3, columns: int = 2
) -> bytes:
    """Return a looping GIF: each frame is some screens side by side, and its seconds."""
    sheets = [
        draw_contact_sheet([("", s) for s in screens], scale, columns) for screens, _ in frames
    ]
    # One palette for all frames, or the screen would flicker.
    palette = sheets[0].quantize(32)
    first, *rest = (sheet.quantize(palette=palette, dither=Image.Dither.NONE) for sheet in sheets)
    file = io.BytesIO()
    milliseconds = [round(seconds * 1000) for _, seconds in frames]
    first.save(
        file, "GIF", save_all=True, append_images=rest, duration=milliseconds, loop=0, optimize=True
    )
    return file.getvalue()
