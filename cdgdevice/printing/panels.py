"""The top of a quick sheet: what decides a round, in panels side by side."""

from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Space
from cdgdevice.method.sheet import Sheet
from cdgdevice.printing.flow import INDENT
from cdgdevice.printing.marks import pips, tile
from cdgdevice.printing.paper import MARGIN
from cdgdevice.printing.pen import FAINT, HAIR, Pen, Place, high
from cdgdevice.printing.sheet_blocks import refill_words
from cdgdevice.workshop.step_words import step_lines

_GAP = 4.0
_TYPE = 8.5
_SIGN = 8.0
_INSIDE = 3.0
_TOP = _INSIDE + _SIGN + 2.5
_BETWEEN = 0.8
_ACROSS = 3
_ROW_PANEL = 17.0

_Line = tuple[float, str, bool]
"""How far it is indented, its words, and whether they are bold: what is easily forgotten is."""


def panels_height(sheet: Sheet, page: float) -> float:
    """Say how high the panels of a sheet are on a page of this width, with the space below."""
    if sheet.row is not None:
        return _ROW_PANEL + _GAP
    return sum(height + _GAP for height in _heights(sheet, _width(page)))


def panels(pen: Pen, sheet: Sheet, conversion: Conversion, y: float) -> None:
    """Draw the panels from `y` down: results with their flips and refills, or a row's ranges."""
    if sheet.row is not None:
        _ranges(pen, sheet, y)
        return
    width = _width(pen.width)
    results = tuple(sheet.outcomes)
    for row, height in enumerate(_heights(sheet, width)):
        for column, result in enumerate(results[row * _ACROSS : (row + 1) * _ACROSS]):
            at = (MARGIN + column * (width + _GAP), y)
            pen.box(at, width, height, line=HAIR, thick=0.25, radius=1.5)
            _panel(pen, at, width, result, sheet, conversion)
        y += height + _GAP


def _panel(
    pen: Pen, at: Place, width: float, result: Result, sheet: Sheet, conversion: Conversion
) -> None:
    x, y = at
    tile(pen, result, (x + _INSIDE, y + _INSIDE), 2.6 * _SIGN, _SIGN)
    pips(pen, conversion.number(result), (x + width - _INSIDE - _SIGN, y + _INSIDE), _SIGN)
    under = y + _TOP
    for indent, words, bold in _lines(result, sheet):
        room = width - 2 * _INSIDE - indent
        under += pen.prose((x + _INSIDE + indent, under), room, words, _TYPE, bold=bold)
        under += _BETWEEN


def _lines(result: Result, sheet: Sheet) -> tuple[_Line, ...]:
    steps = step_lines(sheet.outcomes[result].steps, sheet)
    return (
        *(((len(line) - len(line.lstrip())) / 2 * INDENT, line.lstrip(), False) for line in steps),
        *((0.0, line, True) for line in refill_words(sheet, result)),
    )


def _heights(sheet: Sheet, width: float) -> tuple[float, ...]:
    tall = [
        sum(
            high(words, width - 2 * _INSIDE - indent, _TYPE, bold=bold) + _BETWEEN
            for indent, words, bold in _lines(result, sheet)
        )
        for result in sheet.outcomes
    ]
    rows = (tall[start : start + _ACROSS] for start in range(0, len(tall), _ACROSS))
    return tuple(_TOP + max(row) + _INSIDE - _BETWEEN for row in rows)


def _width(page: float) -> float:
    return (page - 2 * MARGIN - (_ACROSS - 1) * _GAP) / _ACROSS


def _ranges(pen: Pen, sheet: Sheet, y: float) -> None:
    ranges = {} if sheet.row is None else sheet.row.ranges
    width = (pen.width - 2 * MARGIN - (len(Space) - 1) * _GAP) / len(Space)
    for column, space in enumerate(Space):
        x = MARGIN + column * (width + _GAP)
        pen.box((x, y), width, _ROW_PANEL, line=HAIR, thick=0.25, radius=1.5)
        pen.text((x + _INSIDE, y + 11.5), space.value, 26, bold=True)
        right = x + width - _INSIDE
        pen.text((right, y + 7), "nominated:", 8, colour=FAINT, align="right")
        words = f"white 1 to {ranges[space]}"
        pen.text((right, y + 12), words, 9.5, bold=True, align="right")
