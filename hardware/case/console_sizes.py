"""The console's outline and its places, computed from the tables.

The origin lies below the middle of its front edge, at the base's underside.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, radians, sin, tan

from build123d import Location, Pos, Rot

from hardware.board.circuit import WIDTH, Component, circuit
from hardware.case.bought.circuit_board import is_hole
from hardware.case.bought.pi import socket_middle
from hardware.case.layout import Layout, Place
from hardware.case.tables import Section, Tables
from hardware.tables.pins import read_pin_table

Corner = tuple[float, float]
"""(y, z) of a corner of the outline, seen from the right."""
Opening = tuple[float, float, float, float]
"""Where its middle is, and how large it is across and along."""
KEYS = "ABCDE"
SIDES = ("left", "right")


def console_tables(tables: Tables) -> Tables:
    """Give the tables with the console's own figures where a desk's panel has others."""
    own = tables.case["console"]
    panel = {name: own[name] for name in ("thickness", "edge", "window_margin")}
    body = {name: own[name] for name in ("tilt", "front", "corner")}
    case = {
        **tables.case,
        "panel": {**tables.case["panel"], **panel},
        "body": {**tables.case["body"], **body},
    }
    return replace(tables, case=case)


def layout(tables: Tables) -> Layout:
    """Lay out the slope: the screens, and the knob between them."""
    own = tables.case["console"]
    u, v = own["screen_u"], own["screen_v"]
    return Layout(
        name="console",
        width=own["width"],
        depth=own["depth"],
        screens=(
            Place("left_screen", "spi-screen", -u, v),
            Place("right_screen", "spi-screen", u, v),
        ),
        buttons=(),
        posts=(),
        back_tongue=0,
        knob=Place("knob", "knob", 0, own["knob_v"]),
    )


def keys(own: Section) -> list[Place]:
    """Give the keys from the left: a side's own, A to E, the other side's own."""
    places = [
        Place(f"key_{letter.lower()}", "key-switch", own["key_pitch"] * n, own["key_v"], letter)
        for n, letter in enumerate(KEYS, start=-2)
    ]
    left, right = (
        Place(f"{side}_key", "key-switch", u, own["key_v"])
        for side, u in zip(SIDES, (-own["key_outer"], own["key_outer"]), strict=True)
    )
    return [left, *places, right]


def outer(own: Section) -> list[Corner]:
    """Give the outline: front, ridge, rear, from below in front."""
    tilt, fall = radians(own["tilt"]), tan(radians(own["rear_tilt"]))
    ridge = own["slope"] * cos(tilt), own["front"] + own["slope"] * sin(tilt)
    rear = ridge[1] - (own["depth"] - ridge[0]) * fall
    return [(0, 0), (0, own["front"]), ridge, (own["depth"], rear), (own["depth"], 0)]


def inner(own: Section, wall: float) -> list[Corner]:
    """Give the outline of the room inside, open below."""
    return inset(outer(own), [wall, own["thickness"], wall, wall])


def inset(corners: list[Corner], thick: list[float]) -> list[Corner]:
    """Move each line of an outline, whose first and last corner lie on z = 0, inwards."""
    moved = []
    for (start, end), off in zip(pairwise(corners), thick, strict=True):
        (y0, z0), (y1, z1) = start, end
        long = hypot(y1 - y0, z1 - z0)
        y, z = (z1 - z0) / long * off, -(y1 - y0) / long * off
        moved.append(((y0 + y, z0 + z), (y1 + y, z1 + z)))
    ground = ((0.0, 0.0), (1.0, 0.0))
    lines = [ground, *moved, ground]
    return [_meet(one, other) for one, other in pairwise(lines)]


def _meet(one: tuple[Corner, Corner], other: tuple[Corner, Corner]) -> Corner:
    (y0, z0), (y1, z1) = one
    (y2, z2), (y3, z3) = other
    a, b = (y1 - y0, z1 - z0), (y3 - y2, z3 - z2)
    far = ((y2 - y0) * b[1] - (z2 - z0) * b[0]) / (a[0] * b[1] - a[1] * b[0])
    return (y0 + far * a[0], z0 + far * a[1])


def pi_place(tables: Tables) -> Location:
    """Give the Pi's place: its sockets look back and its card right, as in the other boxes."""
    own, wall = tables.case["console"], tables.case["body"]["wall"]
    return Pos(
        own["width"] / 2 - wall - own["pi_side"],
        own["depth"] - wall - tables.case["pi"]["back"],
        own["base"] + own["pi_lift"],
    ) * Rot(0, 0, 180)


def board_place(tables: Tables) -> Location:
    """Give the board's place: flush with the Pi at the right and at the rear, bolts between."""
    corner = pi_place(tables).position
    over = tables.mm("pi", "thickness") + tables.mm("board-bolt", "height")
    return Pos(corner.X - WIDTH, corner.Y, corner.Z + over)


def components() -> tuple[Component, ...]:
    """Give what is on the board."""
    return circuit(read_pin_table())


def board_holes(tables: Tables) -> tuple[list[Corner], list[Corner]]:
    """Give (x, y) of the board's holes in the box: those over the Pi's, and those in front."""
    at = board_place(tables).position
    holes = [one.at for one in components() if is_hole(one)]
    places = [(at.X + x, at.Y - y) for x, y in holes]
    behind = tables.mm("pi", "width")
    over_pi = [place for place, (_, y) in zip(places, holes, strict=True) if y < behind]
    return over_pi, [place for place in places if place not in over_pi]


def on_board(tables: Tables, ref: str) -> Corner:
    """Give (x, y) in the box of a part on the board, by its first pad."""
    at = board_place(tables).position
    part = next(one for one in components() if one.ref == ref)
    return at.X + part.at[0], at.Y - part.at[1]


def data_plug(tables: Tables) -> Corner:
    """Give (x, z) of the middle of the Pi's USB socket, which the die tray's cable goes into."""
    at = (pi_place(tables) * Pos(*socket_middle(tables.parts["pi"], "usb_x"))).position
    return at.X, at.Z


def supply_plug(tables: Tables) -> Corner:
    """Give (x, z) of the middle of the board's USB-C socket."""
    x, _ = on_board(tables, "J10")
    top = board_place(tables).position.Z + tables.mm("board-blank", "thickness")
    return x, top + tables.mm("board-usb", "height") / 2


def card_place(tables: Tables) -> Corner:
    """Give (y, z) of the middle of the card."""
    mm = tables.mm
    level = mm("pi", "thickness") + 0.3 + mm("memory-card", "thickness") / 2
    at = (pi_place(tables) * Pos(0, mm("pi", "card_y"), level)).position
    return at.Y, at.Z


def rear_openings(tables: Tables) -> list[Opening]:
    """Give the rear's openings, by (x, z) of their middles: both plugs, the switch, the vents."""
    own, switch = tables.case["console"], tables.parts["board-switch"]
    plug = own["plug_width"], own["plug_height"]
    beep, _ = on_board(tables, "BZ1")
    middle = (own["vents"] - 1) / 2
    vent = own["vent_z"], tables.case["body"]["vent"], own["vent_long"]
    return [
        (*data_plug(tables), *plug),
        (*supply_plug(tables), *plug),
        (own["switch_x"], own["switch_z"], switch.mm("hole_width"), switch.mm("hole_height")),
        *((beep + (n - middle) * own["vent_apart"], *vent) for n in range(int(own["vents"]))),
    ]


def air_slots(tables: Tables) -> list[Opening]:
    """Give the base's slots below the Pi, by (x, y) of their middles."""
    at, pi = pi_place(tables).position, tables.parts["pi"]
    x, y = at.X - pi.mm("length") / 2, at.Y - pi.mm("width") / 2
    return [(x + (n - 1.5) * 8.0, y, tables.case["body"]["vent"], 12.0) for n in range(4)]


def base_screws(tables: Tables) -> list[Corner]:
    """Give (x, y) of the screws that hold the base: both front corners, rear left, right side."""
    own, wall = tables.case["console"], tables.case["body"]["wall"]
    in_x = own["width"] / 2 - wall - own["post"] / 2
    front = wall + own["post"] / 2 + own["base_ahead"] + 0.2
    rear = own["depth"] - wall - own["post"] / 2
    left = own["base_aside"] + 0.8 - in_x
    return [(left, front), (in_x, front), (own["rear_post_x"], rear), (in_x, own["side_post_y"])]


def feet(tables: Tables) -> list[Corner]:
    """Give (x, y) of the feet."""
    own, inset_by = tables.case["console"], tables.case["body"]["foot_inset"]
    x = own["width"] / 2 - inset_by
    rows = (inset_by + 4, own["depth"] - inset_by)
    return [(side * x, y) for y in rows for side in (-1, 1)]
