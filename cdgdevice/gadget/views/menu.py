"""A list with one item highlighted."""

from PIL import Image

from cdgdevice.gadget.views.canvas import DARK, HEIGHT, LIT, WIDTH, blank, fill, stamp
from cdgdevice.gadget.views.fonts import MEDIUM, SMALL, Font, line
from cdgdevice.gadget.views.text import strangers
from cdgdevice.gadget.views.view import Menu

_TOP = 9
"""The row where the items begin."""
_INSET = 3
"""From the left edge to the text of an item."""
_SCROLL_BAR = 5
"""Width kept for the scroll bar, where one is needed."""
_PITCH = {MEDIUM: 11, SMALL: 9}
SCROLLED_COLUMNS = SMALL.columns(WIDTH - _SCROLL_BAR - _INSET)
"""Characters of the longest item of a menu that scrolls."""
_TITLE_COLUMNS = SMALL.columns(WIDTH - 1)


def draw_menu(view: Menu) -> Image.Image:
    """Draw a menu."""
    canvas = blank()
    title = line(view.title.upper(), SMALL)
    stamp(canvas, title, 1, 0)
    fill(canvas, title.width + 3, 3, max(0, WIDTH - title.width - 3), 1)
    font = _font(view)
    room = _room(font)
    first = _first(view, room)
    width = _width(view, font)
    for place, item in enumerate(view.items[first : first + room]):
        y = _TOP + place * _PITCH[font]
        ink = LIT
        if first + place == view.highlighted:
            fill(canvas, 0, y, width, _PITCH[font])
            ink = DARK
        stamp(canvas, line(item, font), _INSET, y + (font is SMALL), ink)
    # A name too long for the smallest size must not run into the scroll bar.
    fill(canvas, width, _TOP, WIDTH - width, HEIGHT - _TOP, DARK)
    if len(view.items) > room:
        _draw_scroll_bar(canvas, first, room, len(view.items))
    return canvas


def menu_complaints(view: Menu) -> list[str]:
    """Give a sentence for each text of a menu that can't be shown whole."""
    font = _font(view)
    columns = font.columns(_width(view, font) - _INSET)
    found = strangers((view.title.upper(),), SMALL) + strangers(view.items, font)
    for text, room in ((view.title.upper(), _TITLE_COLUMNS), *((i, columns) for i in view.items)):
        if len(text) > room:
            found.append(f"{text!r} has {len(text)} characters; a line has room for {room}.")
    return found


def _font(view: Menu) -> Font:
    longest = max(map(len, view.items))
    columns = MEDIUM.columns(_width(view, MEDIUM) - _INSET)
    whole = longest <= columns and not strangers(view.items, MEDIUM)
    return MEDIUM if whole else SMALL


def _room(font: Font) -> int:
    return (HEIGHT - _TOP) // _PITCH[font]


def _width(view: Menu, font: Font) -> int:
    return WIDTH - _SCROLL_BAR if len(view.items) > _room(font) else WIDTH


def _first(view: Menu, room: int) -> int:
    """Give the first item in sight: the highlighted one is kept near the middle."""
    return max(0, min(view.highlighted - room // 2, len(view.items) - room))


def _draw_scroll_bar(canvas: Image.Image, first: int, room: int, total: int) -> None:
    height = HEIGHT - _TOP
    for y in range(_TOP, HEIGHT, 2):
        fill(canvas, WIDTH - 2, y, 1, 1)
    top = _TOP + height * first // total
    bottom = _TOP + height * (first + room) // total
    fill(canvas, WIDTH - 3, top, 3, bottom - top)
