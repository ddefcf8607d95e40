"""What is added up, and what it must not pass: told in full, so that anyone can check it."""

from dataclasses import dataclass
from typing import Final

from hardware.tables.figure import Figure, Source


@dataclass(frozen=True, slots=True)
class Load:
    """One part of a sum, at its worst."""

    what: str
    amount: float
    """In the unit of the sum."""
    figures: tuple[Figure, ...]
    """What it is worked out from."""


NEAR: Final = 0.5
"""The share of a limit from which on a sum is near it."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a sum must not pass."""

    amount: float
    """In the unit of the sum."""
    source: Source
    told_by: str

    @classmethod
    def of(cls, figure: Figure, share: float = 1.0) -> "Limit":
        """Take a part's figure for the limit, or a share of it for a margin."""
        margin = "" if share == 1 else f"; {share:.0%} of it, for a margin"
        return cls(figure.value * share, figure.source, figure.told_by + margin)


@dataclass(frozen=True, slots=True)
class Sum:
    """Loads of one kind, and their limit."""

    what: str
    unit: str
    loads: tuple[Load, ...]
    limit: Limit

    @property
    def total(self) -> float:
        """The loads together."""
        return sum(load.amount for load in self.loads)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What all the loads are worked out from, each once."""
        return tuple(dict.fromkeys(figure for load in self.loads for figure in load.figures))

    @property
    def share(self) -> float:
        """How much of the limit is taken: 1 is all of it."""
        return self.total / self.limit.amount

    @property
    def is_near_its_limit(self) -> bool:
        """Whether more than half of the limit is taken."""
        return self.share > NEAR

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        return self.total <= self.limit.amount
