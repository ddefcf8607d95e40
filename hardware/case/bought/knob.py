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
from hardware.case.bought.terminals import KNOB
from hardware.tables.parts import Part

WASHER = 0.5
PIN = 3.5
# Only for looks: how wide and thick a terminal is.
LEG = 0.8
# The cap ends this far above the nut, so that it can be pushed.
ABOVE_NUT = 1.0


def knob(part: Part, panel: float) -> Model:
    """Give the encoder in a panel that thick (mm), with washer and nut."""
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
    tip = -deep - PIN
    return Model(
        (
            Bit(body, BOARD_GREEN),
            Bit(bushing, METAL),
            Bit(shaft, METAL),
            Bit(washer - inside, DARK_METAL, "nut"),
            Bit(nut - inside, DARK_METAL, "nut"),
            *(Bit(shape, GOLD) for shape in _legs(half_y, deep, tip)),
        ),
        {name: (x, y, tip) for name, (x, y) in KNOB.items()},
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
    """Give how far over the encoder's mounting face its cap ends."""
    return panel + WASHER + encoder.mm("nut_height") + ABOVE_NUT


def bore_depth(encoder: Part, panel: float) -> float:
    """Give how deep the cap's bore must be, so that it sits on the shaft's end with 0.5 mm free."""
    return encoder.mm("shaft_length") - cap_bottom(encoder, panel) + 0.5
