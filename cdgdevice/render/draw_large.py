"""A board in large type: one verb, and below it its cards, each as large as the screen allows.

It is loaded only where large type is switched on.
"""

from collections.abc import Iterator

from PIL import Image

from cdgdevice.render.canvas import (
    DARK,
    HEIGHT,
    WIDTH,
    blank_picture,
    check_glyphs,
    fill_rectangle,
    stamp_picture,
)
from cdgdevice.render.fonts import LARGE, draw_line
from cdgdevice.render.views import LargeOrder

LEAST_SCALE = 2
"""So many times as large as the largest letters is large type at least."""
_GAP = 4
"""Dark rows between the verb and its cards."""


def check_large_fit(order: LargeOrder) -> list[str]:
    """Return a sentence for each row of an order, written already, that is too long."""
    rows = _list_rows(order)
    return [
        *check_glyphs(rows, LARGE),
        *(
            f"{row!r} is too long for large type."
            for row, picture in zip(rows, _draw_rows(order), strict=True)
            if _find_scale(picture, len(rows)) < LEAST_SCALE
        ),
    ]


def draw_large(order: LargeOrder) -> Image.Image:
    """Draw an order, written already."""
    canvas = blank_picture()
    pictures = tuple(_draw_rows(order))
    room = (HEIGHT + _GAP) // len(pictures)
    for place, picture in enumerate(pictures):
        scale = _find_scale(picture, len(pictures))
        size = (picture.width * scale, picture.height * scale)
        top = place * room + (room - _GAP - size[1]) // 2
        large = picture.resize(size, Image.Resampling.NEAREST)
        stamp_picture(canvas, large, (WIDTH - size[0]) // 2, top)
    return canvas


def _find_scale(picture: Image.Image, rows: int) -> int:
    height = (HEIGHT + _GAP) // rows - _GAP
    return max(1, min(WIDTH // picture.width, height // picture.height))


def _list_rows(order: LargeOrder) -> tuple[str, ...]:
    below = " ".join(filter(None, (order.cards, order.lies)))
    return tuple(row.upper() for row in (order.verb, below) if row)


def _draw_rows(order: LargeOrder) -> Iterator[Image.Image]:
    """Yield each row in the largest letters, without what is blank round it."""
    for number, row in enumerate(_list_rows(order)):
        line = draw_line(row, LARGE)
        if number and order.takes_first:
            yield _draw_choices(line, len(order.cards.split()[0]) * LARGE.width)
        else:
            yield line.crop(line.getbbox())


def _draw_choices(line: Image.Image, width: int) -> Image.Image:
    """Draw cards of which the first, so many pixels wide, is dark on lit ground."""
    left, top, right, bottom = line.getbbox() or (0, 0, 1, 1)
    picture = blank_picture(right - left + 1, bottom - top + 2)
    fill_rectangle(picture, 0, 0, width + 1, picture.height)
    stamp_picture(picture, line.crop((left, top, width, bottom)), 1, 1, DARK)
    stamp_picture(picture, line.crop((width, top, right, bottom)), width - left + 1, 1)
    return picture
