"""The terms in which sheets speak: families, moments, whose, uses of cards and the like."""

from enum import Enum


class Use(Enum):
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


class Among(Enum):
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


class Takes(Enum):
    """What of a display goes into a reshuffle."""

    NOTHING = "nothing"
    """No card of the display."""
    FACE_DOWN = "face-down"
    """Its face-down cards."""
    ALL = "all"
    """All its cards; it is set up afresh."""
    PILE = "pile"
    """The draw pile on C, with a face-up card on it."""


class Family(Enum):
    """How cards come to a side, and what decides which may be played."""

    PILE = "pile"
    """The draw pile is space C; its top card fills a gap and keeps its facing."""
    OPEN = "open"
    """The draw pile stands off the display; a gap is filled face-down."""
    ROW = "row"
    """The spaces are a conveyor; a card is nominated and two dice decide (V3, Five)."""
    CHECKS = "checks"
    """No display: a guided list of dice for the enemy's turn (Crusade)."""


class Doubling(Enum):
    """Whether unequal hands double spaces (Book, common mechanic #8)."""

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


class Excess(Enum):
    """What becomes of more face-up mandatory cards than chits."""

    NONE = "none"
    """The sheet does not say."""
    LAST = "last"
    """The last ones turned up go back, counting in the order A to E."""
    FLIP = "flip"
    """All mandatory cards of the last flip go back."""


class Moment(Enum):
    """When an action of a sheet may be taken."""

    READY = "ready"
    """Before the round's roll."""
    CHOOSE = "choose"
    """After the roll, before a card is chosen."""
    PLAY = "play"
    """While the round is carried out on the map."""
    TURN_END = "turn-end"
    """When the turn's card play is over."""


class UnderWay(Enum):
    """What must be carried out on the map for an action."""

    CARD = "card"
    """A card of the display whose space is still a gap."""
    BESIDE = "beside"
    """A card from beside the display, or what was taken instead of a roll."""


class Who(Enum):
    """Whose action it is."""

    ACTIVE = "active"
    """The side whose round it is."""
    INACTIVE = "inactive"
    """The other side."""
    EITHER = "either"
    """Either: the player says which."""
