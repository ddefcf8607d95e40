"""A printout: pages with a header and a measuring line, and words that flow in columns."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from io import BytesIO

from msgspec import Struct
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cdgdevice.printing.pen import FAINT, HAIR, INK, Colour, Pen, Place, fitting, high, long
from cdgdevice.printing.products_and_sizes import MARGIN, Paper

FOOT = 18.0
"""Millimetres above the lower margin that the measuring line takes."""
MEASURE = 100.0
"""Millimetres of the measuring line."""
FOUR_INCHES = 101.6
"""Millimetres of its second line, on paper that is measured in inches."""

_HINT = "Print at 100 %. If this line is not 100 mm long the printer has scaled."
_RULE = 0.35
_TICK = 2.0
_ABOUT = 9.5

Page = Callable[[Pen], None]
"""Draws what a page holds above its measuring line."""


class Printout(Struct, frozen=True):
    """Something to print, at true scale."""

    name: str
    """Of its file, without the ending."""
    title: str
    paper: Paper
    pages: tuple[Page, ...]
    lying: bool = False
    """The paper lies on its long edge."""

    def pdf(self) -> bytes:
        """Draw all pages; the same printout gives the same bytes."""
        width, height = self.paper.size
        if self.lying:
            width, height = height, width
        written = BytesIO()
        canvas = Canvas(written, pagesize=(width * mm, height * mm), invariant=1)
        canvas.setTitle(self.title)
        canvas.setAuthor("cdgdevice")
        canvas.setSubject("Print at 100 %.")
        # Asks the viewer not to shrink the page to the printer's margins, as most do unasked.
        canvas.setViewerPreference("PrintScaling", "None")
        for number, page in enumerate(self.pages, 1):
            pen = Pen(canvas, width, height)
            page(pen)
            self._foot(pen, number)
            canvas.showPage()
        canvas.save()
        return written.getvalue()

    def _foot(self, pen: Pen, number: int) -> None:
        bottom = pen.height - MARGIN
        pen.text((MARGIN, bottom - 4.2), "cdgdevice", 8, bold=True)
        room = (pen.width - long(_HINT, 7)) / 2 - MARGIN - 3
        pen.text((MARGIN, bottom - 0.8), self.title, fitting(self.title, room, 7), colour=FAINT)
        pages = f"page {number} of {len(self.pages)}"
        pen.text((pen.width - MARGIN, bottom - 0.8), pages, 7, colour=FAINT, align="right")
        start = (pen.width - MEASURE) / 2
        y = bottom - 10
        ruler = partial(pen.line, colour=INK, width=_RULE)
        ruler((start, y), (start + MEASURE, y))
        for tenth in range(11):
            x = start + tenth * MEASURE / 10
            # The end ticks lie within the line's length: from outer edge to outer edge it is true.
            x += _RULE / 2 if tenth == 0 else -_RULE / 2 if tenth == 10 else 0
            ruler((x, y - (_TICK if tenth % 10 == 0 else _TICK / 2)), (x, y + _RULE / 2))
        pen.text((start + MEASURE + 2, y), "100 mm", 7, bold=True)
        if self.paper is Paper.LETTER:
            self._inches(pen, start, y + 3.4)
        pen.text((pen.width / 2, bottom - 0.8), _HINT, 7, align="centre")

    def _inches(self, pen: Pen, start: float, y: float) -> None:
        pen.line((start, y), (start + FOUR_INCHES, y), colour=INK, width=_RULE)
        for inch in range(5):
            x = start + inch * FOUR_INCHES / 4
            x += _RULE / 2 if inch == 0 else -_RULE / 2 if inch == 4 else 0
            pen.line((x, y - _RULE / 2), (x, y + _TICK), colour=INK, width=_RULE)
        pen.text((start + FOUR_INCHES + 2, y + 1.4), "4 in", 7, bold=True)


def draw_head(pen: Pen, title: str, about: str) -> float:
    """Write a page's title and what it is for; return the height from which there is room."""
    size = fitting(title, pen.width - 2 * MARGIN, 20, bold=True)
    pen.text((MARGIN, MARGIN + 6.5), title, size, bold=True)
    pen.prose((MARGIN, MARGIN + 10), pen.width - 2 * MARGIN, about, _ABOUT, colour=FAINT)
    end = head_height(pen.width, about)
    pen.line((MARGIN, end - 6), (pen.width - MARGIN, end - 6), colour=HAIR, width=0.3)
    return end


def head_height(width: float, about: str) -> float:
    """Return at which height `draw_head` ends on a page of this width."""
    return MARGIN + 10 + high(about, width - 2 * MARGIN, _ABOUT) + 3 + 6


def page_floor(pen: Pen) -> float:
    """Return the height above which a page's drawing must end."""
    return pen.height - MARGIN - FOOT


INDENT = 3.2
"""Millimetres by which a line is moved in that belongs to the one before it."""

_TOGETHER = 85.0
"""Millimetres up to which a block is not broken."""

_TITLE: Colour = (28, 62, 110)


class Style(Enum):
    """How words are set: points above the type of the text, and how it stands off what is above."""

    TITLE = (2.0, 0.45)
    """Of several headings."""
    HEADING = (0.5, 0.20)
    """Of a few lines."""
    LINE = (0.0, 0.04)
    """A line of text."""
    LED_LINE = (0.0, 0.20)
    """A line of text that its heading begins: the only one below it."""

    @property
    def larger(self) -> float:
        """Points above the type of the text."""
        return self.value[0]

    @property
    def space(self) -> float:
        """Millimetres above it for each point of the text's type."""
        return self.value[1]


_BOLD = frozenset({Style.TITLE, Style.HEADING})


class Block(Struct, frozen=True):
    """A heading with its lines; headings stay with the first line below them."""

    heading: str
    lines: tuple[str, ...]
    """Each is indented by two columns more for each level below the heading."""
    title: str = ""
    """Stands above the heading, where a new part of the text begins."""


class Column(Struct, frozen=True):
    """Where words may be: `at` is the top left corner, all in millimetres."""

    page: int
    at: Place
    width: float
    height: float


class _Line(Struct, frozen=True):
    """A line before it has a place; `lead` is the heading that begins it."""

    style: Style
    words: str
    lead: str = ""


_Group = tuple[_Line, ...]
"""Lines that must stay together."""


class LaidOut(Struct, frozen=True):
    """A line of a block in its place."""

    page: int
    at: Place
    width: float
    words: str
    style: Style
    lead: str


def lay_out(
    blocks: Sequence[Block], columns: Sequence[Column], size: float
) -> tuple[LaidOut, ...] | None:
    """Arrange blocks in columns, in type of this size; None where they don't fit."""
    found: list[LaidOut] = []
    waiting = iter(columns)
    column = next(waiting)
    used = 0.0
    for heading, group in _all_groups(blocks, column.width, size):
        lines, tall = _measured(group, column, used, size)
        if used + tall > column.height:
            following = next(waiting, None)
            if following is None:
                return None
            column, used = following, 0.0
            again = (_Line(Style.HEADING, f"{heading} (continued)"),) if heading else ()
            lines, tall = _measured((*again, *group), column, used, size)
            if tall > column.height:
                return None
        found += lines
        used += tall
    return tuple(found)


def write_columns(pen: Pen, lines: Sequence[LaidOut], page: int, size: float) -> None:
    """Write the lines of one page."""
    for line in lines:
        if line.page == page:
            pen.prose(
                line.at,
                line.width,
                line.words,
                size + line.style.larger,
                colour=_TITLE if line.style is Style.TITLE else INK,
                bold=line.style in _BOLD,
                lead=line.lead,
            )


def _all_groups(blocks: Sequence[Block], width: float, size: float) -> Iterator[tuple[str, _Group]]:
    """Return the groups of all blocks, each with the heading of the block that it continues."""
    for block in blocks:
        heading = ""
        for group in _groups(block, width, size):
            yield heading, group
            heading = block.heading


def _groups(block: Block, width: float, size: float) -> Iterator[_Group]:
    """Return what must stay together: a small block; else its headings and its first line.

    A line that leads to the next, with a colon or a question, stays with it.
    """
    headings = [(Style.TITLE, block.title), (Style.HEADING, block.heading)]
    whole = [_Line(*each) for each in headings if each[1]]
    if block.heading and len(block.lines) == 1:
        whole[-1:] = [_Line(Style.LED_LINE, block.lines[0], block.heading)]
    else:
        whole += [_Line(Style.LINE, line) for line in block.lines]
    small = _measured(whole, Column(0, (0, 0), width, 0), 0, size)[1] <= _TOGETHER
    group: list[_Line] = []
    for line in whole:
        group.append(line)
        if line.style not in _BOLD and line.words[-1] not in ":?" and not small:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _measured(
    group: Sequence[_Line], column: Column, used: float, size: float
) -> tuple[list[LaidOut], float]:
    found, tall = [], 0.0
    for line in group:
        style, words = line.style, line.words.lstrip()
        moved = (len(line.words) - len(words)) / 2 * INDENT
        width = column.width - moved
        if used + tall > 0:
            tall += style.space * size
        at = (column.at[0] + moved, column.at[1] + used + tall)
        found.append(LaidOut(column.page, at, width, words, style, line.lead))
        tall += high(words, width, size + style.larger, bold=style in _BOLD, lead=line.lead)
    return found, tall
