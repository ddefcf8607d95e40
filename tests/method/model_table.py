"""A table with real cards on it, for checking that the acts asked of the hands are the right ones.

Every card has a number of its own. The model knows nothing of rules: it only does what a hand can
do, and complains when an act asks for what no hand can do, such as turning up a face-up card.
"""

from dataclasses import dataclass, field

from cdgdevice.method.acts import (
    Act,
    Count,
    Deal,
    Discard,
    Flip,
    Play,
    PutBack,
    Refill,
    Source,
    TakeBack,
)
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.sheet import Family

PILE = 400
"""Cards in each side's draw pile."""


@dataclass
class Card:
    """A card that can be told from every other."""

    number: int
    facing: Facing = Facing.DOWN


@dataclass
class Half:
    """One side's half of the table."""

    pile_on_c: bool
    chits: tuple[int | None, int | None]
    pile: list[Card] = field(default_factory=lambda: [Card(n) for n in range(PILE)])
    """The top card is the last one."""
    gone: list[Card] = field(default_factory=list)
    """Cards played and discarded, the last one last."""
    spaces: dict[Space, dict[int, Card]] = field(
        default_factory=lambda: {space: {} for space in Space}
    )
    """The cards in each space, by the number of their place: 0, or 1 and 2."""

    def lay(self, act: Act) -> None:
        match act:
            case Deal(_, card, facing):
                self.pile[-1].facing = facing
                if not self._is_pile(card):
                    self._put(card, self.pile.pop())
            case Flip(_, cards, facing):
                for card in cards:
                    seen = self._card(card)
                    assert seen.facing is not facing, f"{card} lies {facing.value} already"
                    seen.facing = facing
            case Play(_, card, facing) | Discard(_, card, facing):
                taken = self._take(card)
                assert taken.facing is facing, f"{card} lies {taken.facing.value}"
                self.gone.append(taken)
            case PutBack(_, card, facing):
                assert self.gone[-1].facing is facing
                self._put(card, self.gone.pop())
            case Refill(_, card, source, facing):
                assert (source is Source.C) == (self.pile_on_c and not self._is_pile(card))
                assert (source is Source.BENEATH) == self._is_pile(card)
                if self._is_pile(card):
                    assert self.pile[-1].facing is facing, "C shows another facing"
                else:
                    self._put(card, self._drawn(facing))
            case TakeBack(_, card, to_c, facing):
                assert to_c == (self.pile_on_c and not self._is_pile(card))
                if not self._is_pile(card):
                    back = self._take(card)
                    assert back.facing is facing
                    self.pile.append(back)
            case Count(_, left, of, was):
                assert self.chits == was
                self.chits = (left, of)

    def facings(self, space: Space) -> list[Facing]:
        """How the cards of a space lie, in the order of their places."""
        if self.pile_on_c and space is Space.C:
            return [self.pile[-1].facing]
        return [card.facing for _, card in sorted(self.spaces[space].items())]

    def snapshot(self) -> object:
        """Everything on this half of the table, as a value to compare.

        A doubled space with a gap holds one card: whether that is its first or second is no
        matter of the table.
        """
        lying = [[card for _, card in sorted(held.items())] for held in self.spaces.values()]
        cards = [[(c.number, c.facing) for c in held] for held in (*lying, self.pile, self.gone)]
        return cards, self.chits

    def _is_pile(self, place: Place) -> bool:
        return self.pile_on_c and place.space is Space.C

    def _drawn(self, facing: Facing) -> Card:
        card = self.pile.pop()
        if self.pile_on_c:
            assert card.facing is facing, f"the top card of C lies {card.facing.value}"
        card.facing = facing
        return card

    def _card(self, place: Place) -> Card:
        if self._is_pile(place):
            return self.pile[-1]
        held = self.spaces[place.space]
        return held[place.number] if len(held) == 2 else next(iter(held.values()))

    def _take(self, place: Place) -> Card:
        card = self._card(place)
        if self._is_pile(place):
            return self.pile.pop()
        held = self.spaces[place.space]
        held.pop(next(number for number, other in held.items() if other is card))
        return card

    def _put(self, place: Place, card: Card) -> None:
        if self._is_pile(place):
            self.pile.append(card)
            return
        held = self.spaces[place.space]
        assert len(held) < (2 if place.number else 1), f"there is no gap at {place}"
        if held:
            self.spaces[place.space] = held = {3 - place.number: next(iter(held.values()))}
        held[place.number] = card


class ModelTable:
    """Both halves of the table."""

    def __init__(self, game: Game) -> None:
        """Lay out a game that has just begun."""
        on_c = game.sheet.family is Family.PILE
        self.halves = {s: Half(on_c, (game.seats[s].left, game.seats[s].of)) for s in Side}
        self.lay(game.acts)

    def lay(self, acts: tuple[Act, ...]) -> None:
        """Do these acts in order."""
        for act in acts:
            self.halves[act.side].lay(act)

    def snapshot(self) -> object:
        """Everything on the table, as a value to compare."""
        return [self.halves[side].snapshot() for side in Side]

    def check(self, game: Game) -> None:
        """Complain where the table does not lie as the state says."""
        for side in Side:
            half, seat = self.halves[side], game.seats[side]
            assert half.chits == (seat.left, seat.of)
            for space, held in zip(Space, seat.display.spaces, strict=True):
                lies = [facing for facing in held if facing is not None]
                if half.pile_on_c and space is Space.C and not lies:
                    lies = [Facing.DOWN]  # played: the next card of the pile lies there
                assert half.facings(space) == lies, (side, space)
