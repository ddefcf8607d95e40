"""The board that lies over the Pi, with what is soldered on it, and its switch.

The board's origin is its rear left corner at its underside, seen from above: x to the right, y
away from the player, so all of it lies at y < 0. Where its parts are is told by its circuit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from build123d import Pos, RegularPolygon, Shape, extrude

from hardware.board.circuit import HEIGHT, WIDTH, Component
from hardware.case.assembly import Bit, Model, Point
from hardware.case.bought.colours import BLACK, BOARD_GREEN, DARK_METAL, GOLD, METAL, WHITE
from hardware.case.bought.shapes import block, board, pins, rod
from hardware.case.bought.terminals import PITCH
from hardware.tables.parts import Part

# From pin to pin of the plugs with walls.
XH = 2.5
# Of the screws that go through the Pi and the board.
HOLE = 2.7
# What is flat on the board: chips and the socket's soldered tails are no higher.
FLAT = 2.0


def circuit_board(parts: Mapping[str, Part], circuit: tuple[Component, ...]) -> Model:
    """Give the board; its terminals are the middles of its plugs, by `J6` and so on."""
    thick = parts["board-blank"].mm("thickness")
    holes = tuple((one.at[0], HEIGHT - one.at[1]) for one in circuit if is_hole(one))
    plate = Pos(0, -HEIGHT, 0) * board(WIDTH, HEIGHT, thick, 0.5, HOLE, holes)
    bits = [Bit(plate, BOARD_GREEN)]
    ends: dict[str, Point] = {}
    for one in circuit:
        if one.part and one.fitted:
            bits += [Bit(shape, colour) for shape, colour in _solid(one, parts, thick)]
            x, y = middle_of(one)
            ends[one.ref] = (x, y, thick)
    return Model(tuple(bits), ends)


def is_hole(one: Component) -> bool:
    """Say whether it is a hole for a screw."""
    return one.symbol == "Mechanical:MountingHole"


def middle_of(one: Component) -> tuple[float, float]:
    """Give the middle of a part, in the board's own place: rows of pins go right from the first."""
    x, y = one.at[0], -one.at[1]
    pitch = {"board-pins": PITCH, "board-plug-2": XH, "board-plug-6": XH}.get(one.part, 0.0)
    return x + pitch * (len(one.nets) - 1) / 2, y


def _solid(one: Component, parts: Mapping[str, Part], top: float) -> Iterator[tuple[Shape, str]]:
    part = parts[one.part]
    x, y = middle_of(one)
    if one.part.startswith("board-plug"):
        half, deep = plug_half(one, part), part.mm("deep") / 2
        walls = block((x - half, y - deep, top), (x + half, y + deep, top + part.mm("height")))
        yield walls, WHITE
    elif one.part == "board-pins":
        half, count = len(one.nets) * PITCH / 2, len(one.nets)
        low = top + part.mm("plastic")
        yield block((x - half, y - PITCH / 2, top), (x + half, y + PITCH / 2, low)), BLACK
        row = [(one.at[0] + PITCH * n, y) for n in range(count)]
        yield pins(row, low, top + part.mm("height")), GOLD
    elif one.part == "board-qt":
        half, deep = part.mm("width") / 2, part.mm("deep") / 2
        socket = block((x - half, y - deep, top), (x + half, y + deep, top + part.mm("height")))
        yield socket, WHITE
    elif one.part == "board-usb":
        half, out = part.mm("width") / 2, part.mm("out")
        high = top + part.mm("height")
        yield block((x - half, out - part.mm("deep"), top), (x + half, out, high)), METAL
    elif one.part in ("buzzer", "board-100u"):
        # The capacitor's and the buzzer's first foot is left of their middle.
        apart = {"buzzer": 7.6, "board-100u": 2.5}[one.part] / 2
        high = top + part.mm("height")
        colour = BLACK if one.part == "buzzer" else DARK_METAL
        yield rod(part.mm("diameter"), top, high, x + apart, y), colour
    elif one.part == "board-socket":
        left, middle = x - 19 * PITCH, y - PITCH / 2
        near, far = (left - PITCH / 2, middle - PITCH), (x + PITCH / 2, middle + PITCH)
        # The Pi's pins go into it: only its walls are drawn, so that none is in another.
        room = block((near[0] + 0.8, near[1] + 0.8, -50), (far[0] - 0.8, far[1] - 0.8, -0.5))
        yield block((*near, -part.mm("height")), (*far, 0)) - room, BLACK
        yield block((*near, top), (*far, top + FLAT)), GOLD


def plug_half(one: Component, part: Part) -> float:
    """Give half the width of a plug with walls."""
    return XH * (len(one.nets) - 1) / 2 + part.mm("beside")


def bolt(part: Part, seat: float, pi: float, blank: float) -> Model:
    """Give a bolt between Pi and board with its two screws; its origin is its lower end.

    The lower screw goes through `seat` mm of plastic and the Pi, the upper one through the board.
    """
    mm = part.mm
    high, long = mm("height"), mm("screw_long")
    body = extrude(RegularPolygon(mm("across") / 2, 6, major_radius=False), high)
    low, up = -pi - seat, high + blank
    below = rod(mm("head"), low - mm("head_height"), low) + rod(2.5, low, 0)
    above = rod(mm("head"), up, up + mm("head_height")) + rod(2.5, high, up)
    assert low + long <= high / 2 <= high - (long - blank)
    return Model((Bit(body, GOLD), Bit(below, METAL), Bit(above, METAL)))


def rocker(part: Part) -> Model:
    """Give the switch in a wall; its origin is the hole's middle outside, z points out."""
    mm = part.mm
    wide, high = mm("hole_width") / 2 - 0.1, mm("hole_height") / 2 - 0.1
    rim_x, rim_y, rim = mm("flange_width") / 2, mm("flange_height") / 2, mm("flange")
    deep = -mm("body_depth")
    rim_block = block((-rim_x, -rim_y, 0), (rim_x, rim_y, rim))
    body = block((-wide, -high, deep), (wide, high, 0))
    top = block((-wide + 1, -high + 1, rim), (wide - 1, high - 1, rim + mm("rocker")))
    tabs = [block((x - 0.4, -2.4, deep - 7), (x + 0.4, 2.4, deep)) for x in (-3.5, 3.5)]
    return Model(
        (Bit(rim_block + body, BLACK), Bit(top, DARK_METAL), *(Bit(tab, METAL) for tab in tabs)),
    )
