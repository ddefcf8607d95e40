"""Capital letters of straight strokes, to be engraved.

Drawn here, because a font would have to be the same on every machine.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot

from build123d import Pos, Rectangle, Rot, Shape, extrude

# Corners of each stroke on a grid 2 wide and 4 high.
STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "A": (((0, 0), (0, 4), (2, 4), (2, 0)), ((0, 1.9), (2, 1.9))),
    "B": (((0, 0), (0, 4), (2, 4), (2, 0), (0, 0)), ((0, 2), (2, 2))),
    "C": (((2, 0), (0, 0), (0, 4), (2, 4)),),
    "D": (((0, 0), (0, 4), (1.3, 4), (2, 3.3), (2, 0.7), (1.3, 0), (0, 0)),),
    "L": (((0, 4), (0, 0), (2, 0)),),
    "R": (((0, 0), (0, 4), (2, 4), (2, 1.9), (0, 1.9)), ((0.9, 1.9), (2, 0))),
    "S": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
    "U": (((0, 4), (0, 0), (2, 0), (2, 4)),),
    "V": (((0, 4), (1, 0), (2, 4)),),
    "5": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
}

# Of a letter with the gap after it, on the same grid.
PITCH = 3.8


def engraving(word: str, height: float, depth: float, stroke: float = 0.8) -> Shape:
    """Give what is to be cut: a word about the origin, from z = -depth to just above z = 0."""
    scale = (height - stroke) / 4
    start = -(PITCH * len(word) - PITCH + 2) / 2
    slots = [
        _slot(a, b, start + PITCH * n, scale, stroke)
        for n, letter in enumerate(word)
        for line in STROKES[letter]
        for a, b in pairwise(line)
    ]
    flat = slots[0].fuse(*slots[1:]).clean()
    return Pos(0, 0, -depth) * extrude(flat, depth + 0.1)


def _slot(
    a: tuple[float, float], b: tuple[float, float], shift: float, scale: float, stroke: float
) -> Shape:
    """Give one straight stroke; the grid's middle of height becomes y = 0."""
    (x0, y0), (x1, y1) = a, b
    middle = ((x0 + x1) / 2 + shift) * scale, ((y0 + y1) / 2 - 2) * scale
    long = hypot(x1 - x0, y1 - y0) * scale
    turn = degrees(atan2(y1 - y0, x1 - x0))
    return Pos(*middle) * Rot(0, 0, turn) * Rectangle(long + stroke, stroke)
