"""A rotary encoder with its nut, and the cap on its shaft.

The origin is the middle of its mounting face, which lies against the panel's back; z points to
the player.
"""

from __future__ import annotations

from collections.abc import Iterator

from build123d import Align, Box, Pos, RegularPolygon, Shape, extrude

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import BLACK, BOARD_GREEN, DARK_METAL, GOLD, METAL
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.terminals import KNOB, PITCH, on_knob_board
from hardware.tables.parts import Part

WASHER = 0.5
PIN = 3.5
# Only for looks: how wide and thick a terminal is.
LEG = 0.8
# The cap ends this far above the nut, so that it can be pushed.
ABOVE_NUT = 1.0
ABOVE_THREAD = 0.5


def knob(part: Part, panel: float) -> Model:
    """Give the encoder in a panel that thick (mm), with washer, nut and, if it has one, board."""
    if "board_width" in part.size:
        return _on_its_board(part, panel)
    deep = part.mm("body_depth")
    tip = -deep - PIN
    legs = _legs(part.mm("body_height") / 2, deep, tip)
    return Model(
        (*_encoder(part, panel), *(Bit(shape, GOLD) for shape in legs)),
        {name: (x, y, tip) for name, (x, y) in KNOB.items()},
    )


def _on_its_board(part: Part, panel: float) -> Model:
    """Give the encoder with its board behind it, whose pins point up along the panel."""
    mm = part.mm
    front, half = -mm("body_depth"), mm("board_width") / 2
    back = front - mm("board_thickness")
    edge, tip = mm("board_above"), mm("board_above") + mm("pin_length")
    board = block((-half, -mm("board_below"), back), (half, edge, front))
    places = on_knob_board(part)
    reach, level = len(places) * PITCH / 2, front + PITCH / 2
    plastic = block((-reach, edge - PITCH, front), (reach, edge, front + PITCH))
    thin = LEG * 0.4
    row = [
        block((x - thin, edge, level - thin), (x + thin, tip, level + thin))
        for x, _ in places.values()
    ]
    solder = block((-5.0, -7.0, back - mm("solder")), (5.0, 7.0, back))
    return Model(
        (
            *_encoder(part, panel),
            Bit(board, BLACK),
            Bit(plastic, DARK_METAL),
            Bit(solder, METAL),
            *(Bit(shape, GOLD) for shape in row),
        ),
        {name: (x, y, level) for name, (x, y) in places.items()},
        (0.0, 1.0, 0.0),
    )


def _encoder(part: Part, panel: float) -> tuple[Bit, ...]:
    """Give the encoder itself, without its terminals."""
    mm = part.mm
    half_x, half_y, deep = mm("body_width") / 2, mm("body_height") / 2, mm("body_depth")
    body = block((-half_x, -half_y, -deep), (half_x, half_y, 0))
    bushing = rod(mm("bushing_diameter"), 0, mm("bushing_length"))
    flat = Pos(0, mm("shaft_flat") - mm("shaft_diameter") / 2, mm("shaft_length")) * Box(
        10, 10, 7, align=(Align.CENTER, Align.MIN, Align.MAX)
    )
    shaft = rod(mm("shaft_diameter"), mm("bushing_length"), mm("shaft_length")) - flat
    washer = rod(mm("washer_diameter"), panel, panel + WASHER)
    hexagon = RegularPolygon(mm("nut_across") / 2, 6, major_radius=False)
    nut = Pos(0, 0, panel + WASHER) * extrude(hexagon, mm("nut_height"))
    inside = rod(mm("bushing_diameter"), 0, 20)
    return (
        Bit(body, BOARD_GREEN),
        Bit(bushing, METAL),
        Bit(shaft, METAL),
        Bit(washer - inside, DARK_METAL, "nut"),
        Bit(nut - inside, DARK_METAL, "nut"),
    )


def _legs(side: float, deep: float, tip: float) -> Iterator[Shape]:
    """Give the terminals: out of the body's sides where it ends, and then back."""
    half = LEG / 2
    for x, y in KNOB.values():
        near, far = (y, -side) if y < 0 else (side, y)
        foot = block((x - half, near, -deep), (x + half, far, -deep + LEG))
        yield foot + block((x - half, y - half, tip), (x + half, y + half, -deep + LEG))


def cap(part: Part, encoder: Part, panel: float) -> Model:
    """Give the cap on the encoder's shaft: same origin as the encoder's."""
    low = cap_bottom(encoder, panel)
    high = low + part.mm("height")
    radius = part.mm("diameter") / 2
    grip = rod(part.mm("diameter"), low, high)
    grip -= rod(encoder.mm("shaft_diameter") + 0.2, low, encoder.mm("shaft_length") + 0.5)
    mark = block((-0.6, radius - 6, high), (0.6, radius - 1, high + 0.3))
    return Model((Bit(grip, BLACK), Bit(mark, METAL)))


def cap_bottom(encoder: Part, panel: float) -> float:
    """Give how far over the encoder's mounting face its cap ends: free of nut and thread."""
    over_the_nut = panel + WASHER + encoder.mm("nut_height") + ABOVE_NUT
    return max(over_the_nut, encoder.mm("bushing_length") + ABOVE_THREAD)


def bore_depth(encoder: Part, panel: float) -> float:
    """Give how deep the cap's bore must be, so that it sits on the shaft's end with 0.5 mm free."""
    return encoder.mm("shaft_length") - cap_bottom(encoder, panel) + 0.5
