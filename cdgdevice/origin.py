"""Where an answer comes from, as the journal keeps it."""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.table.entry import ReaderDie


class Source(Enum):
    """Where an answer came from."""

    BUTTON = "button"
    """A control of the gadget; its dice are the gadget's own."""
    READER = "reader"
    """A real die in the die reader."""
    HAND = "hand"
    """A real die on the table, which the player named."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an answer comes from, and of a throw in the die reader which one it is."""

    source: Source
    key: tuple[int, int] | None = None
    """What the reader calls the throw."""
    reader: ReaderDie | None = None


BUTTON = Origin(Source.BUTTON)
