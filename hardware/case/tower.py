"""The tower: a die falls through it onto slanting baffles, and into the die tray below.

Made standing on the tray, whose origin it has. Printed upside down: so every baffle begins at a
wall and rises at 45 degrees, as the legs do.
"""

from __future__ import annotations

from math import sqrt

from build123d import Plane, Polyline, Pos, RectangleRounded, Rot, Shape, extrude, make_face

from hardware.case.assembly import Printed
from hardware.case.bought.shapes import block, rod
from hardware.case.die_tray_sizes import heights
from hardware.case.tables import Tables
from hardware.case.tower_sizes import Baffle, TowerSizes, tower_sizes


def tower(tables: Tables) -> Printed:
    """Give the shaft with its baffles, on four legs."""
    case, at, rim = tables.case["tower"], tower_sizes(tables), heights(tables).top
    inside = case["inside"] / 2
    half = inside + case["wall"]
    solid = block((-half, -half, at.low), (half, half, at.top)) + _legs(tables, at)
    solid -= block((-inside, -inside, -case["lip"] - 1), (inside, inside, at.top + 1))
    for baffle in at.baffles:
        solid += _baffle(tables, baffle)
    return Printed("tower", Pos(0, 0, rim) * solid, Pos(0, 0, rim + at.top) * Rot(180, 0, 0))


def _legs(tables: Tables, at: TowerSizes) -> Shape:
    """Give the four legs: they stand on the tray's corners, and their ends reach down outside."""
    case, tray = tables.case["tower"], tables.case["die_tray"]
    far, low = at.end + 1, -case["lip"]
    # Over the tray's mouth a leg is no lower than the shaft.
    under = [(far, low), (at.foot, low), (at.foot, at.low), (0, at.low)]
    outline = [(0, at.leg_high(0)), (far, at.leg_high(far)), *under]
    flat = make_face(Plane.XZ * Polyline(*outline, close=True))
    leg = Pos(0, case["leg"] / 2, 0) * extrude(flat, case["leg"], dir=(0, -1, 0))
    legs = Rot(0, 0, 45) * leg
    for turn in (135, 225, 315):
        legs += Rot(0, 0, turn) * leg
    tall = at.leg_high(0) - low + 2
    outer = Pos(0, 0, low - 1) * extrude(RectangleRounded(2 * at.half, 2 * at.half, at.round), tall)
    side = tray["half"] + case["play"]
    pocket = Pos(0, 0, low - 1) * extrude(
        RectangleRounded(2 * side, 2 * side, at.round - case["wall"]), 1 - low
    )
    return (legs & outer) - pocket


def _baffle(tables: Tables, baffle: Baffle) -> Shape:
    """Give a baffle, rooted in three walls, with a round free edge."""
    case = tables.case["tower"]
    wall, inside, reach = case["wall"], case["inside"] / 2, case["reach"]
    down = wall * sqrt(2)
    # From the middle of its wall; the upper side first.
    start, edge = inside + wall / 2, inside - reach
    high, slant = baffle.begins + wall / 2, wall / sqrt(2)
    outline = [
        (start, high),
        (edge, baffle.begins - reach),
        (edge + slant, baffle.begins - reach - slant),
        (start, high - down),
    ]
    flat = make_face(Plane.XZ * Polyline(*outline, close=True))
    wide = inside + wall / 2
    plate = Pos(0, wide, 0) * extrude(flat, 2 * wide, dir=(0, -1, 0))
    middle = edge + slant / 2, baffle.begins - reach - slant / 2
    round_edge = Pos(middle[0], wide, middle[1]) * Rot(90, 0, 0) * rod(wall, 0, 2 * wide)
    whole = plate + round_edge
    return whole if baffle.side > 0 else Rot(0, 0, 180) * whole
