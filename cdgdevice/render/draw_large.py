"""A board in large type: one verb, and below it its cards, each as large as the screen allows.

It is loaded only where large type is switched on.
"""

from collections.abc import Iterator

from cdgdevice.render.bitmap import DARK, HEIGHT, WIDTH, Bitmap
from cdgdevice.render.text import LARGE, check_glyphs, draw_line
from cdgdevice.render.views import LargeOrder

MIN_SCALE = 2
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
            if _find_scale(picture, len(rows)) < MIN_SCALE
        ),
    ]


def draw_large(order: LargeOrder) -> Bitmap:
    """Draw an order, written already."""
    canvas = Bitmap(WIDTH, HEIGHT)
    pictures = tuple(_draw_rows(order))
    room = (HEIGHT + _GAP) // len(pictures)
    for place, picture in enumerate(pictures):
        large = picture.grow(_find_scale(picture, len(pictures)))
        top = place * room + (room - _GAP - large.height) // 2
        canvas.stamp(large, (WIDTH - large.width) // 2, top)
    return canvas


def _find_scale(picture: Bitmap, rows: int) -> int:
    height = (HEIGHT + _GAP) // rows - _GAP
    return max(1, min(WIDTH // picture.width, height // picture.height))


def _list_rows(order: LargeOrder) -> tuple[str, ...]:
    below = " ".join(filter(None, (order.cards, order.lies)))
    return tuple(row.upper() for row in (order.verb, below) if row)


def _draw_rows(order: LargeOrder) -> Iterator[Bitmap]:
    """Yield each row in the largest letters, without what is blank round it."""
    for number, row in enumerate(_list_rows(order)):
        line = draw_line(row, LARGE)
        if number and order.takes_first:
            yield _draw_choices(line, len(order.cards.split()[0]) * LARGE.width)
        else:
            yield line.crop(*line.find_box())


def _draw_choices(line: Bitmap, width: int) -> Bitmap:
    """Draw cards of which the first, so many pixels wide, is dark on lit ground."""
    left, top, right, bottom = line.find_box()
    picture = Bitmap(right - left + 1, bottom - top + 2)
    picture.fill(0, 0, width + 1, picture.height)
    picture.stamp(line.crop(left, top, width, bottom), 1, 1, DARK)
    picture.stamp(line.crop(width, top, right, bottom), width - left + 1, 1)
    return picture
