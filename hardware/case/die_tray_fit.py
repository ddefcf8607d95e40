"""Whether a die goes into the nest, how far from its middle it can lie, and how it can rest.

Computed from the solids and the tables. Friction is left out: a die that sticks on the funnel is
for the reader to tell, and for a finger to nudge.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from build123d import Box, Pos, Rot, Shape
from numpy.typing import NDArray

from hardware.case.bought.shapes import ON_TOP
from hardware.case.checks.meshed import meshed
from hardware.case.die_tray_sizes import heights, inside
from hardware.case.tables import Tables

Floats = NDArray[np.float64]

# A cube that touches shares nothing; rounding of the solids stays below this, in mm3.
ROUNDING = 1e-4
TURNS = tuple(range(0, 90, 15))
AMONG = (10.0, 25.0)
# How a die is shaken down: this many small moves, of at most so many mm and radians.
MOVES = 4000
STEPS = (0.5, 0.1, 0.02)
RING = 40


def cube_fits(tray: Shape, tables: Tables, edge: float) -> bool:
    """Whether a sharp cube of `edge` mm lies on the window however it is turned about upright."""
    nest = meshed(tray)
    return all(_shares(nest, tables, edge, turn) < ROUNDING for turn in TURNS)


def widest_cube(tray: Shape, tables: Tables) -> float:
    """Give the edge of the widest sharp cube that fits, to a hundredth of a millimetre."""
    nest, (low, high) = meshed(tray), AMONG
    while high - low > 0.01:
        middle = (low + high) / 2
        fits = all(_shares(nest, tables, middle, turn) < ROUNDING for turn in TURNS)
        low, high = (middle, high) if fits else (low, middle)
    return low


def _shares(nest: Any, tables: Tables, edge: float, turn: float) -> float:
    cube = Pos(0, 0, heights(tables).face) * Rot(0, 0, turn) * Box(edge, edge, edge, align=ON_TOP)
    return float((nest ^ meshed(cube)).volume())


def offset(tables: Tables, corner: float, error: float = 0.0) -> float:
    """How far a die's middle can be from the nest's, in mm.

    `corner` is the radius of its edges; `error` is by how much the nest is printed too wide.
    """
    radius = (tables.case["die_tray"]["nest_diameter"] + error) / 2
    flat = tables.mm("die", "edge") / 2 - corner
    return sqrt((radius - corner) ** 2 - flat**2) - flat


def depths(tables: Tables) -> tuple[float, float]:
    """From the sensor to the die's face: the least and the most, with all errors added up.

    The well's print, the board's seat on it, and the window's thickness.
    """
    error = 2 * tables.case["die_tray"]["print_error"]
    window = tables.mm("window", "thickness_most") - tables.mm("window", "thickness")
    depth = tables.case["die_tray"]["depth"]
    return depth - error - window, depth + error + window


def rests(tables: Tables, dice: int = 20, seed: int = 1) -> Floats:
    """Shake dice down without friction, and give how many degrees each leans in the end.

    Each begins anyhow over the nest, turns and slips by small moves, and keeps those that let its
    middle sink. Where none does any more, it rests.
    """
    rng = np.random.default_rng(seed)
    turned = _turns(rng.normal(size=(dice, 3)) * 2)
    place = rng.uniform(-6, 6, (dice, 2))
    high = _middle(tables, turned, place)
    for move in range(MOVES):
        step = STEPS[move % len(STEPS)]
        turned_next = _turns(rng.normal(size=(dice, 3)) * step / 8) @ turned
        place_next = place + rng.normal(size=(dice, 2)) * step
        high_next = _middle(tables, turned_next, place_next)
        sinks = high_next < high
        turned[sinks], place[sinks] = turned_next[sinks], place_next[sinks]
        high = np.where(sinks, high_next, high)
    upright = np.abs(turned[:, 2, :]).max(axis=1)
    return np.asarray(np.degrees(np.arccos(np.minimum(1, upright))))


def _turns(ways: Floats) -> Floats:
    """Rotations about axes by their lengths in radians: (n, 3) to (n, 3, 3)."""
    angle = np.linalg.norm(ways, axis=1)[:, None, None]
    x, y, z = (ways / angle[:, 0]).T
    none = np.zeros_like(x)
    cross = np.array([[none, -z, y], [z, none, -x], [-y, x, none]]).transpose(2, 0, 1)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _middle(tables: Tables, turned: Floats, place: Floats) -> Floats:
    """How high over the window the middles of sharp dice are that touch the tray there.

    Corners meet the window and the funnel; edges and faces meet the two rings where the funnel's
    slope changes.
    """
    half = tables.mm("die", "edge") / 2
    outline = np.array(inside(tables)) - (0, heights(tables).face)
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    corners = np.einsum("nij,kj->nki", turned, half * signs)
    radius = np.hypot(corners[:, :, 0] + place[:, None, 0], corners[:, :, 1] + place[:, None, 1])
    ground = np.interp(radius, outline[:, 0], outline[:, 1])
    ground = np.where(radius < outline[0, 0], 0.0, ground)
    by_corners = (ground - corners[:, :, 2]).max(axis=1)
    by_rings = [_over_ring(turned, place, half, *outline[ring]) for ring in (1, 2)]
    return np.asarray(np.max([by_corners, *by_rings], axis=0))


def _over_ring(turned: Floats, place: Floats, half: float, radius: float, high: float) -> Floats:
    around = np.arange(RING) * 2 * np.pi / RING
    ring = radius * np.stack([np.cos(around), np.sin(around)], axis=1)
    beside = ring[None] - place[:, None]
    upright = np.where(np.abs(turned[:, 2, :]) < 1e-6, 1e-6, turned[:, 2, :])
    middles = -np.einsum("npi,nij->npj", beside, turned[:, :2, :]) / upright[:, None]
    reach = half / np.abs(upright)[:, None]
    low, over = (middles - reach).max(axis=2), (middles + reach).min(axis=2)
    return np.asarray(np.where(low <= over, high - low, -np.inf).max(axis=1))
