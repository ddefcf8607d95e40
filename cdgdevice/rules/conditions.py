"""When an entry of a sheet is available: a closed set of conditions, each with its test.

A way or an action has those that its table names, and is available if all of them hold. The reader
takes a condition's key and field from here, and a sheet in words its template, as of a step.
"""

from typing import Annotated, ClassVar

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.die import NAMED_SPACES, DieResult
from cdgdevice.rules.field_forms import OneOrMore, Reference, Whole
from cdgdevice.rules.game import Game
from cdgdevice.rules.sheet import Condition
from cdgdevice.rules.sheet_entries import BesideCard, PlayUnderWay


class WithVariant(Struct, frozen=True):
    """Only while this variant is on."""

    key: ClassVar = "variant"
    words: ClassVar = "with {variant}"
    variant: Annotated[str, Reference("variants")]

    def holds(self, game: Game, _: Side) -> bool:
        return bool(game.options[self.variant])


class InTurns(Struct, frozen=True):
    """From the first to the last of these turns."""

    key: ClassVar = "turns"
    words: ClassVar = ""
    turns: tuple[int, int]

    def holds(self, game: Game, _: Side) -> bool:
        first, last = self.turns
        return first <= game.turn <= last


class InRounds(Struct, frozen=True):
    """From the side's first to its last of these rounds of a turn."""

    key: ClassVar = "rounds"
    words: ClassVar = ""
    rounds: tuple[int, int]

    def holds(self, game: Game, side: Side) -> bool:
        first, last = self.rounds
        return first <= game.seats[side].rounds_taken + 1 <= last


class InFreshTurn(Struct, frozen=True):
    """Only in a turn at whose end everything is dealt again (`fresh-every`)."""

    key: ClassVar = "fresh-turn"
    words: ClassVar = "in turns before a fresh deal"

    def holds(self, game: Game, _: Side) -> bool:
        every = game.sheet.turn.fresh_every
        return every is not None and game.turn % every == 0


class InFirstRound(Struct, frozen=True):
    """A way: in the side's first round of the turn."""

    key: ClassVar = "first-round"
    words: ClassVar = "in the {words.turn:possessive} first {words.round}"

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].rounds_taken == 0


class BeginsTurn(Struct, frozen=True):
    """A way: before either side has taken a round of the turn, to have the first one."""

    key: ClassVar = "begins-turn"
    words: ClassVar = "to begin the {words.turn}"

    def holds(self, game: Game, _: Side) -> bool:
        return game.is_turn_fresh


class BeforeAnyRound(Struct, frozen=True):
    """An action: before either side has taken a round of the turn."""

    key: ClassVar = "first-round"
    words: ClassVar = "in the {words.turn:possessive} first {words.round}"

    def holds(self, game: Game, _: Side) -> bool:
        return game.is_turn_fresh


class AfterResult(Struct, frozen=True):
    """Only after this result."""

    key: ClassVar = "result"
    words: ClassVar = "on {result.value}"
    result: DieResult

    def holds(self, game: Game, _: Side) -> bool:
        return game.roll is not None and game.roll.result == self.result.value


class NamesSpace(Struct, frozen=True):
    """Only after a result that names this space."""

    key: ClassVar = "names"
    words: ClassVar = "on a result that names {space.value}"
    space: Space

    def holds(self, game: Game, _: Side) -> bool:
        result = None if game.roll is None else game.roll.method_result
        return result is not None and self.space in NAMED_SPACES[result]


class ChitToSpare(Struct, frozen=True):
    """The side must have a chit left, and one more for each face-up mandatory card."""

    key: ClassVar = "needs-chit"
    words: ClassVar = "with a {words.chit_left}"

    def holds(self, game: Game, side: Side) -> bool:
        return game.count_spare_chits(side) != 0


class ChitLeft(Struct, frozen=True):
    """The side must have a chit left, whatever its face-up mandatory cards."""

    key: ClassVar = "chit-left"
    words: ClassVar = "with a {words.chit_left}"

    def holds(self, game: Game, side: Side) -> bool:
        return not game.seats[side].is_out_of_chits


class OtherHasHidden(Struct, frozen=True):
    """Only while a card of the other side's display is face-down."""

    key: ClassVar = "other-hidden"
    words: ClassVar = "with a hidden card opposite"

    def holds(self, game: Game, side: Side) -> bool:
        return bool(game.seats[side.other].display.places_facing(Facing.DOWN))


class AllUp(Struct, frozen=True):
    """Only while every card of the side's display is face-up."""

    key: ClassVar = "all-up"
    words: ClassVar = "with every card face-up"

    def holds(self, game: Game, side: Side) -> bool:
        return all(facing is Facing.UP for _, facing in game.seats[side].display.cards())


class PlayedFor(Struct, frozen=True):
    """Only while a card is played that may be played for one of these."""

    key: ClassVar = "use"
    words: ClassVar = "with a card that may be played {uses}"
    uses: Annotated[tuple[CardUse, ...], OneOrMore()]

    def holds(self, game: Game, _: Side) -> bool:
        return game.under_way is not None and not {*self.uses}.isdisjoint(game.under_way.uses)


class OtherChitLeft(Struct, frozen=True):
    """The other side must have a chit left."""

    key: ClassVar = "other-chit"
    words: ClassVar = "if the other side has a {words.chit_left}"

    def holds(self, game: Game, side: Side) -> bool:
        return not game.seats[side.other].is_out_of_chits


class OtherHasPlayed(Struct, frozen=True):
    """The other side's latest play must be among the discards.

    It isn't before that side has taken a round of the game, nor after a shuffle that took it.
    """

    key: ClassVar = "other-played"
    words: ClassVar = "while a card that the other side has played is among the {words.discards}"

    def holds(self, game: Game, side: Side) -> bool:
        other = game.seats[side.other]
        return not other.discards_shuffled and (game.turn > 1 or other.rounds_taken > 0)


class RolledFor(Struct, frozen=True):
    """Only in a round that was rolled for."""

    key: ClassVar = "rolled"
    words: ClassVar = "in a round that was rolled for"

    def holds(self, game: Game, _: Side) -> bool:
        return game.is_rolled_for


class WhileUnderWay(Struct, frozen=True):
    """Only while this is played."""

    key: ClassVar = "under-way"
    words: ClassVar = "{what}"
    what: PlayUnderWay

    def holds(self, game: Game, _: Side) -> bool:
        playing = game.under_way
        if playing is None:
            return False
        if self.what is PlayUnderWay.ANY_CARD:
            return isinstance(playing.by, Place | BesideCard)
        if isinstance(playing.by, Place):
            gap = game.seat.display.facing_at(playing.by) is None
            return self.what is PlayUnderWay.CARD and gap
        return self.what is PlayUnderWay.BESIDE


class PileGone(Struct, frozen=True):
    """Only while the side's draw pile is empty."""

    key: ClassVar = "pile-gone"
    words: ClassVar = "with the {words.draw_pile} empty"

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].pile_empty


class HasExtra(Struct, frozen=True):
    """Only while an extra card is below the side's row (Five)."""

    key: ClassVar = "extra"
    words: ClassVar = "with an extra card below its row"

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].row.extra_cards > 0


class Holds(Struct, frozen=True):
    """Only while the side has this beside its display."""

    key: ClassVar = "holds"
    words: ClassVar = "with {place}"
    place: Annotated[str, Reference("beside")]

    def holds(self, game: Game, side: Side) -> bool:
        return self.place in game.seats[side].beside_cards


class AtMostCards(Struct, frozen=True):
    """Only while the side's display holds at most so many cards."""

    key: ClassVar = "at-most"
    words: ClassVar = "with [number=0:no card][number!=0:at most {number} cards] on the display"
    number: Annotated[int, Whole(0, 9)]

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].display.count() <= self.number


class AtLeastCards(Struct, frozen=True):
    """Only while the side's display holds at least so many cards."""

    key: ClassVar = "at-least"
    words: ClassVar = "with [number=1:a card][number!=1:at least {number} cards] on the display"
    number: Annotated[int, Whole(1, 10)]

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].display.count() >= self.number


class LastChit(Struct, frozen=True):
    """Only with exactly one chit left."""

    key: ClassVar = "last-chit"
    words: ClassVar = "with one {words.chit_left}"

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].chits_left == 1


class OnceARound(Struct, frozen=True):
    """Once in a round and side."""

    key: ClassVar = "once-a-round"
    words: ClassVar = "once each {words.round}"
    entry: str

    def holds(self, game: Game, side: Side) -> bool:
        return self.taken_by(side) not in game.actions_taken

    def taken_by(self, side: Side) -> str:
        """Name what the game notes when this side has it."""
        return f"{self.entry} {side.value}"


class OnceAnOccasion(Struct, frozen=True):
    """Once for each occasion that a round brings, of which only the player knows.

    Taken again in the round, it asks if there is another: with any card if the action plays its
    card at once, else with the same card if it takes one.
    """

    key: ClassVar = "once-an-occasion"
    words: ClassVar = ""
    entry: str

    def holds(self, *_: object) -> bool:
        return True


class OnceAGame(Struct, frozen=True):
    """Once in a game and side."""

    key: ClassVar = "once"
    words: ClassVar = "once in a game"
    entry: str

    def holds(self, game: Game, side: Side) -> bool:
        return self.entry not in game.seats[side].used_once


class OnceADeal(Struct, frozen=True):
    """Once for each side until everything is dealt again: its card is then discarded, or gone."""

    key: ClassVar = "once-a-deal"
    words: ClassVar = "once until all is dealt again"
    entry: str

    def holds(self, game: Game, side: Side) -> bool:
        return self.entry not in game.seats[side].used_since_deal


class OnlyCard(Struct, frozen=True):
    """Once for both sides until everything is dealt again: their common deck has one such card."""

    key: ClassVar = "only-card"
    words: ClassVar = "with the only {card}, once until all is dealt again"
    card: str

    def holds(self, game: Game, _: Side) -> bool:
        return all(self.card not in seat.used_since_deal for seat in game.seats.values())


class NotOrdered(Struct, frozen=True):
    """Not while the turn's end has the order with this note: its only card is set aside till then.

    An order for both sides is about the one card that they have together.
    """

    key: ClassVar = "unless-ordered"
    words: ClassVar = "once until the {words.turn} is over"
    note: str

    def holds(self, game: Game, side: Side) -> bool:
        waiting = (each for each in game.orders_at_turn_end if each.note == self.note)
        return not any(each.of_game or each.side is side for each in waiting)


class InStates(Struct, frozen=True):
    """Only while the side is in all these states."""

    key: ClassVar = "while"
    words: ClassVar = "while the side is in {states}"
    states: Annotated[tuple[str, ...], Reference("states")]

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].states.issuperset(self.states)


class InNoState(Struct, frozen=True):
    """Only while the side is in none of these states."""

    key: ClassVar = "unless"
    words: ClassVar = "unless the side is in {states}"
    states: Annotated[tuple[str, ...], Reference("states")]

    def holds(self, game: Game, side: Side) -> bool:
        return game.seats[side].states.isdisjoint(self.states)


OF_WAYS: tuple[type[Condition], ...] = (
    *(
        WithVariant,
        InTurns,
        InFirstRound,
        BeginsTurn,
        PileGone,
        HasExtra,
        Holds,
        AtMostCards,
        AtLeastCards,
        LastChit,
        OnceAGame,
    ),
    *(InStates, InNoState),
)
"""What [[instead]] may ask for, in the order in which it is told."""
OF_ACTIONS: tuple[type[Condition], ...] = (
    *(WithVariant, InTurns, InRounds, InFreshTurn, BeforeAnyRound, AfterResult, NamesSpace),
    *(ChitToSpare, ChitLeft),
    *(AllUp, OtherHasHidden, PlayedFor),
    *(
        OtherChitLeft,
        OtherHasPlayed,
        RolledFor,
        WhileUnderWay,
        PileGone,
        HasExtra,
        Holds,
        OnceARound,
        OnceAnOccasion,
        OnceADeal,
        OnlyCard,
        NotOrdered,
        OnceAGame,
    ),
    *(InStates, InNoState),
)
"""The same for [[actions]]."""
LASTING = WithVariant | InTurns | InFirstRound | BeginsTurn
"""What stays as it is while the card of a way is being played."""
