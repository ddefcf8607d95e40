"""A card that says what the numbers of an ordinary die stand for."""

from functools import partial

from cdgdevice.method.die import Conversion, Result
from cdgdevice.printing.marks import pips, tile
from cdgdevice.printing.paper import Paper
from cdgdevice.printing.pen import FAINT, HAIR, Pen, Place
from cdgdevice.printing.printout import Printout, floor, head

CARD = (88.0, 63.0)
"""Millimetres: a playing card on its side."""

PLAYS = {
    Result.JR: "C, or the lowest face-up Ops card",
    Result.AB: "A or B",
    Result.DE: "D or E",
    Result.ABC: "A, B or C",
    Result.CDE: "C, D or E",
    Result.EVENT: "a face-up card as its event, or the lowest face-up Ops card",
}
"""What a result lets play, by the standard rules."""

_ABOUT = (
    "Cards for the table: the number that an ordinary die shows, the result it stands for, and "
    "what may be played by the standard rules. Cut along the lines."
)
_GAP = 6.0
_ROW = 8.4


def conversion_cards(paper: Paper, conversion: Conversion) -> Printout:
    """Print the cards for a conversion."""
    page = partial(_page, conversion=conversion)
    return Printout("conversion", "Conversion card for a die with pips", paper, (page,))


def _page(pen: Pen, *, conversion: Conversion) -> None:
    y = head(pen, "Conversion card", _ABOUT)
    width, height = CARD
    left = (pen.width - 2 * width - _GAP) / 2
    while y + height <= floor(pen):
        for column in range(2):
            _card(pen, (left + column * (width + _GAP), y), conversion)
        y += height + _GAP


def _card(pen: Pen, at: Place, conversion: Conversion) -> None:
    width, height = CARD
    x, y = at
    pen.box(at, width, height, line=HAIR, thick=0.15)
    pen.text((x + 5, y + 7.2), "A die with pips", 10.5, bold=True)
    pen.text((x + 35, y + 7.2), "may be played", 7.5, colour=FAINT)
    top = y + 10.2
    for number, result in enumerate(conversion.results, 1):
        pips(pen, number, (x + 5, top + 0.5), 6.6)
        tile(pen, result, (x + 15, top + 0.5), 17, 6.6)
        words = PLAYS[result]
        lines = 2 if len(words) > 40 else 1
        pen.prose((x + 35, top + (0.9 if lines == 2 else 2.0)), width - 40, words, 7.8)
        top += _ROW
