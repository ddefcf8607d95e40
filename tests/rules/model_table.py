"""A table with real cards on it, for checking that the acts asked of the hands are the right ones.

Every card has a number of its own. The model knows nothing of rules: it only does what a hand can
do, and complains when an act asks for what no hand can do, such as turning up a face-up card.
"""

from dataclasses import dataclass, field

from cdgdevice.rules import instructions
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.game import Game
from cdgdevice.rules.sheet_entries import SheetFamily

PILE = 400
"""Cards in each side's draw pile, and in the discards when the game begins."""


@dataclass
class Card:
    """A card that can be told from every other."""

    number: int
    facing: Facing = Facing.DOWN


def spare(facing: Facing) -> list[Card]:
    """Cards enough for any walk."""
    return [Card(number, facing) for number in range(PILE)]


@dataclass
class Half:
    """One side's half of the table."""

    pile_on_c: bool
    chits: tuple[int | None, int | None]
    gone: list[Card]
    """The cards of the table that were played or left it otherwise, face-up, the last one last."""
    pile: list[Card] = field(default_factory=lambda: spare(Facing.DOWN))
    """The top card is the last one."""
    aside: list[Card] = field(default_factory=lambda: spare(Facing.UP)[:1])
    """A card set aside at first."""
    stolen: list[Card] = field(default_factory=list)
    """Cards of the other side's row that came to lie below this one's, the last at the end."""
    away: list[Card] = field(default_factory=list)
    """What lay in the pile that the player calls empty."""
    spaces: dict[Space, dict[int, Card]] = field(
        default_factory=lambda: {space: {} for space in Space}
    )
    """The cards in each space, by the number of their place: 0, or 1 and 2."""

    def lay(self, act: instructions.Instruction) -> None:
        """Do an act for which this half of the table is enough."""
        match act:
            case instructions.DealCard(_, card, facing):
                self.pile[-1].facing = facing
                if not self._is_pile(card):
                    self.put(card, self.pile.pop())
            case instructions.FlipCards(_, cards, facing):
                for card in cards:
                    seen = self._card(card)
                    assert seen.facing is not facing, f"{card} lies {facing.value} already"
                    seen.facing = facing
            case instructions.PlayCard(_, card, facing) | instructions.DiscardCard(_, card, facing):
                self._leave(card, facing)
            case instructions.ReturnCard(_, card):
                self._leave(card, Facing.UP)
            case instructions.PutCardBack(_, card, facing):
                back = self.gone.pop()
                back.facing = facing
                self.put(card, back)
            case instructions.RefillGap(_, card, source, facing):
                self._fill(card, source, facing)
            case instructions.TakeCardBack(_, card, to, facing):
                self._take_back(card, to, facing)
            case instructions.SwapCard(_, card):
                found = self.gone.pop()
                self._leave(card, Facing.UP)
                self.put(card, found)
            case instructions.SetChits(_, left, of, was):
                assert self.chits == was
                self.chits = (left, of)
            case instructions.TellPlayer() | instructions.LeaveGap():
                pass
            case instructions.MoveCard() | instructions.LayBelowRow():
                raise AssertionError("a card may move to the other half")

    def called_empty(self, empty: bool, has_last: bool) -> None:
        """See what the player says of the pile: empty, but for a last card on C, or not."""
        kept = [self.pile.pop()] if has_last else []
        assert not (empty and self.away)
        if empty:
            self.pile, self.away = kept, self.pile
        else:
            self.pile, self.away = [*self.away, *self.pile, *kept], []

    def take_undrawn(self, place: Place) -> None:
        """Put a card that the pile did not have to those of a pile that is called empty."""
        card = self.take(place)
        card.facing = Facing.DOWN
        self.away.append(card)

    def facings(self, space: Space) -> list[Facing]:
        """How the cards of a space lie, in the order of their places."""
        if self.pile_on_c and space is Space.C:
            return [card.facing for card in self.pile[-1:]]
        return [card.facing for _, card in sorted(self.spaces[space].items())]

    def snapshot(self) -> object:
        """Everything on this half of the table, as a value to compare.

        A doubled space with a gap holds one card: whether that is its first or second is no
        matter of the table.
        """
        lying = [[card for _, card in sorted(held.items())] for held in self.spaces.values()]
        cards = [[(c.number, c.facing) for c in held] for held in (*lying, self.pile, self.aside)]
        return cards, [card.number for card in self.gone], self.chits

    def take(self, place: Place) -> Card:
        """Pick a card up from its place."""
        card = self._card(place)
        if self._is_pile(place):
            return self.pile.pop()
        held = self.spaces[place.space]
        held.pop(next(number for number, other in held.items() if other is card))
        return card

    def put(self, place: Place, card: Card) -> None:
        """Lay a card in a gap."""
        if self._is_pile(place):
            self.pile.append(card)
            return
        held = self.spaces[place.space]
        assert len(held) < (2 if place.number else 1), f"there is no gap at {place}"
        if held:
            self.spaces[place.space] = held = {3 - place.number: next(iter(held.values()))}
        held[place.number] = card

    def _fill(self, card: Place, source: instructions.CardSource, facing: Facing) -> None:
        match source:
            case instructions.CardSource.BENEATH | instructions.CardSource.SHUFFLED:
                assert self._is_pile(card)
                assert self.pile[-1].facing is Facing.DOWN, "C shows a face-up card"
                self.pile[-1].facing = facing
                return
            case instructions.CardSource.C:
                assert self.pile_on_c
                assert not self._is_pile(card)
                drawn = self.pile.pop()
            case instructions.CardSource.PILE:
                # A face-up card on C lies on the pile, and is no part of it.
                on_top = self.pile_on_c and self.pile[-1].facing is Facing.UP
                drawn = self.pile.pop(-2 if on_top else -1)
                assert drawn.facing is Facing.DOWN
                drawn.facing = facing
            case instructions.CardSource.DISCARDS | instructions.CardSource.PLAYED:
                drawn = self.gone.pop()
            case instructions.CardSource.ASIDE:
                drawn = self.aside.pop()
        assert drawn.facing is facing, f"the drawn card lies {drawn.facing.value}"
        self.put(card, drawn)

    def _take_back(self, card: Place, to: instructions.CardSource, facing: Facing) -> None:
        if self._is_pile(card):  # dealt on the pile itself
            self.pile[-1].facing = facing
            return
        back = self.take(card)
        back.facing = facing
        match to:
            case instructions.CardSource.C:
                self.pile.append(back)
            case instructions.CardSource.ASIDE:
                self.aside.append(back)
            case _:
                on_top = self.pile_on_c and bool(self.pile) and self.pile[-1].facing is Facing.UP
                self.pile.insert(len(self.pile) - on_top, back)

    def _leave(self, place: Place, facing: Facing) -> None:
        card = self.take(place)
        assert card.facing is facing, f"{place} lies {card.facing.value}"
        card.facing = Facing.UP
        self.gone.append(card)

    def _is_pile(self, place: Place) -> bool:
        return self.pile_on_c and place.space is Space.C

    def _card(self, place: Place) -> Card:
        if self._is_pile(place):
            return self.pile[-1]
        held = self.spaces[place.space]
        return held[place.number] if len(held) == 2 else next(iter(held.values()))


class ModelTable:
    """Both halves of the table."""

    def __init__(self, game: Game) -> None:
        """Lay out a game that has just begun."""
        on_c = game.sheet.family is SheetFamily.PILE
        gone = spare(Facing.UP)
        self.halves = {
            s: Half(on_c, (game.seats[s].chits_left, game.seats[s].hand_size), gone) for s in Side
        }
        self.lay(game.instructions)

    def lay(self, acts: tuple[instructions.Instruction, ...]) -> None:
        """Do these acts in order."""
        for act in acts:
            if isinstance(act, instructions.MoveCard):
                self.halves[act.side].put(act.card, self.halves[act.from_side].take(act.from_place))
            elif isinstance(act, instructions.LayBelowRow):
                thief, robbed = self.halves[act.side], self.halves[act.from_side]
                if act.back:
                    robbed.put(act.card, thief.stolen.pop())
                else:
                    card = robbed.take(act.card)
                    assert card.facing is act.facing
                    thief.stolen.append(card)
            else:
                self.halves[act.side].lay(act)

    def hear(self, before: Game, after: Game, *, back: bool = False) -> None:
        """See what the player said of piles between two states: that is no act of the hands.

        `back`: the later state is gone back to, and the hands did long ago what it asked for.
        """
        for side in Side:
            was, now = before.seats[side], after.seats[side]
            if was.pile_empty is not now.pile_empty:
                on_c = Place(Space.C)
                seen = (now if now.pile_empty else was).display.facing_at(on_c)
                half = self.halves[side]
                # A last card on C may fill a gap at once.
                moves = not back and any(
                    isinstance(act, instructions.RefillGap)
                    and act.side is side
                    and act.source is instructions.CardSource.C
                    for act in after.instructions
                )
                last = seen is not None or (now.pile_empty and moves)
                half.called_empty(now.pile_empty, half.pile_on_c and last)

    def hear_of_draws(self, game: Game) -> None:
        """Take back cards that the deck did not have, as the player says afterwards; or unsay it.

        The hands found no card where a refill asked for one: nothing tells them to do anything.
        """
        for side in Side:
            half, display = self.halves[side], game.seats[side].display
            held = {
                space: [facing for facing in facings if facing is not None]
                for space, facings in zip(Space, display.spaces, strict=True)
            }
            cards = [
                (place, facing)
                for place, facing in display.cards()
                if not (half.pile_on_c and place.space is Space.C)
                and half.facings(place.space) != held[place.space]
            ]
            for place, facing in cards:
                if place.number in half.spaces[place.space] and facing is None:
                    half.take_undrawn(place)
            # The last one that was taken back comes first again.
            for place, facing in reversed(cards):
                if facing is not None and place.number not in half.spaces[place.space]:
                    half.lay(
                        instructions.RefillGap(side, place, instructions.CardSource.PILE, facing)
                    )

    def snapshot(self) -> object:
        """Everything on the table, as a value to compare."""
        return [self.halves[side].snapshot() for side in Side]

    def check(self, game: Game) -> None:
        """Complain where the table does not lie as the state says."""
        for side in Side:
            half, seat = self.halves[side], game.seats[side]
            if seat.chits_left is not None:
                assert half.chits == (seat.chits_left, seat.hand_size)
            for space, held in zip(Space, seat.display.spaces, strict=True):
                lies = [facing for facing in held if facing is not None]
                under_way = half.pile_on_c and space is Space.C and not lies
                if under_way and not seat.pile_empty:
                    lies = [Facing.DOWN]  # played: the next card of the pile lies there
                assert half.facings(space) == lies, (side, space)
