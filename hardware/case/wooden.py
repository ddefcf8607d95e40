"""The wooden console put together: its panels in their places, from what the laser is given."""

from __future__ import annotations

from build123d import Circle, Location, Plane, Polyline, Pos, Shape, extrude, make_face

from hardware.case.assembly import Assembly, Printed
from hardware.case.bought.circuit_board import circuit_board
from hardware.case.bought.pi import card, pi
from hardware.case.bought.shapes import rod
from hardware.case.console_sizes import board_place, components, pi_place
from hardware.case.tables import Tables
from hardware.case.wood import CROSS, Piece, pieces, runs, wooden_tables

NAME = "console-wood"
PINS = "pins"
AROUND = ("left side", "right side", "base", *CROSS)
"""The panels that the box is of."""


def wooden_console(tables: Tables) -> Assembly:
    """Put its panels together, with Pi, board and card, and the pins that set the guard."""
    own, parts = wooden_tables(tables), tables.parts
    solids = {**panels(tables), PINS: _pins(tables)}
    place = pi_place(own)
    return Assembly(
        NAME,
        tuple(Printed(name, solid, Location()) for name, solid in solids.items()),
        (
            pi(parts["pi"]).at(place, "pi", "pi"),
            circuit_board(parts, components()).at(board_place(own), "board", "board-blank"),
            card(parts["memory-card"], parts["pi"]).at(place, "card", "memory-card"),
        ),
        (),
    )


def panels(tables: Tables) -> dict[str, Shape]:
    """Give the panels with their holes, and what keeps a card out, in their places."""
    own, flat = wooden_tables(tables).case["console"], by_name(tables)
    thick = own["wood"]
    across = {
        "guard": own["width"] / 2 - thick,
        "rib": max(x for x, _ in flat["base"].holes[-1]),
    }
    planes = {name: plane(name, tables) for name in AROUND} | {
        name: Plane(origin=(x, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0))
        for name, x in across.items()
    }
    return {name: at.location * extrude(face(flat[name]), -thick) for name, at in planes.items()}


def by_name(tables: Tables) -> dict[str, Piece]:
    """Give every panel by its name."""
    return {piece.name: piece for piece in pieces(tables)}


def plane(name: str, tables: Tables) -> Plane:
    """Give where a panel's outside is; its thickness goes against the plane's z."""
    own = wooden_tables(tables).case["console"]
    half = own["width"] / 2
    if name.endswith("side"):
        # The right one's outside is to the right, the left one's plane is its inside.
        x = half if name == "right side" else own["wood"] - half
        return Plane(origin=(x, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0))
    if name == "base":
        return Plane(origin=(0, 0, own["wood"]))
    (y0, z0), (y1, z1), _, _ = runs(own)[CROSS.index(name)]
    return Plane(origin=(0, y0, z0), x_dir=(1, 0, 0), z_dir=(0, z0 - z1, y1 - y0))


def face(piece: Piece, *, holes: bool = True) -> Shape:
    """Give a panel flat, as it is drawn."""
    flat = make_face(Polyline(*piece.outline, close=True))
    for line in piece.holes if holes else ():
        flat -= make_face(Polyline(*line, close=True))
    for x, y, wide in piece.circles if holes else ():
        flat -= Pos(x, y) * Circle(wide / 2)
    return flat


def _pins(tables: Tables) -> Shape:
    """Give the pins through side and guard, pushed in from the inside and not yet cut off."""
    own, guard = wooden_tables(tables).case["console"], by_name(tables)["guard"]
    right, long = own["width"] / 2, 2 * own["wood"]
    first, second = (rod(wide, -long - 3, 3, y=0) for _, _, wide in guard.circles)
    (y0, z0, _), (y1, z1, _) = guard.circles
    level = Plane(origin=(right, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location
    return level * (Pos(y0, z0) * first + Pos(y1, z1) * second)
