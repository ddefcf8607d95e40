"""The state of a game: what lies where, whose round it is, and who has a round left."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cdgdevice.method.acts import Act
from cdgdevice.method.die import Result
from cdgdevice.method.display import Display, Facing, Place, Side, Space
from cdgdevice.method.sheet import Instead, Sheet
from cdgdevice.method.stage import (
    GameEnd,
    Nominating,
    Picked,
    Playing,
    Ready,
    Stage,
    TurnEnd,
    TurningUp,
    Waiting,
)
from cdgdevice.method.terms import OutOfCards


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
    taken: frozenset[str] = frozenset()
    """Actions of the sheet that were taken in this round, each with its side."""
    turned: tuple[Place, ...] = ()
    """Cards of the active side that this round's roll turned up."""
    known: Mapping[str, int] = field(default_factory=dict)
    """Numbers that a guided list remembers."""
    noted: tuple[str, ...] = ()
    """What a guided list has told since it began."""
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What it has told under a name, as its later texts call it."""
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
