"""A side's own screen: title, card display, what to do, chits.

Orders and questions are in letters that are read across a table. Where a text is too long for
that, the cards give it some of their height; and all of it where none of them can be taken.

The foot has a dot for each card of the hand, and the numbers.
"""

from enum import IntEnum
from functools import lru_cache

from msgspec import Struct

from cdgdevice.render.bitmap import DARK, HEIGHT, LIT, WIDTH, Bitmap
from cdgdevice.render.draw_cards import LOW, SPACE_MARGIN, SPACE_PITCH, WHOLE, CardSize, draw_space
from cdgdevice.render.text import (
    DENSE,
    FONT_SIZES,
    LARGE,
    MEDIUM,
    SMALL,
    Font,
    TextLayout,
    check_glyphs,
    check_text_fit,
    draw_line,
    draw_rows,
    lay_out_text,
    wrap_paragraphs,
)
from cdgdevice.render.views import BoardView, CardView
from cdgdevice.rules.texts.sentences import describe_clock
from cdgdevice.rules.texts.templates import begin_sentence

FOOT = 56
"""The row where the foot begins, where there is one."""

_DOT_ROW = 4
"""The middle row of the dots, in the foot."""


def format_chit_count(left: int | None, of: int | None) -> str:
    """Return the count in figures: `4/7`, `4` with no hand size; nothing where nothing counts."""
    if left is None:
        return ""
    return str(left) if of is None else f"{left}/{of}"


def draw_chits(canvas: Bitmap, left: int | None, of: int | None, start: int) -> None:
    """Draw the chits on a foot, from column `start` on: filled are left, small are played."""
    if left is None:
        return
    figures = format_chit_count(left, of)
    canvas.stamp(draw_line(figures, SMALL), WIDTH - len(figures) * SMALL.width, 0)
    total = max(left, of or 0)
    # Room for the widest figures of the hand, so that a chit keeps its place as they are played.
    widest = max(len(figures), len(format_chit_count(of, of)))
    room = WIDTH - (widest + 1) * SMALL.width - start
    pitch = min(8, room // max(1, total))
    size = min(5, pitch - 1)
    if size < 1:
        # Too many for dots: the figures say it.
        return
    for place in range(total):
        x = start + place * pitch
        if place < left:
            _draw_dot(canvas, x, size)
        else:
            canvas.fill(x + (size - 1) // 2, _DOT_ROW, min(2, size), 2 if size > 3 else 1)


def _draw_dot(canvas: Bitmap, x: int, size: int) -> None:
    if size < 4:
        # Too narrow for a dot: a bar.
        canvas.fill(x, _DOT_ROW - 2, size, 5)
        return
    canvas.fill(x + 1, _DOT_ROW - size // 2, size - 2, size)
    canvas.fill(x, _DOT_ROW - size // 2 + 1, size, size - 2)


SPACE_LETTERS = "ABCDE"

_TITLE_HEIGHT = 8
_CARDS_AT = (2, 9)
"""Left and top of the card display."""
_CHANCES_LIFT = 9
"""Rows from the chances to the text: there is no ring then, and a blank row first."""
_TITLE_COLUMNS = SMALL.columns(WIDTH)
_CHOICE_BAR_INSET = 2
"""From the left edge to the words of a choice."""
_CHOICE_ROWS = 2
CHOICE_COLUMNS = MEDIUM.columns(WIDTH - _CHOICE_BAR_INSET)
"""Characters of a row of a choice, with its place among others at its end."""


class Row(IntEnum):
    """How much of its height the card display has; its value is the row where the text begins."""

    CHANCES = 40
    """All of it, and below it stand the chances."""
    WHOLE = 33
    """All of it."""
    LOW_CHANCES = 31
    """Less, and below it stand the chances: only while the other side is at work."""
    LOW = 24
    """Less: the text is long."""
    NONE = 9
    """Nothing: none of its cards can be taken now, and the text is very long, or there is none."""


class Arrangement(Struct, frozen=True):
    """How the room below the title is shared out; heights are in pixels."""

    row: Row
    has_foot: bool
    """The foot has its room; chits and count are left out only beside the longest texts."""
    text: TextLayout
    """The sentences, as they will be drawn."""
    top: int
    """The row where the text begins."""
    height: int
    """The height of the text."""
    bar: tuple[str, ...]
    """The highlighted choice, if there is one, in rows."""
    bar_top: int
    """The row where the choice begins."""


def arrange_board(view: BoardView) -> Arrangement:
    """Share out the room of a board: the cards as high as the text allows in letters for orders."""
    view = view.written()
    foot, choice = _has_foot(view), _wrap_choice(view)
    if view.chances is not None:
        low = ((Row.LOW_CHANCES, foot),) if view.quiet else ()
        return _arrange(view.lines, choice, ((Row.CHANCES, foot), *low), view.quiet)
    ways: tuple[tuple[Row, bool], ...] = ((Row.WHOLE, foot), (Row.LOW, foot)) if view.spaces else ()
    if any(card.offered for cards in view.spaces for card in cards):
        ways = (*ways, (Row.LOW, False))
    else:
        ways = (*ways, (Row.NONE, foot), (Row.NONE, False))
    return _arrange(view.lines, choice, ways, view.quiet)


def _wrap_choice(view: BoardView) -> tuple[str, ...]:
    """Break the highlighted choice into rows; its place among others is put at the end of one."""
    if view.chosen is None:
        return ()
    rows = wrap_paragraphs((view.chosen,), CHOICE_COLUMNS)
    room = CHOICE_COLUMNS - len(rows[-1])
    if not view.among or len(view.among) < room:
        return (*rows[:-1], rows[-1] + view.among.rjust(room))
    return (*rows, view.among.rjust(CHOICE_COLUMNS)) if len(rows) < _CHOICE_ROWS else rows


@lru_cache(maxsize=256)
def _arrange(
    lines: tuple[str, ...], choice: tuple[str, ...], rows: tuple[tuple[Row, bool], ...], quiet: bool
) -> Arrangement:
    sizes = FONT_SIZES[1:] if quiet else FONT_SIZES
    best, crowded = None, []
    for row, foot in rows:
        way = _arrange_with(row, foot, lines, choice, sizes)
        if way.text.font is SMALL:
            crowded.append(way)
            continue
        best = best or way
        if choice or len(best.text.rows) != 1:
            return best
        if way.text.font is LARGE:
            # A line of its own is read from further away in two rows of the largest letters.
            return way
    return best or next(filter(_fits, crowded), crowded[0])


def _arrange_with(
    row: Row,
    has_foot: bool,
    lines: tuple[str, ...],
    choice: tuple[str, ...],
    sizes: tuple[Font, ...],
) -> Arrangement:
    top: int = row
    bottom = FOOT + 1 if has_foot else HEIGHT
    if choice:
        bottom -= len(choice) * MEDIUM.pitch + has_foot
        # No card has a ring then.
        top -= row is Row.LOW
    if not has_foot and row < Row.WHOLE:
        # As much as there can be.
        top, sizes = top - 1, (*sizes[:-1], DENSE, SMALL)
    # The last row of a letter's cell is blank, and may lie on what is below.
    text = lay_out_text(lines, WIDTH, bottom + 1 - top, sizes)
    height = max(bottom - top, min(text.font.stack(len(text.rows)), bottom + 1 - top))
    return Arrangement(row, has_foot, text, top, height, choice, bottom)


def _size_cards(row: Row) -> CardSize:
    return LOW if row in (Row.LOW, Row.LOW_CHANCES) else WHOLE


def _fits(way: Arrangement) -> bool:
    return len(way.text.rows) <= way.text.font.rows(way.height)


def draw_board(view: BoardView) -> Bitmap:
    """Draw a board: its parts are kept, for most of them look as they did a moment ago."""
    canvas = Bitmap(WIDTH, HEIGHT)
    at = arrange_board(view)
    name, clock = view.side.upper(), describe_clock(view.turn, view.round, view.words)
    in_title = _has_clock_in_title(name)
    told = _list_title_words(view)
    title = f"{name}: {', '.join(told)}" if told else name
    canvas.stamp(_draw_title(title, clock if in_title else "", view.quiet), 0, 0)
    if at.row is not Row.NONE:
        size = _size_cards(at.row)
        canvas.stamp(_draw_card_row(view.spaces, view.quiet, size), 0, _CARDS_AT[1])
    if view.chances:
        canvas.stamp(_draw_chances(view.chances, view.throws), 0, at.row - _CHANCES_LIFT)
    canvas.stamp(_draw_text(at.text, at.height), 0, at.top)
    if at.bar:
        canvas.stamp(_draw_choice_bar(at.bar), 0, at.bar_top)
    result = "" if told else view.result
    if at.has_foot or not _has_foot(view):
        # Where nothing counts the cards of the hand, its size.
        only_size = view.of is not None and view.left is None
        hand = f"{begin_sentence(view.words.hand_size)} {view.of}" if only_size else ""
        thrown = (view.thrown(result, two_dice=view.two_dice), result) if result else ()
        foot = _draw_foot(view.left, view.of, "" if in_title else clock, thrown, hand)
        canvas.stamp(foot, 0, FOOT)
    return canvas


def check_board_fit(view: BoardView) -> list[str]:
    """Return a sentence for each text of a board that can't be shown whole."""
    return _check_fit(view, arrange_board(view))


def _check_fit(view: BoardView, at: Arrangement) -> list[str]:
    found = list(_check_title_and_text(view.side, view.lines, at.height))
    if len(at.bar) > _CHOICE_ROWS:
        found.append(f"{view.chosen!r} takes {len(at.bar)} rows; a choice has {_CHOICE_ROWS}.")
    return [*found, *check_glyphs(at.bar, MEDIUM)]


def is_legible(view: BoardView) -> bool:
    """Return whether a board's sentences fit whole, in letters that are read across a table."""
    view = view.written()
    at = arrange_board(view)
    return (not view.lines or at.text.font is not SMALL) and not _check_fit(view, at)


def find_space_at(view: BoardView, x: int, y: int) -> int | None:
    """Return which space of the display lies at a pixel, 0 (A) to 4 (E); None where none does."""
    row, (left, top) = arrange_board(view).row, _CARDS_AT
    if row is Row.NONE or not top <= y < top + _size_cards(row).height:
        return None
    return min(max(x - left + SPACE_MARGIN, 0) // SPACE_PITCH, len(SPACE_LETTERS) - 1)


def find_space_centre(space: int) -> tuple[int, int]:
    """Return the column and row in a space of the display, 0 (A) to 4 (E), however high it is."""
    left, top = _CARDS_AT
    return left - SPACE_MARGIN + space * SPACE_PITCH + SPACE_PITCH // 2, top + LOW.height // 2


def is_choice_at(view: BoardView, y: int) -> bool:
    """Return whether the bar with the highlighted choice lies in this row of pixels."""
    at = arrange_board(view)
    return at.bar_top <= y < at.bar_top + len(at.bar) * MEDIUM.pitch


def pick_text_font(view: BoardView) -> Font:
    """Return the letters that the sentences of a board are drawn in."""
    return arrange_board(view).text.font


def rank_arrangement(view: BoardView) -> tuple[int, bool]:
    """Return what is larger the more of its cards and of its foot a board shows."""
    at = arrange_board(view)
    return at.row, at.has_foot


def keeps_cards(board: BoardView, after: BoardView) -> bool:
    """Return whether the cards of a board are as high after a change of it."""
    rows = {arrange_board(view).row for view in (board, after)}
    return len(rows) == 1 or rows == {Row.WHOLE, Row.CHANCES}


@lru_cache(maxsize=256)
def _check_title_and_text(name: str, lines: tuple[str, ...], height: int) -> tuple[str, ...]:
    title = name.upper()
    found = check_glyphs((title,), SMALL)
    if len(title) > _TITLE_COLUMNS:
        found.append(
            f"{name!r} has {len(title)} characters; a title has room for {_TITLE_COLUMNS}."
        )
    return (*found, *check_text_fit(lines, WIDTH, height))


def list_kept_left_out(view: BoardView) -> tuple[str, ...]:
    """Return what of `kept` the title has no room for."""
    return view.kept[max(len(_list_title_words(view.written())) - bool(view.result), 0) :]


def _list_title_words(view: BoardView) -> tuple[str, ...]:
    """Return what the dice show and is kept, as far as there is room behind name and clock."""
    kept = (view.result, *view.kept) if view.result else view.kept
    if not kept or not _has_clock_in_title(view.side):
        return ()
    room = _TITLE_COLUMNS - len(
        f"{view.side}:  {describe_clock(view.turn, view.round, view.words)}"
    )
    fit = (many for many in range(len(kept), 0, -1) if len(", ".join(kept[:many])) <= room)
    return kept[: next(fit, 0)]


@lru_cache(maxsize=64)
def _draw_title(name: str, clock: str, quiet: bool) -> Bitmap:
    title = Bitmap(WIDTH, _TITLE_HEIGHT)
    ink = LIT
    if not quiet:
        title.fill(0, 0, WIDTH, _TITLE_HEIGHT)
        ink = DARK
    title.stamp(draw_line(name, SMALL), 1 if len(name) < _TITLE_COLUMNS else 0, 0, ink)
    if clock:
        picture = draw_line(clock, SMALL)
        title.stamp(picture, WIDTH - picture.width, 0, ink)
    return title


@lru_cache(maxsize=64)
def _draw_card_row(spaces: tuple[tuple[CardView, ...], ...], quiet: bool, size: CardSize) -> Bitmap:
    row = Bitmap(WIDTH, size.height)
    for place, (letter, cards) in enumerate(zip(SPACE_LETTERS, spaces, strict=True)):
        row.stamp(
            draw_space(letter, cards, quiet, size),
            _CARDS_AT[0] + place * SPACE_PITCH - SPACE_MARGIN,
            0,
        )
    return row


@lru_cache(maxsize=64)
def _draw_chances(chances: tuple[tuple[int, ...], ...], throws: int) -> Bitmap:
    """Draw below each card how many throws offer it: `2/6`; of 36 only the last says of how many.

    Of two cards in a space each has its number, without what it is of.
    """
    row = Bitmap(WIDTH, SMALL.height)
    filled = [place for place, counts in enumerate(chances) if counts]
    for place in filled:
        said = " ".join(map(str, chances[place]))
        if len(chances[place]) == 1 and (throws < 10 or place == filled[-1]):
            said = f"{said}/{throws}"
        picture = draw_line(said, SMALL)
        middle, _ = find_space_centre(place)
        row.stamp(picture, middle - (picture.width - 1) // 2, 0)
    return row


@lru_cache(maxsize=64)
def _draw_text(text: TextLayout, height: int) -> Bitmap:
    picture = Bitmap(WIDTH, height)
    draw_rows(picture, text, 1, 0, height)
    return picture


@lru_cache(maxsize=64)
def _draw_choice_bar(rows: tuple[str, ...]) -> Bitmap:
    """Draw the highlighted choice as a lit bar, as a menu does."""
    bar = Bitmap(WIDTH, len(rows) * MEDIUM.pitch)
    bar.fill(0, 0, WIDTH, bar.height)
    for place, row in enumerate(rows):
        bar.stamp(draw_line(row, MEDIUM), _CHOICE_BAR_INSET, place * MEDIUM.pitch, DARK)
    return bar


@lru_cache(maxsize=64)
def _draw_foot(
    left: int | None, of: int | None, clock: str, thrown: tuple[str, ...], hand: str
) -> Bitmap:
    """Draw the chits or the hand size, with the clock before where the title has no room for it.

    What was `thrown`, the fullest words first, stands before the count where the title has no room
    for it, if the chits leave some.
    """
    foot = Bitmap(WIDTH, HEIGHT - FOOT)
    start = 1
    if clock:
        picture = draw_line(clock, SMALL)
        foot.stamp(picture, start, 0)
        start = picture.width + SMALL.width
    draw_chits(foot, left, of, start)
    foot.stamp(draw_line(hand, SMALL), WIDTH - len(hand) * SMALL.width, 0)
    figures = format_chit_count(left, of) or hand
    for said in thrown if figures else ():
        word = draw_line(said, SMALL)
        x = WIDTH - (len(figures) + 2) * SMALL.width - word.width
        if not foot.crop(x - 7, 0, x + word.width, foot.height).bits:
            foot.stamp(word, x, 0)
            break
    return foot


def _has_clock_in_title(name: str) -> bool:
    # Decided by the name alone, so that turn and round keep their place all game long.
    return len(name) + len(" T99 R99") <= _TITLE_COLUMNS


def _has_foot(view: BoardView) -> bool:
    counted = view.left is not None or view.of is not None
    return counted or not _has_clock_in_title(view.side.upper())
