"""A Raspberry Pi Zero 2 WH, and the card in it.

The origin is the board's lower left corner at its underside: card to the left, sockets along
the front edge, the 40-pin header along the back edge, as in the maker's drawing.
"""

from __future__ import annotations

from build123d import Shape

from hardware.case.assembly import Bit, Model, Point
from hardware.case.bought.colours import BLACK, BOARD_GREEN, DARK_METAL, GOLD, METAL
from hardware.case.bought.shapes import block, board, pins
from hardware.case.bought.terminals import on_pi
from hardware.tables.parts import Part

# Only for looks: the shield over the processor, which is lower than the sockets.
SHIELD = ((22.0, 8.0), (36.0, 20.0), 1.4)


def pi(part: Part) -> Model:
    """Give the board; its terminals are `pin 1` to `pin 40`, at the pins' tips."""
    mm = part.mm
    top = mm("thickness")
    far_x, far_y = mm("length") - mm("hole_inset"), mm("width") - mm("hole_inset")
    near = mm("hole_inset")
    plate = board(
        mm("length"),
        mm("width"),
        top,
        mm("corner_radius"),
        mm("hole_diameter"),
        ((near, near), (far_x, near), (near, far_y), (far_x, far_y)),
    )
    places = header_places(part)
    middle_x = (places[0][0] + places[-1][0]) / 2
    middle_y = (places[0][1] + places[-1][1]) / 2
    length, width = mm("header_length"), mm("header_width")
    insulator = block(
        (middle_x - length / 2, middle_y - width / 2, top),
        (middle_x + length / 2, middle_y + width / 2, top + mm("header_insulator")),
    )
    tip = top + mm("header_tip")
    tails = pins(places, -mm("below_free") + 1, 0)
    (x0, y0), (x1, y1), high = SHIELD
    metal = [
        _socket(mm("usb_x"), mm("usb_width"), mm("usb_out"), 5.0, top, mm("usb_height")),
        _socket(mm("power_x"), mm("usb_width"), mm("usb_out"), 5.0, top, mm("usb_height")),
        _socket(mm("hdmi_x"), mm("hdmi_width"), mm("hdmi_out"), 7.0, top, mm("hdmi_height")),
        block(
            (0.5, mm("card_y") - 6.0, top),
            (12.0, mm("card_y") + 6.0, top + mm("card_slot_height")),
        )
        - block((0, mm("card_y") - 5.6, top + 0.2), (13, mm("card_y") + 5.6, top + 1.35)),
    ]
    return Model(
        (
            Bit(plate, BOARD_GREEN),
            Bit(insulator, BLACK),
            Bit(pins(places, top + mm("header_insulator"), tip), GOLD),
            Bit(tails, GOLD),
            Bit(block((x0, y0, top), (x1, y1, top + high)), DARK_METAL),
            *(Bit(shape, METAL) for shape in metal),
        ),
        {f"pin {number}": (x, y, tip) for number, (x, y) in enumerate(places, start=1)},
    )


def card(part: Part, board_part: Part) -> Model:
    """Give the memory card as it lies in the Pi: same origin as the Pi's."""
    mm = board_part.mm
    low = mm("thickness") + 0.3
    out, middle, half = mm("card_out"), mm("card_y"), part.mm("width") / 2
    body = block(
        (-out, middle - half, low),
        (part.mm("length") - out, middle + half, low + part.mm("thickness")),
    )
    return Model((Bit(body, BLACK),))


def header_places(part: Part) -> list[tuple[float, float]]:
    """Give the middles of the header's pins 1 to 40, on the board."""
    return list(on_pi(part).values())


def socket_middle(part: Part, x: str) -> Point:
    """Give the middle of a USB socket's mouth at the board's edge; `x` names its size."""
    mm = part.mm
    return (mm(x), -mm("usb_out"), mm("thickness") + mm("usb_height") / 2)


def _socket(x: float, width: float, out: float, deep: float, low: float, height: float) -> Shape:
    return block((x - width / 2, -out, low), (x + width / 2, deep - out, low + height))
