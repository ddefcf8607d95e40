"""Panels as a drawing for a laser: DXF, release 12, which every program for one reads.

Millimetres. Layer CUT has the outlines, ENGRAVE the letters, NAMES what each panel is called.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from ezdxf.addons import r12writer
from ezdxf.addons.r12writer import R12FastStreamWriter

from hardware.case.wood import Piece

CUT, ENGRAVE, NAMES = "CUT", "ENGRAVE", "NAMES"
_COLOURS = {CUT: 1, ENGRAVE: 5, NAMES: 8}
"""Red, blue and grey, as DXF counts them."""
_SHEET = 400.0
_APART = 6.0
_LETTERS = 4.0


def drawing(pieces: Iterable[Piece]) -> str:
    """Write the drawing: every panel as often as it is wanted, beside each other."""
    text = StringIO()
    x = y = high = 0.0
    with r12writer(text) as sheet:
        for piece in pieces:
            left, low, right, top = _bounds(piece)
            for _ in range(piece.count):
                if x and x + right - left > _SHEET:
                    x, y, high = 0.0, y + high + _APART + _LETTERS, 0.0
                _draw(sheet, piece, x - left, y - low + _LETTERS)
                high = max(high, top - low + _LETTERS)
                x += right - left + _APART
    return text.getvalue()


def same_drawing(one: bytes, other: bytes) -> bool:
    """Say whether two drawings have the same lines, to a hundredth of a millimetre."""
    a, b = one.split(), other.split()
    return len(a) == len(b) and all(map(_is_same, a, b))


def _is_same(one: bytes, other: bytes) -> bool:
    if one == other:
        return True
    try:
        return abs(float(one) - float(other)) <= 0.01
    except ValueError:
        return False


def _bounds(piece: Piece) -> tuple[float, float, float, float]:
    across, along = zip(*piece.outline, strict=True)
    return min(across), min(along), max(across), max(along)


def _draw(sheet: R12FastStreamWriter, piece: Piece, x: float, y: float) -> None:
    """Draw a panel moved by (x, y), its name below it."""

    def at(point: tuple[float, float]) -> tuple[float, float]:
        # No minus before nothing.
        return round(point[0] + x, 3) + 0.0, round(point[1] + y, 3) + 0.0

    for line in (piece.outline, *piece.holes):
        sheet.add_polyline_2d(map(at, line), closed=True, layer=CUT, color=_COLOURS[CUT])
    for across, along, wide in piece.circles:
        sheet.add_circle(at((across, along)), round(wide / 2, 3), layer=CUT, color=_COLOURS[CUT])
    for line in piece.engraved:
        sheet.add_polyline_2d(map(at, line), layer=ENGRAVE, color=_COLOURS[ENGRAVE])
    left, low, _, _ = _bounds(piece)
    corner = at((left, low - _LETTERS))
    sheet.add_text(piece.name, corner, _LETTERS * 0.7, layer=NAMES, color=_COLOURS[NAMES])
