"""Draw any view, and tell which of its texts can't be shown whole.

Here are a page, a menu and the test pattern; boards and dice have files of their own. A page is
text to read, a screenful at a time, under an icon and a title. In the test pattern each fault of a
screen spoils another part: a frame of one pixel goes round the whole glass, beside its upright
lines dots stand in columns 1 and 126, a block marks the top left corner, and blocks of single rows
show if each row is there.
"""

from cdgdevice.render.bitmap import DARK, HEIGHT, LIT, WIDTH, Bitmap, load_picture
from cdgdevice.render.draw_board import check_board_fit, draw_board
from cdgdevice.render.draw_dice import check_bars_fit, draw_bars, draw_dice
from cdgdevice.render.text import (
    LARGE,
    MEDIUM,
    SMALL,
    Font,
    TextLayout,
    check_glyphs,
    check_lengths,
    check_text_fit,
    draw_line,
    draw_rows,
    lay_out_text,
    words_fit,
    wrap_paragraphs,
)
from cdgdevice.render.views import (
    BoardView,
    DiceCountView,
    DiceView,
    MenuView,
    PageKind,
    PageView,
    PatternView,
    View,
)

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


def draw_page(view: PageView) -> Bitmap:
    """Draw one screenful of a page."""
    canvas = Bitmap(WIDTH, HEIGHT)
    canvas.stamp(load_picture(f"icon-{view.mood.value}"), 1, 1)
    draw_rows(canvas, _lay_out_title(view), _TITLE_COLUMN, 0, _HEADER_HEIGHT)
    shown, total = number_screenful(view)
    if total > 1:
        mark = draw_line(view.count(shown, total), SMALL)
        canvas.stamp(mark, WIDTH - mark.width, 0)
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


def _draw_progress(canvas: Bitmap, done: int, of: int) -> None:
    top = HEIGHT - _PROGRESS_HEIGHT
    canvas.draw_frame(0, top, WIDTH, _PROGRESS_HEIGHT)
    canvas.fill(1, top + 1, (WIDTH - 2) * done // of, _PROGRESS_HEIGHT - 2)


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


def draw_menu(view: MenuView) -> Bitmap:
    """Draw a menu."""
    canvas = Bitmap(WIDTH, HEIGHT)
    title = draw_line(view.title.upper(), SMALL)
    canvas.stamp(title, 1, 0)
    canvas.fill(title.width + 3, 3, max(0, WIDTH - title.width - 3), 1)
    font = _pick_menu_font(view)
    room = _count_visible_items(font)
    first = _first_visible_item(view, room)
    width = _item_width(view, font)
    for place, item in enumerate(view.items[first : first + room]):
        y = _ITEMS_TOP + place * _ITEM_PITCH[font]
        ink = LIT
        if first + place == view.highlighted:
            canvas.fill(0, y, width, _ITEM_PITCH[font])
            ink = DARK
        canvas.stamp(draw_line(item, font), _ITEM_INSET, y + (font is SMALL), ink)
    # A name too long for the smallest size must not run into the scroll bar.
    canvas.fill(width, _ITEMS_TOP, WIDTH - width, HEIGHT - _ITEMS_TOP, DARK)
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


def _draw_scroll_bar(canvas: Bitmap, first: int, room: int, total: int) -> None:
    height = HEIGHT - _ITEMS_TOP
    for y in range(_ITEMS_TOP, HEIGHT, 2):
        canvas.fill(WIDTH - 2, y, 1, 1)
    top = _ITEMS_TOP + height * first // total
    bottom = _ITEMS_TOP + height * (first + room) // total
    canvas.fill(WIDTH - 3, top, 3, bottom - top)


_CORNER_SIZE = 8
"""Side of the block in the top left corner; those in the others are half as long."""
_COMB_WIDTH = 10
"""Width of the blocks of single rows."""
_COMB_X, _COMB_Y = 6, 14
_MARK_TOP = 5
_MARK = ((0, 0, 6, 28), (6, 0, 14, 6), (6, 11, 9, 6))
"""An F of thick strokes, as rectangles: it has no way to look right turned or in a mirror."""
_PATTERN_TEXT_BOX = (20, 34, 88, 26)
"""Left, top, width and height of the space for the text."""


def draw_pattern(view: PatternView) -> Bitmap:
    """Draw the pattern."""
    canvas = Bitmap(WIDTH, HEIGHT)
    right, bottom = WIDTH - 1, HEIGHT - 1
    for x in (0, right):
        canvas.fill(x, 0, 1, HEIGHT)
    for y in (0, bottom):
        canvas.fill(0, y, WIDTH, 1)
    for y in range(2, HEIGHT, 4):
        canvas.fill(1, y, 1, 1)
        canvas.fill(WIDTH - 2, y, 1, 1)
    canvas.fill(3, 3, _CORNER_SIZE, _CORNER_SIZE)
    half = _CORNER_SIZE // 2
    for x, y in (
        (right - 2 - half, 3),
        (3, bottom - 2 - half),
        (right - 2 - half, bottom - 2 - half),
    ):
        canvas.fill(x, y, half, half)
    for y in range(_COMB_Y, HEIGHT - _COMB_Y, 2):
        canvas.fill(_COMB_X, y, _COMB_WIDTH, 1)
        canvas.fill(WIDTH - _COMB_X - _COMB_WIDTH, y + 1, _COMB_WIDTH, 1)
    left, top, width, height = _PATTERN_TEXT_BOX
    if view.number is None:
        name = draw_line(view.name.upper(), LARGE)
        canvas.stamp(name, (WIDTH - name.width) // 2, 8)
    else:
        for x, y, wide, high in _MARK:
            canvas.fill(left + x, _MARK_TOP + y, wide, high)
        number = draw_line(str(view.number), LARGE).grow(2)
        canvas.stamp(number, left + width - number.width, _MARK_TOP - 2)
    draw_rows(canvas, lay_out_text(view.text, width, height, (SMALL,)), left, top, height)
    return canvas


def check_pattern_fit(view: PatternView) -> list[str]:
    """Return a sentence for each text of a pattern that can't be shown whole."""
    _, _, width, height = _PATTERN_TEXT_BOX
    return check_text_fit(view.text, width, height)


def draw_view(view: View) -> Bitmap:
    """Draw a view, 128 by 64; don't draw on the picture: a cache may keep it."""
    match view:
        case BoardView() if view.large is not None:
            # Most owners have no large type.
            from cdgdevice.render.draw_large import draw_large

            return draw_large(view.large)
        case BoardView():
            return draw_board(view)
        case DiceView():
            return draw_dice(view)
        case MenuView():
            return draw_menu(view)
        case PageView():
            return draw_page(view)
        case DiceCountView():
            return draw_bars(view)
        case PatternView():
            return draw_pattern(view)


def check_fit(view: View) -> list[str]:
    """Return a sentence for each text that can't be shown whole; none means that nothing is cut.

    `draw_view` shows what it can even of a view that does not fit.
    """
    match view:
        case BoardView():
            return check_board_fit(view)
        case MenuView():
            return check_menu_fit(view)
        case PageView():
            return check_page_fit(view)
        case DiceCountView():
            return check_bars_fit(view)
        case PatternView():
            return check_pattern_fit(view)
        case DiceView():
            return []
