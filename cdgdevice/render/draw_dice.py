"""Dice: what was thrown, which fills the screen, and how often each face has come, as bars."""

from functools import cache

from cdgdevice.render.bitmap import DARK, HEIGHT, LIT, WIDTH, Bitmap, load_picture
from cdgdevice.render.text import (
    LARGE,
    SMALL,
    check_glyphs,
    check_lengths,
    check_text_fit,
    draw_line,
    draw_rows,
    lay_out_text,
)
from cdgdevice.render.views import DiceCountView, DiceView
from cdgdevice.rules.die import DieResult

_COUNTS_ROW = 9
"""The row where the numbers begin."""

_BARS_TOP, _BARS_FOOT = 18, 38
"""The row of the highest bar's head, and the row below all feet."""
_LABELS_ROW = 39

_BARS_TEXT_ROW = HEIGHT - 2 * SMALL.pitch

_BAR_PITCH = WIDTH // 6
"""From one bar to the next."""

_BAR_WIDTH = 13

_DOT_PITCH = 3
"""From one dot of the line to the next."""

_BARS_TITLE_COLUMNS = SMALL.columns(WIDTH - 1)


def draw_bars(view: DiceCountView) -> Bitmap:
    """Draw the counts of a die."""
    canvas = Bitmap(WIDTH, HEIGHT)
    mark = draw_line(_mark_die(view), SMALL)
    title = draw_line(view.title.upper(), SMALL)
    right = WIDTH - (mark.width if view.of > 1 else 0)
    canvas.stamp(title, 1, 0)
    canvas.fill(title.width + 3, 3, max(0, right - title.width - 6), 1)
    if view.of > 1:
        canvas.stamp(mark, right, 0)
    highest = max(*view.counts, 1)
    columns = zip(view.counts, _format_counts(view.counts), view.labels, strict=True)
    for place, (count, figures, label) in enumerate(columns):
        x = 1 + place * _BAR_PITCH
        height = round((_BARS_FOOT - _BARS_TOP) * count / highest)
        canvas.fill(x + (_BAR_PITCH - _BAR_WIDTH) // 2, _BARS_FOOT - height, _BAR_WIDTH, height)
        for text, y in ((figures, _COUNTS_ROW), (label, _LABELS_ROW)):
            words = draw_line(text, SMALL)
            canvas.stamp(words, x + (_BAR_PITCH - words.width + 1) // 2, y)
    fair = _BARS_FOOT - round((_BARS_FOOT - _BARS_TOP) * sum(view.counts) / 6 / highest)
    for x in range(0, WIDTH, _DOT_PITCH):
        # It is seen on a bar as well as beside it.
        canvas.invert(x, min(fair, _BARS_FOOT - 1), 1, 1)
    draw_rows(
        canvas,
        lay_out_text((view.text,), WIDTH - 1, HEIGHT - _BARS_TEXT_ROW),
        1,
        _BARS_TEXT_ROW,
        HEIGHT - _BARS_TEXT_ROW,
    )
    return canvas


def _mark_die(view: DiceCountView) -> str:
    """Describe which die it is; of ten and more in figures alone, for the title needs the room."""
    return view.count(view.number, view.of) if view.of < 10 else f"{view.number}/{view.of}"


def check_bars_fit(view: DiceCountView) -> list[str]:
    """Return a sentence for each text that can't be shown whole."""
    room = _BARS_TITLE_COLUMNS - (len(_mark_die(view)) + 1 if view.of > 1 else 0)
    title, columns = view.title.upper(), SMALL.columns(_BAR_PITCH)
    return [
        *check_text_fit((view.text,), WIDTH - 1, HEIGHT - _BARS_TEXT_ROW),
        *check_lengths(((title, room), *((label, columns) for label in view.labels))),
        *check_glyphs((title, *view.labels), SMALL),
    ]


def _format_counts(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Write the counts so that they stand apart: from a thousand on as percentages."""
    if max(counts) < 1000:
        return tuple(map(str, counts))
    return tuple(f"{100 * count / sum(counts):.0f}%" for count in counts)


_RESULT_PICTURES = {
    DieResult.JR: ("jolly-roger", "big-c"),
    DieResult.AB: ("big-a", "big-b"),
    DieResult.DE: ("big-d", "big-e"),
    DieResult.ABC: ("big-a", "big-b", "big-c"),
    DieResult.CDE: ("big-c", "big-d", "big-e"),
    DieResult.EVENT: ("tall-e", "tall-v", "tall-e", "tall-n", "tall-t"),
}

_SIGNS_GROW = 3
"""So many times as large as in a line of text are the signs of a result."""

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where each number has its pips: columns and rows, 0 to 2."""

_DIE_SIZE = 51
"""Width and height of a die."""

_PIP_SIZE = 9

_PIP_PITCH = 14
"""From one pip to the next."""


def draw_dice(view: DiceView) -> Bitmap:
    """Draw what the dice show; don't draw on the picture: a cache keeps it."""
    shown = view.shown
    if not isinstance(shown, DieResult):
        return _draw_numbers(shown)
    signs = view.words.signs_of_jolly_roger if shown is DieResult.JR else None
    return _draw_result(shown, signs)


@cache
def _draw_numbers(numbers: tuple[int, ...]) -> Bitmap:
    """Draw numbers as dice: the first is lit, the white one; the coloured one is dark."""
    canvas = Bitmap(WIDTH, HEIGHT)
    gap = 12
    x = (WIDTH - _DIE_SIZE * len(numbers) - gap * (len(numbers) - 1)) // 2
    for place, number in enumerate(numbers):
        canvas.stamp(_draw_die(number, white=place == 0), x, (HEIGHT - _DIE_SIZE) // 2)
        x += _DIE_SIZE + gap
    return canvas


def _draw_die(number: int, *, white: bool) -> Bitmap:
    die = Bitmap(_DIE_SIZE, _DIE_SIZE)
    die.draw_frame(0, 0, _DIE_SIZE, _DIE_SIZE, thick=_DIE_SIZE // 2 + 1 if white else 2)
    first = (_DIE_SIZE - 2 * _PIP_PITCH - _PIP_SIZE) // 2
    for column, row in _PIPS[number]:
        die.fill(
            first + column * _PIP_PITCH,
            first + row * _PIP_PITCH,
            _PIP_SIZE,
            _PIP_SIZE,
            DARK if white else LIT,
        )
    return die


@cache
def _draw_result(result: DieResult, signs: str | None) -> Bitmap:
    """Draw a result; `signs` stand where the C result has another mark than the Jolly Roger."""
    pictures = [load_picture(name) for name in _RESULT_PICTURES[result]]
    if signs is not None:
        pictures[0] = draw_line(signs, LARGE).grow(_SIGNS_GROW)
    gap = 14 if len(pictures) == 2 else 4
    x = (WIDTH - sum(p.width for p in pictures) - gap * (len(pictures) - 1)) // 2
    canvas = Bitmap(WIDTH, HEIGHT)
    for picture in pictures:
        canvas.stamp(picture, x, (HEIGHT - picture.height) // 2)
        x += picture.width + gap
    return canvas
