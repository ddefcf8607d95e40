"""A sheet: everything that one game changes about the method, as checked values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.steps import Step


class Family(Enum):
    """Where the draw pile stands, and so how a gap is filled."""

    PILE = "pile"
    """The pile is space C; its top card fills a gap and keeps its facing."""
    OPEN = "open"
    """The pile stands off the display; a gap is filled face-down."""


class Doubling(Enum):
    """Whether unequal hands double spaces (Book, common mechanic #8)."""

    NEVER = "never"
    """The sheet has no such rule."""
    OPTION = "option"
    """Off unless the player switches it on."""
    RULE = "rule"
    """On unless the player switches it off."""


class OutOfCards(Enum):
    """What an alternative to the roll is to a side without chits."""

    NEVER = "never"
    """Not to be had."""
    MUST = "must"
    """The only way to take the round, and the round must be taken."""


class EndDiscard(Enum):
    """Which face-up cards may be discarded at the turn's end, one for each chit left."""

    NONE = "none"
    """None."""
    COMBAT = "combat"
    """Combat cards only; the player knows which those are."""
    ANY = "any"
    """Any (Book, common mechanic #2)."""


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


@dataclass(frozen=True, slots=True)
class Turn:
    """The course of a turn."""

    first: Side
    """Who begins, unless the player says otherwise."""
    rounds: int | None
    """Rounds a side, whatever its hand; None: as many as it has cards."""
    discard: EndDiscard
    source: str


@dataclass(frozen=True, slots=True)
class Instead:
    """A way to take the round without the Method die."""

    id: str
    title: str
    """A few words for a menu, at most 20 characters."""
    on_map: bool
    """Something is carried out on the map, so combat cards may be played in it."""
    out_of_cards: OutOfCards
    option: str | None
    """The variant that must be on for it, if any."""
    source: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule of the sheet that the player switches on or off for a game."""

    id: str
    title: str
    default: bool
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
