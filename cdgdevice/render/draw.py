"""Draw any view, and tell which of its texts can't be shown whole."""

from PIL import Image

from cdgdevice.render.draw_board import check_board_fit, draw_board
from cdgdevice.render.draw_page import (
    check_bars_fit,
    check_menu_fit,
    check_page_fit,
    check_pattern_fit,
    draw_bars,
    draw_dice,
    draw_menu,
    draw_page,
    draw_pattern,
)
from cdgdevice.render.views import (
    BoardView,
    DiceCountView,
    DiceView,
    MenuView,
    PageView,
    PatternView,
    View,
)


def draw_view(view: View) -> Image.Image:
    """Draw a view: mode "1", 128 by 64, lit pixels 255. The picture is the caller's own."""
    match view:
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
