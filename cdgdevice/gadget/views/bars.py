"""How often each face of a die came up: a bar a face, and a dotted line where a fair die's go."""

from PIL import Image

from cdgdevice.gadget.views.canvas import DARK, HEIGHT, LIT, WIDTH, blank, fill, stamp
from cdgdevice.gadget.views.fonts import SMALL, line
from cdgdevice.gadget.views.text import complaints, draw_rows, set_text, strangers
from cdgdevice.gadget.views.view import Bars

_COUNTS = 9
"""The row where the numbers begin."""
_TOP, _FOOT = 18, 38
"""The row of the highest bar's head, and the row below all feet."""
_LABELS = 39
_TEXT = HEIGHT - 2 * SMALL.pitch
_PITCH = WIDTH // 6
"""From one bar to the next."""
_WIDTH = 13
_DOTS = 3
"""From one dot of the line to the next."""
_TITLE_COLUMNS = SMALL.columns(WIDTH - 1)


def draw_bars(view: Bars) -> Image.Image:
    """Draw the counts of a die."""
    canvas = blank()
    mark = line(view.among, SMALL)
    title = line(view.title.upper(), SMALL)
    right = WIDTH - (mark.width if view.among else 0)
    stamp(canvas, title, 1, 0)
    fill(canvas, title.width + 3, 3, max(0, right - title.width - 6), 1)
    if view.among:
        stamp(canvas, mark, right, 0)
    highest = max(*view.counts, 1)
    columns = zip(view.counts, _figures(view.counts), view.labels, strict=True)
    for place, (count, figures, label) in enumerate(columns):
        x = 1 + place * _PITCH
        height = round((_FOOT - _TOP) * count / highest)
        fill(canvas, x + (_PITCH - _WIDTH) // 2, _FOOT - height, _WIDTH, height)
        for text, y in ((figures, _COUNTS), (label, _LABELS)):
            words = line(text, SMALL)
            stamp(canvas, words, x + (_PITCH - words.width + 1) // 2, y)
    fair = _FOOT - round((_FOOT - _TOP) * sum(view.counts) / 6 / highest)
    for x in range(0, WIDTH, _DOTS):
        # It is seen on a bar as well as beside it.
        lit = canvas.getpixel((x, min(fair, _FOOT - 1)))
        fill(canvas, x, min(fair, _FOOT - 1), 1, 1, DARK if lit else LIT)
    draw_rows(canvas, set_text((view.text,), WIDTH - 1, HEIGHT - _TEXT), 1, _TEXT, HEIGHT - _TEXT)
    return canvas


def bars_complaints(view: Bars) -> list[str]:
    """Give a sentence for each text that can't be shown whole."""
    room = _TITLE_COLUMNS - (len(view.among) + 1 if view.among else 0)
    found = complaints((view.text,), WIDTH - 1, HEIGHT - _TEXT)
    for text, columns in (
        (view.title.upper(), room),
        *((label, SMALL.columns(_PITCH)) for label in view.labels),
    ):
        if len(text) > columns:
            found.append(f"{text!r} has {len(text)} characters; there is room for {columns}.")
    return [*found, *strangers((view.title.upper(), *view.labels), SMALL)]


def _figures(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Write the counts so that they stand apart: from a thousand on as percentages."""
    if max(counts) < 1000:
        return tuple(map(str, counts))
    return tuple(f"{100 * count / sum(counts):.0f}%" for count in counts)
