"""Chits to count cards with: one for each card of a hand, turned over as it is played."""

from collections.abc import Mapping
from functools import partial

from cdgdevice.method.display import Side
from cdgdevice.method.sheet import Sheet
from cdgdevice.printing.marks import letters
from cdgdevice.printing.paper import Paper
from cdgdevice.printing.pen import FAINT, HAIR, INK, WHITE, Colour, Pen, Place, fitting
from cdgdevice.printing.printout import Printout, floor, head

SIZE = 15.0
"""Millimetres of a chit's edge."""
NUMBERS = range(1, 13)
"""A hand has at most twelve cards."""

SIDE_COLOURS: Mapping[Side, Colour] = {Side.LEFT: (28, 62, 110), Side.RIGHT: (158, 42, 38)}
"""What the sides are told apart by on chits and mats."""
_PALE: Mapping[Side, Colour] = {Side.LEFT: (150, 168, 196), Side.RIGHT: (214, 158, 156)}

_ABOUT = (
    "Lay out as many as the side has cards, coloured face up, and turn one over for each card that "
    "is played. Cut out each double strip, fold it back along the dashed line, glue it together "
    "(with card between, for good chits), then cut it into twelve."
)
_STRIP = 2 * SIZE + 12


def chits(paper: Paper, sheet: Sheet) -> Printout:
    """Print chits for the sides of a sheet: two sets, printed on one side of the paper."""
    title = f"Card-counting chits, {sheet.title}"
    return Printout(f"chits-{sheet.id}", title, paper, (partial(_page, sides=sheet.sides),))


def _page(pen: Pen, *, sides: Mapping[Side, str]) -> None:
    y = head(pen, "Card-counting chits", _ABOUT)
    left = (pen.width - len(NUMBERS) * SIZE) / 2
    strips = [side for _ in range(2) for side in Side]
    between = min(6.0, (floor(pen) - y - len(strips) * _STRIP) / len(strips))
    for side in strips:
        name = sides[side]
        size = fitting(name, 0.6 * len(NUMBERS) * SIZE, 11, bold=True)
        pen.text((left, y + 4), name, size, colour=SIDE_COLOURS[side], bold=True)
        pen.text(
            (left + len(NUMBERS) * SIZE, y + 4),
            "above: to be played     below: played",
            7.5,
            colour=FAINT,
            align="right",
        )
        _strip(pen, (left, y + 7), side)
        y += _STRIP + between


def _strip(pen: Pen, at: Place, side: Side) -> None:
    x, y = at
    width = len(NUMBERS) * SIZE
    for index, number in enumerate(NUMBERS):
        corner = x + index * SIZE
        pen.box((corner, y), SIZE, SIZE, fill=SIDE_COLOURS[side])
        _number(pen, number, (corner + SIZE / 2, y + SIZE / 2), 6.2, WHITE)
        # Folded back and turned like a page, what is printed upside down stands upright.
        with pen.turned((corner + SIZE / 2, y + 1.5 * SIZE)):
            _played(pen, number, (corner, y + SIZE), side)
    for index in range(1, len(NUMBERS)):
        middle = x + index * SIZE
        pen.line((middle, y), (middle, y + SIZE), colour=WHITE, width=0.15)
        pen.line((middle, y + SIZE), (middle, y + 2 * SIZE), colour=HAIR, width=0.15)
    pen.box(at, width, 2 * SIZE, line=HAIR, thick=0.15)
    fold = y + SIZE
    pen.line((x - 3, fold), (x + width + 3, fold), colour=INK, width=0.15, dash=1.2)


def _played(pen: Pen, number: int, at: Place, side: Side) -> None:
    x, y = at
    pale = _PALE[side]
    pen.line((x + 2, y + SIZE - 2), (x + SIZE - 2, y + 2), colour=pale, width=0.5)
    pen.oval((x + SIZE / 2, y + SIZE / 2), 9, 9, fill=WHITE)
    _number(pen, number, (x + SIZE / 2, y + SIZE / 2), 4.2, pale)


def _number(pen: Pen, number: int, middle: Place, high: float, colour: Colour) -> None:
    letters(pen, str(number), middle, SIZE, high, colour)
    if number in (6, 9):
        x, y = middle[0], middle[1] + high / 2 + 0.9
        pen.line((x - high / 3, y), (x + high / 3, y), colour=colour, width=0.11 * high)
