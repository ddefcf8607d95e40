"""A key switch that snaps into the panel, with its cap and, in some, a lamp.

The origin is the middle of its hole at the panel's front; z points to the player.
"""

from __future__ import annotations

from build123d import Pos, Rectangle, Shape, fillet, loft

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import BLACK, GOLD, METAL
from hardware.case.bought.shapes import block, rod
from hardware.tables.parts import Part

# Only for looks: the stem, the round plastic pin below, and where the two metal pins are.
STEM = 4.0
STEM_HIGH = 3.6
ROUND_PIN = 4.0
PINS = ((-3.8, 2.5), (2.5, 5.1))
ROUND = 1.2


def switch(part: Part) -> Model:
    """Give the switch; its terminals are those of its two pins."""
    mm = part.mm
    half, body, deep = mm("flange") / 2, mm("body") / 2, mm("below")
    high, tip = mm("housing_high"), -mm("below") - mm("pins")
    inner = half - 1.2
    housing = block((-half, -half, 0), (half, half, mm("flange_high")))
    housing += block((-inner, -inner, 0), (inner, inner, high))
    housing += block((-body, -body, -deep), (body, body, 0))
    housing += rod(ROUND_PIN, tip, -deep)
    return Model(
        (
            Bit(housing, BLACK),
            Bit(rod(STEM, high, high + STEM_HIGH), METAL),
            *(Bit(rod(1.2, tip, -deep, x, y), GOLD) for x, y in PINS),
        ),
        {f"pin {number}": (x, y, tip) for number, (x, y) in enumerate(PINS, start=1)},
    )


def keycap(part: Part, key: Part, colour: str) -> Model:
    """Give the cap over a switch: same origin as the switch's."""
    low, high = part.mm("low"), part.mm("low") + part.mm("height")
    wide, top = part.mm("width"), part.mm("top")
    solid: Shape = loft(
        [Pos(0, 0, low) * Rectangle(wide, wide), Pos(0, 0.6, high) * Rectangle(top, top)]
    )
    solid = fillet([edge for edge in solid.edges() if low + 0.1 < edge.center().Z], ROUND)
    # Hollow, so that the switch has room in it.
    inside = key.mm("flange") / 2 - 0.8
    stem = key.mm("housing_high") + STEM_HIGH
    solid -= block((-inside, -inside, low - 1), (inside, inside, key.mm("housing_high") + 0.3))
    solid -= rod(STEM + 0.2, low, stem + 0.1)
    return Model((Bit(solid, colour),))


def key_lamp(part: Part, key: Part) -> Model:
    """Give the legs of the lamp in a switch, which stand out behind it; the rest is inside."""
    low, high = -key.mm("depth_free") + 2.0, -key.mm("below") - 0.05
    half, y = part.mm("apart") / 2, -part.mm("aside")
    legs = [rod(part.mm("leg"), low, high, x, y) for x in (-half, half)]
    return Model(
        tuple(Bit(leg, METAL) for leg in legs),
        {"+": (-half, y, low), "-": (half, y, low)},
    )
