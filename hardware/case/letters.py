"""Capital letters of straight strokes, to be engraved or inlaid.

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
    "E": (((2, 0), (0, 0), (0, 4), (2, 4)), ((0, 2), (1.6, 2))),
    "F": (((0, 0), (0, 4), (2, 4)), ((0, 2), (1.6, 2))),
    "G": (((2, 4), (0, 4), (0, 0), (2, 0), (2, 2)),),
    "H": (((0, 0), (0, 4)), ((2, 0), (2, 4)), ((0, 2), (2, 2))),
    "I": (((1, 0), (1, 4)),),
    "J": (((0, 0.9), (0, 0), (2, 0), (2, 4)),),
    "K": (((0, 0), (0, 4)), ((0, 2), (2, 4)), ((0, 2), (2, 0))),
    "L": (((0, 4), (0, 0), (2, 0)),),
    "M": (((0, 0), (0, 4), (1, 2.2), (2, 4), (2, 0)),),
    "N": (((0, 0), (0, 4), (2, 0), (2, 4)),),
    "O": (((0, 0), (0, 4), (2, 4), (2, 0), (0, 0)),),
    "P": (((0, 0), (0, 4), (2, 4), (2, 1.9), (0, 1.9)),),
    "Q": (((0, 0), (0, 4), (2, 4), (2, 0), (0, 0)), ((1.2, 0.9), (2.3, -0.4))),
    "R": (((0, 0), (0, 4), (2, 4), (2, 1.9), (0, 1.9)), ((0.9, 1.9), (2, 0))),
    "S": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
    "T": (((0, 4), (2, 4)), ((1, 4), (1, 0))),
    "U": (((0, 4), (0, 0), (2, 0), (2, 4)),),
    "V": (((0, 4), (1, 0), (2, 4)),),
    "W": (((0, 4), (0.4, 0), (1, 1.8), (1.6, 0), (2, 4)),),
    "X": (((0, 0), (2, 4)), ((0, 4), (2, 0))),
    "Y": (((0, 4), (1, 2)), ((2, 4), (1, 2), (1, 0))),
    "Z": (((0, 4), (2, 4), (0, 0), (2, 0)),),
    "5": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
    " ": (),
}

# Of a letter with the gap after it, on the same grid.
PITCH = 3.8


def engraving(word: str, height: float, depth: float, stroke: float = 0.8) -> Shape:
    """Give what is to be cut: a word about the origin, from z = -depth to just above z = 0."""
    return Pos(0, 0, -depth) * extrude(outline(word, height, stroke), depth + 0.1)


def outline(word: str, height: float, stroke: float, pitch: float = PITCH) -> Shape:
    """Give a word about the origin as flat faces; `pitch` is that of the letters on their grid."""
    scale = (height - stroke) / 4
    start = -(pitch * len(word) - pitch + 2) / 2
    slots = [
        _slot(a, b, start + pitch * n, scale, stroke)
        for n, letter in enumerate(word)
        for line in STROKES[letter]
        for a, b in pairwise(line)
    ]
    return slots[0].fuse(*slots[1:]).clean()


def strokes(
    word: str, height: float, stroke: float, at: tuple[float, float], pitch: float = PITCH
) -> list[tuple[tuple[float, float], ...]]:
    """Give the middles of a word's strokes about `at`, to be drawn along by a laser."""
    scale = (height - stroke) / 4
    start = -(pitch * len(word) - pitch + 2) / 2
    return [
        tuple((at[0] + (x + start + pitch * n) * scale, at[1] + (y - 2) * scale) for x, y in line)
        for n, letter in enumerate(word)
        for line in STROKES[letter]
    ]


def _slot(
    a: tuple[float, float], b: tuple[float, float], shift: float, scale: float, stroke: float
) -> Shape:
    """Give one straight stroke; the grid's middle of height becomes y = 0."""
    (x0, y0), (x1, y1) = a, b
    middle = ((x0 + x1) / 2 + shift) * scale, ((y0 + y1) / 2 - 2) * scale
    long = hypot(x1 - x0, y1 - y0) * scale
    turn = degrees(atan2(y1 - y0, x1 - x0))
    return Pos(*middle) * Rot(0, 0, turn) * Rectangle(long + stroke, stroke)
