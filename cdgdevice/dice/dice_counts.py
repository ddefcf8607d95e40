"""Which dice there are, and how often each face of each came up: what is counted and reported."""

from enum import Enum

from msgspec import Struct


class DieOwner(Enum):
    """Who threw a die."""

    GADGET = "gadget"
    """The program, with chance from the operating system."""
    READER = "reader"
    """The player, into a die reader."""
    HAND = "hand"
    """The player, on the table; its face was named."""
    UNKNOWN = "unknown"
    """The program or the player: older versions did not keep which."""


class DieColour(Enum):
    """Which of the dice on the table."""

    ONE = "one"
    """The only one."""
    WHITE = "white"
    """The white one of two."""
    COLOURED = "coloured"
    """The coloured one of two."""


class DieIdentity(Struct, frozen=True):
    """A die, as far as the journals tell it from others."""

    whose: DieOwner
    uid: str = ""
    """The die reader's; empty where it gave none."""
    pips: bool | None = None
    """A reader's die is numbered, else it has results; None where that was not kept."""
    which: DieColour = DieColour.ONE
    """A reader has one die in its tray, and the program has none at all: only of other dice."""


class DieCount(Struct, frozen=True):
    """The throws of one die."""

    die: DieIdentity
    faces: tuple[int, ...]
    """How often each face came up, from 1 to 6."""
    corrected: int
    """How many of the throws were first taken for another face."""

    @property
    def throws(self) -> int:
        """How often it was thrown."""
        return sum(self.faces)


class DiceCount(Struct, frozen=True):
    """What has been counted so far."""

    dice: tuple[DieCount, ...]
    """The die that was thrown most comes first."""
    counted: int
    """How many games have been gone through."""
    games: int
    """How many there are."""
    left_out: tuple[str, ...] = ()
    """A sentence for each game that can't be read, and so is left out."""
    as_written: tuple[str, ...] = ()
    """A sentence for each game that can't be replayed, so that its rolls count as written."""

    @property
    def done(self) -> bool:
        """All games have been gone through."""
        return self.counted == self.games
