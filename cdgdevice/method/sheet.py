"""A sheet: everything that one game changes about the method, as checked values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.mark import Mark
from cdgdevice.method.steps import Step
from cdgdevice.method.terms import (
    Among,
    EndDiscard,
    Excess,
    Family,
    Moment,
    OutOfCards,
    UnderWay,
    Use,
    Who,
)


@dataclass(frozen=True, slots=True)
class Hands:
    """How many cards a side may play a turn."""

    default: tuple[int, int]
    """Left, right."""
    low: int
    high: int
    vary: bool
    """They can change while the game is played."""
    source: str
    counted: bool = True
    """Chits are turned; else the hand size is only kept in mind."""
    by_turn: tuple[int, ...] = ()
    """Both sides' hand sizes in turns 1, 2 and so on; the last one stays."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is said when a turn comes to this point."""

    text: str
    side: Side | None
    """Before this side's round; None: at the turn's end, or at its start with round 0."""
    round: int | None
    turns: tuple[int, int]
    """First and last turn, both included."""
    even: bool
    """In even turns only."""
    if_open: Side | None
    """Only while this side's row is open."""
    once: str | None
    """Of all reminders of this name only the first is said in a turn."""
    unless_used: str | None = None
    """Not once this was used: a way or an action that is to be had once in a game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The course of a turn."""

    first: Side
    """Who begins, unless the player says otherwise."""
    rounds: int | None
    """Rounds a side, whatever its hand; None: as many as it has cards."""
    discard: EndDiscard
    source: str
    last: int | None = None
    """The last turn of the game; None: the player ends it."""
    fresh_every: int | None = None
    """At the end of each turn so many, all cards are shuffled and dealt afresh."""
    begins: tuple[Step, ...] = ()
    """What is done as a turn begins."""
    reminders: tuple[Reminder, ...] = ()


@dataclass(frozen=True, slots=True)
class Instead:
    """A way to take the round without the Method die."""

    id: str
    title: str
    """A few words for a menu, at most 24 characters."""
    on_map: bool
    """Something is carried out on the map, so combat cards may be played in it."""
    out_of_cards: OutOfCards
    option: str | None
    """The variant that must be on for it, if any."""
    source: str
    side: Side | None = None
    """The only side that has it; None: both."""
    turns: tuple[int, int] | None = None
    """First and last turn; None: all."""
    first_round: bool = False
    """In the turn's first round only."""
    plays: Space | None = None
    """The card of the display that it plays, as its event."""
    must: bool = False
    """Where it can be had, nothing else can: the side does not roll."""
    counts: bool = False
    """It is the play of a card, and turns a chit."""
    once: bool = False
    """Once in a game."""
    after_roll: bool = False
    """It may be taken after the roll too."""
    last_chit: bool = False
    """Only with exactly one chit left."""
    ends_turn: bool = False
    """The side takes no more rounds this turn, and may not do so again in the next one."""
    fallback: bool = False
    """What is left to a side when a result offers nothing; else it is no choice of its own."""
    steps: tuple[Step, ...] = ()
    """What it leads through: a guided list, or cards that are turned up and offered."""
    pile_gone: bool = False
    """Only while the side's draw pile is empty."""
    at_most: int | None = None
    """Only while the side's display holds at most so many cards."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A card that lies beside the display."""

    id: str
    title: str
    source: str
    counts: bool = False
    """Playing it turns a chit."""
    target: int | None = None
    """Row family: a white die up to this plays it when it is nominated; None: never nominated."""
    holder: Side | None = None
    """Row family: who holds it at first; played, it is the other side's next turn."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a card or a rule of the game does to displays and chits."""

    id: str
    title: str
    """A few words for a menu, at most 24 characters."""
    moments: tuple[Moment, ...]
    who: Who
    only: Side | None
    """The only side that has it; None: both."""
    card: Among | None
    """It is taken with such a card of that side, which is picked; None: with none."""
    offered: bool
    """The card must be one of those on offer."""
    needs_chit: bool
    """The side must have a chit left, and one more for a face-up mandatory card."""
    option: str | None
    """The variant that must be on for it, if any."""
    result: Result | None
    """Only after this result."""
    steps: tuple[Step, ...]
    source: str
    turns: tuple[int, int] | None = None
    """First and last turn; None: all."""
    first_round: bool = False
    """Only before either side has taken a round of the turn."""
    chit_left: bool = False
    """The side must have a chit left, whatever its face-up mandatory cards."""
    once: bool = False
    """Once in a game and side."""
    all_up: bool = False
    """Only while every card of the side's display is face-up."""
    use: Use | None = None
    """Only while a card is carried out that may be played for this."""
    once_a_round: bool = False
    """Once in a round and side."""
    rolled: bool = False
    """Only in a round that was rolled for."""
    revealed: bool = False
    """The card must be one that this round's roll turned up."""
    under_way: UnderWay | None = None
    """Only while this is carried out."""
    pile_gone: bool = False
    """Only while the draw pile is empty."""
    other_chit: bool = False
    """The other side must have a chit left."""


@dataclass(frozen=True, slots=True)
class FixedDoubling:
    """Spaces that a scenario doubles, whatever the hands."""

    side: Side
    spaces: tuple[Space, ...]
    once: tuple[Space, ...]
    """Doubled only until a card of the space is played."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule or scenario of the sheet that the player switches on or off for a game."""

    id: str
    title: str
    default: bool
    source: str
    group: str | None = None
    """At most one variant of a group is on."""
    face_up: Mapping[Side, tuple[Space, ...]] = field(default_factory=dict)
    """Cards that it lays face-up at set-up."""
    names: Mapping[Side, str] = field(default_factory=dict)
    """What the sides are called in it."""
    hands: tuple[int, int] | None = None
    """Hand sizes, left and right, unless the player says otherwise."""
    doubling: FixedDoubling | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """A card that lies face-up beside the display at first, and fills a side's first gap."""

    side: Side
    spaces: tuple[Space, ...]
    """The first gap in one of these is filled with it, in place of a draw."""
    turns: tuple[int, int]
    """First and last turn in which that happens."""
    source: str


@dataclass(frozen=True, slots=True)
class MarkRules:
    """Which marks a sheet knows, and what they do."""

    kinds: tuple[Mark, ...]
    excess: Excess
    jolly_roger: bool
    """The Jolly Roger forces scoring and special cards."""
    source: str
    at_once: bool = False
    """A mandatory card that is turned up is played beside the round's own card: it forces none."""


@dataclass(frozen=True, slots=True)
class RowRules:
    """What decides in the row family."""

    ranges: Mapping[Space, int]
    """A white die up to this plays a nominated card of the space, unless changed for a game."""
    source: str


@dataclass(frozen=True, slots=True)
class Note:
    """A rule of a card or a matter of the game, in a few sentences to read."""

    card: str | None
    """Number as printed, like `#22`; None: a matter of its own."""
    title: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result of the Method die leads through."""

    steps: tuple[Step, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One game's tweak sheet (Book) or playsheet (Fate)."""

    id: str
    title: str
    publisher: str
    year: int
    """When the game came out."""
    source: str
    """The document that the sheet was read from."""
    family: Family
    sides: Mapping[Side, str]
    face_up: tuple[Space, ...]
    """Spaces whose card is face-up at set-up."""
    hands: Hands
    turn: Turn
    combat: bool
    """Combat cards may be played from the display."""
    variants: tuple[Variant, ...]
    instead: tuple[Instead, ...]
    outcomes: Mapping[Result, Outcome]
    """What each result does; none in the families without a Method die."""
    actions: tuple[Action, ...] = ()
    beside: tuple[Beside, ...] = ()
    marks: MarkRules | None = None
    row: RowRules | None = None
    notes: tuple[Note, ...] = ()
    lowest: str = "Ops"
    """What the cards are called of which the lowest may be played."""
    combat_unless: str | None = None
    """The variant that replaces the play of combat cards, if any."""
    set_aside: SetAside | None = None
    before_deal: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """What a side does by hand before the cards are dealt, in sentences."""
