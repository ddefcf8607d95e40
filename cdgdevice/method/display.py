"""The card display: two sides, five spaces a side, and the cards that lie in them.

A space has one place, or two when it is doubled (Book, common mechanic #8). A place holds a card
or is a gap. Cards have no identity here: the gadget knows how a card lies, never which card it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.method.die import Result
from cdgdevice.method.mark import Mark


class Side(Enum):
    """One of the two sides of the table, as the player sits in front of them."""

    LEFT = "left"
    """The side of the left screen and the left button."""
    RIGHT = "right"
    """The side of the right screen and the right button."""

    # Enum's own hashes the member's name, in Python, and these are looked up all the time.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Side":
        """The side across the table."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Space(Enum):
    """A space of the card display (Book, Standard Method Rules; Fate: slot)."""

    A = "A"
    """First space: face-up at set-up."""
    B = "B"
    """Second space: face-up at set-up."""
    C = "C"
    """Third space: in the pile family the draw pile itself."""
    D = "D"
    """Fourth space: face-down at set-up."""
    E = "E"
    """Fifth space: face-down at set-up."""

    __hash__ = object.__hash__


class Facing(Enum):
    """How a card lies."""

    UP = "up"
    """Its front is seen."""
    DOWN = "down"
    """Its back is seen."""

    __hash__ = object.__hash__


NAMED = {
    Result.JR: (Space.C,),
    Result.AB: (Space.A, Space.B),
    Result.DE: (Space.D, Space.E),
    Result.ABC: (Space.A, Space.B, Space.C),
    Result.CDE: (Space.C, Space.D, Space.E),
    Result.EVENT: (),
}
"""The spaces that each result names; JR names C, and EVENT none."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one card may lie: the only place of a space, or place 1 or 2 of a doubled one."""

    space: Space
    number: int = 0
    """0 for the only place of a space; 1 or 2 in a doubled space."""

    def __str__(self) -> str:
        """Give the card id of the text protocol: `A`, or `A1` and `A2` when doubled."""
        return f"{self.space.value}{self.number or ''}"


@dataclass(frozen=True, slots=True)
class Display:
    """One side's five spaces, A to E: a tuple of one or two places each; None is a gap."""

    spaces: tuple[tuple[Facing | None, ...], ...]
    marks: tuple[tuple[Place, Mark], ...] = ()
    """What the player said of cards, each in its place."""

    def places(self, spaces: Iterable[Space] = tuple(Space)) -> Iterator[Place]:
        """Give every place of these spaces, gaps included, A to E."""
        return (place for place, _ in self.cards(spaces))

    def cards(
        self, spaces: Iterable[Space] = tuple(Space)
    ) -> Iterator[tuple[Place, Facing | None]]:
        """Give every place of these spaces, A to E, and how its card lies; None for a gap."""
        wanted = tuple(spaces)
        for (space, single, double), held in zip(_PLACES, self.spaces, strict=True):
            if space in wanted:
                yield from zip(single if len(held) == 1 else double, held, strict=True)

    def facing(self, place: Place) -> Facing | None:
        """Tell how the card in this place lies; None for a gap."""
        return self.spaces[_index(place.space)][max(place.number - 1, 0)]

    def lying(self, facing: Facing, spaces: Iterable[Space] = tuple(Space)) -> tuple[Place, ...]:
        """Give the places of these spaces whose card lies so, A to E."""
        return tuple(place for place, lies in self.cards(spaces) if lies is facing)

    def count(self) -> int:
        """Count the cards of the display."""
        return sum(lies is not None for held in self.spaces for lies in held)

    def gaps(self) -> tuple[Place, ...]:
        """Give the places that hold no card, A to E."""
        return tuple(place for place, lies in self.cards() if lies is None)

    def laid(self, place: Place, facing: Facing | None) -> "Display":
        """Lay a card so in this place, or leave a gap there with None; a mark there goes."""
        held = list(self.spaces[_index(place.space)])
        held[max(place.number - 1, 0)] = facing
        marks = tuple(mark for mark in self.marks if mark[0] != place) if self.marks else ()
        return replace(self._with(place.space, tuple(held)), marks=marks)

    def turned(self, place: Place, facing: Facing) -> "Display":
        """Turn the card in this place; what is said of it stays."""
        return replace(self.laid(place, facing), marks=self.marks)

    def moved(self, start: Place, end: Place) -> "Display":
        """Move a card, with what is said of it, and leave a gap where it lay."""
        display = self.laid(end, self.facing(start))
        mark = self.mark(start)
        display = display.laid(start, None)
        return display if mark is None else display.marked(end, mark)

    def mark(self, place: Place) -> Mark | None:
        """Tell what is said of the card in this place."""
        return dict(self.marks).get(place)

    def marked(self, place: Place, mark: Mark | None) -> "Display":
        """Say this of the card in this place, or nothing any more with None."""
        others = [other for other in self.marks if other[0] != place]
        return replace(self, marks=tuple([*others, (place, mark)] if mark else others))

    def with_mark(self, *marks: Mark) -> tuple[Place, ...]:
        """Give the places of the cards of which one of these is said, A to E."""
        if not self.marks:
            return ()
        found = {place for place, mark in self.marks if mark in marks}
        return tuple(place for place in self.places() if place in found)

    def doubled(self, space: Space) -> bool:
        """Tell whether this space has two places."""
        return len(self.spaces[_index(space)]) == 2

    def widened(self, space: Space) -> "Display":
        """Give this space a second place, a gap at first."""
        wide = self._with(space, (*self.spaces[_index(space)], None))
        return wide._renamed(Place(space), Place(space, 1))

    def narrowed(self, place: Place) -> "Display":
        """Take this place, and the card in it, out of its doubled space."""
        first, second = self.spaces[_index(place.space)]
        stays = Place(place.space, 2 if place.number == 1 else 1)
        narrow = self.marked(place, None)._with(
            place.space, (second if place.number == 1 else first,)
        )
        return narrow._renamed(stays, Place(place.space))

    def _renamed(self, old: Place, new: Place) -> "Display":
        if not self.marks:
            return self
        marks = tuple((new if place == old else place, mark) for place, mark in self.marks)
        return replace(self, marks=marks)

    def _with(self, space: Space, held: tuple[Facing | None, ...]) -> "Display":
        spaces = list(self.spaces)
        spaces[_index(space)] = held
        return replace(self, spaces=tuple(spaces))


_INDEX = {space: number for number, space in enumerate(Space)}


def _index(space: Space) -> int:
    return _INDEX[space]


_PLACES = tuple((space, (Place(space),), (Place(space, 1), Place(space, 2))) for space in Space)
"""Each space with its places when it has one, and when it has two."""
