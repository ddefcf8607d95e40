"""The tray and a die as MuJoCo's own XML, in metres and kilograms, made from the tables.

The funnel is the printed tray's outline, turned in flat facets. A die is a cube with round edges
and corners. Its corners meet the facets; its edges and faces meet the rings where the funnel
becomes less steep. The window, with all that hangs with it, is a body on springs of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import atan2, cos, hypot, pi, sin, tan

from hardware.case.die_tray_sizes import heights, inside
from hardware.case.die_tray_spring import Floor, floor
from hardware.case.tables import Tables
from hardware.throws.tower import Tower

MM = 1e-3
FACETS = 24
# Thickness of a facet; how far the rim goes on beyond the funnel; radius of a ring's edge. In mm.
THICK, RIM, RING = 3.0, 12.0, 0.5
# Kilograms in a mm3 of a die: acrylic.
DIE = 1.19e-6
# How a touch gives way: the time and the damping, by which a die that falls flat on a fixed floor
# leaves it again with 0.4 of its speed. While the motor runs, a touch is harder, for the motor
# turns nearly as fast as the softer one swings.
SOFT, HARD, DAMPING = 2.4e-3, 1.0e-3, 0.31
STEP, SHORT_STEP = 5e-4, 2e-4
# A share of its critical damping, for springs of plastic with wires on them.
SWINGS_OUT = 0.1

Point = tuple[float, float]


def outline(tables: Tables) -> list[Point]:
    """Give the funnel's outline (radius, height over the window) in mm, from the lip up."""
    face = heights(tables).face
    gap = tables.case["die_tray"]["float_gap"]
    (radius, _), *others = inside(tables)
    return [(radius, gap), *((r, z - face) for r, z in others)]


def model(tables: Tables, friction: float, tower: Tower | None = None) -> str:
    """Give the model of the tray with a die over it; all surfaces have the same friction."""
    over = "".join(tower.geoms()) if tower else ""
    touch = (
        f'friction="{friction} 0.0001 0.00001" condim="3" '
        f'solref="{SOFT} {DAMPING}" solimp="0.98 0.98 0.0001"'
    )
    kinds = {"facet": (1, 0), "ring": (2, 0), "corner": (0, 1), "edge": (0, 2)}
    classes = "".join(
        f'<default class="{name}"><geom contype="{asks}" conaffinity="{answers}" mass="0" {touch}/>'
        "</default>"
        for name, (asks, answers) in kinds.items()
    )
    return (
        f'<mujoco><option timestep="{STEP}" integrator="implicitfast" cone="elliptic" '
        f'impratio="10" iterations="20" tolerance="1e-6"/><default>{classes}</default><worldbody>'
        f"{''.join(_tray(outline(tables)))}{over}{_floor(tables, floor(tables))}{_die(tables)}"
        "</worldbody></mujoco>"
    )


def _tray(points: list[Point]) -> Iterator[str]:
    mouth, top = points[-1]
    around = [*points, (mouth + RIM, top)]
    for start, end in pairwise(around):
        yield from _facets(start, end)
    for before, ring, after in zip(around, around[1:], around[2:], strict=False):
        yield from _ring(before, ring, after)


def _facets(start: Point, end: Point) -> Iterator[str]:
    """Give boxes whose upper sides lie between two rings; where they overlap is behind others."""
    slope = atan2(end[1] - start[1], end[0] - start[0])
    long, wide = (
        hypot(end[0] - start[0], end[1] - start[1]),
        max(start[0], end[0]) * tan(pi / FACETS),
    )
    radius = (start[0] + end[0]) / 2 + sin(slope) * THICK / 2
    high = (start[1] + end[1]) / 2 - cos(slope) * THICK / 2
    for turn in _turns():
        x, y = cos(turn), sin(turn)
        yield (
            f'<geom class="facet" type="box" size="{_mm(long / 2, wide, THICK / 2)}" '
            f'pos="{_mm(radius * x, radius * y, high)}" '
            f'xyaxes="{cos(slope) * x} {cos(slope) * y} {sin(slope)} {-y} {x} 0"/>'
        )


def _ring(before: Point, ring: Point, after: Point) -> Iterator[str]:
    """Give the rounded edge where the slope becomes less on the way out; else none."""
    steep = atan2(ring[1] - before[1], ring[0] - before[0])
    flat = atan2(after[1] - ring[1], after[0] - ring[0])
    if flat > steep - 1e-6:
        return
    middle, back = (steep + flat) / 2, RING / cos((steep - flat) / 2)
    radius = (ring[0] + sin(middle) * back) / cos(pi / FACETS)
    high = ring[1] - cos(middle) * back
    for turn in _turns():
        ends = [
            _mm(radius * cos(turn + half), radius * sin(turn + half), high)
            for half in (-pi / FACETS, pi / FACETS)
        ]
        yield (
            f'<geom class="ring" type="capsule" size="{RING * MM}" fromto="{ends[0]} {ends[1]}"/>'
        )


def _floor(tables: Tables, hung: Floor) -> str:
    """Give the window: it slides three ways and turns about upright."""
    half = tables.mm("window", "width") / 2
    turn = hung.kg * (2 * half * MM) ** 2 / 6
    ways = (("1 0 0", hung.across), ("0 1 0", hung.along), ("0 0 1", hung.upright))
    slides = "".join(
        f'<joint type="slide" axis="{axis}" stiffness="{stiff}" '
        f'damping="{2 * SWINGS_OUT * (stiff * hung.kg) ** 0.5}" '
        + (f'limited="true" range="{-hung.sinks} {hung.rises}"/>' if axis == "0 0 1" else "/>")
        for axis, stiff in ways
    )
    # The springs end about half the window's width from its middle.
    twist = (hung.across + hung.along) / 2 * (half * MM) ** 2
    return (
        f'<body name="floor" gravcomp="1"><inertial pos="0 0 0" mass="{hung.kg}" '
        f'diaginertia="{turn} {turn} {turn}"/>{slides}<joint type="hinge" axis="0 0 1" '
        f'stiffness="{twist}" damping="{2 * SWINGS_OUT * (twist * turn) ** 0.5}"/>'
        f'<geom class="facet" type="box" size="{_mm(half, half, 2)}" pos="{_mm(0, 0, -2)}"/></body>'
    )


def _die(tables: Tables) -> str:
    edge, corner = tables.mm("die", "edge"), tables.mm("die", "corner_radius")
    flat = edge / 2 - corner
    signs = (-1, 1)
    geoms = [
        f'<geom class="corner" type="sphere" size="{corner * MM}" '
        f'pos="{_mm(x * flat, y * flat, z * flat)}"/>'
        for x, y, z in product(signs, repeat=3)
    ]
    for axis in range(3):
        sides = [edge / 2 if axis == way else flat for way in range(3)]
        geoms.append(f'<geom class="edge" type="box" size="{_mm(*sides)}"/>')
        for x, y in product(signs, repeat=2):
            ends = [[x * flat, y * flat] for _ in signs]
            for end, sign in zip(ends, signs, strict=True):
                end.insert(axis, sign * flat)
            geoms.append(
                f'<geom class="edge" type="capsule" size="{corner * MM}" '
                f'fromto="{_mm(*ends[0])} {_mm(*ends[1])}"/>'
            )
    mass = DIE * edge**3
    turn = mass * (edge * MM) ** 2 / 6
    return (
        f'<body name="die" pos="0 0 0.2"><freejoint/><inertial pos="0 0 0" mass="{mass}" '
        f'diaginertia="{turn} {turn} {turn}"/>{"".join(geoms)}</body>'
    )


def _turns() -> Iterator[float]:
    return (2 * pi * number / FACETS for number in range(FACETS))


def _mm(*lengths: float) -> str:
    return " ".join(f"{length * MM:.7g}" for length in lengths)
