"""A printout: pages that share a header, a measuring line and a way to be written."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cdgdevice.printing.paper import MARGIN, Paper
from cdgdevice.printing.pen import FAINT, HAIR, INK, Pen, fitting, high, long

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


@dataclass(frozen=True, slots=True)
class Printout:
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


def head(pen: Pen, title: str, about: str) -> float:
    """Write a page's title and what it is for; give the height from which there is room."""
    size = fitting(title, pen.width - 2 * MARGIN, 20, bold=True)
    pen.text((MARGIN, MARGIN + 6.5), title, size, bold=True)
    pen.prose((MARGIN, MARGIN + 10), pen.width - 2 * MARGIN, about, _ABOUT, colour=FAINT)
    end = head_height(pen.width, about)
    pen.line((MARGIN, end - 6), (pen.width - MARGIN, end - 6), colour=HAIR, width=0.3)
    return end


def head_height(width: float, about: str) -> float:
    """Say at which height `head` ends on a page of this width."""
    return MARGIN + 10 + high(about, width - 2 * MARGIN, _ABOUT) + 3 + 6


def floor(pen: Pen) -> float:
    """Give the height above which a page's drawing must end."""
    return pen.height - MARGIN - FOOT
