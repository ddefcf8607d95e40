"""Screws, feet and resistors."""

from __future__ import annotations

from build123d import Rot

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import METAL, RESISTOR, RUBBER
from hardware.case.bought.shapes import block, rod
from hardware.tables.parts import Part


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
