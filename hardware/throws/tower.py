"""The tower over the tray, as MuJoCo knows it: in the sizes that its model is printed in.

All in millimetres, upwards from the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import pi, sin, sqrt

from hardware.case.die_tray_sizes import heights
from hardware.case.tables import Tables
from hardware.case.tower_sizes import Baffle, tower_sizes

MM = 1e-3
_SLANT = sin(pi / 4)


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower in its place."""

    tables: Tables
    rim: float
    """The tray's rim, on which it stands."""

    @classmethod
    def over(cls, tables: Tables) -> Tower:
        """Stand it on the tray."""
        at = heights(tables)
        return cls(tables, at.top - at.face)

    @property
    def top(self) -> float:
        """Its mouth."""
        return self.rim + tower_sizes(self.tables).top

    def geoms(self) -> Iterator[str]:
        """Give walls, baffles and legs as MuJoCo's XML, of the classes `facet` and `ring`."""
        yield from self._shaft()
        for baffle in tower_sizes(self.tables).baffles:
            yield from self._baffle(baffle)
        for x, y in product((-1, 1), repeat=2):
            yield from self._leg(x, y)

    def _shaft(self) -> Iterator[str]:
        """Give the walls, and a round edge below each."""
        case, at = self.tables.case["tower"], tower_sizes(self.tables)
        half, wall = case["inside"] / 2, case["wall"]
        middle, tall = self.rim + (at.low + at.top) / 2, (at.top - at.low) / 2
        out, wide, low = half + wall / 2, half + wall, self.rim + at.low + wall / 2
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            size = (wall / 2, wide, tall) if x else (wide, wall / 2, tall)
            yield (
                f'<geom class="facet" type="box" size="{_mm(*size)}" '
                f'pos="{_mm(x * out, y * out, middle)}"/>'
            )
            ends = [_mm(x * out + y * end, y * out + x * end, low) for end in (-wide, wide)]
            yield _round_edge(wall / 2, ends)

    def _baffle(self, baffle: Baffle) -> Iterator[str]:
        """Give a baffle with its round free edge."""
        case, side = self.tables.case["tower"], baffle.side
        reach, wide, half = case["reach"], case["inside"] / 2, case["wall"] / 2
        begins, sunk = self.rim + baffle.begins, _SLANT * half
        x, high = side * (wide - reach / 2 + sunk), begins - reach / 2 - sunk
        yield (
            f'<geom class="facet" type="box" size="{_mm(reach * sqrt(2) / 2, wide, half)}" '
            f'pos="{_mm(x, 0, high)}" xyaxes="{side * _SLANT} 0 {_SLANT} 0 {side} 0"/>'
        )
        edge, low = side * (wide - reach + sunk), begins - reach - sunk
        yield _round_edge(half, [_mm(edge, y, low) for y in (-wide, wide)])

    def _leg(self, x: int, y: int) -> Iterator[str]:
        """Give a leg towards (x, y): a box beside the shaft, and one outside the tray's mouth.

        Each is as high all along as the leg is at its inner end. Corners, edges and faces of a die
        meet it.
        """
        at, half = tower_sizes(self.tables), self.tables.case["tower"]["leg"] / 2
        for near, far, low in ((at.corner, at.foot, at.low), (at.foot, at.end, 0.0)):
            high, away = at.leg_high(near), (near + far) / 2
            for meets in ("facet", "ring"):
                yield (
                    f'<geom class="{meets}" type="box" '
                    f'size="{_mm((far - near) / 2, half, (high - low) / 2)}" '
                    f'pos="{_mm(*(way * away * _SLANT for way in (x, y)))} '
                    f'{_mm(self.rim + (low + high) / 2)}" xyaxes="{x} {y} 0 {-y} {x} 0"/>'
                )


def _round_edge(radius: float, ends: list[str]) -> str:
    return f'<geom class="ring" type="capsule" size="{radius * MM}" fromto="{" ".join(ends)}"/>'


def _mm(*lengths: float) -> str:
    return " ".join(f"{length * MM:.7g}" for length in lengths)
