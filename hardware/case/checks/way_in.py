"""Does a thing get to its place? Asked of the way that it is moved, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from build123d import Shape

from hardware.case.assembly import Point
from hardware.case.checks.meshed import meshed

# Places are looked at so far apart, in mm.
STEP = 1.0
# What they may share on the way, in mm3: the rounding of two faces that slide on each other.
SLIDING = 0.5


def in_the_way(name: str, thing: Shape, ground: Shape, way: Sequence[Point]) -> list[str]:
    """Say where `thing` first meets `ground` on its way into its place.

    `way` has the corners of the way, in mm from its place; it goes straight from each to the next.
    """
    body, other = meshed(thing), meshed(ground)
    for start, end in pairwise(np.array(way, dtype=float)):
        steps = int(np.ceil(np.linalg.norm(end - start) / STEP))
        for at in np.linspace(start, end, steps + 1):
            if (body.translate(at) ^ other).volume() > SLIDING:
                x, y, z = at
                return [f"{name} is stopped {x:.0f}, {y:.0f}, {z:.1f} mm off its place."]
    return []
