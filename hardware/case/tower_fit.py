"""How wide a ball falls through the tower, and how far it may lean before it tips over.

Computed from the solids and the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

import numpy as np
from build123d import Pos, Shape, Sphere

from hardware.case.assembly import Printed
from hardware.case.checks.way_in import in_the_way
from hardware.case.die_tray import die_tray
from hardware.case.die_tray_sizes import heights
from hardware.case.tables import Tables
from hardware.case.tower import tower
from hardware.case.tower_sizes import way_through

AMONG = (10.0, 40.0)


def falls_through(solid: Shape, tables: Tables, diameter: float) -> bool:
    """Whether a ball of `diameter` mm gets through the tower, as it stands on the tray."""
    ball = Pos(0, 0, heights(tables).top) * Sphere(diameter / 2)
    return not in_the_way("ball", ball, solid, way_through(tables))


def widest_ball(solid: Shape, tables: Tables) -> float:
    """Give the diameter of the widest ball that gets through, to a tenth of a millimetre."""
    low, high = AMONG
    while high - low > 0.05:
        middle = (low + high) / 2
        low, high = (middle, high) if falls_through(solid, tables, middle) else (low, middle)
    return low


def tips_alone(tables: Tables) -> float:
    """Give how many degrees the tower leans when it tips over the edge of the tray's rim."""
    aside, high = _middle([tower(tables)])
    return degrees(atan2(tables.case["die_tray"]["half"] - aside, high - heights(tables).top))


def tips_with_the_tray(tables: Tables) -> float:
    """Give how many degrees the tray leans when it tips with the tower over its own feet.

    Without what is bought, which lies low and makes it steadier.
    """
    whole = die_tray(tables)
    feet = [thing.solid.center() for thing in whole.fitted if thing.part == "foot"]
    aside, high = _middle(whole.printed)
    return degrees(atan2(min(abs(foot.X) for foot in feet) - aside, high))


def _middle(things: Sequence[Printed]) -> tuple[float, float]:
    """Give how far aside of the origin the middle of their mass is, and how high."""
    solids = [thing.solid for thing in things]
    weights = np.array([solid.volume for solid in solids])
    middles = np.array([tuple(solid.center()) for solid in solids])
    x, y, high = weights @ middles / weights.sum()
    return float(np.hypot(x, y)), float(high)
