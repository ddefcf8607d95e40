"""The console: the box for the board, with a slope of thirty-four degrees and keys.

Everything that is seen is in the hood. The Pi hangs from the board, and both are screwed to the
base, which closes the hood from below.
"""

from __future__ import annotations

from collections.abc import Iterator

from build123d import Location, Pos, Rot

from hardware.case.assembly import Assembly, Fitted, Point, Printed, Room
from hardware.case.bought.circuit_board import (
    bolt,
    circuit_board,
    is_hole,
    middle_of,
    plug_half,
    rocker,
)
from hardware.case.bought.key import key_lamp, keycap, switch
from hardware.case.bought.knob import cap, knob
from hardware.case.bought.pi import card, pi
from hardware.case.bought.shapes import block
from hardware.case.bought.small import foot, screw
from hardware.case.console_printed import base, hood, inlay
from hardware.case.console_sizes import (
    base_screws,
    board_holes,
    board_place,
    components,
    console_tables,
    data_plug,
    feet,
    keys,
    layout,
    pi_place,
    supply_plug,
)
from hardware.case.desk import FACE_DOWN, held_screens, printed_clips
from hardware.case.rooms import GRIP, MATED, card_fingers, knob_wires, screen_lead
from hardware.case.slope import on_panel
from hardware.case.tables import Tables

CREAM, MILKY = "#efe6cf", "#f7f5ee"
# Wires leave a plug upwards and bend: so much over it.
BEND = 6.0
BASE_GOES_IN: tuple[Point, ...] = (
    (-1.75, -1.05, -70.0),
    (-1.75, -1.05, 0.0),
    (0.0, -1.05, 0.0),
    (0.0, 0.0, 0.0),
)
"""How the base goes into the hood, in mm from its place.

Up at the left, past what keeps the card out; to the right; then back with its tongues.
"""


def console(tables: Tables) -> Assembly:
    """Put the console together; it stands on its feet on the table, z = 0."""
    own = console_tables(tables)
    up = Pos(0, 0, own.mm("foot", "height") - own.case["body"]["foot_sunk"])
    return Assembly(
        "console",
        tuple(_printed(own, up)),
        (*_on_the_hood(own, up), *_on_the_base(own, up)),
        tuple(_rooms(own, up)),
    )


def hood_with_inserts(tables: Tables) -> Printed:
    """Give the hood whose posts take threads of brass, as it lies on the bed."""
    own = console_tables(tables)
    return Printed("hood-inserts", hood(own, inserts=True), _face_down(own, Pos(0, 0, 0)))


def _face_down(tables: Tables, up: Location) -> Location:
    return FACE_DOWN * (up * on_panel(tables.case["body"])).inverse()


def _printed(tables: Tables, up: Location) -> Iterator[Printed]:
    down = _face_down(tables, up)
    yield Printed("hood", up * hood(tables), down)
    yield Printed("inlay", up * inlay(tables), down)
    yield Printed("base", up * base(tables), up.inverse())
    yield from printed_clips(layout(tables), tables, up)


def _on_the_hood(tables: Tables, up: Location) -> Iterator[Fitted]:
    parts, body = tables.parts, tables.case["body"]
    yield from held_screens(layout(tables), tables, up, "hood")
    for place in keys(tables.case["console"]):
        at = up * on_panel(body, place.u, place.v)
        lit = not place.mark
        lamp, top = place.name.replace("key", "lamp"), f"{place.name}_cap"
        yield switch(parts["key-switch"]).at(at, place.name, place.part, "hood", top, lamp)
        colour = MILKY if lit else CREAM
        model = keycap(parts["key-cap"], parts["key-switch"], colour)
        yield model.at(at, top, "key-cap", place.name)
        if lit:
            model = key_lamp(parts["key-lamp"], parts["key-switch"])
            yield model.at(at, lamp, "key-lamp", place.name)
    at_knob, thin = layout(tables).knob, tables.case["panel"]["knob"]
    assert at_knob is not None
    at = up * on_panel(body, at_knob.u, at_knob.v, -thin)
    yield knob(parts["knob"], thin).at(at, "knob", "knob", "hood", "knob_cap")
    yield cap(parts["knob-cap"], parts["knob"], thin).at(at, "knob_cap", "knob-cap", "knob")
    own = tables.case["console"]
    wall = Pos(own["switch_x"], own["depth"], own["switch_z"]) * Rot(0, 0, 180) * Rot(90, 0, 0)
    yield rocker(parts["board-switch"]).at(up * wall, "switch", "board-switch", "hood")


def _on_the_base(tables: Tables, up: Location) -> Iterator[Fitted]:
    parts, own = tables.parts, tables.case["console"]
    bolts = [f"bolt_{n}" for n in range(1, 5)]
    place = up * pi_place(tables)
    yield pi(parts["pi"]).at(place, "pi", "pi", "base", "card", "board", *bolts)
    yield card(parts["memory-card"], parts["pi"]).at(place, "card", "memory-card", "pi")
    model = circuit_board(parts, components())
    yield model.at(up * board_place(tables), "board", "board-blank", "base", *bolts)
    over_pi, free = board_holes(tables)
    thick, blank = parts["pi"].mm("thickness"), parts["board-blank"].mm("thickness")
    one = bolt(parts["board-bolt"], own["seat"], thick, blank)
    low = own["base"] + own["pi_lift"] + thick
    for name, (x, y) in zip(bolts, over_pi, strict=True):
        yield one.at(up * Pos(x, y, low), name, "board-bolt", "base", "pi", "board")
    turner = screw(parts["screw"])
    top = board_place(tables).position.Z + blank
    for n, (x, y) in enumerate(free, start=1):
        yield turner.at(up * Pos(x, y, top), f"board_screw_{n}", "screw", "board", "base")
    over = Rot(180, 0, 0)
    for n, (x, y) in enumerate(base_screws(tables), start=1):
        at = up * Pos(x, y, own["sink"]) * over
        yield turner.at(at, f"base_screw_{n}", "screw", "base", "hood")
    for n, (x, y) in enumerate(feet(tables), start=1):
        sunk = up * Pos(x, y, tables.case["body"]["foot_sunk"])
        yield foot(parts["foot"]).at(sunk, f"foot_{n}", "foot", "base")


def _rooms(tables: Tables, up: Location) -> Iterator[Room]:
    desk = layout(tables)
    yield from _plug_rooms(tables, up)
    yield card_fingers(up * pi_place(tables), tables)
    yield from (screen_lead(screen, "console", tables, up) for screen in desk.screens)
    assert desk.knob is not None
    yield knob_wires(desk.knob, tables, up)
    key = tables.parts["key-switch"]
    half, low = key.mm("flange") / 2, -key.mm("depth_free")
    for place in keys(tables.case["console"]):
        at = up * on_panel(tables.case["body"], place.u, place.v)
        wires = block((-half, 1, low), (half, half, -key.mm("below") - key.mm("pins") - 0.1))
        yield Room(f"{place.name}'s wires", at * wires)
    own, part = tables.case["console"], tables.parts["board-switch"]
    x, z, rear = own["switch_x"], own["switch_z"], own["depth"] - tables.case["body"]["wall"]
    near, far = part.mm("body_depth") + 7.2, part.mm("depth_free")
    yield Room(
        "switch's wires", up * block((x - 6, rear - far, z - 4), (x + 6, rear - near, z + 4))
    )


def _plug_rooms(tables: Tables, up: Location) -> Iterator[Room]:
    """Give the room of the plugs at the rear, and of those on the board."""
    wide, high, long = GRIP
    for name, (x, z), mouth in (
        ("data plug", data_plug(tables), tables.mm("pi", "usb_out")),
        ("power plug", supply_plug(tables), tables.mm("board-usb", "out")),
    ):
        start = pi_place(tables).position.Y + mouth + MATED
        grip = block(
            (x - wide / 2, start, z - high / 2), (x + wide / 2, start + long, z + high / 2)
        )
        yield Room(name, up * grip)
    parts, at = tables.parts, board_place(tables)
    thick = parts["board-blank"].mm("thickness")
    socket = parts["jumper-wires"].mm("housing_length")
    wide = parts["jumper-wires"].mm("housing_width")
    for one in components():
        if not one.part or is_hole(one):
            continue
        x, y = middle_of(one)
        part, half = parts[one.part], 0.0
        if one.part.startswith("board-plug"):
            half, deep, low, top = plug_half(one, part), 2.9, part.mm("height"), part.mm("mated")
        elif one.part == "board-pins":
            half, deep = len(one.nets) * wide / 2, wide / 2
            low, top = part.mm("height"), part.mm("plastic") + socket
        elif one.part == "board-qt":
            half, deep, low = part.mm("width") / 2, part.mm("deep") / 2, part.mm("height")
            top = part.mm("mated")
        if half:
            low, top = thick + low + 0.1, thick + top + BEND
            plug = block((x - half, y - deep, low), (x + half, y + deep, top))
            yield Room(f"plug in {one.ref}", up * at * plug)
