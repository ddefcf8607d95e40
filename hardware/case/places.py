"""Where the Pi and the feet have their places in the body."""

from __future__ import annotations

from build123d import Location, Pos, Rot

from hardware.case.assembly import Point
from hardware.case.layout import Layout
from hardware.case.tables import Tables

PI_GOES_IN: tuple[Point, ...] = (
    (0.0, -10.0, 70.0),
    (0.0, -10.0, 0.5),
    (0.0, 0.0, 0.5),
    (0.0, 0.0, 0.0),
)
"""How the Pi goes to its place, in mm from there: down before it, then back under the post."""


def pi_place(layout: Layout, tables: Tables) -> Location:
    """Give the Pi's place: turned so that its sockets look back and its card right."""
    sizes, pi = tables.case["body"], tables.case["pi"]
    return Pos(
        layout.width / 2 - sizes["wall"] - pi["side"],
        layout.depth - sizes["wall"] - pi["back"],
        sizes["floor"] + pi["lift"],
    ) * Rot(0, 0, 180)


def pi_screws(layout: Layout, tables: Tables) -> list[tuple[float, float]]:
    """Give (x, y) of the Pi's four screws."""
    inset = tables.mm("pi", "hole_inset")
    far_x, far_y = (tables.mm("pi", f"hole_pitch_{axis}") + inset for axis in "xy")
    place = pi_place(layout, tables)
    corners = [place * Pos(x, y) for x in (inset, far_x) for y in (inset, far_y)]
    return [(corner.position.X, corner.position.Y) for corner in corners]


def feet(layout: Layout, tables: Tables) -> list[tuple[float, float]]:
    """Give (x, y) of the four feet."""
    inset = tables.case["body"]["foot_inset"]
    x = layout.width / 2 - inset
    return [(a, b) for b in (inset, layout.depth - inset) for a in (-x, x)]
