"""One view in, one picture of 128 by 64 pixels out."""

from PIL import Image

from cdgdevice.gadget.views.bars import bars_complaints, draw_bars
from cdgdevice.gadget.views.board import board_complaints, draw_board
from cdgdevice.gadget.views.flash import draw_flash
from cdgdevice.gadget.views.menu import draw_menu, menu_complaints
from cdgdevice.gadget.views.page import draw_page, page_complaints
from cdgdevice.gadget.views.pattern import draw_pattern, pattern_complaints
from cdgdevice.gadget.views.view import Bars, Board, Flash, Menu, Page, Pattern, View


def draw(view: View) -> Image.Image:
    """Draw a view: mode "1", 128 by 64, lit pixels 255. The picture is the caller's own."""
    match view:
        case Board():
            return draw_board(view)
        case Flash():
            return draw_flash(view)
        case Menu():
            return draw_menu(view)
        case Page():
            return draw_page(view)
        case Bars():
            return draw_bars(view)
        case Pattern():
            return draw_pattern(view)


def fits(view: View) -> list[str]:
    """Give a sentence for each text that can't be shown whole; none means that nothing is cut.

    `draw` shows what it can even of a view that does not fit.
    """
    match view:
        case Board():
            return board_complaints(view)
        case Menu():
            return menu_complaints(view)
        case Page():
            return page_complaints(view)
        case Bars():
            return bars_complaints(view)
        case Pattern():
            return pattern_complaints(view)
        case Flash():
            return []
