"""A side of the table: its card display of five spaces, the cards in them, and its seat.

A space has one place, or two when it is doubled (Book, common mechanic #8). A place holds a card
or is a gap. Cards have no identity here: the gadget knows how a card lies, never which card it is;
what it must know of one, the player says with a mark.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class Mark(Enum):
    """What kind of card lies there, as far as the method cares (Book, mechanics #3 to #7)."""

    MANDATORY = "mandatory"
    """It must be played before the chits run out, and its conditions are met."""
    FIRST_OPPORTUNITY = "first-opportunity"
    """Mandatory, and to be played the first time that its space is named."""
    SCORING = "scoring"
    """It scores victory points when played; the Jolly Roger forces it."""
    COMBAT = "combat"
    """It can be played in combat only."""
    REACTION = "reaction"
    """It can be played in answer to what the other side does."""
    SPECIAL = "special"
    """What the Jolly Roger forces in the standard rules."""

    __hash__ = object.__hash__


MANDATORY_MARKS = (Mark.MANDATORY, Mark.FIRST_OPPORTUNITY)
"""Marks of cards that must be played before the chits run out."""
MARKS_FORCED_BY_JOLLY_ROGER = (Mark.SCORING, Mark.SPECIAL)
"""Marks of cards that the Jolly Roger forces, where a sheet lets it (mechanic #7)."""
MARKS_FORCED_BY_LAST_CHIT = (Mark.SCORING,)
"""Marks of cards that one chit left forces, beside the mandatory ones (mechanic #7)."""


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


class Place(Struct, frozen=True):
    """Where one card may lie: the only place of a space, or place 1 or 2 of a doubled one."""

    space: Space
    number: int = 0
    """0 for the only place of a space; 1 or 2 in a doubled space."""

    def __str__(self) -> str:
        """Return the card id of the text protocol: `A`, or `A1` and `A2` when doubled."""
        return f"{self.space.value}{self.number or ''}"

    @property
    def id(self) -> str:
        """The same: what is played may be a way or a card beside the display as well."""
        return str(self)

    @property
    def title(self) -> str:
        """The same, as it is said."""
        return str(self)


class Display(Struct, frozen=True):
    """One side's five spaces, A to E: a tuple of one or two places each; None is a gap."""

    spaces: tuple[tuple[Facing | None, ...], ...]
    marks: tuple[tuple[Place, Mark], ...] = ()
    """What the player said of cards, each in its place."""

    def places(self, spaces: Iterable[Space] = tuple(Space)) -> Iterator[Place]:
        """Return every place of these spaces, gaps included, A to E."""
        return (place for place, _ in self.cards(spaces))

    def cards(
        self, spaces: Iterable[Space] = tuple(Space)
    ) -> Iterator[tuple[Place, Facing | None]]:
        """Return every place of these spaces, A to E, and how its card lies; None for a gap."""
        wanted = tuple(spaces)
        for (space, single, double), held in zip(_PLACES_OF_SPACES, self.spaces, strict=True):
            if space in wanted:
                yield from zip(single if len(held) == 1 else double, held, strict=True)

    def facing_at(self, place: Place) -> Facing | None:
        """Tell how the card in this place lies; None for a gap."""
        return self.spaces[_INDEX_OF_SPACE[place.space]][max(place.number - 1, 0)]

    def places_facing(
        self, facing: Facing, spaces: Iterable[Space] = tuple(Space)
    ) -> tuple[Place, ...]:
        """Return the places of these spaces whose card lies so, A to E."""
        return tuple(place for place, lies in self.cards(spaces) if lies is facing)

    def count(self) -> int:
        """Count the cards of the display."""
        return sum(lies is not None for held in self.spaces for lies in held)

    def gaps(self) -> tuple[Place, ...]:
        """Return the places that hold no card, A to E."""
        return tuple(place for place, lies in self.cards() if lies is None)

    def laid(self, place: Place, facing: Facing | None) -> "Display":
        """Lay a card so in this place, or leave a gap there with None; a mark there goes."""
        held = list(self.spaces[_INDEX_OF_SPACE[place.space]])
        held[max(place.number - 1, 0)] = facing
        bare = self.marked(place, None) if self.marks else self
        return bare._with(place.space, tuple(held))

    def turned(self, place: Place, facing: Facing) -> "Display":
        """Turn the card in this place; what is said of it stays."""
        laid = self.laid(place, facing)
        return replace(laid, marks=self.marks) if self.marks else laid

    def moved(self, start: Place, end: Place) -> "Display":
        """Move a card, with what is said of it, and leave a gap where it lay."""
        display = self.laid(end, self.facing_at(start))
        mark = self.mark_at(start)
        display = display.laid(start, None)
        return display if mark is None else display.marked(end, mark)

    def mark_at(self, place: Place) -> Mark | None:
        """Tell what is said of the card in this place."""
        return dict(self.marks).get(place)

    def marked(self, place: Place, mark: Mark | None) -> "Display":
        """Say this of the card in this place, or nothing any more with None."""
        others = [other for other in self.marks if other[0] != place]
        return replace(self, marks=tuple([*others, (place, mark)] if mark else others))

    def places_marked(self, *marks: Mark) -> tuple[Place, ...]:
        """Return the places of the cards of which one of these is said, A to E."""
        if not self.marks:
            return ()
        found = {place for place, mark in self.marks if mark in marks}
        return tuple(place for place in self.places() if place in found)

    def is_doubled(self, space: Space) -> bool:
        """Return whether this space has two places."""
        return len(self.spaces[_INDEX_OF_SPACE[space]]) == 2

    def with_second_card(self, space: Space) -> "Display":
        """Return this space a second place, a gap at first."""
        wide = self._with(space, (*self.spaces[_INDEX_OF_SPACE[space]], None))
        return wide._renamed(Place(space), Place(space, 1))

    def narrowed(self, place: Place) -> "Display":
        """Take this place, and the card in it, out of its doubled space."""
        first, second = self.spaces[_INDEX_OF_SPACE[place.space]]
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
        spaces[_INDEX_OF_SPACE[space]] = held
        return replace(self, spaces=tuple(spaces))


_INDEX_OF_SPACE = {space: number for number, space in enumerate(Space)}


_PLACES_OF_SPACES = tuple(
    (space, (Place(space),), (Place(space, 1), Place(space, 2))) for space in Space
)
"""Each space with its places when it has one, and when it has two."""


class RowSeat(Struct, frozen=True):
    """What a side of the row family has beside its five spaces."""

    extra_cards: int = 0
    """Cards below the row, beside those of the sheet."""
    is_open: bool = False
    """New cards come face-up until the turn's end."""
    opened_itself: bool = False
    """The side opened its row by a card that it played itself."""
    kept_gaps: tuple[tuple[Space, int], ...] = ()
    """Gaps that stay, each for so many of the side's rounds."""


class Seat(Struct, frozen=True):
    """One side of the table."""

    display: Display
    hand_size: int | None
    """Hand size this turn; None where the sheet knows none."""
    played: int
    """Cards that count as played this turn."""
    rounds_taken: int
    """Rounds taken this turn."""
    counted: bool = True
    """The sheet counts chits."""
    next_hand_size: int | None = None
    """Hand size of the next turn; None: as now."""
    pile_empty: bool = False
    """The draw pile has no card: gaps stay."""
    discards_shuffled: bool = False
    """The discards were shuffled into the pile since its latest play."""
    used_once: frozenset[str] = frozenset()
    """What is available once in a game, and was used."""
    used_since_deal: frozenset[str] = frozenset()
    """What is available once until everything is dealt again, and was used."""
    passed_in_turn: int | None = None
    """The last turn in which the side took no more rounds, by a way that ends its turn."""
    has_played_home: bool = False
    """A home card of its was played this turn, and lies face-down."""
    home_cards_out: bool = False
    """It has no home card to play any more this turn."""
    relieved_spaces: frozenset[Space] = frozenset()
    """Spaces that a scenario doubled, and that are single by now."""
    beside_cards: tuple[str, ...] = ()
    """The sheet's cards beside the display that this side may play, sorted; several of one id."""
    next_beside_cards: frozenset[str] = frozenset()
    """Those that this side holds from the next turn on."""
    states: frozenset[str] = frozenset()
    """The sheet's states that this side is in."""
    row: RowSeat = RowSeat()

    @property
    def chits_left(self) -> int | None:
        """Cards left to play this turn, never below 0; None where the sheet counts none."""
        if self.hand_size is None or not self.counted:
            return None
        return max(self.hand_size - self.played, 0)

    @property
    def is_out_of_chits(self) -> bool:
        """No chit is left: this side rolls no more this turn (Book, Standard Method Rules)."""
        return self.chits_left == 0

    @property
    def lasting_hand_size(self) -> int | None:
        """The hand size of the next turn: without chits that cards added for this one."""
        return self.hand_size if self.next_hand_size is None else self.next_hand_size

    def with_beside_card(self, card: str) -> "Seat":
        """Return the seat with one more of this card beside the display."""
        return replace(self, beside_cards=tuple(sorted((*self.beside_cards, card))))

    def without_beside_card(self, card: str) -> "Seat":
        """Return the seat with one fewer of this card beside the display, if it has any."""
        cards = list(self.beside_cards)
        if card in cards:
            cards.remove(card)
        return replace(self, beside_cards=tuple(cards))

    def kept_slots(self) -> tuple[Place, ...]:
        """Return the places, A to E, that cards beside the display came from and that wait."""
        spaces = {space for space, _ in self.row.kept_gaps}
        return tuple(Place(space) for space in Space if space in spaces)

    def with_kept_slot(self, card: Place) -> "Seat":
        """Return the seat with this place waiting for a card that is kept beside the display."""
        return self.with_row(kept_gaps=(*self.row.kept_gaps, (card.space, 1)))

    def without_kept_slot(self, card: Place) -> "Seat":
        """Return the seat with this place waiting for one card fewer, if it waits."""
        slots = list(self.row.kept_gaps)
        if (card.space, 1) in slots:
            slots.remove((card.space, 1))
        return self.with_row(kept_gaps=tuple(slots))

    def with_row(self, **changes: object) -> "Seat":
        """Return the seat with these fields of its row changed."""
        return replace(self, row=replace(self.row, **changes))
