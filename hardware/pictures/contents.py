"""What an assembly holds, as meshes: all that pictures need of the case's models."""

from collections.abc import Mapping

import numpy as np
from build123d import Location

from hardware.case.assembly import Assembly, Fitted, Printed, Room
from hardware.case.mesh import mesh
from hardware.pictures.body import Colour
from hardware.pictures.thing import Piece, Thing
from hardware.pictures.view import Points

_PRINT: Colour = (240, 236, 226)
"""Printed things: a warm white."""
_PLUG: Colour = (72, 76, 84)
"""Plugs and their room: dark grey."""


def contents(assembly: Assembly) -> Mapping[str, Thing]:
    """Give everything in an assembly by its name."""
    things = [_printed(printed) for printed in assembly.printed]
    things += [_fitted(fitted) for fitted in assembly.fitted]
    things += [_room(room) for room in assembly.rooms]
    return {thing.name: thing for thing in things}


def _printed(printed: Printed) -> Thing:
    pieces = (Piece(*mesh(printed.solid), _PRINT),)
    lying = (Piece(*mesh(printed.lying()), _PRINT),)
    return Thing(printed.name, "", pieces, lying, turned=_turn(printed.on_the_bed))


def _fitted(fitted: Fitted) -> Thing:
    bits = [(bit.solid, bit.colour) for bit in fitted.bits] or [(fitted.solid, fitted.colour)]
    pieces = tuple(Piece(*mesh(solid), _rgb(colour)) for solid, colour in bits)
    terminals = {name: np.array(at, np.float64) for name, at in fitted.terminals.items()}
    turned = _turn(fitted.solid.location)
    return Thing(fitted.name, fitted.part, pieces, (), terminals, turned)


def _room(room: Room) -> Thing:
    return Thing(room.name, "", (Piece(*mesh(room.solid), _PLUG),))


def _turn(place: Location) -> Points:
    axes = (place.x_axis, place.y_axis, place.z_axis)
    return np.array([tuple(axis.direction) for axis in axes], np.float64).T


def _rgb(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue
