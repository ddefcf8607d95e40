"""A sheet: everything that one game changes about the method, as checked values."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

from msgspec import Struct, field

from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.card_steps import PickableCards, PileStep
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.field_forms import AtLeast, Default, Id, Key, Whole
from cdgdevice.rules.guided.list_steps import RunList
from cdgdevice.rules.sheet_entries import (
    LARGEST_HAND,
    LAST_TURN,
    ActionMoment,
    ActionSide,
    BesideCard,
    HandRules,
    KeptInSight,
    MarkRules,
    Note,
    OrderKind,
    Period,
    Reminder,
    SetAsideRules,
    SetUpStep,
    SheetFamily,
    SideState,
    Term,
    TurnEndDiscard,
    Variant,
    WhenOutOfCards,
)
from cdgdevice.rules.steps import ExtraCard, Say, Step, walk_steps
from cdgdevice.rules.texts.words import ANY_PURPOSE, BOOK_WORDS, Words


class TurnRules(Struct, frozen=True):
    """The course of a turn."""

    first: Side
    """Who begins, unless the player says otherwise."""
    rounds: Annotated[int | None, Whole(1, LARGEST_HAND), Default(None)]
    """Rounds a side, whatever its hand; None: as many as it has cards."""
    discard: Annotated[TurnEndDiscard, Default(TurnEndDiscard.NONE)]
    source: str
    last: Annotated[int | None, Whole(1, LAST_TURN)] = None
    """The last turn of the game; None: the player ends it."""
    fresh_every: Annotated[int | None, Whole(1, LAST_TURN)] = None
    """At the end of each turn so many, all cards are shuffled and dealt again."""
    begins: tuple[Step, ...] = ()
    """What is done as a turn begins."""
    after_round: str = ""
    """What a side does by hand after each of its rounds, when all is refilled."""
    reminders: tuple[Reminder, ...] = ()
    periods: tuple[Period, ...] = ()
    either_begins: bool = False
    """Each turn the game's own rules say who begins: whichever side rolls first does."""


class Condition(Protocol):
    """What must hold for a way or an action to be available; `rules/conditions.py` has them all."""

    key: ClassVar[str]
    words: ClassVar[str]

    def holds(self, game: Any, side: Side, /) -> bool:
        """Return whether it holds for a side in a `Game`, whose type is made of sheets."""


class Alternative(Struct, frozen=True):
    """A way to take the round without the Method die."""

    id: Annotated[str, Id("one-ops", of_option=True)]
    title: str
    """A few words for a menu, at most 24 characters."""
    source: str
    text: str = ""
    """What it orders, in a sentence, if the title doesn't say it."""
    on_map: bool = False
    """Something is done on the map, so combat cards may be played in it."""
    out_of_cards: WhenOutOfCards = WhenOutOfCards.NEVER
    side: Side | None = None
    """The only side that has it; None: both."""
    plays: Space | None = None
    """The card of the display that it plays, as its event."""
    is_compulsory: Annotated[bool, Key("must")] = False
    """If it is available, nothing else is: the side does not roll."""
    counts: bool = False
    """It is the play of a card, and turns a chit."""
    after_roll: bool = False
    """It may be taken after the roll too."""
    ends_turn: bool = False
    """The side takes no more rounds this turn, and may not do so again in the next one."""
    fallback: bool = False
    """What is left to a side when a result offers nothing; else it is no choice of its own."""
    steps: tuple[Step, ...] = ()
    """What it leads through: a guided list, or cards that are turned up and offered."""
    note: str | None = None
    """The title of the note that has its rule."""
    conditions: tuple[Condition, ...] = ()
    """All of them must hold."""

    @property
    def turns_chit(self) -> bool:
        """Return whether it plays a card, so that it may take the chit of a mandatory one."""
        plays = any(not isinstance(step, Say | ExtraCard) for step in self.steps)
        return self.counts or self.plays is not None or plays


class GuidedList(Struct, frozen=True):
    """Steps that several lists of a sheet run, or its guided set-up."""

    id: Annotated[str, Id("choose-target")]
    title: str
    source: str
    steps: Annotated[tuple[Step, ...], AtLeast(1)]


class SheetAction(Struct, frozen=True):
    """Something that a card or a rule of the game does to displays and chits."""

    id: Annotated[str, Id("random-discard", of_option=True)]
    title: str
    """A few words for a menu, at most 24 characters."""
    moments: Annotated[tuple[ActionMoment, ...], Key("when")]
    steps: Annotated[tuple[Step, ...], AtLeast(1)]
    source: str
    who: ActionSide = ActionSide.ACTIVE
    only: Annotated[Side | None, Key("side")] = None
    """The only side that has it; None: both."""
    card: PickableCards | None = None
    """It is taken with such a card of that side, which is picked; None: with none."""
    offered: bool = False
    """The card must be one of those on offer."""
    revealed: bool = False
    """The card must be one that this round's roll turned up."""
    drawn: bool = False
    """The card must be one that the latest answer asked to draw; with it are picked those after it.

    The board offers such an action beside the roll; for the other side's card only where
    `conditions` say when it may be, else the menu does.
    """
    asks: str = ""
    """A question put whenever it can be taken: the board offers it beside the other choices."""
    note: str | None = None
    """The title of the note that has its rule."""
    conditions: tuple[Condition, ...] = ()
    """All of them must hold."""


ConditionKind = TypeVar("ConditionKind", bound=Condition)


def find_condition(
    entry: Alternative | SheetAction, kind: type[ConditionKind]
) -> ConditionKind | None:
    """Return the condition of this kind that an entry has, if any."""
    return next((each for each in entry.conditions if isinstance(each, kind)), None)


class RowRules(Struct, frozen=True):
    """What decides in the row family."""

    ranges: Mapping[Space, int]
    """A white die up to this plays a nominated card of the space, unless changed for a game."""
    source: str
    any_purpose: str = ANY_PURPOSE
    """What a card may be played for that no doubles play."""
    without_actions: str = ""
    """The same while no action can be taken that such a card is used for; empty: no difference."""
    played: str = ""
    """Said with every card that the dice play: what becomes of it."""
    on_doubles: str = ""
    """Said with a card that doubles play as its event: what else to mind."""
    without_facts: Mapping[Space, int] = field(default_factory=dict)
    """The ranges of games whose journal kept no facts; empty: the same."""
    notes: tuple[str, ...] = ()
    """The titles of the notes on what is nominated and on both dice."""
    doubles_note: str | None = None
    """The title of the note on doubles."""
    missed_note: str | None = None
    """The title of the note on the card that a missed target plays: the first then."""


class Outcome(Struct, frozen=True):
    """What a result of the Method die leads through."""

    steps: Annotated[tuple[Step, ...], AtLeast(1)]
    source: str
    notes: tuple[str, ...] = ()
    """The titles of the notes that have its rule."""


class Sheet(Struct, frozen=True):
    """One game's tweak sheet (Book) or playsheet (Fate)."""

    id: str
    title: str
    publisher: str
    year: int
    """When the game came out."""
    source: str
    """What the sheet was read from: its document, and what of it."""
    document: str
    edition: str
    """What its owner calls the edition of the document, such as "2022 box"; may be empty."""
    family: SheetFamily
    sides: Mapping[Side, str]
    face_up: tuple[Space, ...]
    """Spaces whose card is face-up at set-up."""
    hands: HandRules
    turn: TurnRules
    variants: tuple[Variant, ...]
    instead: tuple[Alternative, ...]
    outcomes: Mapping[DieResult, Outcome]
    """What each result does; none in the families without a Method die."""
    combat: bool = False
    """Combat cards may be played from the display."""
    actions: tuple[SheetAction, ...] = ()
    titled_with_side: frozenset[str] = frozenset()
    """The actions, by id, whose title names the only side that has them."""
    step_kinds: Mapping[str, frozenset[type[Step]]] = field(default_factory=dict)
    """The kinds of steps that each action leads through, by its id."""
    beside: tuple[BesideCard, ...] = ()
    states: tuple[SideState, ...] = ()
    lists: tuple[GuidedList, ...] = ()
    kept: tuple[KeptInSight, ...] = ()
    """In the order in which the screen shows them."""
    marks: MarkRules | None = None
    row: RowRules | None = None
    notes: tuple[Note, ...] = ()
    terms: tuple[Term, ...] = ()
    """Its document's words: its own, and beside them those that several games share."""
    lowest: str = "Ops"
    """What the cards are called of which the lowest may be played."""
    words: Words = BOOK_WORDS
    """What its document calls the things of the table."""
    combat_unless: str | None = None
    """The variant that replaces the play of combat cards, if any."""
    plays_as_0_1: bool = False
    """They may be played as soon as the round is rolled for, and mandatory cards at any time."""
    checksum: int = 0
    """The CRC-32 of the file that it was read from."""
    own_gap_first: bool = False
    """A card that this roll turned up on C fills the round's own gap, before combat gaps."""
    set_aside: SetAsideRules | None = None
    before_deal: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """What a side does by hand before the cards are dealt, in sentences."""
    before_deal_sources: tuple[str, ...] = ()
    """Where the rules of that stand."""
    set_up: tuple[SetUpStep, ...] = ()
    """What a guided set-up tells beside the deal."""
    set_up_source: str = ""
    """Where the rule of the deal stands."""
    set_up_list: str | None = None
    """Checks family: the list that a guided set-up runs before the first turn."""

    @property
    def first_numbers(self) -> dict[str, int]:
        """The numbers that are kept as a game begins."""
        return {each.id: each.begins for each in self.kept if each.begins is not None}

    def find_note_on(self, kind: OrderKind) -> str | None:
        """Return the title of the first note that has the rule of all orders of a kind."""
        return next((note.title for note in self.notes if kind in note.orders), None)

    def find_note_of(self, source: str) -> str | None:
        """Return the title of the first note that was read from the same rule."""
        return next((note.title for note in self.notes if note.source == source), None)

    def list_steps(self, name: str | None) -> tuple[Step, ...]:
        """Return the steps of a list; none where there is no such list."""
        return next((each.steps for each in self.lists if each.id == name), ())


def walk_sheet_steps(sheet: Sheet) -> Iterator[Step]:
    """Return all steps of a sheet: as a turn begins, of its results, ways and actions."""
    yield from walk_steps(sheet.turn.begins)
    for each in sheet.lists:
        yield from walk_steps(each.steps)
    for outcome in sheet.outcomes.values():
        yield from walk_steps(outcome.steps)
    for way in sheet.instead:
        yield from walk_steps(way.steps)
    for action in sheet.actions:
        yield from walk_steps(action.steps)


def list_unasked_steps(sheet: Sheet) -> tuple[Step, ...]:
    """Return the steps that no question of the sheet leads to: those of no branch."""
    lists: tuple[tuple[Step, ...], ...] = (
        *(each.steps for each in sheet.outcomes.values()),
        *(each.steps for each in sheet.actions),
        *(each.steps for each in sheet.instead),
        *(each.steps for each in sheet.lists),
    )
    return tuple(step for steps in lists for step in steps)


def list_sweeping_actions(sheet: Sheet) -> frozenset[str]:
    """Return the ids of the actions that empty a draw pile, or shuffle displays into it.

    What a list does counts for the action that runs it.
    """
    return frozenset(
        action.id
        for action in sheet.actions
        if any(isinstance(step, PileStep) for step in follow_lists(sheet, action.steps))
    )


def follow_lists(sheet: Sheet, steps: tuple[Step, ...]) -> Iterator[Step]:
    """Yield these steps, all that they hold, and those of the lists that they run."""
    seen: set[str] = set()
    left = [steps]
    while left:
        for step in walk_steps(left.pop()):
            yield step
            if isinstance(step, RunList) and step.list not in seen:
                seen.add(step.list)
                left.append(sheet.list_steps(step.list))
