"""What an assembly holds, as meshes: all that pictures need of the case's models."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from build123d import Location

from hardware.case.assembly import Assembly, Fitted, Printed, Room
from hardware.case.bought.shapes import block
from hardware.case.mesh import mesh
from hardware.case.wooden import NAME as WOODEN
from hardware.pictures.body import Colour
from hardware.pictures.thing import Piece, Thing
from hardware.pictures.view import Points
from hardware.tables.parts import Part

NUT, REST = "nut", "rest"
TOWER, OPEN = "tower", "open"
_PRINT: Colour = (240, 236, 226)
"""Printed things: a warm white."""
_TRAY: Colour = (98, 100, 106)
"""The die tray, which must be matt black: so dark that its edges are still seen."""
_WOOD: Colour = (214, 180, 132)
_USUAL = {"die-tray": _TRAY, "motor": _TRAY, "console": _TRAY, WOODEN: _WOOD}
_BRASS: Colour = (232, 198, 122)
"""The letters inlaid in the console, which is as dark as the tray."""
_PLUG: Colour = (72, 76, 84)
"""Plugs and their room: dark grey."""


def contents(assembly: Assembly, parts: Mapping[str, Part]) -> Mapping[str, Thing]:
    """Give everything in an assembly by its name.

    A thing whose nut goes on from the other side is there in two pieces too: as "knob.nut", and
    without it as "knob.rest". The tower is there cut open too, as "tower.open".
    """
    kinds = Counter(printed.kind for printed in assembly.printed)
    usual = _USUAL.get(assembly.name, _PRINT)
    things = [
        _printed(printed, kinds[printed.kind], _BRASS if printed.name == "inlay" else usual)
        for printed in assembly.printed
    ]
    fitted_of = Counter(fitted.part for fitted in assembly.fitted)
    for fitted in assembly.fitted:
        bought = parts[fitted.part].builds.get(assembly.name, fitted_of[fitted.part])
        things += _fitted(fitted, bought)
    things += [_open(printed, usual) for printed in assembly.printed if printed.name == TOWER]
    things += [_room(room) for room in assembly.rooms]
    return {thing.name: thing for thing in things}


def _printed(printed: Printed, count: int, ink: Colour) -> Thing:
    pieces = (Piece(*mesh(printed.solid), ink),)
    lying = (Piece(*mesh(printed.lying()), ink),)
    turned = _turn(printed.on_the_bed)
    return Thing(printed.name, "", pieces, count if printed.kind else 1, lying, turned=turned)


def _open(printed: Printed, ink: Colour) -> Thing:
    """Give the half of a thing that is behind the middle, so that one looks into it."""
    low, high = tuple(printed.solid.bounding_box().min), tuple(printed.solid.bounding_box().max)
    half = printed.solid & block((low[0], 0.0, low[2]), high)
    return Thing(f"{printed.name}.{OPEN}", "", (Piece(*mesh(half), ink),))


def _fitted(fitted: Fitted, count: int) -> list[Thing]:
    pieces = [Piece(*mesh(bit.solid), _rgb(bit.colour)) for bit in fitted.bits]
    whole = Thing(
        fitted.name,
        fitted.part,
        tuple(pieces),
        count,
        terminals={name: np.array(at, np.float64) for name, at in fitted.terminals.items()},
        leaves=None if fitted.leaves is None else np.array(fitted.leaves, np.float64),
        turned=_turn(fitted.solid.location),
    )
    nut = tuple(p for p, bit in zip(pieces, fitted.bits, strict=True) if bit.name == NUT)
    rest = tuple(p for p, bit in zip(pieces, fitted.bits, strict=True) if bit.name != NUT)
    if not nut:
        return [whole]
    parted = {f"{fitted.name}.{NUT}": nut, f"{fitted.name}.{REST}": rest}
    return [whole, *(replace(whole, name=name, pieces=some) for name, some in parted.items())]


def _room(room: Room) -> Thing:
    return Thing(room.name, "", (Piece(*mesh(room.solid), _PLUG),))


def _turn(place: Location) -> Points:
    axes = (place.x_axis, place.y_axis, place.z_axis)
    return np.array([tuple(axis.direction) for axis in axes], np.float64).T


def _rgb(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue
