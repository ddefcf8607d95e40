"""The console of plywood: its panels with fingers and notches, flat, as a laser cuts them.

The outline is that of the printed console. The sides stand upright; the panels between them have
fingers that go through the sides. Where two panels meet at an angle both end where their insides
do, so that no edge has to be slanted.

What keeps a card from falling in is there too: a guard at the right side's inside, over the slot,
and a rib that stands in the base, below the Pi. So the base goes in a little aside, as the printed
one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import acos, hypot, pi, tan

from hardware.case.bought.screen import lit_area
from hardware.case.console_sizes import (
    Corner,
    air_slots,
    board_holes,
    board_place,
    card_place,
    console_tables,
    keys,
    layout,
    outer,
    pi_place,
    rear_openings,
)
from hardware.case.letters import strokes
from hardware.case.tables import Section, Tables

Line = tuple[Corner, ...]
"""Corners of a closed outline, or of an open stroke: millimetres."""
CROSS = ("front", "slope", "top", "rear")
"""The panels between the sides, from the front over the ridge to the rear."""
# Between what must come apart again: the base, and the walls around it.
PLAY = 0.2
BLOCK = 10.0
"""Side of the blocks of wood that the base is screwed to."""
FRAME, BESIDE = 8.0, 2.0
"""Width of a frame above and below its screen, and beside it, where knob and side are near."""
BAR = 12.0
"""Width of the bars that hold a screen in its frame."""
SCREW = 3.0
PIN = 1.5
"""Of the pins that say where the guard is glued on."""
OVER_THE_GUARD = 0.6
"""Between it and the board."""
RIB_IN = 1.4
"""From the Pi's edge to the rib: between it and the base's edge enough wood is left."""
PAST = 0.4
"""Between guard and Pi as the base goes in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One panel."""

    name: str
    count: int
    outline: Line
    holes: tuple[Line, ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    """x, y and diameter of each round hole."""
    engraved: tuple[Line, ...] = ()


def wooden_tables(tables: Tables) -> Tables:
    """Give the tables in which walls, panel and base are as thick as the plywood."""
    own = console_tables(tables)
    wood = own.case["console"]["wood"]
    level = own.case["console"]["base"] + own.case["console"]["pi_lift"]
    console = {
        **own.case["console"],
        "thickness": wood,
        "base": wood,
        "pi_lift": level - wood,
    }
    body = {**own.case["body"], "wall": wood}
    return replace(own, case={**own.case, "console": console, "body": body})


def pieces(tables: Tables) -> tuple[Piece, ...]:
    """Give every panel of the wooden console."""
    wooden = wooden_tables(tables)
    return (
        Piece("left side", 1, _side(wooden)),
        Piece("right side", 1, _side(wooden), (_card(wooden),), _pins(wooden)),
        *(_cross(number, wooden) for number in range(len(CROSS))),
        _base(wooden),
        Piece("guard", 1, _box(*guard(wooden)), (), _pins(wooden)),
        _rib(wooden),
        *_around_a_screen(wooden),
    )


def runs(own: Section) -> list[tuple[Corner, Corner, float, float]]:
    """Give each panel's line on the outline: start, end, and what it is short of at both."""
    corners, thick = outer(own), own["wood"]
    lines = list(pairwise(corners))
    short = [0.0, *(_trim(one, other, thick) for one, other in pairwise(lines)), 0.0]
    return [(*line, short[n], short[n + 1]) for n, line in enumerate(lines)]


def fingers(own: Section, number: int) -> list[tuple[float, float]]:
    """Give where a panel's fingers are along its line: every second part of it."""
    start, end, before, after = runs(own)[number]
    far = _long(start, end) - after
    count = max(3, round((far - before) / own["wood_finger"]))
    count += 1 - count % 2
    step = (far - before) / count
    return [(before + step * n, before + step * (n + 1)) for n in range(1, count, 2)]


def _trim(one: tuple[Corner, Corner], other: tuple[Corner, Corner], thick: float) -> float:
    """Give how far from their common corner the insides of two panels meet."""
    a, b = _along(*one), _along(*other)
    inside = pi - acos(a[0] * b[0] + a[1] * b[1])
    return thick / tan(inside / 2)


def _long(start: Corner, end: Corner) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def _along(start: Corner, end: Corner) -> Corner:
    long = _long(start, end)
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _side(tables: Tables) -> Line:
    """Give a side's outline as (y, z), with a notch for each finger."""
    own, thick = tables.case["console"], tables.case["console"]["wood"]
    points: list[Corner] = []
    for number, (start, end, _, _) in enumerate(runs(own)):
        (dy, dz), points = _along(start, end), [*points, start]
        for low, high in fingers(own, number):
            for at, deep in ((low, 0.0), (low, thick), (high, thick), (high, 0.0)):
                points.append((start[0] + dy * at + dz * deep, start[1] + dz * at - dy * deep))
    return (*points, outer(own)[-1])


def _cross(number: int, tables: Tables) -> Piece:
    """Give a panel as (x, along its line)."""
    own = tables.case["console"]
    start, end, before, after = runs(own)[number]
    far, half = _long(start, end) - after, own["width"] / 2
    inner = half - own["wood"]
    right = [(inner, before)]
    for low, high in fingers(own, number):
        right += [(inner, low), (half, low), (half, high), (inner, high)]
    right.append((inner, far))
    left = [(-x, at) for x, at in reversed(right)]
    name = CROSS[number]
    plain = Piece(name, 1, (*right, *left))
    if name == "slope":
        return _with_controls(plain, tables)
    return _with_sockets(plain, tables) if name == "rear" else plain


def _with_controls(plain: Piece, tables: Tables) -> Piece:
    own, names = tables.case["console"], tables.names
    desk, margin = layout(tables), own["wood_margin"]
    holes, lines = [], []
    for screen in desk.screens:
        left, low, right, high = lit_area(tables.parts[screen.part])
        u, v = screen.u, screen.v
        holes.append(
            _box(u + left - margin, v + low - margin, u + right + margin, v + high + margin)
        )
        word = names[screen.name.partition("_")[0]]
        lines += strokes(word, own["name"], own["stroke"], (u, own["name_v"]))
    half = tables.mm("key-switch", "hole") / 2
    for key in keys(own):
        holes.append(_box(key.u - half, key.v - half, key.u + half, key.v + half))
        if key.mark:
            at = (key.u, own["letter_v"])
            lines += strokes(key.mark, own["letter"], own["stroke"], at)
    knob = (0.0, own["knob_v"], tables.mm("knob", "panel_hole"))
    return replace(plain, holes=tuple(holes), circles=(knob,), engraved=tuple(lines))


def _with_sockets(plain: Piece, tables: Tables) -> Piece:
    """Give the rear with its openings; along its line one goes down."""
    top = outer(tables.case["console"])[-2][1]
    holes = (_around(x, top - z, wide, high) for x, z, wide, high in rear_openings(tables))
    return replace(plain, holes=tuple(holes))


def _card(tables: Tables) -> Line:
    own = tables.case["console"]
    y, z = card_place(tables)
    half = own["wood_card_half"]
    low = max(z - own["card_low"], own["wood"])
    return _box(y - half, low, y + half, z + own["wood_card_high"])


def guard(tables: Tables) -> tuple[float, float, float, float]:
    """Give y and z of the guard's corners: over the card's slot, between the board's bolts."""
    own, at = tables.case["console"], pi_place(tables).position
    slot = at.Z + tables.mm("pi", "thickness") + tables.mm("pi", "card_slot_height")
    near, far = _between_the_bolts(tables)
    high = board_place(tables).position.Z - OVER_THE_GUARD
    return near, slot + own["baffle_gap"], far, high


def _between_the_bolts(tables: Tables) -> Corner:
    """Give from where to where along y nothing stands at the Pi's edge with the card."""
    over_pi, _ = board_holes(tables)
    right = max(x for x, _ in over_pi)
    near, far = sorted(y for x, y in over_pi if x == right)
    free = tables.mm("board-bolt", "across") / 2 + 0.7
    return near + free, far - free


def _pins(tables: Tables) -> tuple[tuple[float, float, float], ...]:
    """Give the holes by which the guard is set in its place, above the opening."""
    near, _, far, high = guard(tables)
    opened = max(z for _, z in _card(tables))
    return tuple((y, (opened + high) / 2, PIN) for y in (near + 2.5, far - 2.5))


def _rib(tables: Tables) -> Piece:
    """Give the rib as (y, z): it stands in the base's slot and ends just below the Pi."""
    near, far = _between_the_bolts(tables)
    high = pi_place(tables).position.Z - tables.case["console"]["baffle_gap"]
    return Piece("rib", 1, _box(near, 0.0, far, high))


def aside(tables: Tables) -> float:
    """Give how far left of its place the base goes in, past the guard."""
    own = tables.case["console"]
    return own["wood"] - own["pi_side"] + PAST


def _base(tables: Tables) -> Piece:
    """Give the base as (x, y): it lies between the walls, and comes out again, aside first."""
    own, wood = tables.case["console"], tables.case["console"]["wood"]
    half, near, far = own["width"] / 2 - wood - PLAY, wood + PLAY, own["depth"] - wood - PLAY
    over_pi, free = board_holes(tables)
    hole = tables.mm("pi", "hole_diameter")
    circles = [(x, y, hole) for x, y in (*over_pi, *free)]
    # The right rear block would be below the Pi: that one stands before the board.
    side, left = half - BLOCK / 2, aside(tables) - half
    for x, y in (
        (left + BLOCK / 2, near + BLOCK / 2),
        (side, near + BLOCK / 2),
        (left + BLOCK / 2, far - BLOCK / 2),
        (side, own["side_post_y"]),
    ):
        circles.append((x, y, SCREW))
    air = tuple(_around(*slot) for slot in air_slots(tables))
    edge = pi_place(tables).position.X - RIB_IN
    begins, ends = _between_the_bolts(tables)
    slot = _box(edge - wood, begins, edge, ends)
    return Piece("base", 1, _box(left, near, half, far), (*air, slot), tuple(circles))


def _around_a_screen(tables: Tables) -> Iterator[Piece]:
    """Give the frame that a screen's board lies in, and the bars over it."""
    part, slack = tables.parts["spi-screen"], tables.case["panel"]["slack"]
    half, high = part.mm("width") / 2 + slack, part.mm("height") / 2 + slack
    wide, tall = half + BESIDE, high + FRAME
    at = tall - FRAME / 2
    screws = tuple((side * half * 0.7, up * at, 1.5) for side in (-1, 1) for up in (-1, 1))
    yield Piece(
        "frame",
        len(layout(tables).screens),
        _box(-wide, -tall, wide, tall),
        (_box(-half, -high, half, high),),
        screws,
    )
    holes = ((0.0, -at, SCREW), (0.0, at, SCREW))
    bar = _box(-BAR / 2, -tall, BAR / 2, tall)
    yield Piece("bar", 2 * len(layout(tables).screens), bar, (), holes)


def _box(left: float, low: float, right: float, high: float) -> Line:
    return ((left, low), (right, low), (right, high), (left, high))


def _around(x: float, y: float, wide: float, high: float) -> Line:
    return _box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
