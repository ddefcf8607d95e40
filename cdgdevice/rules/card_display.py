"""The card display: two sides, five spaces a side, the cards in them, and what hands do there.

A space has one place, or two when it is doubled (Book, common mechanic #8). A place holds a card
or is a gap. Cards have no identity here: the gadget knows how a card lies, never which card it is;
what it must know of one, the player says with a mark.

Every answer to the engine yields the instructions for the player's hands, in the order of doing:
flip, play, refill, count.
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
        return self.spaces[_index_of(place.space)][max(place.number - 1, 0)]

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
        held = list(self.spaces[_index_of(place.space)])
        held[max(place.number - 1, 0)] = facing
        marks = tuple(mark for mark in self.marks if mark[0] != place) if self.marks else ()
        return replace(self._with(place.space, tuple(held)), marks=marks)

    def turned(self, place: Place, facing: Facing) -> "Display":
        """Turn the card in this place; what is said of it stays."""
        return replace(self.laid(place, facing), marks=self.marks)

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
        return len(self.spaces[_index_of(space)]) == 2

    def with_second_card(self, space: Space) -> "Display":
        """Return this space a second place, a gap at first."""
        wide = self._with(space, (*self.spaces[_index_of(space)], None))
        return wide._renamed(Place(space), Place(space, 1))

    def narrowed(self, place: Place) -> "Display":
        """Take this place, and the card in it, out of its doubled space."""
        first, second = self.spaces[_index_of(place.space)]
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
        spaces[_index_of(space)] = held
        return replace(self, spaces=tuple(spaces))


_INDEX_OF_SPACE = {space: number for number, space in enumerate(Space)}


def _index_of(space: Space) -> int:
    return _INDEX_OF_SPACE[space]


_PLACES_OF_SPACES = tuple(
    (space, (Place(space),), (Place(space, 1), Place(space, 2))) for space in Space
)
"""Each space with its places when it has one, and when it has two."""


class DealCard(Struct, frozen=True):
    """Lay a card from the draw pile in this place at set-up."""

    side: Side
    card: Place
    facing: Facing
    named: bool = False
    """A sentence of the sheet says which card it is, and where it is laid."""
    pile: bool = False
    """It is the draw pile that is laid there."""


class FlipCards(Struct, frozen=True):
    """Turn these cards to this facing: up in play, down when something is undone."""

    side: Side
    cards: tuple[Place, ...]
    facing: Facing = Facing.UP


class PlayCard(Struct, frozen=True):
    """Take this card off the display: it is being played."""

    side: Side
    card: Place
    facing: Facing


class DiscardCard(Struct, frozen=True):
    """Take this card off the display: it leaves without being played."""

    side: Side
    card: Place
    facing: Facing


class CardSource(Enum):
    """Where the card comes from that fills a gap."""

    C = "C"
    """Pile family: the top card of space C."""
    PILE = "pile"
    """Open family: the draw pile beside the display."""
    BENEATH = "beneath"
    """Pile family: nothing is laid in C, for the pile's next card lies there already."""
    SHUFFLED = "shuffled"
    """Pile family: the pile is laid in C, which was empty, after a shuffle."""
    DISCARDS = "discards"
    """A card fetched from the discards."""
    PLAYED = "played"
    """The card that was being played."""
    ASIDE = "aside"
    """The card that was set aside beside the display."""


class RefillGap(Struct, frozen=True):
    """A gap holds a card again."""

    side: Side
    card: Place
    source: CardSource
    facing: Facing


class SetChits(Struct, frozen=True):
    """Set the side's chits so that it has `left` of `of` cards to play; they were `was`."""

    side: Side
    left: int
    hand_size: int
    before: tuple[int, int]
    """`left` and `of` before."""


class PutCardBack(Struct, frozen=True):
    """Undo: lay the card that was taken from this place there again, facing so."""

    side: Side
    card: Place
    facing: Facing


class TakeCardBack(Struct, frozen=True):
    """Undo: lay the card of this place where it came from, facing so."""

    side: Side
    card: Place
    to: CardSource
    facing: Facing


class MoveCard(Struct, frozen=True):
    """Move a card from one place to another, in its facing: to `side`'s `card` from `giver`'s."""

    side: Side
    card: Place
    from_side: Side
    from_place: Place


class LayBelowRow(Struct, frozen=True):
    """Lay a card of the other side's row below this side's, or put it back there (Five)."""

    side: Side
    card: Place
    from_side: Side
    owner: str
    """What the other side is called."""
    facing: Facing
    back: bool = False


class SwapCard(Struct, frozen=True):
    """Change this face-up card for the top discard, which is laid face-up in its place."""

    side: Side
    card: Place


class ReturnCard(Struct, frozen=True):
    """Shuffle this face-up card back into the draw pile."""

    side: Side
    card: Place


class TellPlayer(Struct, frozen=True):
    """Something else to do by hand, in a sentence of the sheet."""

    side: Side
    text: str
    undo: str = ""
    """What puts the cards back that it moves, in a sentence; empty where it moves none."""
    of_game: bool = False
    """It is neither side's: the side's screen shows it, and its name is not said with it."""
    shuffles: bool = False
    """It shuffles the side's cards: it stays as long as orders for cards, which need it, do."""
    note: str | None = None
    """The title of the note that has its rule."""
    is_outcome: bool = False
    """It only says how a question of the sheet came out: the hands have nothing to do."""


Instruction = (
    DealCard
    | FlipCards
    | PlayCard
    | DiscardCard
    | RefillGap
    | SetChits
    | PutCardBack
    | TakeCardBack
    | MoveCard
    | LayBelowRow
    | SwapCard
    | ReturnCard
    | TellPlayer
)


def has_no_effect(act: Instruction) -> bool:
    """Return whether an act is only read: it moves no card, and an undo puts nothing back."""
    return isinstance(act, TellPlayer) and not act.undo


def undo_instructions(acts: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Return the acts that put the table back as it was before these, last one first."""
    return tuple(back for act in reversed(acts) for back in _undo_one(act))


def leave_shuffled_cards(restore: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Leave out of an undo what a shuffle has made impossible.

    Nobody finds a card again that was discarded for another of the shuffled pile.
    """
    if not any(isinstance(act, TellPlayer) and act.shuffles for act in restore):
        return restore
    taken, put = (
        {(act.side, act.card) for act in restore if isinstance(act, kind)}
        for kind in (TakeCardBack, PutCardBack)
    )
    return tuple(
        act
        for act in restore
        if not isinstance(act, TakeCardBack | PutCardBack)
        or (act.side, act.card) not in taken & put
    )


def _undo_one(act: Instruction) -> tuple[Instruction, ...]:
    match act:
        case FlipCards(side, cards, facing):
            other = Facing.DOWN if facing is Facing.UP else Facing.UP
            return (FlipCards(side, cards, other),)
        case PlayCard(side, card, facing) | DiscardCard(side, card, facing):
            return (PutCardBack(side, card, facing),)
        case RefillGap(side, card, source, facing):
            return _undo_refill(side, card, source, facing)
        case DealCard(side, card):
            return (TakeCardBack(side, card, CardSource.PILE, Facing.DOWN),)
        case SetChits(before=(0, 0)):
            # A set-up laid the chits out: they stay for the page that is open again.
            return ()
        case SetChits(side, left, of, was):
            return (SetChits(side, *was, before=(left, of)),)
        case MoveCard(side, card, giver, start):
            return (MoveCard(giver, start, side, card),)
        case LayBelowRow():
            return (replace(act, back=not act.back),)
        case SwapCard():
            return (act,)
        case ReturnCard(side, card):
            return (PutCardBack(side, card, Facing.UP),)
        case TellPlayer(side, _, undo, shuffles=shuffles):
            return (TellPlayer(side, undo, shuffles=shuffles),) if undo else ()
        case PutCardBack() | TakeCardBack():
            return ()


def _undo_refill(
    side: Side, card: Place, source: CardSource, facing: Facing
) -> tuple[Instruction, ...]:
    """Put the card that filled a gap where it came from."""
    match source:
        case CardSource.BENEATH | CardSource.SHUFFLED:
            return () if facing is Facing.DOWN else (FlipCards(side, (card,), Facing.DOWN),)
        case CardSource.PILE:
            # However it was laid: in the pile it lies face-down.
            return (TakeCardBack(side, card, source, Facing.DOWN),)
        case CardSource.C | CardSource.ASIDE:
            return (TakeCardBack(side, card, source, facing),)
        case CardSource.DISCARDS:
            return (DiscardCard(side, card, facing),)
        case CardSource.PLAYED:
            return (PlayCard(side, card, facing),)


def drop_cancelled_flips(acts: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Leave out flips that cancel each other, so that no card is turned twice for nothing."""
    facing: dict[tuple[Side, Place], list[Facing]] = {}
    for act in acts:
        if isinstance(act, FlipCards):
            for card in act.cards:
                facing.setdefault((act.side, card), []).append(act.facing)
    idle = {card for card, turned in facing.items() if len(turned) % 2 == 0}
    kept: list[Instruction] = []
    for act in acts:
        if isinstance(act, FlipCards):
            cards = tuple(card for card in act.cards if (act.side, card) not in idle)
            if cards:
                kept.append(FlipCards(act.side, cards, act.facing))
        else:
            kept.append(act)
    return tuple(kept)
