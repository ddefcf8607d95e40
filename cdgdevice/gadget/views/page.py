"""Text to read, a screenful at a time, under an icon and a title."""

from PIL import Image

from cdgdevice.gadget.views.art import art
from cdgdevice.gadget.views.canvas import HEIGHT, WIDTH, blank, fill, frame, stamp
from cdgdevice.gadget.views.fonts import MEDIUM, SMALL, line
from cdgdevice.gadget.views.text import Setting, complaints, draw_rows, set_text, whole_words, wrap
from cdgdevice.gadget.views.view import Page

_HEADER = 16
"""Height of the icon and the title."""
_TITLE = 19
"""The column where the title begins."""
_TEXT_WIDTH = WIDTH - 1
_TEXT_HEIGHT = HEIGHT - _HEADER
_BAR = 5
"""Height of the bar that shows progress."""


def page_count(view: Page) -> int:
    """Give how many screenfuls a page's text takes, at least 1."""
    return max(1, len(_screens(view)))


def shown_page(view: Page) -> int:
    """Give which screenful a page shows, from 0."""
    return max(0, min(view.page, page_count(view) - 1))


def page_mark(view: Page) -> tuple[int, int]:
    """Give which screenful is shown, from 1, and of how many, with those of pages beside it."""
    before, after = view.beside
    return before + shown_page(view) + 1, before + page_count(view) + after


def draw_page(view: Page) -> Image.Image:
    """Draw one screenful of a page."""
    canvas = blank()
    stamp(canvas, art(f"icon-{view.mood.value}"), 1, 0)
    width = _title_width(view)
    draw_rows(canvas, set_text((view.title,), width, _HEADER), _TITLE, 0, _HEADER)
    shown, total = page_mark(view)
    if total > 1:
        mark = line(f"{shown}/{total}", SMALL)
        stamp(canvas, mark, WIDTH - mark.width, 0)
    screens = _screens(view)
    if screens:
        rows = screens[shown_page(view)]
        # Of several screenfuls even the last begins at the top, where the eye is.
        height = rows.font.stack(len(rows.rows)) if len(screens) > 1 else _room(view)
        draw_rows(canvas, rows, 1, _HEADER, height)
    if view.progress is not None:
        _draw_bar(canvas, *view.progress)
    return canvas


def page_complaints(view: Page) -> list[str]:
    """Give a sentence for each text of a page that can't be shown whole."""
    setting = _set(view)
    every_row = setting.font.stack(len(setting.rows))
    return complaints((view.title,), _title_width(view), _HEADER) + complaints(
        view.text, _TEXT_WIDTH, every_row
    )


def _room(view: Page) -> int:
    return _TEXT_HEIGHT - (0 if view.progress is None else _BAR + 1)


def _draw_bar(canvas: Image.Image, done: int, of: int) -> None:
    top = HEIGHT - _BAR
    frame(canvas, 0, top, WIDTH, _BAR)
    fill(canvas, 1, top + 1, (WIDTH - 2) * done // of, _BAR - 2)


def _screens(view: Page) -> tuple[Setting, ...]:
    """Give the screenfuls; a row that leads to the next one, with a colon, stays with it."""
    setting = _set(view)
    room = setting.font.rows(_room(view))
    screens, rows = [], setting.rows
    while rows:
        end = room
        while 1 < end < len(rows) and rows[end - 1].endswith(":"):
            end -= 1
        screens.append(Setting(setting.font, rows[:end]))
        rows = rows[end:]
    return tuple(screens)


def _set(view: Page) -> Setting:
    text, room = view.text, _room(view)
    setting = set_text(text, _TEXT_WIDTH, room)
    columns = MEDIUM.columns(_TEXT_WIDTH)
    if len(setting.rows) > setting.font.rows(room) and whole_words(text, columns):
        # It takes several screenfuls anyhow: then in letters that are easy to read.
        return Setting(MEDIUM, wrap(text, columns))
    return setting


def _title_width(view: Page) -> int:
    _, total = page_mark(view)
    mark = (len(f"{total}/{total}") + 1) * SMALL.width if total > 1 else 0
    return WIDTH - _TITLE - mark
