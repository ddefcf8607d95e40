"""An OLED module: board, glass in front, header and small parts behind.

The origin is the middle of the board in the plane of the glass's front; z points to the viewer,
and y up, as its picture stands.
"""

from __future__ import annotations

from build123d import Pos

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import BLACK, BOARD_BLUE, DARK_METAL, GLASS, GOLD, LIT, WHITE
from hardware.case.bought.shapes import block, board, pins
from hardware.case.bought.terminals import INSET, PITCH, on_screen
from hardware.tables.parts import Joint, Part

# The header's pins stand this far out behind the board.
PIN = 8.5
INSULATOR = 2.5
# Their soldered ends stand this far out in front of the board, where no glass covers them.
TAIL = 1.6
# Only for looks: the lit area in front of the glass.
FILM = 0.02


def screen(part: Part, build: str = "") -> Model:
    """Give the module; its terminals are those of its wires, left to right seen from the front.

    In a `build` that wires it by a cable it has two sockets on its back, and no pins.
    """
    if any(one.joint is Joint.PLUG for one in part.wired_in(build)):
        return _with_sockets(part, build)
    bare, back = _bare(part), -part.mm("front_to_back")
    thick = part.mm("board_thickness")
    places = on_screen(part)
    reach = len(places) * PITCH / 2
    top = part.mm("height") / 2 - INSET
    insulator = block((-reach, top - PITCH / 2, back - INSULATOR), (reach, top + PITCH / 2, back))
    tip = back - PIN
    ends = back + thick, back + thick + TAIL
    tails = [pins(list(places.values()), *ends)] if tails_are_bare(part) else []
    return Model(
        (
            *bare,
            Bit(insulator, BLACK),
            Bit(pins(list(places.values()), tip, back - INSULATOR), GOLD),
            *(Bit(shape, GOLD) for shape in tails),
        ),
        {name: (x, y, tip) for name, (x, y) in places.items()},
    )


def _with_sockets(part: Part, build: str) -> Model:
    """Give the module with a lying socket at each side of its back, the wires at the right one."""
    edge, back = part.mm("width") / 2, -part.mm("front_to_back")
    half, deep, high = (part.mm(f"socket_{side}") for side in ("wide", "deep", "high"))
    half /= 2
    sockets = [
        block((min(x, x - s * deep), -half, back - high), (max(x, x - s * deep), half, back))
        for s, x in ((1, edge), (-1, -edge))
    ]
    return Model(
        (*_bare(part), *(Bit(socket, WHITE) for socket in sockets)),
        {name: (x, y, back - high / 2) for name, (x, y) in on_screen(part, build).items()},
        (1.0, 0.0, 0.0),
    )


def _bare(part: Part) -> tuple[Bit, ...]:
    """Give board, glass and small parts, without what wires go to."""
    mm = part.mm
    width, height = mm("width"), mm("height")
    back, thick = -mm("front_to_back"), mm("board_thickness")
    inset_x = (width - mm("hole_pitch_x")) / 2
    inset_y = (height - mm("hole_pitch_y")) / 2
    plate = board(
        width,
        height,
        thick,
        1.0,
        mm("hole_diameter"),
        tuple((x, y) for x in (inset_x, width - inset_x) for y in (inset_y, height - inset_y)),
    )
    left, low, right, high = lit_area(part)
    glass_middle = (low + high) / 2 + glass_drop(part)
    half_x, half_y = mm("glass_width") / 2, mm("glass_height") / 2
    glass = block(
        (-half_x, glass_middle - half_y, -mm("glass_thickness")),
        (half_x, glass_middle + half_y, 0),
    )
    # What lies between the glass and the board where there is room: tape.
    tape = -mm("glass_thickness") - (back + thick)
    between = []
    if tape > 0.01:
        low_y, high_y = glass_middle - half_y, glass_middle + half_y
        between = [block((-half_x, low_y, back + thick), (half_x, high_y, back + thick + tape))]
    lit = block((left, low, -FILM), (right, high, 0))
    parts = block((-9.0, -6.0, back - 2.0), (9.0, 6.0, back))
    return (
        Bit(Pos(-width / 2, -height / 2, back) * plate, BOARD_BLUE),
        *(Bit(shape, BLACK) for shape in between),
        Bit(glass - lit, GLASS),
        Bit(lit, LIT),
        Bit(parts, DARK_METAL),
    )


def lit_area(part: Part) -> tuple[float, float, float, float]:
    """Give the picture's left, lower, right and upper edge, from the board's middle."""
    mm = part.mm
    left = mm("active_x") - mm("width") / 2
    low = mm("active_y") - mm("height") / 2
    return left, low, left + mm("active_width"), low + mm("active_height")


def tails_are_bare(part: Part) -> bool:
    """Say whether the pins' soldered ends stand beside the glass, before the board."""
    _, low, _, high = lit_area(part)
    top = (low + high) / 2 + glass_drop(part) + part.mm("glass_height") / 2
    return part.mm("height") / 2 - INSET - PITCH / 2 > top


def glass_drop(part: Part) -> float:
    """Give how far the glass's middle lies off the picture's, upwards: its ledge is below.

    The glass's upper rim is as narrow as its side rims; it never stands over the board.
    """
    mm = part.mm
    rim = (mm("glass_width") - mm("active_width")) / 2
    drop = rim - (mm("glass_height") - mm("active_height")) / 2
    _, low, _, high = lit_area(part)
    lowest = -mm("height") / 2 + mm("glass_height") / 2 - (low + high) / 2
    return max(drop, lowest)
