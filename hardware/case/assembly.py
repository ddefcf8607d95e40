"""What a case is made of: printed things, bought things in their places, and room kept free.

Millimetres throughout. x goes right, y away from the player, z up; z = 0 is the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from build123d import Compound, Location, Shape, Vector

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Printed:
    """A thing to print.

    `solid` stands where it is in the box; `on_the_bed` moves it to how it is printed, with the
    bed at z = 0.
    """

    name: str
    solid: Shape
    on_the_bed: Location
    kind: str = ""
    """What its file is called where several are alike; else its name."""

    def lying(self) -> Shape:
        """Give the solid as it lies on the printer's bed."""
        return self.on_the_bed * self.solid


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of a bought thing that has one colour (`#rrggbb`)."""

    solid: Shape
    colour: str
    name: str = ""
    """`nut` for what is taken off while the thing goes in; else empty."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A bought thing in its place; `part` is its name in `hardware/parts/`.

    `touches` names what it may touch or be screwed into. `solid` is the sum of `bits`, and
    `colour` that of the first one. `terminals` says where a wire ends on it.
    """

    name: str
    part: str
    solid: Shape
    colour: str
    touches: frozenset[str]
    bits: tuple[Bit, ...] = ()
    terminals: Mapping[str, Point] = field(default_factory=dict)
    leaves: Point | None = None
    """The direction in which its wires leave it; None for out of its own back."""


@dataclass(frozen=True, slots=True)
class Room:
    """What must stay free: a plug with its overmould, fingers at the card."""

    name: str
    solid: Shape


@dataclass(frozen=True, slots=True)
class Assembly:
    """A box with everything in it."""

    name: str
    printed: tuple[Printed, ...]
    fitted: tuple[Fitted, ...]
    rooms: tuple[Room, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A bought thing at the origin of its own drawing, before it has a place."""

    bits: tuple[Bit, ...]
    terminals: Mapping[str, Point] = field(default_factory=dict)
    leaves: Point | None = None
    """The direction in which wires leave it, where that is not out of its back."""

    def at(self, place: Location, name: str, part: str, *touches: str) -> Fitted:
        """Put the thing into its place in the box; `place` moves its own origin there."""
        bits = tuple(Bit(place * bit.solid, bit.colour, bit.name) for bit in self.bits)
        # The compound keeps the place as its location: that tells where a screw points.
        whole = place * Compound(children=[bit.solid.moved(Location()) for bit in self.bits])
        return Fitted(
            name=name,
            part=part,
            solid=whole,
            colour=self.bits[0].colour,
            touches=frozenset(touches),
            bits=bits,
            terminals={key: _moved(place, point) for key, point in self.terminals.items()},
            leaves=_turned(place, self.leaves) if self.leaves else None,
        )


def _turned(place: Location, way: Point) -> Point:
    (x, y, z), (x0, y0, z0) = _moved(place, way), _moved(place, (0.0, 0.0, 0.0))
    return (x - x0, y - y0, z - z0)


def _moved(place: Location, point: Point) -> Point:
    x, y, z = (place * Location(Vector(*point))).position
    return (float(x), float(y), float(z))
