"""The quick sheet of a game: all of its sheet in words, on a page or two."""

from collections.abc import Sequence
from functools import partial

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.die import STANDARD, Conversion
from cdgdevice.method.sheet import Sheet
from cdgdevice.printing.flow import Block, Column, Laid, laid, write
from cdgdevice.printing.panels import panels, panels_height
from cdgdevice.printing.paper import MARGIN, Paper
from cdgdevice.printing.pen import FAINT, Pen, fitting
from cdgdevice.printing.printout import FOOT, Printout, head, head_height
from cdgdevice.printing.sheet_blocks import blocks

LARGEST, SMALLEST = 10.0, 7.0
"""Points of the type; a sheet goes on a second page, and only then in smaller type."""

_ONE_PAGE = 8.25
"""Points below which a second page is better."""
_STEP = 0.25
_MOST = 40
_GUTTER = 8.0
_HEAD = 10.0
"""Millimetres that the title of a following page takes."""


def quick_sheet(paper: Paper, sheet: Sheet, conversion: Conversion = STANDARD) -> Printout:
    """Print a sheet in words; on more than two pages only where the type would be too small.

    `conversion` says which number of a die with pips stands for which result.

    Raises:
        CdgDeviceError: the sheet would fill a book.
    """
    told = tuple(blocks(sheet))
    lines, size = _set(told, paper, sheet)
    page = partial(_page, sheet=sheet, conversion=conversion, lines=lines, size=size)
    pages = tuple(partial(page, number=number) for number in range(1 + lines[-1].page))
    return Printout(f"quick-sheet-{sheet.id}", f"Quick sheet, {sheet.title}", paper, pages)


def _set(told: Sequence[Block], paper: Paper, sheet: Sheet) -> tuple[tuple[Laid, ...], float]:
    """Find the fewest pages and the largest type, and lay the words so that columns end alike."""
    for pages in range(1, _MOST):
        size = LARGEST
        while size >= (_ONE_PAGE if pages == 1 else SMALLEST):
            if laid(told, _columns(paper, sheet, pages, 1), size) is not None:
                for twentieth in range(1, 21):
                    lines = laid(told, _columns(paper, sheet, pages, twentieth / 20), size)
                    if lines is not None:
                        return lines, size
            size -= _STEP
    raise CdgDeviceError(f"The sheet {sheet.id} is too long to print; shorten its texts.")


def _columns(paper: Paper, sheet: Sheet, pages: int, last: float) -> list[Column]:
    """Give two columns a page; those of the last page are shorter by the factor `last`."""
    page_width, page_height = paper.size
    width = (page_width - 2 * MARGIN - _GUTTER) / 2
    found = []
    for page in range(pages):
        top = MARGIN + _HEAD if page else _text_top(sheet, page_width)
        height = page_height - MARGIN - FOOT - top
        if page == pages - 1:
            height *= last
        for x in (MARGIN, MARGIN + width + _GUTTER):
            found.append(Column(page, (x, top), width, height))
    return found


def _text_top(sheet: Sheet, width: float) -> float:
    return head_height(width, _about(sheet)) + panels_height(sheet, width) + 1


def _about(sheet: Sheet) -> str:
    return f"{sheet.publisher} {sheet.year}. After {sheet.source}. Sheet {sheet.id}."


def _page(
    pen: Pen,
    *,
    number: int,
    sheet: Sheet,
    conversion: Conversion,
    lines: Sequence[Laid],
    size: float,
) -> None:
    if number == 0:
        y = head(pen, sheet.title, _about(sheet))
        panels(pen, sheet, conversion, y)
    else:
        title = fitting(sheet.title, pen.width - 2 * MARGIN - 20, 13, bold=True)
        pen.text((MARGIN, MARGIN + 4.5), sheet.title, title, bold=True)
        pen.text((pen.width - MARGIN, MARGIN + 4.5), "goes on", 8.5, colour=FAINT, align="right")
    write(pen, lines, number, size)
