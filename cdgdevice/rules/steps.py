"""The step types that a sheet is written in: a closed set, so that a sheet is data.

The steps of a result, an action or a guided list run in order. Most run by themselves; some wait
for a die or for the player. "Mine" is the side whose result or action it is. Steps speak of the
cards *picked* by an earlier step, and of the card *under way*: the one that was chosen to play.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from cdgdevice.rules.card_display import Facing, Space


class CardUse(Enum):
    """What an offered card may be played for."""

    ANY = "any"
    """Any purpose that the game allows."""
    EVENT = "event"
    """Its event only."""
    LOWEST_OPS = "lowest-ops"
    """Any purpose, but only if it is the lowest-valued face-up card of its kind."""
    DISCARD = "discard"
    """To be discarded instead of played, where the game allows that."""


class Whose(Enum):
    """Which side a step works on."""

    MINE = "mine"
    """The side whose result or action it is."""
    OTHER = "other"
    """The side across the table."""
    BOTH = "both"
    """Both sides, the active one first."""


class PickableCards(Enum):
    """Which cards may be picked."""

    UP = "up"
    """Face-up cards."""
    DOWN = "down"
    """Face-down cards."""
    UP_FIRST = "up-first"
    """Face-up cards; face-down ones where there are none."""
    DOWN_FIRST = "down-first"
    """Face-down cards; face-up ones where there are none."""
    ANY = "any"
    """All cards."""


class ReshuffledCards(Enum):
    """What of a display goes into a reshuffle."""

    NOTHING = "nothing"
    """No card of the display."""
    FACE_DOWN = "face-down"
    """Its face-down cards."""
    ALL = "all"
    """All its cards; it is set up afresh."""
    PILE = "pile"
    """The draw pile on C, with a face-up card on it."""


NAMED = re.compile(r"\{([a-z0-9-]+)\}")
"""Stands in the text of a guided list for what the list has told under a name."""

# Steps of a result.


@dataclass(frozen=True, slots=True)
class FlipSpaces:
    """`flip`: turn every face-down card of these spaces face-up."""

    spaces: tuple[Space, ...]
    whose: Whose = Whose.MINE


@dataclass(frozen=True, slots=True)
class TurnUp:
    """`turn-up`: the player turns face-down cards up until `until` cards are face-up."""

    until: int
    """1 to 10; the cards that are face-up already count."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer`: the face-up cards of these spaces may be played for these uses."""

    spaces: tuple[Space, ...]
    uses: tuple[CardUse, ...]


@dataclass(frozen=True, slots=True)
class OfferBeside:
    """`offer-beside`: a card that lies beside the display may be played."""

    card: str
    """Its id among the sheet's cards beside the display."""


@dataclass(frozen=True, slots=True)
class HomeCard:
    """`home`: a home card may be played instead of turning C, and ends the result (mechanic #5)."""


# Picking cards.


@dataclass(frozen=True, slots=True)
class Pick:
    """`pick`: the player picks a card."""

    whose: Whose
    among: PickableCards
    text: str
    spaces: tuple[Space, ...] = tuple(Space)
    """Of these spaces only."""


@dataclass(frozen=True, slots=True)
class PickRandom:
    """`pick-random`: a die picks a card (Random Card Selection); none where there is none."""

    whose: Whose
    among: PickableCards
    picked: bool = False
    """Of the picked cards only."""


@dataclass(frozen=True, slots=True)
class PickUnderWay:
    """`pick-under-way`: the place of the card under way."""


@dataclass(frozen=True, slots=True)
class Nominate:
    """`nominate`: the player picks as many cards as wanted, or none."""

    whose: Whose
    text: str
    chits: bool = False
    """No more cards than the side has chits for."""
    among: PickableCards = PickableCards.UP


# What is done with the picked cards.


@dataclass(frozen=True, slots=True)
class PlayPicked:
    """`play`: the picked cards are played and leave gaps; these are filled when combat is over."""

    whose: Whose = Whose.BOTH
    """Only those of this side."""


@dataclass(frozen=True, slots=True)
class OfferPicked:
    """`offer-picked`: the picked card may be played for these uses, and takes the round."""

    uses: tuple[CardUse, ...]
    only: bool = False
    """Nothing else is on offer any more."""


@dataclass(frozen=True, slots=True)
class DiscardPicked:
    """`discard`: the picked cards are discarded and leave gaps."""

    stays: bool = False
    """Row family: the gap stays empty until the end of the side's next round."""


@dataclass(frozen=True, slots=True)
class Fill:
    """`fill`: the picked gaps are filled; without a facing as the family says."""

    facing: Facing | None = None
    discards: bool = False
    """With a card from the discards."""
    later: bool = False
    """When the round or the combat is over."""


@dataclass(frozen=True, slots=True)
class SwapPicked:
    """`swap`: the picked card is changed for a card of the discards, face-up."""


@dataclass(frozen=True, slots=True)
class TakePicked:
    """`take`: the picked card moves to the place of the card under way."""

    gap: bool = False
    """To another gap of mine, instead."""


@dataclass(frozen=True, slots=True)
class ExchangePicked:
    """`exchange`: the picked card and the card under way change places, both face-up."""


@dataclass(frozen=True, slots=True)
class ReturnExcess:
    """`return-excess`: mandatory cards in excess of the chits go back into the pile (mechanic #4).

    The sheet's marks say which; their gaps are filled face-up.
    """


# Chits.


@dataclass(frozen=True, slots=True)
class CountCards:
    """`count`: cards count as played, one for each picked card, or one; never below no chit."""

    whose: Whose


@dataclass(frozen=True, slots=True)
class AddChits:
    """`chits`: so many chits more for this turn; fewer with a negative number."""

    whose: Whose
    by: int


@dataclass(frozen=True, slots=True)
class ChitsAtMost:
    """`chits-at-most`: of more chits left only so many stay."""

    number: int


@dataclass(frozen=True, slots=True)
class Uncounted:
    """`uncounted`: the round under way turns no chit."""


@dataclass(frozen=True, slots=True)
class HandSize:
    """`hand-size`: my hand grows or shrinks for good; doubled spaces follow.

    A card that a relieved space gives up moves into the picked gap (Fate, Samurai, Leader Seppuku).
    """

    by: int


# Piles.


@dataclass(frozen=True, slots=True)
class EmptyPile:
    """`empty-pile`: my draw pile has no card any more: gaps stay."""


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """`reshuffle`: what is taken is shuffled into the pile, and every gap is dealt face-down."""

    whose: Whose
    takes: ReshuffledCards
    text: str


# Dice and decisions.


@dataclass(frozen=True, slots=True)
class Check:
    """`check`: a six-sided die; from `low` to `high` the one steps follow, else the others."""

    text: str
    low: int
    high: int
    then: "tuple[Step, ...]" = ()
    otherwise: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class MethodCheck:
    """`method-die`: of the picked cards of a side, those stay picked whose space the die names.

    JR names C, and EVENT no space (mechanic #3a). Steps follow if any card is named.
    """

    whose: Whose
    then: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class RangeCheck:
    """`range-dice`: for each picked card, A to E, a die against its range, until one hits (V3).

    That card stays picked, and steps follow.
    """

    then: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a decision, and the steps that follow."""

    id: str
    title: str
    steps: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class Decide:
    """`decide`: the player answers a question."""

    text: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class IfPicked:
    """`if-picked`: steps for when a card is picked, and for when there was none to pick."""

    then: "tuple[Step, ...]" = ()
    otherwise: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class IfVariant:
    """`if`: steps for when a variant is on, and for when it is off."""

    variant: str
    then: "tuple[Step, ...]" = ()
    otherwise: "tuple[Step, ...]" = ()


# The course of the round.


@dataclass(frozen=True, slots=True)
class Say:
    """`tell`: something to do by hand."""

    text: str
    undo: str = ""
    """What puts the cards back that it moves; empty where it moves none."""
    into: str | None = None
    """The list's later texts name in `{into}` all that was told so."""
    called: str = ""
    """What they name this."""


@dataclass(frozen=True, slots=True)
class SayAtTurnEnd:
    """`at-turn-end`: something to do by hand when this turn is over."""

    text: str


@dataclass(frozen=True, slots=True)
class Again:
    """`again`: the same result offers cards again; what was under way is done with."""


@dataclass(frozen=True, slots=True)
class RollAgain:
    """`roll-again`: the side rolls again; its round has not been taken."""


@dataclass(frozen=True, slots=True)
class OpenRow:
    """`open-row`: my row is turned up, and until the turn's end its new cards come face-up."""


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """`extra-card`: I hold one more card below the row until the turn's end (Five)."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """`hand-over`: my card beside the row is the other side's from now on."""

    card: str


@dataclass(frozen=True, slots=True)
class Headlines:
    """`headlines`: cards are dealt until each side has a headline (Five)."""


# Guided lists: numbers that are remembered by name.


@dataclass(frozen=True, slots=True)
class Remember:
    """`remember`: a die's number is kept under a name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SetNumber:
    """`set`: a number is kept under a name."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class HowMany:
    """`how-many`: the player says a number, and it is kept under a name."""

    name: str
    text: str
    high: int


@dataclass(frozen=True, slots=True)
class Each:
    """`each`: the steps run as often as a kept number says; `{n}` in their texts counts."""

    name: str
    steps: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class CheckAgainst:
    """`check-against`: a die passes when it is at most the kept number `level`.

    Passes are counted under `tally`, if that is given.
    """

    level: str
    text: str
    tally: str | None = None
    then: "tuple[Step, ...]" = ()
    otherwise: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class IfAny:
    """`if-any`: steps for when a kept number is above 0, and for when it is not."""

    name: str
    then: "tuple[Step, ...]" = ()
    otherwise: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class PickNumber:
    """`random`: a fair choice among as many things as a kept number says."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Recall:
    """`recall`: what the list's own `tell` steps have said since it began is said once more."""

    text: str = ""
    """Said in place of all that."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """`go-on`: something to carry out on the map; the player says when it is done."""

    text: str


ResultStep = FlipSpaces | TurnUp | Offer | OfferBeside | HomeCard
"""What a result does: it turns cards and offers them."""
PickingStep = Pick | PickRandom | PickUnderWay | Nominate
"""What picks cards."""
PickedStep = (
    PlayPicked
    | OfferPicked
    | DiscardPicked
    | Fill
    | SwapPicked
    | TakePicked
    | ExchangePicked
    | ReturnExcess
)
"""What is done with the picked cards."""
ChitStep = CountCards | AddChits | ChitsAtMost | Uncounted | HandSize
"""What is done with chits."""
PileStep = EmptyPile | Reshuffle
"""What is done with draw piles."""
BranchStep = Check | MethodCheck | RangeCheck | Decide | IfPicked | IfVariant
"""What decides which steps follow."""
CourseStep = Say | SayAtTurnEnd | Again | RollAgain | OpenRow | ExtraCard | HandOver | Headlines
"""What changes the course of the round."""
ListStep = Remember | SetNumber | HowMany | Each | CheckAgainst | IfAny | PickNumber | Recall | GoOn
"""What guided lists are made of."""

Step = (
    ResultStep | PickingStep | PickedStep | ChitStep | PileStep | BranchStep | CourseStep | ListStep
)


def nested_steps(step: Step) -> tuple[tuple[Step, ...], ...]:
    """Return the lists of steps that this step holds, in the order of `nested_keys`."""
    match step:
        case Check() | IfPicked() | IfVariant() | CheckAgainst() | IfAny():
            return step.then, step.otherwise
        case MethodCheck() | RangeCheck():
            return (step.then,)
        case Each():
            return (step.steps,)
        case Decide():
            return tuple(answer.steps for answer in step.answers)
        case _:
            return ()


def nested_keys(step: Step) -> tuple[str, ...]:
    """Return the keys that hold these lists; a decision's are in its answers."""
    match step:
        case Each() | Decide():
            return ("steps",) * len(nested_steps(step))
        case _:
            return ("then", "else")[: len(nested_steps(step))]


def walk_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Return these steps and all that they hold."""
    for step in steps:
        yield step
        for inner in nested_steps(step):
            yield from walk_steps(inner)
