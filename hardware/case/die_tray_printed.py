"""What is printed of the die tray: the tray itself, the well and the base plate."""

from __future__ import annotations

from itertools import product

from build123d import (
    Axis,
    Cone,
    Location,
    Plane,
    Polyline,
    Pos,
    RectangleRounded,
    Rot,
    Shape,
    extrude,
    make_face,
    revolve,
)

from hardware.case.assembly import Printed
from hardware.case.bought.shapes import ON_TOP, block, rod
from hardware.case.die_tray_sizes import ROUND, Outline, heights, inside, outside
from hardware.case.tables import Tables

CORNERS: tuple[tuple[float, float], ...] = tuple(product((-1, 1), (-1, 1)))
# The hook's width, and its play beside and over the Pico's board.
HOOK = 8.0
HOOK_BESIDE = 0.3
HOOK_PLAY = 0.2
# Height of the posts' wide feet.
FOOT = 2.5
# Height of the columns, before they slope back to the walls.
COLUMN = 8.0
# The pins' ends that are soldered stand up on the board's upper side, this far from its edge.
HEADER_RIM = 0.4


def tray(tables: Tables) -> Printed:
    """Give walls, rim, funnel and nest. Printed upside down, so that nothing hangs."""
    case, at = tables.case["die_tray"], heights(tables)
    half, wall = case["half"], case["wall"]
    outer = _slab(half, at.floor, at.top)
    hollow = block((wall - half, wall - half, at.floor - 1), (half - wall, half - wall, at.top + 1))
    mouth = case["mouth_radius"]
    deck = _slab(half, at.top - case["plate"], at.top) - rod(2 * mouth, at.floor, at.top + 1)
    solid = (outer - hollow) + deck + _turned(_funnel(tables))
    inner, pilot = half - wall, case["screw"]
    for x, y in CORNERS:
        solid += Pos(x * inner, y * inner, at.floor) * _column(tables, x, y)
        solid -= rod(_pilot(tables), at.floor - 1, at.floor + 7, x * pilot, y * pilot)
    side = tables.mm("window", "width") / 2 + case["pocket_gap"]
    under = at.face - case["pocket_depth"]
    solid -= _relief(tables)
    solid -= block((-side, -side, under - 1), (side, side, at.face + case["float_gap"]))
    for x in (-case["ear"], case["ear"]):
        solid -= rod(_pilot(tables), under - 1, under + 6.6, x)
    solid -= _socket_opening(tables)
    return Printed("tray", solid, Pos(0, 0, at.top) * Rot(180, 0, 0))


def well(tables: Tables) -> Printed:
    """Give the block that the sensor looks through, hanging on springs between two ears.

    The window is stuck to its upper face, which lies on the bed when it is printed. The ears are
    screwed to the tray; the motor is stuck below the pad in front.
    """
    case, at = tables.case["die_tray"], heights(tables)
    side = tables.mm("window", "width") / 2
    solid = block((-side, -side, at.well), (side, side, at.glass)) + _hanging(tables)
    for x in (-case["ear"], case["ear"]):
        solid -= rod(_through(tables), at.well, at.glass + 1, x)
    size = tables.parts["colour-sensor"].mm
    left, low = -size("sensor_x"), -size("sensor_y")
    roof = at.well + size("top_free")
    screw_strip = low + size("hole_y") - _pilot(tables) / 2 - 1.3
    solid -= block(
        (left + case["board_rim"], low + HEADER_RIM, at.well - 1),
        (left + size("width") - case["board_rim"], screw_strip, roof),
    )
    solid -= Pos(0, 0, roof - 0.01) * Cone(
        case["aperture_low"], case["aperture"], at.glass - roof + 0.01, align=ON_TOP
    )
    for x, y in board_holes(tables):
        solid -= rod(_pilot(tables), at.well - 1, at.glass + 1, x, y)
    return Printed("well", solid, Pos(0, 0, at.glass) * Rot(180, 0, 0))


def _hanging(tables: Tables) -> Shape:
    """Give the ears, the pads before and behind the well, and the four springs between them."""
    case, at = tables.case["die_tray"], heights(tables)
    side, half = tables.mm("window", "width") / 2, case["spring"] / 2
    low, high = at.glass - case["ear_thickness"], at.glass
    x, y, ear, pad = case["spring_x"], case["spring_y"], case["ear_side"], case["motor_pad"]
    solid = block((-pad, side - 1, low), (pad, y + half, high))
    solid += block((-pad, -case["motor_pad_end"], low), (pad, 1 - side, high))
    for right, back in CORNERS:
        for beside, along in (
            ((x - half, x + half), (ear - 1, y)),
            ((pad - 1, x), (y - half, y + half)),
        ):
            (left, far), (near, end) = (
                sorted(right * place for place in beside),
                sorted(back * place for place in along),
            )
            solid += block((left, near, low), (far, end, high))
        solid += block(
            (right * x - half, back * y - half, low), (right * x + half, back * y + half, high)
        )
    for right in (-1, 1):
        near, far = sorted((right * case["ear_inside"], right * (x + half)))
        solid += block((near, -ear, low), (far, ear, high))
    return solid


def _relief(tables: Tables) -> Shape:
    """Cut away what the springs and the pads would rub on; the ears keep their seats."""
    case, at = tables.case["die_tray"], heights(tables)
    under = at.face - case["pocket_depth"]
    ring = rod(2 * case["shoulder"] + 2, under - 1, under + case["relief"])
    ear = case["ear_side"]
    for right in (-1, 1):
        near, far = sorted((right * case["ear_inside"], right * (case["shoulder"] + 2)))
        ring -= block((near, -ear, under - 2), (far, ear, under + 1))
    return ring


def plate(tables: Tables) -> Printed:
    """Give the base: it closes the box from below and carries the Pico."""
    case, at = tables.case["die_tray"], heights(tables)
    solid = _slab(case["half"], at.plate, at.floor) + _rim(tables)
    for x, y in CORNERS:
        hole = (x * case["screw"], y * case["screw"])
        solid -= rod(_through(tables), at.plate - 1, at.floor + 1, *hole)
    pico, size = pico_place(tables), tables.parts["pico"].mm
    lift, peg = case["pico_lift"], case["peg"]
    ends = (-size("hole_x"), size("hole_x") - size("length"))
    for across, along in product((-1, 1), ends):
        x = case["pico_x"] + across * size("hole_pitch_y") / 2
        y = pico.position.Y + along
        solid += _post(tables, across, x, y)
        solid += rod(peg, at.floor, at.floor + lift + size("thickness") + 1.6, x, y)
    solid += _hook(tables)
    for x, y in stops(tables):
        solid += rod(case["stop"], at.floor - 0.1, at.well - case["stop_gap"], x, y)
    x, y = pico_point(tables, "button")
    solid -= rod(case["button_hole"], at.plate - 1, at.floor + 1, x, y)
    return Printed("plate", solid, Pos(0, 0, -at.plate))


def pico_place(tables: Tables) -> Location:
    """Give the Pico's place: on its head, the socket at the back wall."""
    case, at = tables.case["die_tray"], heights(tables)
    height = at.floor + case["pico_lift"] + tables.mm("pico", "thickness")
    return Pos(case["pico_x"], case["half"] - case["pico_inside"], height) * Rot(0, 180, 0)


def pico_point(tables: Tables, name: str) -> tuple[float, float]:
    """Give where the Pico's `lamp` or `button` is in the box, seen from above."""
    size = tables.parts["pico"].mm
    out = size("width") / 2 - size(f"{name}_x")
    place = pico_place(tables).position
    return float(place.X) + out, float(place.Y) - size(f"{name}_y")


def stops(tables: Tables) -> tuple[tuple[float, float], ...]:
    """Give the places of the posts that stop the well: the Pico leaves room for three."""
    far = tables.case["die_tray"]["stop_at"]
    return (-far, -far), (-far, far), (far, -far)


def board_holes(tables: Tables) -> tuple[tuple[float, float], ...]:
    """Give the places of the two screws of the sensor's board."""
    size = tables.parts["colour-sensor"].mm
    x, y = size("hole_x") - size("sensor_x"), size("hole_y") - size("sensor_y")
    return (x, y), (x + size("hole_pitch_x"), y)


def _slab(half: float, low: float, high: float) -> Shape:
    return Pos(0, 0, low) * extrude(RectangleRounded(2 * half, 2 * half, ROUND), high - low)


def _funnel(tables: Tables) -> Outline:
    under = outside(tables)[-1][1]
    nest = inside(tables)[0][0]
    return [(nest, under), *inside(tables)[1:], *outside(tables)]


def _turned(outline: Outline) -> Shape:
    points = [(radius, 0, height) for radius, height in outline]
    return revolve(make_face(Polyline(*points, close=True)), Axis.Z)


def _socket_opening(tables: Tables) -> Shape:
    """Cut a notch for the plug, open to the base plate, and a hole that shows the Pico's lamp."""
    case, at = tables.case["die_tray"], heights(tables)
    x, half = case["pico_x"], case["half"]
    wide = case["plug_width"] / 2
    notch = block(
        (x - wide, half - case["wall"] - 1, at.floor - 1),
        (x + wide, half + 1, at.floor + case["plug_height"]),
    )
    beside = x + wide + 1.6 + case["lamp_hole"] / 2
    upright = rod(case["lamp_hole"], 0, case["wall"] + 2)
    hole = Pos(beside, half + 1, at.floor + case["pico_lift"] - 1.0) * Rot(90, 0, 0) * upright
    return notch + hole


def _column(tables: Tables, x: float, y: float) -> Shape:
    """Give what a screw of the plate goes into, in the walls' corner towards (x, y).

    It ends in a slope, and so begins without a support in the printer.
    """
    side = tables.case["die_tray"]["column"]
    outline = [(0, 0), (-x * side, 0), (-x * side, COLUMN), (0, COLUMN + side)]
    flat = make_face(Plane.XZ * Polyline(*outline, close=True))
    return extrude(flat, side, dir=(0, -y, 0))


def _rim(tables: Tables) -> Shape:
    """Give the plate's rim: no straight way leads in between plate and walls."""
    case, at = tables.case["die_tray"], heights(tables)
    far = case["half"] - case["wall"] - case["plate_gap"]
    near = far - case["plate_rim"]
    high = at.floor + case["plate_rim_height"]
    end = case["half"] - case["wall"] - case["column"] - 1
    side = block((near, -end, at.floor - 0.1), (far, end, high))
    rim = side
    for turn in (90, 180, 270):
        rim += Rot(0, 0, turn) * side
    wide = case["plug_width"] / 2 + 1.5
    return rim - block(
        (case["pico_x"] - wide, near - 1, at.floor), (case["pico_x"] + wide, far + 1, high + 1)
    )


def _post(tables: Tables, side: int, x: float, y: float) -> Shape:
    """Give one of the four posts under the Pico: flat towards its middle, where the socket is."""
    case, at = tables.case["die_tray"], heights(tables)
    radius, high, foot = case["post"] / 2, at.floor + case["pico_lift"], at.floor + FOOT
    post = rod(case["post"], at.floor - 0.1, high, x, y)
    flat, far = case["pico_x"] + side * case["post_flat"], case["pico_x"]
    post -= block((min(far, flat), y - radius, foot), (max(far, flat), y + radius, high + 1))
    return post + Pos(x, y, at.floor) * Cone(radius + 1, radius, FOOT, align=ON_TOP)


def hook_strain(tables: Tables) -> float:
    """Give how far the hook's root is stretched while the Pico snaps in, as a part of its length.

    A bar that is held at one end and bent at the other. It is stretched across the printed
    layers, where it is weakest.
    """
    case = tables.case["die_tray"]
    return 1.5 * case["hook"] * case["hook_over"] / _stem(tables) ** 2


def _stem(tables: Tables) -> float:
    """Give the hook's height over the plate, up to what lies on the Pico's board."""
    return tables.case["die_tray"]["pico_lift"] + tables.mm("pico", "thickness") + HOOK_PLAY


def _hook(tables: Tables) -> Shape:
    """Give the hook that snaps over the Pico's far end."""
    case, at = tables.case["die_tray"], heights(tables)
    size = tables.parts["pico"].mm
    end = float(pico_place(tables).position.Y) - size("length") - HOOK_BESIDE
    back, lip, under = end - case["hook"], end + HOOK_BESIDE + case["hook_over"], _stem(tables)
    under += at.floor
    outline = [
        (back, at.floor - 0.1),
        (end, at.floor - 0.1),
        (end, under),
        (lip, under),
        (lip, under + 0.8),
        (back + 0.8, under + 2.6),
        (back, under + 2.6),
    ]
    flat = make_face(Plane.YZ * Polyline(*outline, close=True))
    return Pos(case["pico_x"] - HOOK / 2, 0, 0) * extrude(flat, HOOK, dir=(1, 0, 0))


def _pilot(tables: Tables) -> float:
    return tables.mm("screw", "pilot")


def _through(tables: Tables) -> float:
    return tables.mm("screw", "clearance")
