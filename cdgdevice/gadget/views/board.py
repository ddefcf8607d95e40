"""A side's own screen: title, card display, what to do, chits."""

from PIL import Image

from cdgdevice.gadget.views.canvas import DARK, HEIGHT, LIT, WIDTH, blank, fill, stamp
from cdgdevice.gadget.views.cards import MARGIN, PITCH, space
from cdgdevice.gadget.views.chits import TOP as FOOT
from cdgdevice.gadget.views.chits import draw_chits
from cdgdevice.gadget.views.fonts import SMALL, line
from cdgdevice.gadget.views.text import SIZES, complaints, draw_rows, set_text, strangers
from cdgdevice.gadget.views.view import Board

LETTERS = "ABCDE"

_TITLE_HEIGHT = 8
_CARDS = (2, 9)
"""Left and top of the card display."""
_TEXT = 32
"""The row where the text begins."""
_COLUMNS = SMALL.columns(WIDTH)


def draw_board(view: Board) -> Image.Image:
    """Draw a board."""
    canvas = blank()
    start = _draw_title(canvas, view)
    for place, (letter, cards) in enumerate(zip(LETTERS, view.spaces, strict=True)):
        x = _CARDS[0] + place * PITCH - MARGIN
        stamp(canvas, space(letter, cards, view.quiet), x, _CARDS[1])
    height = _text_height(view)
    sizes = SIZES[1:] if view.quiet else SIZES
    draw_rows(canvas, set_text(view.lines, WIDTH, height, sizes), 1, _TEXT, height)
    draw_chits(canvas, view.left, view.of, start)
    return canvas


def board_complaints(view: Board) -> list[str]:
    """Give a sentence for each text of a board that can't be shown whole."""
    name = view.side.upper()
    found = strangers((name,), SMALL)
    if len(name) > _COLUMNS:
        found.append(f"{view.side!r} has {len(name)} characters; a title has room for {_COLUMNS}.")
    return found + complaints(view.lines, WIDTH, _text_height(view))


def _draw_title(canvas: Image.Image, view: Board) -> int:
    """Draw the title; give the column where the chits begin."""
    name, clock = view.side.upper(), f"T{view.turn} R{view.round}"
    ink = LIT
    if not view.quiet:
        fill(canvas, 0, 0, WIDTH, _TITLE_HEIGHT)
        ink = DARK
    stamp(canvas, line(name, SMALL), 1 if len(name) < _COLUMNS else 0, 0, ink)
    picture = line(clock, SMALL)
    if _clock_in_title(view):
        stamp(canvas, picture, WIDTH - picture.width, 0, ink)
        return 1
    stamp(canvas, picture, 1, FOOT)
    return picture.width + SMALL.width


def _clock_in_title(view: Board) -> bool:
    # Decided by the name alone, so that turn and round keep their place all game long.
    return len(view.side.upper()) + len(" T99 R99") <= _COLUMNS


def _text_height(view: Board) -> int:
    counted = view.left is not None or view.of is not None
    return (FOOT + 1 if counted or not _clock_in_title(view) else HEIGHT) - _TEXT
