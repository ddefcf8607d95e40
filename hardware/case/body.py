"""The body: a box with a sloped rim, posts for the panel and the Pi, and openings.

Made standing with its underside at z = 0, which is also how it is printed.
"""

from __future__ import annotations

from build123d import Box, Pos, RectangleRounded, Rot, Shape, extrude

from hardware.case.bought.shapes import BELOW, rod
from hardware.case.layout import Layout
from hardware.case.openings import openings
from hardware.case.panel import panel_screws
from hardware.case.places import feet, pi_screws
from hardware.case.slope import above_panel, on_panel, rim_height
from hardware.case.tables import Tables


def body(layout: Layout, tables: Tables) -> Shape:
    """Give the body of a layout."""
    sizes = tables.case["body"]
    thick = tables.case["panel"]["thickness"]
    wall, floor, corner = sizes["wall"], sizes["floor"], sizes["corner"]
    middle = Pos(0, layout.depth / 2)
    outer = middle * RectangleRounded(layout.width, layout.depth, corner)
    inner = middle * RectangleRounded(
        layout.width - 2 * wall, layout.depth - 2 * wall, corner - wall
    )
    room = Pos(0, 0, floor) * extrude(inner, 200)
    shell = extrude(outer, 200) - room
    for x, side in layout.posts:
        shell += _post(x, side, layout, tables) & room
    shell -= above_panel(sizes, -thick)
    long, board = tables.mm("screw", "length"), floor + tables.case["pi"]["lift"]
    for x, y in pi_screws(layout, tables):
        shell += rod(tables.mm("screw", "boss"), floor - 0.1, board, x, y)
        shell -= Pos(x, y, board) * _pilot(tables, long - tables.mm("pi", "thickness"))
    for u, v in panel_screws(layout, tables):
        grip = long - thick + tables.case["panel"]["sink"]
        shell -= on_panel(sizes, u, v, -thick) * _pilot(tables, grip)
    for x, y in feet(layout, tables):
        shell -= rod(tables.mm("foot", "diameter") + 0.6, -1, sizes["foot_sunk"], x, y)
    return shell - openings(layout, tables)


def _post(x: float, side: str, layout: Layout, tables: Tables) -> Shape:
    """Give a post at a wall, to be cut by the rim; below it grows out of the wall at 45 degrees."""
    sizes = tables.case["body"]
    wide, wall = sizes["post"], sizes["wall"]
    back = side == "back"
    inward = -1 if back else 1
    at_wall = layout.depth - wall if back else wall
    free = at_wall + inward * wide
    whole = Pos(x, (at_wall + free) / 2, 0) * Box(wide, wide, 400)
    foot = rim_height(sizes, free, tables.case["panel"]["thickness"]) - sizes["post_deep"]
    below = Pos(0, free, foot) * Rot(45 * inward, 0, 0) * Box(1000, 1000, 500, align=BELOW)
    return whole - below


def _pilot(tables: Tables, grip: float) -> Shape:
    """Give a hole down from z = 0 that a screw reaches `grip` mm into, and cuts its thread in."""
    return rod(tables.mm("screw", "pilot"), -grip - tables.case["printing"]["tip"], 1)
