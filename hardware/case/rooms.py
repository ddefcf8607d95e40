"""What must stay free in a desk: for plugs, fingers, nuts and wires."""

from __future__ import annotations

from collections.abc import Iterator

from build123d import Location, Shape

from hardware.case.assembly import Room
from hardware.case.bought.knob import PIN
from hardware.case.bought.pi import header_places, socket_middle
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.terminals import KNOB
from hardware.case.layout import Layout, Place
from hardware.case.places import pi_place
from hardware.case.slope import on_panel
from hardware.case.tables import Tables
from hardware.tables.parts import Joint, Part

# A plug's grip, as large as the micro-USB cable's standard lets it be, and how long it is made.
GRIP = (10.6, 8.5, 25.0)
# The grip of a mated plug starts this far from the socket's mouth.
MATED = 1.0
# Fingertips above and below the card, and outside it.
FINGER = 7.0
OUTSIDE = 12.0
# Two fingers that turn a nut, at its two sides: how thick, how wide, how far behind it they come.
FINGERS = (12.0, 16.0, 12.0)
# How far a STEMMA QT plug and the bend of its cable stand out beside the board.
QT_PLUG = 8.0
# The bend of a wire behind its socket.
BEND = 8.0
# Between a nut and the fingers that come to it.
AROUND = 0.2
# The wires on an encoder's terminals, beyond their middles.
BESIDE = 1.5


def rooms(layout: Layout, tables: Tables, up: Location) -> tuple[Room, ...]:
    """Give the rooms of a desk."""
    place = up * pi_place(layout, tables)
    return (
        *_plugs(place, tables),
        card_fingers(place, tables),
        _jumpers(place, tables),
        *(room for button in layout.buttons for room in _nut(button, tables, up)),
        *(_wires(button, tables, up) for button in layout.buttons),
        *(screen_lead(screen, layout.name, tables, up) for screen in layout.screens),
        *((knob_wires(layout.knob, tables, up),) if layout.knob else ()),
    )


def _plugs(place: Location, tables: Tables) -> Iterator[Room]:
    wide, high, long = GRIP
    for name, key in (("data plug", "usb_x"), ("power plug", "power_x")):
        x, y, z = socket_middle(tables.parts["pi"], key)
        grip = block(
            (x - wide / 2, y - MATED - long, z - high / 2), (x + wide / 2, y - MATED, z + high / 2)
        )
        yield Room(name, place * grip)


def card_fingers(place: Location, tables: Tables) -> Room:
    """Where two fingertips pull the card: it sticks out towards -x of the board."""
    mm = tables.mm
    out, middle = mm("pi", "card_out"), mm("pi", "card_y")
    wide = mm("memory-card", "width") + 4
    level = mm("pi", "thickness") + 0.8
    fingers = block(
        (-out - OUTSIDE, middle - wide / 2, level - FINGER),
        (-0.8, middle + wide / 2, level + FINGER),
    )
    held = block((-out, middle - wide / 2, level - 0.8), (0, middle + wide / 2, level + 0.8))
    return Room("fingers at the card", place * (fingers - held))


def _jumpers(place: Location, tables: Tables) -> Room:
    """Sockets on all pins of the header, and the bend of their wires above."""
    mm = tables.mm
    low, high = header_places(tables.parts["pi"])[0], header_places(tables.parts["pi"])[-1]
    half = mm("jumper-wires", "housing_width") / 2
    top = mm("pi", "thickness")
    sockets = block(
        (low[0] - half, low[1] - half, top + mm("pi", "header_tip") + 0.1),
        (high[0] + half, high[1] + half, top + mm("pi", "jumper_free")),
    )
    return Room("jumper wires on the Pi", place * sockets)


def _nut(button: Place, tables: Tables, up: Location) -> Iterator[Room]:
    """Give what the nut's own corners pass through, and room for a finger at its left and right."""
    part, thick = tables.parts[button.part], tables.case["panel"]["thickness"]
    low, inner = -thick - part.mm("nut_height"), part.mm("nut_diameter") + 2 * AROUND
    ring = rod(part.mm("behind_free"), low, -thick) - rod(inner, low, -thick)
    at = up * on_panel(tables.case["body"], button.u, button.v)
    yield Room(f"{button.name}'s nut as it turns", at * ring)
    deep, wide, behind = FINGERS
    for side, near in (("left", -inner / 2 - deep), ("right", inner / 2)):
        finger = block((near, -wide / 2, low - behind), (near + deep, wide / 2, -thick))
        yield Room(f"a finger at {button.name}'s nut, {side}", at * finger)


def _wires(button: Place, tables: Tables, up: Location) -> Room:
    """Below the button's tabs: receptacles and the bend of their wires."""
    part = tables.parts[button.part]
    low, high = -part.mm("depth_free"), -part.mm("body_depth") - 9.1
    at = up * on_panel(tables.case["body"], button.u, button.v)
    return Room(f"{button.name}'s wires", at * rod(20, low, high))


def screen_lead(screen: Place, build: str, tables: Tables, up: Location) -> Room:
    """Behind the screen's header: the sockets of its wires; or beside it, its cable's plug."""
    part, thick = tables.parts[screen.part], tables.case["panel"]["thickness"]
    back = -thick - part.mm("front_to_back")
    deep = back - 2.5 - tables.mm("jumper-wires", "housing_length")
    edge = part.mm("height") / 2
    at = up * on_panel(tables.case["body"], screen.u, screen.v)
    if any(one.joint is Joint.PLUG for one in part.wired_in(build)):
        side, half = part.mm("width") / 2, part.mm("socket_wide") / 2
        low = back - part.mm("socket_high")
        plug = block((side + 0.1, -half, low), (side + QT_PLUG, half, back))
        return Room(f"{screen.name}'s cable", at * plug)
    sockets = block((-5.2, edge - 3.3, deep), (5.2, edge - 0.7, back - 8.6))
    return Room(f"{screen.name}'s wires", at * sockets)


def knob_wires(knob: Place, tables: Tables, up: Location) -> Room:
    """Behind the encoder's terminals and beside them: soldered wires and their bend."""
    part, sizes = tables.parts[knob.part], tables.case["panel"]
    at = up * on_panel(tables.case["body"], knob.u, knob.v, -sizes["knob"])
    if "board_width" in part.size:
        return Room("knob's wires", at * _on_board_pins(part, tables))
    half = part.mm("body_width") / 2
    nearest, farthest = min(y for _, y in KNOB.values()), max(y for _, y in KNOB.values())
    low, high = -part.mm("depth_free"), -part.mm("body_depth") - PIN - 0.1
    room = block((-half, nearest - BESIDE, low), (half, farthest + BESIDE, high))
    return Room("knob's wires", at * room)


def _on_board_pins(part: Part, tables: Tables) -> Shape:
    """Give the room above the pins of an encoder's board: sockets, and the bend of their wires."""
    mm = tables.mm
    half = len(part.wired[0].terminals) * mm("jumper-wires", "housing_width") / 2
    low, high = -part.mm("body_depth"), mm("jumper-wires", "housing_width") - part.mm("body_depth")
    edge = part.mm("board_above")
    far = edge + mm("jumper-wires", "housing_length") + BEND
    return block((-half, edge + part.mm("pin_length") + 0.1, low), (half, far, high))
