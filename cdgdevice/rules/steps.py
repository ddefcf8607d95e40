"""The step types that a sheet is written in: a closed set, so that a sheet is data.

The steps of a result, an action or a guided list run in order. Most run by themselves; some wait
for a die or for the player. "Mine" is the side whose result or action it is. Steps speak of the
cards *picked* by an earlier step, and of the card *under way*: the one that was chosen to play.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, ClassVar, get_args

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.field_forms import (
    AtLeast,
    Change,
    Default,
    Id,
    Key,
    Reference,
    TextKind,
    TogetherWith,
    Whole,
)


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

MOST_COUNTED = 20
"""Cards or chits: more than any game has of them."""

Words = Annotated[str, TextKind.COUNTED]
NamingWords = Annotated[str, TextKind.NAMING]
NumberName = Annotated[str, Id("columns")]
"""Under which a number is kept."""
WhoseOrMine = Annotated[Whose, Default(Whose.MINE)]

# Steps of a result.


class FlipSpaces(Struct, frozen=True):
    """Turn every face-down card of these spaces face-up."""

    do: ClassVar = "flip"
    words: ClassVar = "Flip [whose!=mine:{whose} ]{spaces}."
    spaces: tuple[Space, ...]
    whose: Whose = Whose.MINE


class TurnUp(Struct, frozen=True):
    """The player turns face-down cards up until `until` cards are face-up."""

    do: ClassVar = "turn-up"
    words: ClassVar = (
        "[one:With fewer than {until} face-up, turn one card up.][!one:Turn cards up until "
        "{until} are face-up.]"
    )
    until: Annotated[int, Whole(1, 10)]
    """The cards that are face-up already count."""
    one: bool = False
    """One card at most is turned up, also where fewer than `until` are then face-up."""


class Offer(Struct, frozen=True):
    """The face-up cards of these spaces may be played for these uses."""

    do: ClassVar = "offer"
    words: ClassVar = "Play {spaces:or} {uses}."
    spaces: tuple[Space, ...]
    uses: tuple[CardUse, ...]


class OfferBeside(Struct, frozen=True):
    """A card that lies beside the display may be played."""

    do: ClassVar = "offer-beside"
    words: ClassVar = "Or play {card}, which is beside the display."
    card: Annotated[str, Reference("beside")]
    """Its id among the sheet's cards beside the display."""


class HomeCard(Struct, frozen=True):
    """A home card may be played instead of turning C, and ends the result (mechanic #5).

    A side may have several, each once a turn: it is asked until it says that none is left.
    """

    do: ClassVar = "home"
    words: ClassVar = "A home card may be played instead of turning C."


# Picking cards.


class Pick(Struct, frozen=True):
    """The player picks a card."""

    do: ClassVar = "pick"
    words: ClassVar = "{text} (Pick one: {whose} {among}[some:, of {spaces}].)"
    whose: WhoseOrMine
    among: PickableCards
    text: Words
    spaces: tuple[Space, ...] = tuple(Space)
    """Of these spaces only."""


class PickRandom(Struct, frozen=True):
    """A die picks a card (Random Card Selection); none where there is none."""

    do: ClassVar = "pick-random"
    words: ClassVar = "Dice pick [picked:one of {whose} picked cards][!picked:{whose} {among}]."
    whose: WhoseOrMine
    among: Annotated[PickableCards, Default(PickableCards.UP)]
    picked: bool = False
    """Of the picked cards only."""


class PickUnderWay(Struct, frozen=True):
    """The place of the card under way."""

    do: ClassVar = "pick-under-way"
    words: ClassVar = "The place of the card under way is picked."


class Nominate(Struct, frozen=True):
    """The player picks as many cards as wanted, or none."""

    do: ClassVar = "nominate"
    words: ClassVar = "{text}[among!=up: (Of each {among}.)][chits: (No more than {words.chits}.)]"
    whose: WhoseOrMine
    text: Words
    chits: bool = False
    """No more cards than the side has chits for."""
    among: PickableCards = PickableCards.UP


# What is done with the picked cards.


class PlayPicked(Struct, frozen=True):
    """The picked cards are played and leave gaps; these are filled when combat is over."""

    do: ClassVar = "play"
    words: ClassVar = (
        "Play [whose!=both:{whose} ]picked cards; gaps that are left are filled at the end."
    )
    whose: Whose = Whose.BOTH
    """Only those of this side."""


class OfferPicked(Struct, frozen=True):
    """The picked card may be played for these uses, and takes the round."""

    do: ClassVar = "offer-picked"
    words: ClassVar = "Play a picked card {uses}."
    uses: tuple[CardUse, ...]
    only: bool = False
    """Nothing else is on offer any more."""


class DiscardPicked(Struct, frozen=True):
    """The picked cards are discarded and leave gaps."""

    do: ClassVar = "discard"
    words: ClassVar = (
        "Discard the picked cards[even_mandatory:, mandatory ones too][stays:; the gap stays]."
    )
    stays: bool = False
    """Row family: the gap stays empty until the end of the side's next round."""
    even_mandatory: bool = False
    """A mandatory card is discarded too; else it is played instead (Book, mechanic #4)."""


class NotDrawn(Struct, frozen=True):
    """The picked cards were to be drawn and were not there: their places are gaps."""

    do: ClassVar = "not-drawn"
    words: ClassVar = "They were not there: their places are empty."


class Fill(Struct, frozen=True):
    """The picked gaps are filled; without a facing as the family says."""

    do: ClassVar = "fill"
    words: ClassVar = (
        "Fill the gaps[discards: from the {words.discards}][facing:, face-{facing}][later:, "
        "when the {words.round} or the combat is over]."
    )
    facing: Facing | None = None
    discards: bool = False
    """With a card from the discards."""
    later: bool = False
    """When the round or the combat is over."""


class SwapPicked(Struct, frozen=True):
    """The picked card is changed for a card of the discards, face-up."""

    do: ClassVar = "swap"
    words: ClassVar = "Change the picked card for one of the {words.discards}, face-up."
    event: bool = False
    """That card is an event: it is nobody's lowest card."""


class TakePicked(Struct, frozen=True):
    """The picked card moves to the place of the card under way."""

    do: ClassVar = "take"
    words: ClassVar = (
        "The picked card moves to [gap:another gap][!gap:the place of the card under way]."
    )
    gap: bool = False
    """To another gap of mine, instead."""


class StealPicked(Struct, frozen=True):
    """The picked card lies below my row until the turn's end; its gap stays (Five)."""

    do: ClassVar = "steal"
    words: ClassVar = "The picked card is your extra card from now on; its gap stays."


class ExchangePicked(Struct, frozen=True):
    """The picked card and the card under way change places, both face-up."""

    do: ClassVar = "exchange"
    words: ClassVar = "The picked card and the card under way change places, both face-up."


class ReturnExcess(Struct, frozen=True):
    """Mandatory cards in excess of the chits go back into the pile (mechanic #4).

    The sheet's marks say which; their gaps are filled face-up.
    """

    do: ClassVar = "return-excess"
    words: ClassVar = (
        "Mandatory cards beyond the {words.chits} go back into the {words.pile}; fill face-up."
    )


# Chits.


class CountCards(Struct, frozen=True):
    """Cards count as played, one for each picked card, or one; never below no chit."""

    do: ClassVar = "count"
    words: ClassVar = "Count the cards as played: {whose} {words.chits}."
    whose: WhoseOrMine


class AddChits(Struct, frozen=True):
    """So many chits more for this turn; fewer with a negative number."""

    do: ClassVar = "chits"
    words: ClassVar = (
        "{words.chits:capital}: {by} [by>0:more][by<0:fewer] for {whose} {words.turn}."
    )
    whose: WhoseOrMine
    by: Annotated[int, Change(MOST_COUNTED)]


class ChitsAtMost(Struct, frozen=True):
    """Of more chits left only so many stay, beside that of the card under way."""

    do: ClassVar = "chits-at-most"
    words: ClassVar = "{words.chits:capital}: at most {number}."
    number: Annotated[int, Whole(0, MOST_COUNTED)]


class Uncounted(Struct, frozen=True):
    """The round under way turns no chit."""

    do: ClassVar = "uncounted"
    words: ClassVar = "This {words.round} {words.turns_no_chit}."


class UseUp(Struct, frozen=True):
    """The card under way has been played for this, and for nothing else."""

    do: ClassVar = "use-up"
    words: ClassVar = "The card under way is played for nothing else."


class HandSize(Struct, frozen=True):
    """My hand grows or shrinks for good; doubled spaces follow.

    A card that a relieved space gives up moves into the picked gap (Fate, Samurai, Leader Seppuku).
    """

    do: ClassVar = "hand-size"
    words: ClassVar = "The hand [by>0:grows][by<0:shrinks] by {by} for good."
    by: Annotated[int, Change(MOST_COUNTED)]


# Piles.


class EmptyPile(Struct, frozen=True):
    """My draw pile has no card any more: gaps stay."""

    do: ClassVar = "empty-pile"
    words: ClassVar = "The {words.draw_pile} is empty: gaps stay.[keeps_c: Its last card is on C.]"
    keeps_c: bool = False
    """Pile family: the pile's last card is still on C, face-down."""


class Reshuffle(Struct, frozen=True):
    """What is taken is shuffled into the pile, and every gap is dealt face-down."""

    do: ClassVar = "reshuffle"
    words: ClassVar = "{text} (Into {whose} {words.pile}: {takes}.)"
    whose: WhoseOrMine
    takes: ReshuffledCards
    text: Words


# Dice and decisions.


class Check(Struct, frozen=True):
    """A six-sided die; from `low` to `high` the one steps follow, else the others."""

    do: ClassVar = "check"
    words: ClassVar = "{text}"
    if_so: ClassVar = "On {low}[high!=low: to {high}]:"
    if_not: ClassVar = "Not on {low}[high!=low: to {high}]:"
    text: Words
    low: Annotated[int, Whole(1, 6)]
    high: Annotated[int, Whole("low", 6)]
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()
    note: str | None = None
    """The title of the note that has its rule."""


class MethodCheck(Struct, frozen=True):
    """Of the picked cards of a side, those stay picked whose space the die names.

    JR names C, and EVENT no space (mechanic #3a). Steps follow if any card is named.
    """

    do: ClassVar = "method-die"
    words: ClassVar = "Roll the {words.die}: of {whose} picked cards those it names stay picked."
    if_so: ClassVar = "If it names any:"
    whose: WhoseOrMine
    then: "tuple[Step, ...]" = ()


class RangeCheck(Struct, frozen=True):
    """For each picked card, A to E, a die against its range, until one hits (V3).

    That card stays picked, and steps follow.
    """

    do: ClassVar = "range-dice"
    words: ClassVar = "Roll a die for each picked card, A to E, until one is within its range."
    if_so: ClassVar = "If one is:"
    then: "tuple[Step, ...]" = ()


class Answer(Struct, frozen=True):
    """One answer of a decision, and the steps that follow."""

    id: Annotated[str, Id("attack")]
    title: str
    steps: "tuple[Step, ...]" = ()
    extra: Whose | None = None
    """Only while an extra card is below my row, or the other side's (Five)."""


class Decide(Struct, frozen=True):
    """The player answers a question."""

    do: ClassVar = "decide"
    words: ClassVar = "{text}"
    text: NamingWords
    answers: Annotated[tuple[Answer, ...], AtLeast(2)]
    note: str | None = None
    """The title of the note that has its rule."""


class IfPicked(Struct, frozen=True):
    """Steps for when a card is picked, and for when there was none to pick."""

    do: ClassVar = "if-picked"
    if_so: ClassVar = "If a card is picked:"
    if_not: ClassVar = "If no card is picked:"
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


class IfVariant(Struct, frozen=True):
    """Steps for when a variant is on, and for when it is off."""

    do: ClassVar = "if"
    if_so: ClassVar = "With {variant}:"
    if_not: ClassVar = "Without {variant}:"
    variant: Annotated[str, Reference("variants")]
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


# The course of the round.


class Say(Struct, frozen=True):
    """Something to do by hand."""

    do: ClassVar = "tell"
    words: ClassVar = "{text}"
    text: NamingWords
    undo: str = ""
    """What puts the cards back that it moves; empty where it moves none."""
    into: Annotated[str | None, Id("marked"), TogetherWith("called")] = None
    """The list's later texts name in `{into}` all that was told so."""
    called: str = ""
    """What they name this."""
    note: str | None = None
    """The title of the note that has its rule."""


class SayAtTurnEnd(Struct, frozen=True):
    """Something to do by hand when this turn is over."""

    do: ClassVar = "at-turn-end"
    words: ClassVar = "At the {words.turn:possessive} end: {text}"
    text: Words
    whose: Whose = Whose.MINE
    """Both sides': it is the whole table's, such as the shuffle of a common deck."""


class Again(Struct, frozen=True):
    """The same result offers cards again; what was under way is done with."""

    do: ClassVar = "again"
    words: ClassVar = "The same result offers cards again."


class RollAgain(Struct, frozen=True):
    """The side rolls again; its round has not been taken."""

    do: ClassVar = "roll-again"
    words: ClassVar = "Roll again; the {words.round} has not been taken."


class OpenRow(Struct, frozen=True):
    """My row is turned up, and until the turn's end its new cards come face-up."""

    do: ClassVar = "open-row"
    words: ClassVar = (
        "Turn the row up; its new cards come face-up until the {words.turn:possessive} end."
    )


class ExtraCard(Struct, frozen=True):
    """I hold one more card below the row until the turn's end (Five)."""

    do: ClassVar = "extra-card"
    words: ClassVar = "One more card is below the row until the {words.turn:possessive} end."


class DropExtra(Struct, frozen=True):
    """An extra card below the row leaves it; `tell` says where it goes (Five)."""

    do: ClassVar = "drop-extra"
    words: ClassVar = (
        "An extra card leaves [whose=other:the other side's row][whose!=other:the row]."
    )
    whose: Whose = Whose.MINE


class HandOver(Struct, frozen=True):
    """My card beside the row is the other side's from now on."""

    do: ClassVar = "hand-over"
    words: ClassVar = (
        "{card} is the other side's, to play from [down:the next {words.turn}][!down:now] on."
    )
    card: Annotated[str, Reference("beside")]
    down: bool = False
    """Face-down: it may be played from the next turn on."""


class BeginState(Struct, frozen=True):
    """I am in this state until it ends, by a step or as the sheet says."""

    do: ClassVar = "begin"
    words: ClassVar = "From now on: {state}."
    state: Annotated[str, Reference("states")]


class EndState(Struct, frozen=True):
    """I am no longer in this state."""

    do: ClassVar = "end"
    words: ClassVar = "No longer: {state}."
    state: Annotated[str, Reference("states")]


class Headlines(Struct, frozen=True):
    """Cards are dealt until each side has a headline (Five)."""

    do: ClassVar = "headlines"
    words: ClassVar = "Deal cards until each side has a headline."
    note: str | None = None
    """The title of the note that has its rule."""


# Guided lists: numbers that are remembered by name.


class Remember(Struct, frozen=True):
    """A die's number is kept under a name."""

    do: ClassVar = "remember"
    words: ClassVar = "{text} Roll a die: that is the {name}."
    name: NumberName
    text: Words
    note: str | None = None
    """The title of the note that has its rule."""


class SetNumber(Struct, frozen=True):
    """A number is kept under a name."""

    do: ClassVar = "set"
    words: ClassVar = "[number>1:There are {number} {name}.]"
    name: NumberName
    number: Annotated[int, Whole(0, 99)]


class HowMany(Struct, frozen=True):
    """The player says a number, and it is kept under a name."""

    do: ClassVar = "how-many"
    words: ClassVar = "{text} Count the {name}."
    name: NumberName
    text: NamingWords
    high: Annotated[int, Whole(1, 99)]
    kind: Annotated[str | None, Id("launch")] = None
    """An amount that is new each time: the question starts at the last answer of this kind.

    Without it the question starts at the number that is kept under the name.
    """
    note: str | None = None
    """The title of the note that has its rule."""


class Each(Struct, frozen=True):
    """The steps run as often as a kept number says; `{n}` in their texts counts."""

    do: ClassVar = "each"
    if_so: ClassVar = "For each of the {name}, number {{n}}:"
    name: NumberName
    steps: Annotated["tuple[Step, ...]", AtLeast(1)]


class EachNamed(Struct, frozen=True):
    """The steps run for each thing told into a name, in that order; `{n}` is what it was called."""

    do: ClassVar = "each-named"
    if_so: ClassVar = "For each that was told as {name}, {{n}}:"
    name: NumberName
    steps: Annotated["tuple[Step, ...]", AtLeast(1)]


class CheckAgainst(Struct, frozen=True):
    """A die passes when it is at most the kept number `level`.

    Passes are counted under `tally`, if that is given.
    """

    do: ClassVar = "check-against"
    words: ClassVar = "{text}[tally: (On {level} or less one more is {tally}.)]"
    if_so: ClassVar = "On {level} or less:"
    if_not: ClassVar = "Above {level}:"
    level: NumberName
    text: NamingWords
    tally: Annotated[str | None, Id("columns")] = None
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()
    note: str | None = None
    """The title of the note that has its rule."""


class IfAny(Struct, frozen=True):
    """Steps for when a kept number is above 0, and for when it is not."""

    do: ClassVar = "if-any"
    if_so: ClassVar = "If [!is_flag:any ]{name}:"
    if_not: ClassVar = "If no {name}:"
    name: NumberName
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


class IfMore(Struct, frozen=True):
    """Steps for when one kept number is above another, and for when it is not."""

    do: ClassVar = "if-more"
    if_so: ClassVar = "If {name} above {than}:"
    if_not: ClassVar = "If {name} not above {than}:"
    name: NumberName
    than: NumberName
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


class Add(Struct, frozen=True):
    """A kept number grows by another one."""

    do: ClassVar = "add"
    words: ClassVar = "Add the {amount} to the {name}."
    name: NumberName
    amount: NumberName


class Spend(Struct, frozen=True):
    """A kept number shrinks by another one, and never below 0."""

    do: ClassVar = "spend"
    words: ClassVar = "Take the {amount} off the {name}."
    name: NumberName
    amount: NumberName


class Divide(Struct, frozen=True):
    """A kept number is shared out evenly: what each gets is kept, and what is left over."""

    do: ClassVar = "divide"
    words: ClassVar = "Share the {name} among the {among}: the {share}, and what is left {over}."
    name: NumberName
    among: NumberName
    """Among so many; with none nothing is shared, and all is left over."""
    share: NumberName
    over: NumberName


class IfEnough(Struct, frozen=True):
    """Steps for when a kept number is at least `keep` after another is spent, and for when not."""

    do: ClassVar = "if-enough"
    if_so: ClassVar = "If {keep} or more {name} stay[amount: after the {amount}]:"
    if_not: ClassVar = "If less than {keep} {name} stay[amount: after the {amount}]:"
    name: NumberName
    keep: Annotated[int, Whole(0, 99)]
    amount: Annotated[str | None, Id("cost")] = None
    """What would be spent, and to spend 0 is always allowed; left out, nothing is spent."""
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


class Repeat(Struct, frozen=True):
    """The steps run again and again, as long as a kept number is above 0."""

    do: ClassVar = "repeat"
    if_so: ClassVar = "Again and again[!is_flag:, while there are any {name}]:"
    name: NumberName
    steps: Annotated["tuple[Step, ...]", AtLeast(1)]


class RunList(Struct, frozen=True):
    """The steps of one of the sheet's lists run here."""

    do: ClassVar = "run"
    words: ClassVar = "Do this: {list}."
    list: Annotated[str, Reference("lists")]


class Phase(Struct, frozen=True):
    """A part of a guided list begins: its title stands at the top of the screen."""

    do: ClassVar = "phase"
    words: ClassVar = "{title}:"
    title: str


class PickNumber(Struct, frozen=True):
    """A fair choice among as many things as a kept number says."""

    do: ClassVar = "random"
    words: ClassVar = "{text} (Dice pick one of the {name}.)"
    name: NumberName
    text: NamingWords


class Recall(Struct, frozen=True):
    """What the list's own `tell` steps have said since it began is said once more."""

    do: ClassVar = "recall"
    words: ClassVar = "[text:{text:unnamed}][!text:Show again what the list has said so far.]"
    text: Annotated[str, TextKind.NAMING] = ""
    """Said in place of all that."""


class GoOn(Struct, frozen=True):
    """Something to carry out on the map; the player says when it is done."""

    do: ClassVar = "go-on"
    words: ClassVar = "{text:unnamed}"
    text: Annotated[str, TextKind.NAMING]
    note: str | None = None
    """The title of the note that has its rule."""


class EndGame(Struct, frozen=True):
    """The game is over; steps before it say who has won."""

    do: ClassVar = "end-game"
    words: ClassVar = "The game is over."


ResultStep = FlipSpaces | TurnUp | Offer | OfferBeside | HomeCard
"""What a result does: it turns cards and offers them."""
PickingStep = Pick | PickRandom | PickUnderWay | Nominate
"""What picks cards."""
PickedStep = (
    PlayPicked
    | OfferPicked
    | DiscardPicked
    | NotDrawn
    | Fill
    | SwapPicked
    | TakePicked
    | StealPicked
    | ExchangePicked
    | ReturnExcess
)
"""What is done with the picked cards."""
ChitStep = CountCards | AddChits | ChitsAtMost | Uncounted | UseUp | HandSize
"""What is done with chits, and with the card under way."""
PileStep = EmptyPile | Reshuffle
"""What is done with draw piles."""
BranchStep = Check | MethodCheck | RangeCheck | Decide | IfPicked | IfVariant
"""What decides which steps follow."""
CourseStep = (
    Say
    | SayAtTurnEnd
    | Again
    | RollAgain
    | OpenRow
    | ExtraCard
    | DropExtra
    | HandOver
    | BeginState
    | EndState
    | Headlines
)
"""What changes the course of the round."""
NumberStep = Remember | SetNumber | HowMany | Add | Spend | Divide
"""What keeps a number."""
ListStep = (
    NumberStep
    | Each
    | EachNamed
    | Repeat
    | RunList
    | Phase
    | CheckAgainst
    | IfAny
    | IfMore
    | IfEnough
    | PickNumber
    | Recall
    | GoOn
    | EndGame
)
"""What guided lists are made of."""

Step = (
    ResultStep | PickingStep | PickedStep | ChitStep | PileStep | BranchStep | CourseStep | ListStep
)


STEP_TYPES: Mapping[str, type[Step]] = {kind.do: kind for kind in get_args(Step)}
"""Every type of step by what it is called in a sheet: the values of `do`."""


_WITHOUT_NESTED = frozenset(
    kind
    for kind in get_args(Step)
    if not {"then", "steps", "answers"}.intersection(kind.__struct_fields__)
)
"""Most steps hold none: looked up at once, for sheets have hundreds."""


def nested_steps(step: Step) -> tuple[tuple[Step, ...], ...]:
    """Return the lists of steps that this step holds, in the order of `nested_keys`."""
    if type(step) in _WITHOUT_NESTED:
        return ()
    match step:
        case Check() | IfPicked() | IfVariant() | CheckAgainst() | IfAny() | IfMore() | IfEnough():
            return step.then, step.otherwise
        case MethodCheck() | RangeCheck():
            return (step.then,)
        case Each() | EachNamed() | Repeat():
            return (step.steps,)
        case Decide():
            return tuple(answer.steps for answer in step.answers)
        case _:
            return ()


def nested_keys(step: Step) -> tuple[str, ...]:
    """Return the keys that hold these lists; a decision's are in its answers."""
    match step:
        case Each() | EachNamed() | Repeat() | Decide():
            return ("steps",) * len(nested_steps(step))
        case _:
            return ("then", "else")[: len(nested_steps(step))]


def walk_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Return these steps and all that they hold."""
    for step in steps:
        yield step
        for inner in nested_steps(step):
            yield from walk_steps(inner)
