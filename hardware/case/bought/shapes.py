"""Plain solids that the models of bought parts are put together from."""

from __future__ import annotations

from build123d import Align, Box, Cylinder, Pos, RectangleRounded, Shape, extrude

MIN = (Align.MIN, Align.MIN, Align.MIN)
ON_TOP = (Align.CENTER, Align.CENTER, Align.MIN)
BELOW = (Align.CENTER, Align.CENTER, Align.MAX)


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Shape:
    """Give the upright box between two corners."""
    sides = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*low) * Box(*sides, align=MIN)


def rod(diameter: float, low: float, high: float, x: float = 0, y: float = 0) -> Shape:
    """Give the upright cylinder about (x, y) from z = low to z = high."""
    return Pos(x, y, low) * Cylinder(diameter / 2, high - low, align=ON_TOP)


def board(
    width: float,
    height: float,
    thickness: float,
    radius: float,
    hole: float = 0,
    holes: tuple[tuple[float, float], ...] = (),
) -> Shape:
    """Give a circuit board with its lower left corner at the origin, and holes through it."""
    plate = extrude(Pos(width / 2, height / 2) * RectangleRounded(width, height, radius), thickness)
    for x, y in holes:
        plate -= rod(hole, -1, thickness + 1, x, y)
    return plate


def pins(places: list[tuple[float, float]], low: float, high: float, side: float = 0.64) -> Shape:
    """Give square pins of a header from z = low to z = high, as one shape."""
    first, *others = [
        block((x - side / 2, y - side / 2, low), (x + side / 2, y + side / 2, high))
        for x, y in places
    ]
    return first.fuse(*others) if others else first
