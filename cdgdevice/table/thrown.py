"""A die that was thrown: whose it was, and what it showed."""

from dataclasses import dataclass
from enum import Enum


class Whose(Enum):
    """Who threw a die."""

    GADGET = "gadget"
    """The program, with chance from the operating system."""
    READER = "reader"
    """The player, into a die reader."""
    HAND = "hand"
    """The player, on the table; its face was named."""
    UNKNOWN = "unknown"
    """The program or the player: older versions did not keep which."""


class Which(Enum):
    """Which of the dice on the table."""

    ONE = "one"
    """The only one."""
    WHITE = "white"
    """The white one of two."""
    COLOURED = "coloured"
    """The coloured one of two."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die, as far as the journals tell it from others."""

    whose: Whose
    uid: str = ""
    """The die reader's; empty where it gave none."""
    pips: bool | None = None
    """A reader's die is numbered, else it has results; None where that was not kept."""
    which: Which = Which.ONE
    """A reader has one die in its tray, and the program has none at all: only of other dice."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A die was thrown once."""

    die: Die
    face: int
    """What it showed, 1 to 6: the pips, or the number of the result by the standard table."""
    corrected: bool = False
    """It was taken for another face first. The program's own dice can't be misread: of them
    `face` is what was thrown, and not what the player made of it."""
