"""The card display: two sides, five spaces a side, and the cards that lie in them."""

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """One of the two sides of the table, as the player sits in front of them."""

    LEFT = "left"
    """The side of the left screen and the left button."""
    RIGHT = "right"
    """The side of the right screen and the right button."""

    @property
    def other(self) -> "Side":
        """The side across the table."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Space(Enum):
    """A space of the card display (Book, Standard Method Rules; Fate: slot)."""

    A = "A"
    """First space: face-up at set-up."""
    B = "B"
    """Second space: face-up at set-up."""
    C = "C"
    """Third space: in the pile family the draw pile itself."""
    D = "D"
    """Fourth space: face-down at set-up."""
    E = "E"
    """Fifth space: face-down at set-up."""


class Facing(Enum):
    """How a card lies."""

    UP = "up"
    """Its front is seen."""
    DOWN = "down"
    """Its back is seen."""
