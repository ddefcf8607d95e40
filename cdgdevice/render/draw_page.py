"""What fills a whole screen beside the board: page, menu, counts of a die, dice, test pattern.

A page is text to read, a screenful at a time, under an icon and a title. In the test pattern each
fault of a screen spoils another part: a frame of one pixel goes round the whole glass, beside its
upright lines dots stand in columns 1 and 126, a block marks the top left corner, and blocks of
single rows show if each row is there.
"""

from functools import cache

from PIL import Image
from PIL.Image import Resampling

from cdgdevice.render.canvas import (
    DARK,
    HEIGHT,
    LIT,
    WIDTH,
    TextLayout,
    blank_picture,
    check_glyphs,
    check_lengths,
    check_text_fit,
    draw_frame,
    draw_rows,
    fill_rectangle,
    lay_out_text,
    load_picture,
    stamp_picture,
    words_fit,
    wrap_paragraphs,
)
from cdgdevice.render.fonts import LARGE, MEDIUM, SMALL, Font, draw_line
from cdgdevice.render.views import (
    DiceCountView,
    DiceView,
    MenuView,
    PageKind,
    PageView,
    PatternView,
)
from cdgdevice.rules.die import DieResult

_HEADER_HEIGHT = 16
"""Height of the icon and the title."""
_TITLE_COLUMN = 19
"""The column where the title begins."""
_PAGE_TEXT_WIDTH = WIDTH - 1
_PAGE_TEXT_HEIGHT = HEIGHT - _HEADER_HEIGHT
_PROGRESS_HEIGHT = 5
"""Height of the bar that shows progress."""


def count_screenfuls(view: PageView) -> int:
    """Return how many screenfuls a page's text takes, at least 1."""
    return max(1, len(_split_screenfuls(view)))


def pick_screenful(view: PageView) -> int:
    """Return which screenful a page shows, from 0."""
    return max(0, min(view.page, count_screenfuls(view) - 1))


def number_screenful(view: PageView) -> tuple[int, int]:
    """Return which screenful is shown, from 1, and of how many, with those of pages beside it."""
    before, after = view.beside
    return before + pick_screenful(view) + 1, before + count_screenfuls(view) + after


def draw_page(view: PageView) -> Image.Image:
    """Draw one screenful of a page."""
    canvas = blank_picture()
    stamp_picture(canvas, load_picture(f"icon-{view.mood.value}"), 1, 0)
    draw_rows(canvas, _lay_out_title(view), _TITLE_COLUMN, 0, _HEADER_HEIGHT)
    shown, total = number_screenful(view)
    if total > 1:
        mark = draw_line(view.count(shown, total), SMALL)
        stamp_picture(canvas, mark, WIDTH - mark.width, 0)
    screens = _split_screenfuls(view)
    if screens:
        rows = screens[pick_screenful(view)]
        # Of several screenfuls even the last begins at the top, where the eye is.
        height = rows.font.stack(len(rows.rows)) if len(screens) > 1 else _page_room(view)
        draw_rows(canvas, rows, 1, _HEADER_HEIGHT, height)
    if view.progress is not None:
        _draw_progress(canvas, *view.progress)
    return canvas


def check_page_fit(view: PageView) -> list[str]:
    """Return a sentence for each text of a page that can't be shown whole."""
    setting = _lay_out_page(view)
    every_row = setting.font.stack(len(setting.rows))
    return _check_title_fit(view) + check_text_fit(view.text, _PAGE_TEXT_WIDTH, every_row)


def _page_room(view: PageView) -> int:
    return _PAGE_TEXT_HEIGHT - (0 if view.progress is None else _PROGRESS_HEIGHT + 1)


def _draw_progress(canvas: Image.Image, done: int, of: int) -> None:
    top = HEIGHT - _PROGRESS_HEIGHT
    draw_frame(canvas, 0, top, WIDTH, _PROGRESS_HEIGHT)
    fill_rectangle(canvas, 1, top + 1, (WIDTH - 2) * done // of, _PROGRESS_HEIGHT - 2)


def _split_screenfuls(view: PageView) -> tuple[TextLayout, ...]:
    """Return the screenfuls; a row that leads to the next one, with a colon, stays with it."""
    setting = _lay_out_page(view)
    room = setting.font.rows(_page_room(view))
    screens, rows = [], setting.rows
    while rows:
        end = room
        while 1 < end < len(rows) and rows[end - 1].endswith(":"):
            end -= 1
        screens.append(TextLayout(setting.font, rows[:end]))
        rows = rows[end:]
    return tuple(screens)


def _lay_out_page(view: PageView) -> TextLayout:
    text, room = view.text, _page_room(view)
    setting = lay_out_text(text, _PAGE_TEXT_WIDTH, room)
    columns = MEDIUM.columns(_PAGE_TEXT_WIDTH)
    several = len(setting.rows) > setting.font.rows(room)
    ordered = view.mood is PageKind.PUT_BACK and setting.font is SMALL
    if (several or ordered) and words_fit(text, columns):
        # What the hands do, and what takes several screenfuls anyhow, is easy to read.
        return TextLayout(MEDIUM, wrap_paragraphs(text, columns))
    return setting


def _lay_out_title(view: PageView) -> TextLayout:
    """Set the title beside the number of the page, or its last row below that."""
    beside = _page_title_width(view)
    if not check_text_fit((view.title,), beside, _HEADER_HEIGHT):
        return lay_out_text((view.title,), beside, _HEADER_HEIGHT)
    words = view.title.split(" ")
    room = SMALL.columns(beside)
    above = max(n for n in range(len(words) + 1) if len(" ".join(words[:n])) <= room)
    return TextLayout(SMALL, (" ".join(words[:above]), " ".join(words[above:])))


def _check_title_fit(view: PageView) -> list[str]:
    if not check_text_fit((view.title,), _page_title_width(view), _HEADER_HEIGHT):
        return []
    title = _lay_out_title(view)
    room = SMALL.columns(WIDTH - _TITLE_COLUMN)
    return check_lengths(((title.rows[-1], room),)) + check_glyphs(title.rows, SMALL)


def _page_title_width(view: PageView) -> int:
    _, total = number_screenful(view)
    mark = (len(view.count(total, total)) + 1) * SMALL.width if total > 1 else 0
    return WIDTH - _TITLE_COLUMN - mark


_ITEMS_TOP = 9
"""The row where the items begin."""
_ITEM_INSET = 3
"""From the left edge to the text of an item."""
_SCROLL_BAR_WIDTH = 5
"""Width kept for the scroll bar, where one is needed."""
_ITEM_PITCH = {MEDIUM: 11, SMALL: 9}
_MENU_TITLE_COLUMNS = SMALL.columns(WIDTH - 1)


def draw_menu(view: MenuView) -> Image.Image:
    """Draw a menu."""
    canvas = blank_picture()
    title = draw_line(view.title.upper(), SMALL)
    stamp_picture(canvas, title, 1, 0)
    fill_rectangle(canvas, title.width + 3, 3, max(0, WIDTH - title.width - 3), 1)
    font = _pick_menu_font(view)
    room = _count_visible_items(font)
    first = _first_visible_item(view, room)
    width = _item_width(view, font)
    for place, item in enumerate(view.items[first : first + room]):
        y = _ITEMS_TOP + place * _ITEM_PITCH[font]
        ink = LIT
        if first + place == view.highlighted:
            fill_rectangle(canvas, 0, y, width, _ITEM_PITCH[font])
            ink = DARK
        stamp_picture(canvas, draw_line(item, font), _ITEM_INSET, y + (font is SMALL), ink)
    # A name too long for the smallest size must not run into the scroll bar.
    fill_rectangle(canvas, width, _ITEMS_TOP, WIDTH - width, HEIGHT - _ITEMS_TOP, DARK)
    if len(view.items) > room:
        _draw_scroll_bar(canvas, first, room, len(view.items))
    return canvas


def find_item_at(view: MenuView, y: int) -> int | None:
    """Return which item of a menu lies in this row of pixels; None where none does."""
    font = _pick_menu_font(view)
    room = _count_visible_items(font)
    place = (y - _ITEMS_TOP) // _ITEM_PITCH[font]
    item = _first_visible_item(view, room) + place
    return item if 0 <= place < room and item < len(view.items) else None


def check_menu_fit(view: MenuView) -> list[str]:
    """Return a sentence for each text of a menu that can't be shown whole."""
    font = _pick_menu_font(view)
    columns = font.columns(_item_width(view, font) - _ITEM_INSET)
    title = view.title.upper()
    texts = ((title, _MENU_TITLE_COLUMNS), *((item, columns) for item in view.items))
    return check_glyphs((title,), SMALL) + check_glyphs(view.items, font) + check_lengths(texts)


def _pick_menu_font(view: MenuView) -> Font:
    longest = max(map(len, view.items))
    columns = MEDIUM.columns(_item_width(view, MEDIUM) - _ITEM_INSET)
    whole = longest <= columns and not check_glyphs(view.items, MEDIUM)
    return MEDIUM if whole else SMALL


def _count_visible_items(font: Font) -> int:
    return (HEIGHT - _ITEMS_TOP) // _ITEM_PITCH[font]


def _item_width(view: MenuView, font: Font) -> int:
    return WIDTH - _SCROLL_BAR_WIDTH if len(view.items) > _count_visible_items(font) else WIDTH


def _first_visible_item(view: MenuView, room: int) -> int:
    """Return the first item in sight: the highlighted one is kept near the middle."""
    return max(0, min(view.highlighted - room // 2, len(view.items) - room))


def _draw_scroll_bar(canvas: Image.Image, first: int, room: int, total: int) -> None:
    height = HEIGHT - _ITEMS_TOP
    for y in range(_ITEMS_TOP, HEIGHT, 2):
        fill_rectangle(canvas, WIDTH - 2, y, 1, 1)
    top = _ITEMS_TOP + height * first // total
    bottom = _ITEMS_TOP + height * (first + room) // total
    fill_rectangle(canvas, WIDTH - 3, top, 3, bottom - top)


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


def draw_bars(view: DiceCountView) -> Image.Image:
    """Draw the counts of a die."""
    canvas = blank_picture()
    mark = draw_line(_mark_die(view), SMALL)
    title = draw_line(view.title.upper(), SMALL)
    right = WIDTH - (mark.width if view.of > 1 else 0)
    stamp_picture(canvas, title, 1, 0)
    fill_rectangle(canvas, title.width + 3, 3, max(0, right - title.width - 6), 1)
    if view.of > 1:
        stamp_picture(canvas, mark, right, 0)
    highest = max(*view.counts, 1)
    columns = zip(view.counts, _format_counts(view.counts), view.labels, strict=True)
    for place, (count, figures, label) in enumerate(columns):
        x = 1 + place * _BAR_PITCH
        height = round((_BARS_FOOT - _BARS_TOP) * count / highest)
        fill_rectangle(
            canvas, x + (_BAR_PITCH - _BAR_WIDTH) // 2, _BARS_FOOT - height, _BAR_WIDTH, height
        )
        for text, y in ((figures, _COUNTS_ROW), (label, _LABELS_ROW)):
            words = draw_line(text, SMALL)
            stamp_picture(canvas, words, x + (_BAR_PITCH - words.width + 1) // 2, y)
    fair = _BARS_FOOT - round((_BARS_FOOT - _BARS_TOP) * sum(view.counts) / 6 / highest)
    for x in range(0, WIDTH, _DOT_PITCH):
        # It is seen on a bar as well as beside it.
        lit = canvas.getpixel((x, min(fair, _BARS_FOOT - 1)))
        fill_rectangle(canvas, x, min(fair, _BARS_FOOT - 1), 1, 1, DARK if lit else LIT)
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


def draw_dice(view: DiceView) -> Image.Image:
    """Draw what the dice show."""
    shown = view.shown
    if not isinstance(shown, DieResult):
        return _draw_numbers(shown).copy()
    signs = view.words.signs_of_jolly_roger if shown is DieResult.JR else None
    return _draw_result(shown, signs).copy()


@cache
def _draw_numbers(numbers: tuple[int, ...]) -> Image.Image:
    """Draw numbers as dice: the first is lit, the white one; the coloured one is dark."""
    canvas = blank_picture()
    gap = 12
    x = (WIDTH - _DIE_SIZE * len(numbers) - gap * (len(numbers) - 1)) // 2
    for place, number in enumerate(numbers):
        canvas.paste(_draw_die(number, white=place == 0), (x, (HEIGHT - _DIE_SIZE) // 2))
        x += _DIE_SIZE + gap
    return canvas


def _draw_die(number: int, *, white: bool) -> Image.Image:
    die = blank_picture(_DIE_SIZE, _DIE_SIZE)
    draw_frame(die, 0, 0, _DIE_SIZE, _DIE_SIZE, thick=_DIE_SIZE // 2 + 1 if white else 2)
    first = (_DIE_SIZE - 2 * _PIP_PITCH - _PIP_SIZE) // 2
    for column, row in _PIPS[number]:
        fill_rectangle(
            die,
            first + column * _PIP_PITCH,
            first + row * _PIP_PITCH,
            _PIP_SIZE,
            _PIP_SIZE,
            DARK if white else LIT,
        )
    return die


@cache
def _draw_result(result: DieResult, signs: str | None) -> Image.Image:
    """Draw a result; `signs` stand where the C result has another mark than the Jolly Roger."""
    pictures = [load_picture(name) for name in _RESULT_PICTURES[result]]
    if signs is not None:
        line = draw_line(signs, LARGE)
        pictures[0] = line.resize(
            (_SIGNS_GROW * line.width, _SIGNS_GROW * line.height), Resampling.NEAREST
        )
    gap = 14 if len(pictures) == 2 else 4
    x = (WIDTH - sum(p.width for p in pictures) - gap * (len(pictures) - 1)) // 2
    canvas = blank_picture()
    for picture in pictures:
        stamp_picture(canvas, picture, x, (HEIGHT - picture.height) // 2)
        x += picture.width + gap
    return canvas


_CORNER_SIZE = 8
"""Side of the block in the top left corner; those in the others are half as long."""
_COMB_WIDTH = 10
"""Width of the blocks of single rows."""
_COMB_X, _COMB_Y = 6, 14
_PATTERN_TEXT_BOX = (20, 34, 88, 26)
"""Left, top, width and height of the space for the text."""


def draw_pattern(view: PatternView) -> Image.Image:
    """Draw the pattern."""
    canvas = blank_picture()
    right, bottom = WIDTH - 1, HEIGHT - 1
    for x in (0, right):
        fill_rectangle(canvas, x, 0, 1, HEIGHT)
    for y in (0, bottom):
        fill_rectangle(canvas, 0, y, WIDTH, 1)
    for y in range(2, HEIGHT, 4):
        fill_rectangle(canvas, 1, y, 1, 1)
        fill_rectangle(canvas, WIDTH - 2, y, 1, 1)
    fill_rectangle(canvas, 3, 3, _CORNER_SIZE, _CORNER_SIZE)
    half = _CORNER_SIZE // 2
    for x, y in (
        (right - 2 - half, 3),
        (3, bottom - 2 - half),
        (right - 2 - half, bottom - 2 - half),
    ):
        fill_rectangle(canvas, x, y, half, half)
    for y in range(_COMB_Y, HEIGHT - _COMB_Y, 2):
        fill_rectangle(canvas, _COMB_X, y, _COMB_WIDTH, 1)
        fill_rectangle(canvas, WIDTH - _COMB_X - _COMB_WIDTH, y + 1, _COMB_WIDTH, 1)
    name = draw_line(view.name.upper(), LARGE)
    stamp_picture(canvas, name, (WIDTH - name.width) // 2, 8)
    left, top, width, height = _PATTERN_TEXT_BOX
    draw_rows(canvas, lay_out_text(view.text, width, height, (SMALL,)), left, top, height)
    return canvas


def check_pattern_fit(view: PatternView) -> list[str]:
    """Return a sentence for each text of a pattern that can't be shown whole."""
    _, _, width, height = _PATTERN_TEXT_BOX
    return check_text_fit(view.text, width, height)
