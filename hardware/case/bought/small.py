"""Screws, feet, and what is soldered by its own legs: resistors, a diode, a transistor; a motor."""

from __future__ import annotations

from build123d import Pos, Rot

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import BLACK, DIODE, LEADS, METAL, RESISTOR, RUBBER, WHITE
from hardware.case.bought.shapes import block, rod
from hardware.tables.parts import Part

LEAD = 6.0
"""So far, in millimetres from its rim, a motor's leads are drawn straight."""


def screw(part: Part) -> Model:
    """Give a screw: its origin lies under its head, and it points down."""
    mm = part.mm
    head = rod(mm("head_diameter"), 0, mm("head_height"))
    slot = mm("head_height") - 0.9
    head -= block((-1.5, -0.4, slot), (1.5, 0.4, 9)) + block((-0.4, -1.5, slot), (0.4, 1.5, 9))
    return Model((Bit(head + rod(mm("diameter"), -mm("length"), 0), METAL),))


def foot(part: Part) -> Model:
    """Give a stick-on foot: its origin lies in its glued face, and it points down."""
    return Model((Bit(rod(part.mm("diameter"), -part.mm("height"), 0), RUBBER),))


def resistor(part: Part) -> Model:
    """Give a resistor lying along y about its middle; terminals: its wires' ends."""
    long, wide, wire, reach = (
        part.mm(name) for name in ("body_length", "body_diameter", "wire_diameter", "reach")
    )
    upright = rod(wide, -long / 2, long / 2) + rod(wire, -reach / 2, reach / 2)
    return Model(
        (Bit(Rot(90, 0, 0) * upright, RESISTOR),),
        {"1": (0.0, reach / 2, 0.0), "2": (0.0, -reach / 2, 0.0)},
    )


def diode(part: Part) -> Model:
    """Give a diode lying along y about its middle, its ring ahead; terminals: its legs' ends."""
    long, wide, wire, reach = (
        part.mm(name) for name in ("body_length", "body_diameter", "wire_diameter", "reach")
    )
    along = Rot(-90, 0, 0)
    ring = rod(wide + 0.1, long / 2 - 1.2, long / 2 - 0.5)
    legs = rod(wire, -reach / 2, reach / 2)
    glass = rod(wide, -long / 2, long / 2) - ring
    return Model(
        (Bit(along * glass, DIODE), Bit(along * ring, BLACK), Bit(along * (legs - glass), METAL)),
        {"ring": (0.0, reach / 2, 0.0), "anode": (0.0, -reach / 2, 0.0)},
    )


def transistor(part: Part) -> Model:
    """Give a transistor whose flat side looks back along y, its legs down from the origin."""
    wide, high, deep, pitch, leg = (
        part.mm(name) for name in ("width", "height", "depth", "leg_pitch", "leg_length")
    )
    flat = wide / 2 - deep
    body = rod(wide, 0, high) - block((-wide, -wide, -1), (wide, flat, high + 1))
    places = {"emitter": -pitch, "base": 0.0, "collector": pitch}
    legs = [rod(0.6, -leg, 0, x) for x in places.values()]
    return Model(
        (Bit(body, BLACK), Bit(legs[0] + legs[1] + legs[2], METAL)),
        {name: (x, 0.0, -leg) for name, x in places.items()},
        leaves=(0.0, 0.0, -1.0),
    )


def coin_motor(part: Part) -> Model:
    """Give a coin motor: its origin lies in its glued face, it points down, its leads along x."""
    wide, high = part.mm("diameter") / 2, part.mm("height")
    tongue, end, middle = wide + 1.5, wide + LEAD, -high / 2
    places = {"plus": (end, 0.8, middle), "minus": (end, -0.8, middle)}
    leads = [
        Bit(Pos(0, y, middle) * Rot(0, 90, 0) * rod(1.2, tongue, end), colour)
        for (_, y, _), colour in zip(places.values(), LEADS, strict=True)
    ]
    return Model(
        (
            Bit(rod(2 * wide, -high, 0), METAL),
            Bit(block((wide - 1, -1.6, middle - 0.4), (tongue, 1.6, middle + 0.4)), WHITE),
            *leads,
        ),
        places,
        leaves=(1.0, 0.0, 0.0),
    )
