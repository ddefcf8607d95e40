"""What is cut into the body: for plugs, the card and warm air, and words beside them."""

from __future__ import annotations

from build123d import Align, Box, Plane, Polyline, Pos, Rot, Shape, extrude, make_face

from hardware.case.bought.pi import socket_middle
from hardware.case.bought.shapes import block
from hardware.case.layout import Layout
from hardware.case.letters import engraving
from hardware.case.places import pi_place
from hardware.case.tables import Tables

# Height of the words on the walls.
WORD = 5.4
# Slots for warm air: how many, how far apart, how long.
SLOTS = 4
APART = 8.0
LONG = 10.0
# The wall's slots begin this far over the Pi's underside: over the words, under the panel's posts.
OVER = 22.0


def openings(layout: Layout, tables: Tables) -> Shape:
    """Give everything that is cut out of the body's walls and floor."""
    return _sockets(layout, tables) + _card(layout, tables) + _air(layout, tables)


def _sockets(layout: Layout, tables: Tables) -> Shape:
    """One opening for both plugs: they are too near each other for two."""
    sizes, board, body = tables.case["pi"], tables.parts["pi"], tables.case["body"]
    place = pi_place(layout, tables)
    usb = (place * Pos(*socket_middle(board, "usb_x"))).position
    power = (place * Pos(*socket_middle(board, "power_x"))).position
    left, right = power.X - sizes["plug_width"] / 2, usb.X + sizes["plug_width"] / 2
    low, high = usb.Z - sizes["plug_height"] / 2, usb.Z + sizes["plug_height"] / 2
    # Its upper corners slant, so that its ceiling is short enough to be printed.
    slant = max(0.0, (right - left - tables.case["printing"]["bridge"]) / 2) + 2
    corners = [
        (left, low),
        (right, low),
        (right, high),
        (right - slant, high + slant),
        (left + slant, high + slant),
        (left, high),
    ]
    face = make_face(Plane.XZ * Polyline(*corners, close=True))
    outside = layout.depth
    hole = Pos(0, outside + 1, 0) * extrude(face, body["wall"] + 2)
    words = [(usb.X, "USB"), (power.X, "5V")]
    for x, word in words:
        cut = engraving(word, WORD, body["engraved"])
        upright = Pos(x, outside, high + slant + 2 + WORD / 2) * Rot(0, 0, 180) * Rot(90, 0, 0)
        hole += upright * cut
    return hole


def _card(layout: Layout, tables: Tables) -> Shape:
    """Give an opening down to the table, wide enough for two fingertips about the card."""
    sizes, board, body = tables.case["pi"], tables.parts["pi"], tables.case["body"]
    place = pi_place(layout, tables)
    middle = (place * Pos(0, board.mm("card_y"), board.mm("thickness"))).position
    half, wall = sizes["card_opening"] / 2, layout.width / 2
    high = middle.Z + sizes["card_above"]
    hole = block(
        (wall - body["wall"] - 0.01, middle.Y - half, -1), (wall + 1, middle.Y + half, high)
    )
    cut = engraving("CARD", WORD, body["engraved"])
    return hole + Pos(wall, middle.Y, high + 2 + WORD / 2) * Rot(0, 0, 90) * Rot(90, 0, 0) * cut


def _air(layout: Layout, tables: Tables) -> Shape:
    """Slots in the floor below the Pi, and in the wall behind it, above the words."""
    body, board = tables.case["body"], tables.parts["pi"]
    place = pi_place(layout, tables)
    middle = (place * Pos(board.mm("length") / 2, board.mm("width") / 2)).position
    slots = []
    for n in range(SLOTS):
        x = middle.X + (n - (SLOTS - 1) / 2) * APART
        slots.append(Pos(x, middle.Y, 0) * Box(body["vent"], LONG, 3 * body["floor"]))
        low = middle.Z + OVER
        slots.append(
            Pos(x, layout.depth, low)
            * Box(
                body["vent"], 3 * body["wall"], LONG, align=(Align.CENTER, Align.CENTER, Align.MIN)
            )
        )
    first, *others = slots
    return first.fuse(*others)
