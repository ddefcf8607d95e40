"""What a game waits for: its stages, and the steps that are under way in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cdgdevice.method.display import Place, Side
from cdgdevice.method.sheet import Beside, Instead
from cdgdevice.method.steps import Answer, Step
from cdgdevice.method.terms import Use


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
    rolled: bool = True
    """The round's roll offers them; else a card or rule does."""


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
    dealt: int = 1
    """Cards so far; it only tells one question from the next."""


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
