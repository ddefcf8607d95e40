"""A tower over the tray, with slanting baffles that turn a die however carefully it is let go.

Only the simulation has it yet, nothing that is printed: a square shaft that stands on the tray's
rim, so little above it that no die gets out. All in millimetres, upwards from the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

MM = 1e-3
INSIDE = 60.0
"""The shaft's clear width."""
GAP = 10.0
"""From the rim to the shaft's lower end."""
BAFFLES = 3
"""They slope down at 45 degrees, in turn from the left and from the right."""
REACH = 32.0
"""How far a baffle reaches into the shaft: beyond its middle, so no die falls past it straight."""
APART = 45.0
"""From baffle to baffle: a die of 16 mm, corner to corner, has room between them."""
FIRST, LAST = 12.0, 14.0
"""Free above the first baffle, and below the last."""
WALL = 2.4
EDGE = 1.0
"""Radius of a baffle's free edge."""


@dataclass(frozen=True, slots=True)
class Tower:
    """Where its shaft begins and ends."""

    low: float
    top: float

    @classmethod
    def over(cls, rim: float) -> Tower:
        """Stand it on a tray whose rim is so high."""
        low = rim + GAP
        return cls(low, low + LAST + REACH + (BAFFLES - 1) * APART + FIRST)

    def geoms(self) -> Iterator[str]:
        """Give its walls and baffles as MuJoCo's XML, of the classes `facet` and `ring`."""
        half, middle, tall = INSIDE / 2, (self.low + self.top) / 2, (self.top - self.low) / 2
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            out = half + WALL / 2
            size = (WALL / 2, half + WALL, tall) if x else (half + WALL, WALL / 2, tall)
            yield (
                f'<geom class="facet" type="box" size="{_mm(*size)}" '
                f'pos="{_mm(x * out, y * out, middle)}"/>'
            )
        for number in range(BAFFLES):
            side = 1 if number % 2 else -1
            yield from self._baffle(side, self.top - FIRST - number * APART)

    def _baffle(self, side: int, begins: float) -> Iterator[str]:
        """Give a baffle that begins so high at the left wall, side -1, or the right one."""
        long, half = REACH * sqrt(2) / 2, WALL / 2
        # Its upper side leads from the wall down to the free edge.
        x = side * (INSIDE / 2 - REACH / 2) + side * sin(pi / 4) * half
        high = begins - REACH / 2 - cos(pi / 4) * half
        yield (
            f'<geom class="facet" type="box" size="{_mm(long, INSIDE / 2, half)}" '
            f'pos="{_mm(x, 0, high)}" xyaxes="{side * cos(pi / 4)} 0 {sin(pi / 4)} 0 {side} 0"/>'
        )
        edge = side * (INSIDE / 2 - REACH) + side * sin(pi / 4) * EDGE
        low = begins - REACH - cos(pi / 4) * EDGE
        ends = [_mm(edge, y, low) for y in (-INSIDE / 2, INSIDE / 2)]
        yield (
            f'<geom class="ring" type="capsule" size="{EDGE * MM}" fromto="{ends[0]} {ends[1]}"/>'
        )


def _mm(*lengths: float) -> str:
    return " ".join(f"{length * MM:.7g}" for length in lengths)
