"""Stickers for a die, a strip to try their colours, conversion cards for another die, and chits."""

from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial

from cdgdevice.drivers.reader.die_stickers import STICKERS, TEST_STRIP, Sticker
from cdgdevice.errors import CdgDeviceError
from cdgdevice.printing import result_marks
from cdgdevice.printing.pen import FAINT, HAIR, INK, WHITE, Colour, Pen, Place, fitting
from cdgdevice.printing.printout import Printout, draw_head, page_floor
from cdgdevice.printing.products_and_sizes import COUNTER_INCHES, MARGIN, Paper
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.sheet import Sheet

DIE = 16.0
"""Millimetres from edge to edge of a usual die."""
DIE_SIZES = (12.0, 25.0)
"""The smallest and the largest die that there are stickers for."""
RIM = 1.0
"""Millimetres of a die's face that stay bare at each edge, where it is rounded."""

_STICKER_GAP = 4.0
_BETWEEN = 9.0
NET = ((3, (1, 0)), (1, (0, 1)), (2, (1, 1)), (6, (2, 1)), (5, (3, 1)), (4, (1, 2)))
"""The faces of an unfolded cube, and the column and row of each."""
_NET_SIZE = 13.0

_TRAY = (
    "For the die in the tray, whose sensor reads the colour of the face that lies below. Print on "
    "matt label paper, cut along the edges, and calibrate the reader once they are on: no two "
    "printers have the same colours."
)
_PLAIN = "For a die that is read by eye. Print on label paper and cut along the edges."
_NET_WORDS = (
    "Which lie opposite",
    "On a die with pips, cover each number with the sticker of the same number: opposite faces "
    "add up to 7. On a blank cube, stick them as the unfolded cube shows; which way up does not "
    "matter, nor from which side it is folded.",
)


def draw_stickers(paper: Paper, die: float = DIE, *, plain: bool = False) -> Printout:
    """Print coloured stickers for the tray, or `plain` black and white ones.

    `die` is the die's edge in millimetres.

    Raises:
        CdgDeviceError: it is not within `DIE_SIZES`.
    """
    least, most = DIE_SIZES
    if not least <= die <= most:
        raise CdgDeviceError(
            f"There are stickers for dice of {least:g} to {most:g} mm, not of {die:g} mm; "
            "give another size with --die-mm."
        )
    name = "plain-stickers" if plain else "stickers"
    title = "Die stickers, plain" if plain else "Die stickers for the tray"
    return Printout(name, title, paper, (partial(_draw_sticker_page, die=die, plain=plain),))


def _draw_sticker_page(pen: Pen, *, die: float, plain: bool) -> None:
    size = die - 2 * RIM
    about = f"{size:g} mm stickers for a die of {die:g} mm. {_PLAIN if plain else _TRAY}"
    y = draw_head(pen, "Die stickers" if plain else "Die stickers for the tray", about)
    y = _unfolded(pen, y, plain)
    block = 3 * size + 2 * _STICKER_GAP
    high = 2 * (size + _STICKER_GAP + 2.5)
    room = pen.width - 2 * MARGIN
    across = int((room + _BETWEEN) // (block + _BETWEEN))
    left = (pen.width - across * block - (across - 1) * _BETWEEN) / 2
    while y + high - _STICKER_GAP <= page_floor(pen):
        for column in range(across):
            _set_of_six(pen, (left + column * (block + _BETWEEN), y), size, plain)
        y += high + _BETWEEN - 4


def _unfolded(pen: Pen, y: float, plain: bool) -> float:
    for face, (column, row) in NET:
        corner = (MARGIN + column * _NET_SIZE, y + row * _NET_SIZE)
        _sticker(pen, STICKERS[face - 1], corner, _NET_SIZE, plain)
    x = MARGIN + 4 * _NET_SIZE + 10
    width = pen.width - MARGIN - x
    title, words = _NET_WORDS
    pen.text((x, y + 4), title, 11, bold=True)
    under = y + 7 + pen.prose((x, y + 7), width, words, 9.5) + 3
    for sticker in STICKERS[:3]:
        pair = (sticker, STICKERS[sticker.opposite - 1])
        names = "  opposite  ".join(_named(each, plain) for each in pair)
        pen.text((x, under + 3), names, 9.5)
        under += 4.8
    return y + 3 * _NET_SIZE + 9


def _named(sticker: Sticker, plain: bool) -> str:
    said = f"{sticker.face} {sticker.name}"
    return said if plain else f"{said}, {sticker.colour}"


def _set_of_six(pen: Pen, at: Place, size: float, plain: bool) -> None:
    for number, sticker in enumerate(STICKERS):
        row, column = divmod(number, 3)
        x = at[0] + column * (size + _STICKER_GAP)
        y = at[1] + row * (size + _STICKER_GAP + 2.5)
        _sticker(pen, sticker, (x, y), size, plain)
        under = (x + size / 2, y + size + 2.6)
        pen.text(under, str(sticker.face), 6, colour=FAINT, align="centre")


def _sticker(pen: Pen, sticker: Sticker, at: Place, size: float, plain: bool) -> None:
    x, y = at
    middle = (x + size / 2, y + size / 2)
    if plain:
        pen.box(at, size, size, fill=WHITE, line=HAIR, thick=0.15)
        result_marks.draw_result_mark(pen, sticker.result, middle, 0.82 * size, 0.5 * size, ink=INK)
        return
    # Only white needs a line to be cut along; elsewhere it would stay on as a rim.
    edge = HAIR if sticker.ground == WHITE else None
    pen.box(at, size, size, fill=sticker.ground, line=edge, thick=0.15)
    ink = result_marks.ink_on(sticker.ground)
    high = (0.24 if sticker.result is DieResult.JR else 0.17) * size
    # At two edges, as on a playing card: the middle, which the sensor sees, is all ground.
    below = (middle[0], y + 0.82 * size)
    for turned in (nullcontext(), pen.turned(middle)):
        with turned:
            result_marks.draw_result_mark(
                pen, sticker.result, below, 0.6 * size, high, ink=ink, ground=sticker.ground
            )


FIELD = (26.0, 18.0)
"""Millimetres of a test strip's field, along the strip and across it: it covers the window of the
tray, and the strip bends up at both sides of the die that holds it down."""

_STRIPS = 2
_ABOUT_STRIP = (
    "Do your printer's colours serve? Try them before you cut a sticker. Print this page with the "
    "printer, on the paper and in the quality of the stickers. Cut out one strip; the backing "
    "stays on. Run cdgdevice reader test-strip: it asks for one field after the other, printed "
    "side down on the window, with the marks at the edges over its middle and the bare die on top."
)


def draw_test_strip(paper: Paper) -> Printout:
    """Print strips with the grounds of the six stickers, bare where a sensor looks."""
    return Printout("test-strip", "Test strip for the die reader", paper, (_draw_strip_page,))


def _draw_strip_page(pen: Pen) -> None:
    y = draw_head(pen, "Test strip for the die reader", _ABOUT_STRIP) + 6
    along, across = FIELD
    left = (pen.width - len(TEST_STRIP) * along) / 2
    for _ in range(_STRIPS):
        for number, sticker in enumerate(TEST_STRIP):
            _strip_field(pen, sticker, (left + number * along, y))
        y += across + 14


def _strip_field(pen: Pen, sticker: Sticker, at: Place) -> None:
    x, y = at
    along, across = FIELD
    edge = HAIR if sticker.ground == WHITE else None
    pen.box(at, along, across, fill=sticker.ground, line=edge, thick=0.15)
    ink = result_marks.ink_on(sticker.ground)
    middle = x + along / 2
    for start, end in ((y, y + 1.5), (y + across - 1.5, y + across)):
        pen.line((middle, start), (middle, end), colour=ink, width=0.3)
    pen.text((x + 1.5, y + across - 0.8), sticker.colour, 5, colour=ink)


CONVERSION_CARD = (88.0, 63.0)
"""Millimetres: a playing card on its side."""

PLAYS = {
    DieResult.JR: "C, or the lowest face-up Ops card",
    DieResult.AB: "A or B",
    DieResult.DE: "D or E",
    DieResult.ABC: "A, B or C",
    DieResult.CDE: "C, D or E",
    DieResult.EVENT: "a face-up card as its event, or the lowest face-up Ops card",
}
"""What a result lets play, by the standard rules."""

_ABOUT_CARDS = (
    "Cards for the table: the number that an ordinary die shows, the result it stands for, and "
    "what may be played by the standard rules. Cut along the lines."
)
_CARD_GAP = 6.0
_ROW = 8.4


def draw_conversion_cards(paper: Paper, conversion: DieConversion) -> Printout:
    """Print the cards for a conversion."""
    page = partial(_draw_card_page, conversion=conversion)
    return Printout("conversion", "Conversion card for a die with pips", paper, (page,))


def _draw_card_page(pen: Pen, *, conversion: DieConversion) -> None:
    y = draw_head(pen, "Conversion card", _ABOUT_CARDS)
    width, height = CONVERSION_CARD
    left = (pen.width - 2 * width - _CARD_GAP) / 2
    while y + height <= page_floor(pen):
        for column in range(2):
            _card(pen, (left + column * (width + _CARD_GAP), y), conversion)
        y += height + _CARD_GAP


def _card(pen: Pen, at: Place, conversion: DieConversion) -> None:
    width, height = CONVERSION_CARD
    x, y = at
    pen.box(at, width, height, line=HAIR, thick=0.15)
    pen.text((x + 5, y + 7.2), "A die with pips", 10.5, bold=True)
    pen.text((x + 35, y + 7.2), "may be played", 7.5, colour=FAINT)
    top = y + 10.2
    for number, result in enumerate(conversion.results, 1):
        result_marks.draw_pips(pen, number, (x + 5, top + 0.5), 6.6)
        result_marks.draw_tile(pen, result, (x + 15, top + 0.5), 17, 6.6)
        words = PLAYS[result]
        lines = 2 if len(words) > 40 else 1
        pen.prose((x + 35, top + (0.9 if lines == 2 else 2.0)), width - 40, words, 7.8)
        top += _ROW


CHIT_SIZE = 15.0
"""Millimetres of a chit's edge."""
COUNTER_SIZES: Mapping[str, float] = {name: 25.4 * part for name, part in COUNTER_INCHES.items()}
"""Millimetres of the counters that the Book has chits for, by their inches."""
NUMBERS = range(1, 13)
"""A hand has at most twelve cards."""

SIDE_COLOURS: Mapping[Side, Colour] = {Side.LEFT: (28, 62, 110), Side.RIGHT: (158, 42, 38)}
"""The colours of the sides on chits and mats."""
_PALE: Mapping[Side, Colour] = {Side.LEFT: (150, 168, 196), Side.RIGHT: (214, 158, 156)}

_ABOUT_CHITS = (
    "Lay out as many as the side has cards, coloured face up, and turn one over for each card that "
    "is played. Cut out each double strip, fold it back along the dashed line, glue it together "
    "(with card between, for good chits), then cut the chits apart."
)
_SETS = 2
"""How often each side's chits are printed."""


def draw_chits(paper: Paper, sheet: Sheet, size: float = CHIT_SIZE) -> Printout:
    """Print chits for the sides of a sheet: two sets, printed on one side of the paper.

    `size` is a chit's edge in millimetres. A set that is wider than the paper is cut in two strips.
    """
    title = f"Card-counting chits, {sheet.title}"
    width, height = paper.size
    rows = 1 if len(NUMBERS) * size <= width - 2 * MARGIN else 2
    set_of_both = 2 * rows * (2 * size + _ABOVE)
    pages = 1 if _SETS * set_of_both <= height - 2 * MARGIN - _ROUND_CHITS else _SETS
    page = partial(_draw_chit_page, sides=sheet.sides, size=size, rows=rows, sets=_SETS // pages)
    return Printout(f"chits-{sheet.id}", title, paper, (page,) * pages)


_ABOVE = 12.0
"""Millimetres above a strip, for its side's name."""
_ROUND_CHITS = 30.0
"""Millimetres of a page that head and foot take."""


def _draw_chit_page(
    pen: Pen, *, sides: Mapping[Side, str], size: float, rows: int, sets: int
) -> None:
    y = draw_head(pen, "Card-counting chits", _ABOUT_CHITS)
    chits = len(NUMBERS) // rows
    width = chits * size
    left = (pen.width - width) / 2
    strips = [(side, row) for _ in range(sets) for side in Side for row in range(rows)]
    high = 2 * size + _ABOVE
    between = min(6.0, (page_floor(pen) - y - len(strips) * high) / len(strips))
    for side, row in strips:
        name = sides[side]
        letters = fitting(name, 0.5 * width, 11, bold=True)
        pen.text((left, y + 4), name, letters, colour=SIDE_COLOURS[side], bold=True)
        pen.text(
            (left + width, y + 4),
            "above: to be played     below: played",
            7.5,
            colour=FAINT,
            align="right",
        )
        _strip(pen, (left, y + 7), side, NUMBERS[row * chits : (row + 1) * chits], size)
        y += high + between


def _strip(pen: Pen, at: Place, side: Side, numbers: range, edge: float) -> None:
    x, y = at
    width = len(numbers) * edge
    for index, number in enumerate(numbers):
        corner = x + index * edge
        pen.box((corner, y), edge, edge, fill=SIDE_COLOURS[side])
        _number(pen, number, (corner + edge / 2, y + edge / 2), 6.2 * edge / CHIT_SIZE, WHITE)
        # Folded back and turned like a page, what is printed upside down stands upright.
        with pen.turned((corner + edge / 2, y + 1.5 * edge)):
            _draw_played_face(pen, number, (corner, y + edge), side, edge)
    for index in range(1, len(numbers)):
        middle = x + index * edge
        pen.line((middle, y), (middle, y + edge), colour=WHITE, width=0.15)
        pen.line((middle, y + edge), (middle, y + 2 * edge), colour=HAIR, width=0.15)
    pen.box(at, width, 2 * edge, line=HAIR, thick=0.15)
    fold = y + edge
    pen.line((x - 3, fold), (x + width + 3, fold), colour=INK, width=0.15, dash=1.2)


def _draw_played_face(pen: Pen, number: int, at: Place, side: Side, edge: float) -> None:
    x, y = at
    pale, middle = _PALE[side], (x + edge / 2, y + edge / 2)
    pen.line((x + 2, y + edge - 2), (x + edge - 2, y + 2), colour=pale, width=0.5)
    pen.oval(middle, 0.6 * edge, 0.6 * edge, fill=WHITE)
    _number(pen, number, middle, 4.2 * edge / CHIT_SIZE, pale)


def _number(pen: Pen, number: int, middle: Place, high: float, colour: Colour) -> None:
    result_marks.draw_letters(pen, str(number), middle, CHIT_SIZE, high, colour)
    if number in (6, 9):
        x, y = middle[0], middle[1] + high / 2 + 0.9
        pen.line((x - high / 3, y), (x + high / 3, y), colour=colour, width=0.11 * high)
