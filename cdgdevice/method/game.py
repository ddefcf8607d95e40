"""The state of a game: what lies where, whose round it is, and what is waited for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cdgdevice.method.acts import Act
from cdgdevice.method.die import Result
from cdgdevice.method.display import Display, Place, Side
from cdgdevice.method.sheet import Instead, OutOfCards, Sheet
from cdgdevice.method.steps import Step, Use


@dataclass(frozen=True, slots=True)
class Offered:
    """A card that may be played now, and for what."""

    card: Place
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A side is to take a round: by the Method die, or by what the sheet allows instead."""


@dataclass(frozen=True, slots=True)
class TurningUp:
    """The player turns face-down cards up, of their own choice, until `until` are face-up."""

    until: int
    then: tuple[Step, ...]
    """The steps of the result that follow."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player chooses the card to play."""

    offers: tuple[Offered, ...]


@dataclass(frozen=True, slots=True)
class Playing:
    """The round is being carried out on the map; nothing is refilled or counted yet."""

    by: Place | Instead
    """The card played, or what was taken instead of a roll."""
    uses: tuple[Use, ...] = ()
    """What the card may be played for; none for what was taken instead of a roll."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Card play is over for this turn; what may be discarded may be discarded now."""

    discarded: Mapping[Side, int]
    """Cards discarded at this turn's end."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over."""


Stage = Ready | TurningUp | Choosing | Playing | TurnEnd | GameEnd


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table."""

    display: Display
    of: int | None
    """Hand size; None where the sheet knows none."""
    played: int
    """Cards that count as played this turn."""
    rounds: int
    """Rounds taken this turn."""

    @property
    def left(self) -> int | None:
        """Cards left to play this turn, never below 0; None where the sheet counts none."""
        return None if self.of is None else max(self.of - self.played, 0)

    @property
    def out(self) -> bool:
        """No chit is left: this side rolls no more this turn (Book, Standard Method Rules)."""
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw of the Method die."""

    number: int
    """1 to 6, by the standard conversion."""
    result: Result


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two answers."""

    sheet: Sheet
    options: Mapping[str, bool]
    """Every variant of the sheet, on or off."""
    turn: int
    active: Side
    seats: Mapping[Side, Seat]
    stage: Stage
    roll: Rolled | None
    """The roll of the round that is under way."""
    acts: tuple[Act, ...]
    """What the player's hands are to do now, in this order."""

    @property
    def seat(self) -> Seat:
        """The active side's seat."""
        return self.seats[self.active]

    @property
    def round(self) -> int:
        """The round within the turn, from 1; it goes up when both sides have had theirs."""
        busy = self.active if isinstance(self.stage, TurningUp | Choosing | Playing) else None
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
    if rounds is not None and seat.rounds >= rounds:
        return False
    return not seat.out or bool(alternatives(game, side))


def alternatives(game: Game, side: Side) -> tuple[Instead, ...]:
    """Give what this side may do instead of rolling; without chits, only what it then must."""
    return tuple(
        instead
        for instead in game.sheet.instead
        if (instead.option is None or game.options[instead.option])
        and (not game.seats[side].out or instead.out_of_cards is OutOfCards.MUST)
    )
