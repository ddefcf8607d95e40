"""What the die reader is bought of: the Pico, the sensor's board, the window and the die."""

from __future__ import annotations

from build123d import Shape, fillet

from cdgdevice.drivers.reader.die_stickers import STICKERS
from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import (
    BLACK,
    BOARD_BLUE,
    BOARD_GREEN,
    CLEAR,
    DARK_METAL,
    GOLD,
    METAL,
    WHITE,
)
from hardware.case.bought.shapes import block, board, pins, rod
from hardware.case.bought.terminals import on_pico, on_sensor
from hardware.tables.parts import Part

PLASTIC = 2.5


def pico(part: Part) -> Model:
    """Give the board with its parts up and its pins down; terminals `pin 1` to `pin 40`.

    The origin is the middle of the edge with the socket, on the pins' side; the socket looks
    along y.
    """
    mm = part.mm
    half, long, top = mm("width") / 2, mm("length"), mm("thickness")
    hole_x = half - mm("hole_y")
    plate = block((-half, -long, 0), (half, 0, top))
    for x in (-hole_x, hole_x):
        for y in (-mm("hole_x"), mm("hole_x") - long):
            plate -= rod(mm("hole_diameter"), -1, 9, x, y)
    wide = mm("usb_width") / 2
    socket = block((-wide, -4.5, top), (wide, mm("usb_out"), top + mm("usb_height")))
    chip = block((-3.5, -29, top), (3.5, -22, top + 0.9))
    flash = block((-2.5, -18, top), (2.5, -13, top + 0.8))
    button = block((-7.2, -16.7, top), (-3.8, -12.4, top + 2.5))
    debug = block((-3, -long, top), (3, 4.5 - long, top + mm("parts_height")))
    lamp_x, lamp_y = mm("lamp_x") - half, -mm("lamp_y")
    lamp = block((lamp_x - 0.8, lamp_y - 0.4, top), (lamp_x + 0.8, lamp_y + 0.4, top + 0.6))
    places = on_pico(part)
    tip = -mm("pins_below")
    row = mm("row_pitch") / 2
    strip = mm("pin_pitch") * len(places) / 4
    middle = -long / 2
    plastic = [
        block((x - 1.25, middle - strip, -PLASTIC), (x + 1.25, middle + strip, 0))
        for x in (-row, row)
    ]
    return Model(
        (
            Bit(plate, BOARD_GREEN),
            Bit(socket, METAL),
            Bit(chip + flash, BLACK),
            Bit(button, WHITE),
            Bit(debug, WHITE),
            Bit(lamp, CLEAR),
            Bit(plastic[0] + plastic[1], BLACK),
            Bit(pins(list(places.values()), tip, -PLASTIC), GOLD),
        ),
        {name: (x, y, tip) for name, (x, y) in places.items()},
    )


def colour_sensor(part: Part) -> Model:
    """Give the board with the sensor up, its header's pins down, its lower left corner at 0."""
    mm = part.mm
    top = mm("thickness")
    holes = tuple((mm("hole_x") + x, mm("hole_y")) for x in (0.0, mm("hole_pitch_x")))
    plate = board(mm("width"), mm("height"), top, mm("corner_radius"), mm("hole_diameter"), holes)
    terminals = on_sensor(part)
    places = list(terminals.values())
    tip = -mm("pins_below")
    plastic = block(
        (places[0][0] - 1.25, mm("header_y") - 1.25, tip + mm("pin_length")),
        (places[-1][0] + 1.25, mm("header_y") + 1.25, 0),
    )
    small = block((11.5, 6.2, top), (14.5, 7.6, top + 1.2)) + block(
        (5.8, 4.6, top), (8.8, 6.2, top + 1.1)
    )
    return Model(
        (
            Bit(plate, BOARD_BLUE),
            Bit(_chip(part, "sensor"), BLACK),
            Bit(_chip(part, "led"), WHITE),
            Bit(small, DARK_METAL),
            Bit(plastic, BLACK),
            Bit(pins(places, tip, tip + mm("pin_length")), GOLD),
        ),
        {name: (x, y, tip) for name, (x, y) in terminals.items()},
    )


def _chip(part: Part, name: str) -> Shape:
    mm, top = part.mm, part.mm("thickness")
    x, y = mm(f"{name}_x"), mm(f"{name}_y")
    wide, high = mm(f"{name}_width") / 2, mm(f"{name}_height") / 2
    return block((x - wide, y - high, top), (x + wide, y + high, top + mm(f"{name}_top")))


def window(part: Part) -> Model:
    """Give the plate about the origin, which is the middle of its upper face."""
    half = part.mm("width") / 2
    return Model((Bit(block((-half, -half, -part.mm("thickness")), (half, half, 0)), CLEAR),))


def die(part: Part) -> Model:
    """Give the die standing on the origin, face 3 up, with its stickers."""
    edge, half = part.mm("edge"), part.mm("edge") / 2
    cube = block((-half, -half, 0), (half, half, edge))
    cube = fillet(cube.edges(), part.mm("corner_radius"))
    side = part.mm("sticker") / 2
    low, high, thin = half - side, half + side, 0.2
    shown = {
        3: block((-side, -side, edge - thin), (side, side, edge)),
        4: block((-side, -side, 0), (side, side, thin)),
        1: block((-side, -half, low), (side, thin - half, high)),
        6: block((-side, half - thin, low), (side, half, high)),
        2: block((half - thin, -side, low), (half, side, high)),
        5: block((-half, -side, low), (thin - half, side, high)),
    }
    stickers = []
    for face, place in shown.items():
        sticker = cube & place
        cube -= place
        stickers.append(Bit(sticker, "#{:02x}{:02x}{:02x}".format(*STICKERS[face - 1].ground)))
    return Model((Bit(cube, WHITE), *stickers))
