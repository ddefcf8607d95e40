"""A side's own screen: title, card display, what to do, chits."""

from functools import lru_cache

from PIL import Image

from cdgdevice.gadget.views.canvas import DARK, HEIGHT, LIT, WIDTH, blank, fill, stamp
from cdgdevice.gadget.views.cards import HEIGHT as CARDS_HEIGHT
from cdgdevice.gadget.views.cards import MARGIN, PITCH, space
from cdgdevice.gadget.views.chits import TOP as FOOT
from cdgdevice.gadget.views.chits import draw_chits
from cdgdevice.gadget.views.fonts import MEDIUM, SMALL, Font, line
from cdgdevice.gadget.views.text import SIZES, complaints, draw_rows, set_text, strangers
from cdgdevice.gadget.views.view import Board, CardView

LETTERS = "ABCDE"

_TITLE_HEIGHT = 8
_CARDS = (2, 9)
"""Left and top of the card display."""
_TEXT = 32
"""The row where the text begins."""
_COLUMNS = SMALL.columns(WIDTH)
_BAR_HEIGHT = {MEDIUM: 12, SMALL: 8}
_BAR_INSET = 2
"""From the left edge to the words of a choice."""


def draw_board(view: Board) -> Image.Image:
    """Draw a board: its parts are kept, for most of them look as they did a moment ago."""
    canvas = blank()
    name, clock = view.side.upper(), f"T{view.turn} R{view.round}"
    in_title = _clock_in_title(name)
    canvas.paste(_title(name, clock if in_title else "", view.quiet), (0, 0))
    if view.spaces:
        canvas.paste(_cards(view.spaces, view.quiet), (0, _CARDS[1]))
    top, height = _text_top(view), _text_height(view)
    if view.chosen is not None:
        bar = _bar(view.chosen, view.among, _bar_font(view.chosen, view.among, view.lines, height))
        height -= bar.height + 1
        canvas.paste(bar, (0, top + height))
    stamp(canvas, _text(view.lines, height, view.quiet), 0, top)
    stamp(canvas, _foot(view.left, view.of, "" if in_title else clock), 0, FOOT)
    return canvas


def board_complaints(view: Board) -> list[str]:
    """Give a sentence for each text of a board that can't be shown whole."""
    height = _text_height(view)
    if view.chosen is None:
        return list(_complaints(view.side, view.lines, height))
    words = _bar_words(view.chosen, view.among)
    font = _bar_font(view.chosen, view.among, view.lines, height)
    room = font.columns(WIDTH - _BAR_INSET)
    found = _complaints(view.side, view.lines, height - _BAR_HEIGHT[font] - 1)
    if len(words) > room:
        found += (f"{words!r} has {len(words)} characters; a choice has room for {room}.",)
    return [*found, *strangers((words,), font)]


def is_crowded(view: Board) -> bool:
    """Tell whether the sentences of a board have room in the smallest letters only."""
    height = _text_height(view)
    if view.chosen is not None:
        height -= _BAR_HEIGHT[_bar_font(view.chosen, view.among, view.lines, height)] + 1
    return set_text(view.lines, WIDTH, height).font is SMALL


@lru_cache(maxsize=256)
def _complaints(name: str, lines: tuple[str, ...], height: int) -> tuple[str, ...]:
    title = name.upper()
    found = strangers((title,), SMALL)
    if len(title) > _COLUMNS:
        found.append(f"{name!r} has {len(title)} characters; a title has room for {_COLUMNS}.")
    return (*found, *complaints(lines, WIDTH, height))


@lru_cache(maxsize=64)
def _title(name: str, clock: str, quiet: bool) -> Image.Image:
    title = blank(WIDTH, _TITLE_HEIGHT)
    ink = LIT
    if not quiet:
        fill(title, 0, 0, WIDTH, _TITLE_HEIGHT)
        ink = DARK
    stamp(title, line(name, SMALL), 1 if len(name) < _COLUMNS else 0, 0, ink)
    if clock:
        picture = line(clock, SMALL)
        stamp(title, picture, WIDTH - picture.width, 0, ink)
    return title


@lru_cache(maxsize=64)
def _cards(spaces: tuple[tuple[CardView, ...], ...], quiet: bool) -> Image.Image:
    row = blank(WIDTH, CARDS_HEIGHT)
    for place, (letter, cards) in enumerate(zip(LETTERS, spaces, strict=True)):
        stamp(row, space(letter, cards, quiet), _CARDS[0] + place * PITCH - MARGIN, 0)
    return row


@lru_cache(maxsize=64)
def _text(lines: tuple[str, ...], height: int, quiet: bool) -> Image.Image:
    text = blank(WIDTH, height)
    draw_rows(text, set_text(lines, WIDTH, height, SIZES[1:] if quiet else SIZES), 1, 0, height)
    return text


@lru_cache(maxsize=64)
def _bar(chosen: str, among: str, font: Font) -> Image.Image:
    """Draw the highlighted choice as a lit bar, as a menu does."""
    bar = blank(WIDTH, _BAR_HEIGHT[font])
    fill(bar, 0, 0, WIDTH, bar.height)
    words = line(chosen, font)
    stamp(bar, words, _BAR_INSET, bar.height - font.height, DARK)
    if among:
        others = line(among, font)
        stamp(bar, others, WIDTH - others.width, bar.height - font.height, DARK)
    return bar


def _bar_words(chosen: str, among: str) -> str:
    return f"{chosen} {among}".rstrip()


def _bar_font(chosen: str, among: str, lines: tuple[str, ...], height: int) -> Font:
    """Give the larger size where that leaves the sentences their room."""
    whole = len(_bar_words(chosen, among)) <= MEDIUM.columns(WIDTH - _BAR_INSET)
    rest = height - _BAR_HEIGHT[MEDIUM] - 1
    return MEDIUM if whole and not complaints(lines, WIDTH, rest) else SMALL


@lru_cache(maxsize=64)
def _foot(left: int | None, of: int | None, clock: str) -> Image.Image:
    """Draw the chits, and the clock before them where the title has no room for it."""
    foot = blank(WIDTH, HEIGHT - FOOT)
    start = 1
    if clock:
        picture = line(clock, SMALL)
        stamp(foot, picture, start, 0)
        start = picture.width + SMALL.width
    draw_chits(foot, left, of, start)
    return foot


def _clock_in_title(name: str) -> bool:
    # Decided by the name alone, so that turn and round keep their place all game long.
    return len(name) + len(" T99 R99") <= _COLUMNS


def _text_height(view: Board) -> int:
    counted = view.left is not None or view.of is not None
    bottom = FOOT + 1 if counted or not _clock_in_title(view.side.upper()) else HEIGHT
    return bottom - _text_top(view)


def _text_top(view: Board) -> int:
    return _TEXT if view.spaces else _CARDS[1] + 1
