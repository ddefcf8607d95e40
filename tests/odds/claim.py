"""A claim of the source documents, and what becomes of it."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Claim:
    """A claim, told in our words, and the figures that decide it."""

    said: str
    document: str
    verdict: str
    figures: str
    seen: str = "claims"
    """Which command prints the figures: `odds`, or `python -m tests.odds.claims`."""


def percent(share: Fraction) -> str:
    return f"{float(100 * share):.1f} %"


def holds(yes: bool) -> str:
    return "holds" if yes else "**false**"
