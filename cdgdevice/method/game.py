"""The state of a game: what lies where, whose round it is, and what is waited for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from cdgdevice.method.acts import Act
from cdgdevice.method.die import Result
from cdgdevice.method.display import NAMED, Display, Facing, Place, Side, Space
from cdgdevice.method.mark import (
    FORCED_AT_THE_LAST,
    FORCED_BY_JOLLY_ROGER,
    MANDATORY,
    Mark,
)
from cdgdevice.method.sheet import Beside, Instead, OutOfCards, Sheet
from cdgdevice.method.steps import Answer, Step, Use


@dataclass(frozen=True, slots=True)
class Offered:
    """A card that may be played now, and for what."""

    card: Place
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A side is to take a round: by the Method die, or by what the sheet allows instead."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player chooses the card to play."""

    offers: tuple[Offered, ...]
    beside: tuple[Beside, ...] = ()
    """Cards beside the display that may be played."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The round is being carried out on the map; nothing is refilled or counted yet."""

    by: Place | Instead | Beside
    """The card played, or what was taken instead of a roll."""
    uses: tuple[Use, ...] = ()
    """What the card may be played for; none for what was taken instead of a roll."""
    counts: bool = True
    """A card that is played turns a chit."""


@dataclass(frozen=True, slots=True)
class Nominating:
    """Row family: the side nominates a card of its row, or takes the round another way."""


@dataclass(frozen=True, slots=True)
class RowDice:
    """Row family: the two dice are thrown for a nominated card."""

    nominated: Place | Beside
    white: int | None = None
    """The white die, where the two are thrown one after the other."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Card play is over for this turn; what may be discarded may be discarded now."""

    discarded: Mapping[Side, int]
    """Cards discarded at this turn's end."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A card, or the gap that it left, that steps speak of."""

    side: Side
    card: Place


@dataclass(frozen=True, slots=True)
class Course:
    """Steps that are under way, and what they know."""

    side: Side
    """Whose result or action it is."""
    steps: tuple[Step, ...]
    """Those still to run."""
    back: "Stage | None"
    """Where the game goes on when they have run; None: to the first round of the turn."""
    picked: tuple[Picked, ...] = ()

    def picks(self, side: Side) -> tuple[Picked, ...]:
        """Give the picked cards of one side."""
        return tuple(picked for picked in self.picked if picked.side is side)


@dataclass(frozen=True, slots=True)
class TurningUp:
    """The player turns face-down cards up, of their own choice, until `until` are face-up."""

    until: int
    course: Course


class DieFor(Enum):
    """What a die other than the round's decides."""

    CARD = "random-card"
    """Which card is picked at random."""
    CHECK = "check"
    """Whether something happens."""
    METHOD = "method-die"
    """Whose space is named."""
    RANGE = "range"
    """Whether a card's range is met."""
    NUMBER = "number"
    """A number to remember."""


@dataclass(frozen=True, slots=True)
class WantsDie:
    """A die decides something else than the round."""

    decides: DieFor
    text: str
    """What it is thrown for."""
    method: bool = False
    """It is the Method die, whose result counts."""
    among: tuple[Picked, ...] = ()
    """Cards of which it picks one."""
    drawn: tuple[int, int] = (0, 1)
    """A fair choice that took more than one throw: this one of so many chances so far."""


@dataclass(frozen=True, slots=True)
class WantsCard:
    """The player picks one card."""

    among: tuple[Picked, ...]
    text: str


@dataclass(frozen=True, slots=True)
class WantsCards:
    """The player picks as many cards as wanted."""

    among: tuple[Picked, ...]
    text: str


@dataclass(frozen=True, slots=True)
class WantsAnswer:
    """The player answers a question."""

    text: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class WantsNumber:
    """The player says a number from 0 to `high`, which is kept under a name."""

    name: str
    text: str
    high: int


@dataclass(frozen=True, slots=True)
class WantsHome:
    """The player plays a home card, or turns C."""


@dataclass(frozen=True, slots=True)
class WantsHeadline:
    """A card was dealt; the player says whose event it is."""

    has: tuple[Side, ...]
    """The sides that have their headline."""


@dataclass(frozen=True, slots=True)
class WantsDone:
    """Something is carried out on the map; the player says when it is done."""

    text: str


Want = (
    WantsDie
    | WantsCard
    | WantsCards
    | WantsAnswer
    | WantsNumber
    | WantsHome
    | WantsHeadline
    | WantsDone
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Steps wait for a die or for the player; then the others follow."""

    want: Want
    course: Course


Stage = Ready | TurningUp | Choosing | Playing | Nominating | RowDice | Waiting | TurnEnd | GameEnd


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table."""

    display: Display
    of: int | None
    """Hand size this turn; None where the sheet knows none."""
    played: int
    """Cards that count as played this turn."""
    rounds: int
    """Rounds taken this turn."""
    counted: bool = True
    """The sheet counts chits."""
    hand: int | None = None
    """Hand size of the next turn; None: as now."""
    pile_empty: bool = False
    """The draw pile has no card: gaps stay."""
    once: frozenset[str] = frozenset()
    """What can be had once in a game, and was."""
    passed: int | None = None
    """The last turn in which the side took no more rounds, by a way that ends its turn."""
    home_played: bool = False
    """Its home card was played this turn."""
    relieved: frozenset[Space] = frozenset()
    """Spaces that a scenario doubled, and that are single by now."""
    extras: int = 0
    """Row family: cards below the row, beside those of the sheet."""
    holds: frozenset[str] = frozenset()
    """Row family: the sheet's cards beside the row that this side may play."""
    open_row: bool = False
    """Row family: new cards come face-up until the turn's end."""
    kept_gaps: tuple[tuple[Space, int], ...] = ()
    """Row family: gaps that stay, each for so many of the side's rounds."""
    next_holds: frozenset[str] = frozenset()
    """Row family: cards beside the row that this side holds from the next turn on."""

    @property
    def left(self) -> int | None:
        """Cards left to play this turn, never below 0; None where the sheet counts none."""
        if self.of is None or not self.counted:
            return None
        return max(self.of - self.played, 0)

    @property
    def out(self) -> bool:
        """No chit is left: this side rolls no more this turn (Book, Standard Method Rules)."""
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw of the round: one Method die, or the white and the coloured die."""

    numbers: tuple[int, ...]
    """1 to 6 each, a Method die by the standard conversion."""
    result: str
    """The Method die's result, or the id of the card that two dice named."""

    @property
    def shown(self) -> Result | None:
        """The Method die's result; None for two dice."""
        return Result(self.result) if len(self.numbers) == 1 else None


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two answers."""

    sheet: Sheet
    options: Mapping[str, int]
    """Every variant of the sheet, on or off, and every setting that is a number."""
    turn: int
    active: Side
    seats: Mapping[Side, Seat]
    stage: Stage
    roll: Rolled | None
    """The roll of the round that is under way."""
    acts: tuple[Act, ...]
    """What the player's hands are to do now, in this order."""
    turned: tuple[Place, ...] = ()
    """Cards of the active side that this round's roll turned up."""
    known: Mapping[str, int] = field(default_factory=dict)
    """Numbers that a guided list remembers."""
    later: tuple[tuple[Side, str], ...] = ()
    """What is to be done by hand at the turn's end."""
    said: frozenset[str] = frozenset()
    """Reminders of this turn that are said only once."""
    relief: tuple[Picked, ...] = ()
    """Gaps into which a doubled space gives up its second card, if it is relieved."""
    due: tuple[tuple[Picked, Facing], ...] = ()
    """How gaps are to be filled when the round or the combat is over, where a card says so."""

    @property
    def seat(self) -> Seat:
        """The active side's seat."""
        return self.seats[self.active]

    @property
    def under_way(self) -> Playing | None:
        """What is being carried out on the map, also while steps wait meanwhile."""
        stage: Stage | None = self.stage
        while isinstance(stage, Waiting | TurningUp):
            stage = stage.course.back
        return stage if isinstance(stage, Playing) else None

    @property
    def round(self) -> int:
        """The round within the turn, from 1; it goes up when both sides have had theirs."""
        at_rest = isinstance(self.stage, Ready | Nominating | TurnEnd | GameEnd)
        busy = None if at_rest else self.active
        waiting = [
            seat.rounds
            for side, seat in self.seats.items()
            if side is busy or has_round(self, side)
        ]
        taken = max(seat.rounds for seat in self.seats.values())
        return min(waiting) + 1 if waiting else max(taken, 1)

    def seated(self, side: Side, seat: Seat) -> "Game":
        """Give the game with this seat in place of the side's."""
        return replace(self, seats={**self.seats, side: seat})


def has_round(game: Game, side: Side) -> bool:
    """Tell whether this side has a round left in this turn."""
    seat = game.seats[side]
    rounds = game.sheet.turn.rounds
    if seat.passed == game.turn or (rounds is not None and seat.rounds >= rounds):
        return False
    return not seat.out or bool(alternatives(game, side))


def alternatives(
    game: Game, side: Side, *, after_roll: bool = False, fallback: bool = False
) -> tuple[Instead, ...]:
    """Give what this side may do instead of rolling; without chits, only what it then must.

    `after_roll`: what it may still do after the roll. `fallback`: what is left to it when the
    roll offers nothing.
    """
    found = tuple(
        way
        for way in game.sheet.instead
        if (way.fallback if fallback else not after_roll or way.after_roll)
        and _can_be_had(game, side, way)
    )
    if fallback:
        return found[:1]
    musts = tuple(way for way in found if way.must)
    return musts or tuple(way for way in found if not way.fallback)


def _can_be_had(game: Game, side: Side, way: Instead) -> bool:
    seat = game.seats[side]
    first, last = way.turns or (game.turn, game.turn)
    return (
        (way.option is None or bool(game.options[way.option]))
        and way.side in (None, side)
        and first <= game.turn <= last
        and (seat.rounds == 0 or not way.first_round)
        and (way.plays is None or seat.display.facing(Place(way.plays)) is Facing.UP)
        and (not way.once or way.id not in seat.once)
        and (not way.pile_gone or seat.pile_empty)
        and (way.at_most is None or seat.display.count() <= way.at_most)
        and (not way.last_chit or seat.left == 1)
        and (not way.ends_turn or seat.passed is None or seat.passed < game.turn - 1)
        and (not seat.out or way.out_of_cards is OutOfCards.MUST or way.fallback)
    )


def forced(game: Game, side: Side) -> tuple[Offered, ...]:
    """Give the marked cards one of which this side must play now, without a roll.

    Mandatory cards as soon as they are as many as the chits left, as their events (mechanic #4);
    a scoring card with the last chit (mechanic #7).
    """
    seat = game.seats[side]
    if game.sheet.marks is None or not seat.left:
        return ()
    mandatory = _mandatory(seat)
    if mandatory:
        return mandatory
    if seat.left == 1:
        scoring = seat.display.with_mark(*FORCED_AT_THE_LAST)
        return tuple(Offered(card, (Use.ANY,)) for card in scoring)
    return ()


def _mandatory(seat: Seat) -> tuple[Offered, ...]:
    """Give a side's face-up mandatory cards once they are as many as its chits left."""
    cards = seat.display.with_mark(*MANDATORY)
    if seat.left is None or len(cards) < seat.left:
        return ()
    return tuple(Offered(card, (Use.EVENT,)) for card in cards)


def offered(game: Game, offers: tuple[Offered, ...]) -> tuple[Offered, ...]:
    """Give which of these offers stand, as cards come and go and are marked."""
    display = game.seat.display
    standing = tuple(offer for offer in offers if display.facing(offer.card) is Facing.UP)
    return compelled(game, standing) or standing


def compelled(game: Game, offers: tuple[Offered, ...]) -> tuple[Offered, ...]:
    """Give the marked cards one of which must be played on this roll, whatever else is on offer.

    The Jolly Roger forces marked cards, where the sheet lets it (mechanic #7). A first-opportunity
    card is played the first time that its space is named, and mandatory cards as soon as they are
    as many as the chits left (mechanic #4): one on offer, or else any, as without a roll.
    """
    display, rules = game.seat.display, game.sheet.marks
    if rules is None or not display.marks or game.roll is None or game.roll.shown is None:
        return ()
    if rules.jolly_roger and game.roll.shown is Result.JR:
        struck = display.with_mark(*FORCED_BY_JOLLY_ROGER)
        if struck:
            return tuple(Offered(card, (Use.ANY,)) for card in struck)
    first = display.with_mark(Mark.FIRST_OPPORTUNITY)
    named = NAMED[game.roll.shown]
    on_offer = tuple(offer.card for offer in offers)
    must = tuple(card for card in on_offer if card in first and card.space in named)
    if not must and not rules.at_once:
        late = tuple(offer.card for offer in _mandatory(game.seat))
        must = tuple(card for card in late if card in on_offer) or late
    return tuple(Offered(card, (Use.EVENT,)) for card in must)


def spare_chits(game: Game, side: Side) -> int | None:
    """Give how many cards beside the round's own a side may play; None where none are counted.

    A chit is kept for the card under way, and one for a face-up mandatory card (Book, Empire of
    the Sun, back side: reaction cards).
    """
    seat = game.seats[side]
    if seat.left is None:
        return None
    playing = game.under_way
    own = isinstance(game.stage, Choosing) or (
        playing is not None and not isinstance(playing.by, Instead) and playing.counts
    )
    kept = 1 if side is game.active and own else 0
    kept += 1 if seat.display.with_mark(*MANDATORY) else 0
    return max(seat.left - kept, 0)
