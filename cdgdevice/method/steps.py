"""The step types that a sheet is written in: a closed set, so that a sheet is data.

A result's steps run in order. Steps that only turn cards run by themselves; `TurnUp` waits for
the player's choice; the offers at the end make up the choice of the card to play.
"""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.method.display import Space


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


@dataclass(frozen=True, slots=True)
class FlipSpaces:
    """`flip`: turn every face-down card of these spaces face-up."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """`turn-up`: the player turns face-down cards up until `until` cards are face-up."""

    until: int
    """1 to 10; the cards that are face-up already count."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer`: the face-up cards of these spaces may be played for these uses."""

    spaces: tuple[Space, ...]
    uses: tuple[Use, ...]


Step = FlipSpaces | TurnUp | Offer
