"""The quick sheet of a game: its sheet in words on a page or two, with panels for a round."""

from collections.abc import Sequence
from functools import partial

from cdgdevice.errors import CdgDeviceError
from cdgdevice.printing.pen import FAINT, HAIR, Pen, Place, fitting, high
from cdgdevice.printing.printout import (
    FOOT,
    INDENT,
    Block,
    Column,
    LaidOut,
    Printout,
    draw_head,
    head_height,
    lay_out,
    write_columns,
)
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.result_marks import draw_pips, draw_tile
from cdgdevice.printing.sheet_text import refill_words, sheet_blocks
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion, DieResult
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheet_tools.step_words import step_lines

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
    """Return how high the panels of a sheet are on a page of this width, with the space below."""
    if sheet.row is not None:
        return _ROW_PANEL + _GAP
    return sum(height + _GAP for height in _heights(sheet, _width(page)))


def draw_panels(pen: Pen, sheet: Sheet, conversion: DieConversion, y: float) -> None:
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
            _draw_panel(pen, at, width, result, sheet, conversion)
        y += height + _GAP


def _draw_panel(
    pen: Pen, at: Place, width: float, result: DieResult, sheet: Sheet, conversion: DieConversion
) -> None:
    x, y = at
    signs = sheet.words.signs_of_jolly_roger
    draw_tile(pen, result, (x + _INSIDE, y + _INSIDE), 2.6 * _SIGN, _SIGN, signs)
    draw_pips(pen, conversion.number(result), (x + width - _INSIDE - _SIGN, y + _INSIDE), _SIGN)
    under = y + _TOP
    for indent, words, bold in _lines(result, sheet):
        room = width - 2 * _INSIDE - indent
        under += pen.prose((x + _INSIDE + indent, under), room, words, _TYPE, bold=bold)
        under += _BETWEEN


def _lines(result: DieResult, sheet: Sheet) -> tuple[_Line, ...]:
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
        pen.text((right, y + 7), f"{sheet.words.nominated}:", 8, colour=FAINT, align="right")
        words = f"{sheet.words.white} 1 to {ranges[space]}"
        pen.text((right, y + 12), words, 9.5, bold=True, align="right")


LARGEST, SMALLEST = 10.0, 7.0
"""Points of the type; a sheet goes on a second page, and only then in smaller type."""

_ONE_PAGE = 8.25
"""Points below which a second page is better."""
_STEP = 0.25
_MOST = 40
_GUTTER = 6.0
_HEAD = 8.0
"""Millimetres that the title of a following page takes."""


def draw_quick_sheet(
    paper: Paper, sheet: Sheet, conversion: DieConversion = STANDARD_CONVERSION
) -> Printout:
    """Print a sheet in words; on more than two pages only where the type would be too small.

    `conversion` says which number of a die with pips stands for which result.

    Raises:
        CdgDeviceError: the sheet is too long to print.
    """
    told = tuple(sheet_blocks(sheet))
    lines, size = _set(told, paper, sheet)
    page = partial(_page, sheet=sheet, conversion=conversion, lines=lines, size=size)
    pages = tuple(partial(page, number=number) for number in range(1 + lines[-1].page))
    return Printout(f"quick-sheet-{sheet.id}", f"Quick sheet, {sheet.title}", paper, pages)


def _set(told: Sequence[Block], paper: Paper, sheet: Sheet) -> tuple[tuple[LaidOut, ...], float]:
    """Find the fewest pages and the largest type, and lay the words so that columns end alike."""
    for pages in range(1, _MOST):
        size = LARGEST
        while size >= (_ONE_PAGE if pages == 1 else SMALLEST):
            if lay_out(told, _columns(paper, sheet, pages, 1), size) is not None:
                for twentieth in range(1, 21):
                    lines = lay_out(told, _columns(paper, sheet, pages, twentieth / 20), size)
                    if lines is not None:
                        return lines, size
            size -= _STEP
    raise CdgDeviceError(f"The sheet {sheet.id} is too long to print; shorten its texts.")


def _columns(paper: Paper, sheet: Sheet, pages: int, last: float) -> list[Column]:
    """Return two columns a page; those of the last page are shorter by the factor `last`."""
    page_width, page_height = paper.size
    width = (page_width - 2 * MARGIN - _GUTTER) / 2
    below_panels = head_height(page_width, _about(sheet)) + panels_height(sheet, page_width) + 1
    found = []
    for page in range(pages):
        top = MARGIN + _HEAD if page else below_panels
        height = page_height - MARGIN - FOOT - top
        if page == pages - 1:
            height *= last
        for x in (MARGIN, MARGIN + width + _GUTTER):
            found.append(Column(page, (x, top), width, height))
    return found


def _about(sheet: Sheet) -> str:
    return f"{sheet.publisher} {sheet.year}. After {sheet.source}. Sheet {sheet.id}."


def _page(
    pen: Pen,
    *,
    number: int,
    sheet: Sheet,
    conversion: DieConversion,
    lines: Sequence[LaidOut],
    size: float,
) -> None:
    if number == 0:
        y = draw_head(pen, sheet.title, _about(sheet))
        draw_panels(pen, sheet, conversion, y)
    else:
        title = fitting(sheet.title, pen.width - 2 * MARGIN - 20, 13, bold=True)
        pen.text((MARGIN, MARGIN + 4.5), sheet.title, title, bold=True)
        pen.text((pen.width - MARGIN, MARGIN + 4.5), "continued", 8.5, colour=FAINT, align="right")
    write_columns(pen, lines, number, size)
