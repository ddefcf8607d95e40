"""The step types that a sheet is written in: a closed set, so that a sheet is data.

The steps of a result, an action or a guided list run in order. Most run by themselves; some wait
for a die or for the player. "Mine" is the side whose result or action it is. Steps speak of the
cards *picked* by an earlier step, and of the card *under way*: the one that was chosen to play.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, ClassVar, get_args

from msgspec import Struct

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.card_steps import (
    ChangeChits,
    ChitChange,
    ChitStep,
    PickedStep,
    PickingStep,
    PileStep,
    ResultStep,
    Whose,
    WhoseOrMine,
)
from cdgdevice.rules.field_forms import (
    AtLeast,
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

# Steps of a result.


# Picking cards.


# What is done with the picked cards.


# Chits.


# Piles.


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
    only_card: str | None = None
    """The card that it plays: only until it was played, here or by an action that names it."""


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
    words: ClassVar = "{text}[side: ({side}.)]"
    text: NamingWords
    side: Side | None = None
    """Only where it is this side's result or action."""
    undo: str = ""
    """What puts the cards back that it moves; empty where it moves none."""
    into: Annotated[str | None, Id("marked"), TogetherWith("called")] = None
    """The list's later texts name in `{into}` all that was told so."""
    called: str = ""
    """What they name this."""
    note: str | None = None
    """The title of the note that has its rule."""
    remark: bool = False
    """It says more of what is asked next, and comes after it."""


class SayAtTurnEnd(Struct, frozen=True):
    """Something to do by hand when this turn is over."""

    do: ClassVar = "at-turn-end"
    words: ClassVar = "At the {words.turn:possessive} end: {text}"
    text: Words
    whose: Whose = Whose.MINE
    """Both sides': it is the whole table's, such as the shuffle of a common deck."""
    note: str | None = None
    """The title of the note that has its rule."""


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
    """Which card beside a display or row comes or leaves."""

    NEW = "new"
    """Another card comes; `tell` says where from."""
    PICKED = "picked"
    """The picked card comes; its gap stays."""
    GONE = "gone"
    """An extra card leaves; `tell` says where it goes."""


class ExtraCard(Struct, frozen=True):
    """A side holds one more card beside its display, or one fewer.

    Without a `place` it is an extra card below its row until the turn's end (Five).
    """

    do: ClassVar = "extra-card"
    words: ClassVar = (
        "[place:{place}: [card=picked:the picked card; its gap stays][card!=picked:one "
        "[card=new:more][card=gone:fewer]].]"
        "[!place:[card=new:One more card is below the row until the {words.turn:possessive} end.]"
        "[card=picked:The picked card is your extra card from now on; its gap stays.]"
        "[card=gone:An extra card leaves [whose=other:the other side's][whose!=other:the] row.]]"
    )
    card: ExtraCardChange = ExtraCardChange.NEW
    whose: Whose = Whose.MINE
    place: Annotated[str | None, Reference("beside")] = None
    """Beside the display: what the sheet's entry of this id is."""

    @property
    def keeps_slot(self) -> bool:
        """A card of the display is kept beside it, and its slot waits."""
        return self.card is ExtraCardChange.PICKED and self.place is not None


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
