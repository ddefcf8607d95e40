"""The step types that a sheet is written in: a closed set, so that a sheet is data.

The steps of a result, an action or a guided list run in order. Most run by themselves; some wait
for a die or for the player. "Mine" is the side whose result or action it is. Steps speak of the
cards *picked* by an earlier step, and of the card *under way*: the one that was chosen to play.
"""

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
    NamingWords,
    NumberName,
    Reference,
    TogetherWith,
    Whole,
    Words,
)
from cdgdevice.rules.guided.list_steps import (
    AtMostKept,
    DeclareGameOver,
    Divide,
    GoOn,
    HowMany,
    NumberChange,
    NumberTest,
    Phase,
    PickNumber,
    Remember,
    RunList,
    SetNumber,
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
    """All its cards; it is set up again."""
    PILE = "pile"
    """The draw pile on C, with a face-up card on it."""


MOST_COUNTED = 20
"""Cards or chits: more than any game has of them."""

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
    """The picked cards should have been drawn and were not there: their places are gaps."""

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


class SwapFor(Enum):
    """Which card comes to the place of the picked one."""

    DISCARD = "discard"
    """A card of the discards."""
    UNDER_WAY = "under-way"
    """The card under way, and the picked one to its place."""


class SwapPicked(Struct, frozen=True):
    """The picked card is changed for another one, face-up."""

    do: ClassVar = "swap"
    words: ClassVar = (
        "[card=discard:Change the picked card for one of the {words.discards}, face-up.]"
        "[card=under-way:The picked card and the card under way change places, both face-up.]"
    )
    event: bool = False
    """A card of the discards is an event: it is nobody's lowest card."""
    card: Annotated[SwapFor, Key("for")] = SwapFor.DISCARD


class TakePicked(Struct, frozen=True):
    """The picked card moves to the place of the card under way."""

    do: ClassVar = "take"
    words: ClassVar = (
        "The picked card moves to [gap:another gap][!gap:the place of the card under way]."
    )
    gap: bool = False
    """To another gap of mine, instead."""


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


class ChitsBy(Struct, frozen=True):
    """So many chits more for this turn; fewer with a negative number."""

    words: ClassVar = (
        "{words.chits:capital}: {by} [by>0:more][by<0:fewer] for {whose} {words.turn}."
    )
    by: Annotated[int, Change(MOST_COUNTED)]


class ChitsAtMost(Struct, frozen=True):
    """Of more chits left only so many stay, beside that of the card under way."""

    words: ClassVar = "{words.chits:capital}: at most {at_most}."
    at_most: Annotated[int, Whole(0, MOST_COUNTED)]


ChitChange = ChitsAtMost | ChitsBy


class ChangeChits(Struct, frozen=True):
    """The chits that a side has left change for this turn."""

    do: ClassVar = "chits"
    whose: WhoseOrMine
    change: ChitChange


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


class Between(Struct, frozen=True):
    """A die passes from `low` to `high`."""

    words: ClassVar = "{text}"
    if_so: ClassVar = "On {low}[high!=low: to {high}]:"
    if_not: ClassVar = "Not on {low}[high!=low: to {high}]:"
    low: Annotated[int, Whole(1, 6)]
    high: Annotated[int, Whole("low", 6)]


class Check(Struct, frozen=True):
    """A six-sided die; the one steps follow if it passes, else the others."""

    do: ClassVar = "check"
    text: NamingWords
    passes: AtMostKept | Between
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


class VariantOn(Struct, frozen=True):
    """A variant is on."""

    if_so: ClassVar = "With {variant}:"
    if_not: ClassVar = "Without {variant}:"
    variant: Annotated[str, Reference("variants")]


class AnyPicked(Struct, frozen=True):
    """A card is picked, or with `false` there was none to pick."""

    if_so: ClassVar = "If [!picked:no][picked:a] card is picked:"
    if_not: ClassVar = "If [picked:no][!picked:a] card is picked:"
    picked: bool


Test = VariantOn | AnyPicked | NumberTest


class If(Struct, frozen=True):
    """Steps for when something is so, and for when it is not."""

    do: ClassVar = "if"
    test: Test
    then: "tuple[Step, ...]" = ()
    otherwise: Annotated["tuple[Step, ...]", Key("else")] = ()


class Each(Struct, frozen=True):
    """The steps run as often as a kept number says; `{n}` in their texts counts."""

    do: ClassVar = "each"
    if_so: ClassVar = (
        "For each [told:that was told as {name}, {{n}}][!told:of the {name}, number {{n}}]:"
    )
    name: NumberName
    steps: Annotated["tuple[Step, ...]", AtLeast(1)]
    told: bool = False
    """For each thing told into the name, in that order; `{n}` is what it was called."""


class Repeat(Struct, frozen=True):
    """The steps run again and again, as long as a kept number is above 0."""

    do: ClassVar = "repeat"
    if_so: ClassVar = "Again and again[!is_flag:, while there are any {name}]:"
    name: NumberName
    steps: Annotated["tuple[Step, ...]", AtLeast(1)]


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
    words: ClassVar = (
        "[roll:Roll again; the {words.round} has not been taken.]"
        "[!roll:The same result offers cards again.]"
    )
    roll: bool = False
    """The side rolls again; its round has not been taken."""


class OpenRow(Struct, frozen=True):
    """My row is turned up, and until the turn's end its new cards come face-up."""

    do: ClassVar = "open-row"
    words: ClassVar = (
        "Turn the row up; its new cards come face-up until the {words.turn:possessive} end."
    )


class ExtraCardChange(Enum):
    """Which card below a row comes or leaves."""

    NEW = "new"
    """Another card comes; `tell` says where from."""
    PICKED = "picked"
    """The picked card comes; its gap stays."""
    GONE = "gone"
    """An extra card leaves; `tell` says where it goes."""


class ExtraCard(Struct, frozen=True):
    """A side holds one more card below its row until the turn's end, or one fewer (Five)."""

    do: ClassVar = "extra-card"
    words: ClassVar = (
        "[card=new:One more card is below the row until the {words.turn:possessive} end.]"
        "[card=picked:The picked card is your extra card from now on; its gap stays.]"
        "[card=gone:An extra card leaves [whose=other:the other side's][whose!=other:the] row.]"
    )
    card: ExtraCardChange = ExtraCardChange.NEW
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


class ChangeState(Struct, frozen=True):
    """I am in this state until it ends, by a step or as the sheet says."""

    do: ClassVar = "state"
    words: ClassVar = "[ends:No longer][!ends:From now on]: {state}."
    state: Annotated[str, Reference("states")]
    ends: bool = False
    """I am no longer in it."""


class Headlines(Struct, frozen=True):
    """Cards are dealt until each side has a headline (Five)."""

    do: ClassVar = "headlines"
    words: ClassVar = "Deal cards until each side has a headline."
    note: str | None = None
    """The title of the note that has its rule."""


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
    | ReturnExcess
)
"""What is done with the picked cards."""
ChitStep = CountCards | ChangeChits | Uncounted | UseUp | HandSize
"""What is done with chits, and with the card under way."""
PileStep = EmptyPile | Reshuffle
"""What is done with draw piles."""
ListStep = (
    Remember
    | SetNumber
    | HowMany
    | Divide
    | Each
    | Repeat
    | RunList
    | Phase
    | PickNumber
    | GoOn
    | DeclareGameOver
)
"""What guided lists are made of, beside the steps that need no card."""
BranchStep = Check | MethodCheck | RangeCheck | Decide | If
"""What decides which steps follow."""
CourseStep = Say | SayAtTurnEnd | Again | OpenRow | ExtraCard | HandOver | ChangeState | Headlines
"""What changes the course of the round."""

Step = (
    ResultStep | PickingStep | PickedStep | ChitStep | PileStep | BranchStep | CourseStep | ListStep
)


StepPart = Test | AtMostKept | Between | ChitChange | NumberChange
"""What stands within a step, its fields in the step's own table: the first key says which it is."""

STEP_TYPES: Mapping[str, type[Step]] = {kind.do: kind for kind in get_args(Step)}
"""Every type of step by what it is called in a sheet: the values of `do`."""


def list_step_parts(step: Struct) -> tuple[StepPart, ...]:
    """Return the test or the change within a step, whose fields stand in the step's own table."""
    match step:
        case If(test=part) | Check(passes=part) | ChangeChits(change=part) | SetNumber(value=part):
            return (part,)
        case _:
            return ()


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
        case Check() | If():
            return step.then, step.otherwise
        case MethodCheck() | RangeCheck():
            return (step.then,)
        case Each() | Repeat():
            return (step.steps,)
        case Decide():
            return tuple(answer.steps for answer in step.answers)
        case _:
            return ()


def nested_keys(step: Step) -> tuple[str, ...]:
    """Return the keys that hold these lists; a decision's are in its answers."""
    match step:
        case Each() | Repeat() | Decide():
            return ("steps",) * len(nested_steps(step))
        case _:
            return ("then", "else")[: len(nested_steps(step))]


def walk_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Return these steps and all that they hold."""
    for step in steps:
        yield step
        for inner in nested_steps(step):
            yield from walk_steps(inner)
