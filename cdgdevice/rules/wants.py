"""What steps wait for: a die, or something that the player picks, answers or does."""

from enum import Enum

from msgspec import Struct

from cdgdevice.rules.card_display import Place, Side
from cdgdevice.rules.steps import Answer


class PickedCard(Struct, frozen=True):
    """A card, or the gap that it left, that steps speak of."""

    side: Side
    card: Place


class DieQuestion(Enum):
    """What a die other than the round's decides."""

    CARD = "random-card"
    """Which card is picked at random."""
    CHECK = "check"
    """Whether something happens."""
    METHOD = "method-die"
    """Whose space is named."""
    TOGETHER = "together"
    """Several independent things."""
    RANGE = "range"
    """Whether a card's range is met."""
    NUMBER = "number"
    """A number to remember."""


class WantsDie(Struct, frozen=True):
    """A die decides something else than the round."""

    decides: DieQuestion
    text: str
    """What it is thrown for."""
    method: bool = False
    """It is the Method die, whose result counts."""
    among: tuple[PickedCard, ...] = ()
    """Cards of which it picks one."""
    choices: int = 0
    """Or of so many things one: as many as they were when it was asked for."""
    draw_so_far: tuple[int, int] = (0, 1)
    """A fair choice that took more than one throw: this one of so many chances so far."""
    dice: int = 1
    """So many dice are rolled together."""
    shown: tuple[int, ...] = ()
    """What those of them show that were rolled already."""


class WantsCard(Struct, frozen=True):
    """The player picks one card."""

    among: tuple[PickedCard, ...]
    text: str


class WantsCards(Struct, frozen=True):
    """The player picks as many cards as wanted."""

    among: tuple[PickedCard, ...]
    text: str


class WantsAnswer(Struct, frozen=True):
    """The player answers a question."""

    text: str
    answers: tuple[Answer, ...]


class WantsNumber(Struct, frozen=True):
    """The player says a number from `low` to `high`, which is kept under a name."""

    name: str
    text: str
    high: int
    kind: str | None = None
    """What sort of amount it is, such as the cost of a launch."""
    low: int = 0


class WantsHome(Struct, frozen=True):
    """The player plays a home card, turns C, or has no home card left this turn and turns C."""


class WantsHeadline(Struct, frozen=True):
    """A card was dealt; the player says whose event it is."""

    sides_served: tuple[Side, ...]
    """The sides that have their headline."""
    dealt: int = 1
    """Cards so far; it only tells one question from the next."""


class WantsDone(Struct, frozen=True):
    """Something is done on the map; the player says when it is done."""

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


NO_MORE_CARDS = "enough"
"""The option that ends the picking of several cards."""
EITHER_SIDES_EVENT = "mixed"
"""The option for a dealt card that is nobody's own event."""


def event_option_of(side: Side) -> str:
    """Name the option for a dealt card that is this side's event."""
    return f"{side.value}-event"


def pick_option_of(picked: PickedCard, among: tuple[PickedCard, ...]) -> str:
    """Name the option that picks a card; with its side where both sides' cards are offered."""
    both = len({card.side for card in among}) > 1
    return f"{picked.side.value}-{picked.card}" if both else str(picked.card)
