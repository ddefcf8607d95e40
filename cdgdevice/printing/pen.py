"""A pen that draws in millimetres from the paper's top left corner."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
Place = tuple[float, float]
"""Millimetres from the left edge and from the top."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
INK: Colour = (34, 34, 38)
"""Of texts and drawings."""
FAINT: Colour = (110, 110, 116)
"""Of texts that explain."""
HAIR: Colour = (176, 176, 182)
"""Of lines to cut along, and of frames."""

CAPITAL = 0.718
"""A capital's height in Helvetica, as a part of the size of the type."""
LEADING = 1.25
"""From line to line, as a part of the size of the type."""

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"


class Pen:
    """Draws on one page; sizes of type are in points, all else in millimetres."""

    def __init__(self, canvas: Canvas, width: float, height: float) -> None:
        """Draw on the present page of `canvas`, which is so wide and so high."""
        self.width = width
        self.height = height
        self._canvas = canvas

    def text(
        self,
        at: Place,
        words: str,
        size: float,
        *,
        colour: Colour = INK,
        bold: bool = False,
        align: Literal["left", "centre", "right"] = "left",
    ) -> None:
        """Write a line; `at` is its left end, its middle or its right end, on the base line."""
        x, y = self._points(at)
        self._canvas.setFillColorRGB(*_parts(colour))
        self._canvas.setFont(_BOLD if bold else _PLAIN, size)
        draw = {
            "left": self._canvas.drawString,
            "centre": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }
        draw[align](x, y, words)

    def prose(
        self,
        at: Place,
        width: float,
        words: str,
        size: float,
        *,
        colour: Colour = INK,
        bold: bool = False,
        lead: str = "",
    ) -> float:
        """Write words in lines no longer than `width`, from `at` down; return their height.

        `lead` stands before them, in bold.
        """
        written, height = _set(words, width, size, colour, bold, lead)
        x, y = self._points(at)
        written.drawOn(self._canvas, x, y - height * mm)
        return height

    def line(
        self,
        start: Place,
        end: Place,
        *,
        colour: Colour = INK,
        width: float = 0.2,
        dash: float = 0,
        round_ends: bool = False,
    ) -> None:
        """Draw a straight line, in dashes of `dash` millimetres if that is not 0."""
        self._stroke(colour, width, dash)
        self._canvas.setLineCap(1 if round_ends else 0)
        self._canvas.line(*self._points(start), *self._points(end))

    def box(
        self,
        at: Place,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        line: Colour | None = None,
        thick: float = 0.2,
        dash: float = 0,
        radius: float = 0,
    ) -> None:
        """Draw a box whose top left corner is `at`; its lines lie half within it."""
        x, y = self._points((at[0], at[1] + height))
        if fill is not None:
            self._canvas.setFillColorRGB(*_parts(fill))
        if line is not None:
            self._stroke(line, thick, dash)
        self._canvas.roundRect(
            x,
            y,
            width * mm,
            height * mm,
            radius * mm,
            stroke=int(line is not None),
            fill=int(fill is not None),
        )

    def oval(self, middle: Place, across: float, high: float, *, fill: Colour) -> None:
        """Draw a filled ellipse; `across` and `high` are its whole width and height."""
        x, y = self._points(middle)
        self._canvas.setFillColorRGB(*_parts(fill))
        half, tall = across * mm / 2, high * mm / 2
        self._canvas.ellipse(x - half, y - tall, x + half, y + tall, stroke=0, fill=1)

    def shape(self, corners: Sequence[Place], *, fill: Colour) -> None:
        """Draw a filled shape of straight edges."""
        path = self._canvas.beginPath()
        path.moveTo(*self._points(corners[0]))
        for corner in corners[1:]:
            path.lineTo(*self._points(corner))
        path.close()
        self._canvas.setFillColorRGB(*_parts(fill))
        self._canvas.drawPath(path, stroke=0, fill=1)

    @contextmanager
    def turned(self, middle: Place) -> Iterator[None]:
        """Draw upside down, turned about `middle`."""
        x, y = self._points(middle)
        self._canvas.saveState()
        self._canvas.translate(2 * x, 2 * y)
        self._canvas.rotate(180)
        yield
        self._canvas.restoreState()

    def upwards(self, at: Place, words: str, size: float, *, colour: Colour = INK) -> None:
        """Write a line that goes up the page; `at` is its middle, on the base line."""
        x, y = self._points(at)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(90)
        self._canvas.translate(-x, -y)
        self.text(at, words, size, colour=colour, align="centre")
        self._canvas.restoreState()

    def _points(self, at: Place) -> tuple[float, float]:
        return at[0] * mm, (self.height - at[1]) * mm

    def _stroke(self, colour: Colour, width: float, dash: float) -> None:
        self._canvas.setStrokeColorRGB(*_parts(colour))
        self._canvas.setLineWidth(width * mm)
        self._canvas.setDash([dash * mm] if dash else [])


def long(words: str, size: float, *, bold: bool = False) -> float:
    """Return how long a line of words is, in millimetres."""
    return float(stringWidth(words, _BOLD if bold else _PLAIN, size)) / mm


@lru_cache(maxsize=10_000)
def high(words: str, width: float, size: float, *, bold: bool = False, lead: str = "") -> float:
    """Return how high words are after a lead, in millimetres, in lines no longer than `width`."""
    return _set(words, width, size, INK, bold, lead)[1]


def fitting(words: str, width: float, size: float, *, bold: bool = False) -> float:
    """Return the largest size of type, `size` at most, in which a line of words is in `width`."""
    return min(size, size * width / max(long(words, size, bold=bold), 0.001))


def _set(
    words: str, width: float, size: float, colour: Colour, bold: bool, lead: str
) -> tuple[Paragraph, float]:
    style = ParagraphStyle(
        "prose",
        fontName=_BOLD if bold else _PLAIN,
        fontSize=size,
        leading=size * LEADING,
        textColor=Color(*_parts(colour)),
        splitLongWords=1,
    )
    before = f'<font name="{_BOLD}">{escape(lead)}</font> ' if lead else ""
    written = Paragraph(before + escape(words), style)
    _, height = written.wrap(width * mm, 10_000 * mm)
    return written, height / mm


def _parts(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
