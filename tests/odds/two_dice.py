"""The two-dice methods on paper: which card a throw of the white and the coloured die plays.

Written from the pages alone; the 36 throws are gone through one by one.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

ROW = "ABCDE"
PILE = "pile"
RANGES = {"A": 3, "B": 4, "C": 5, "D": 4, "E": 3, "China": 4}
"""Highest number of the white die that plays the nominated card; those of Twilight Struggle."""

THROWS = tuple(product(range(1, 7), repeat=2))


def hit(number: int) -> str:
    """The card that a number plays blindly: a space of the row, or the top card of the pile."""
    return ROW[number - 1] if number <= len(ROW) else PILE


def granted(card: str, white: int, coloured: int) -> bool:
    """Whether the nominated card is played for any purpose because its range was met."""
    return white != coloured and white <= RANGES[card]


def played(card: str, white: int, coloured: int) -> str:
    """What is played when this card was nominated."""
    if white == coloured:
        return hit(white)
    return card if granted(card, white, coloured) else hit(coloured)


def share(count: int) -> Fraction:
    """So many of the 36 throws."""
    return Fraction(count, len(THROWS))


def granted_odds(card: str) -> Fraction:
    return share(sum(granted(card, *throw) for throw in THROWS))


def played_odds(card: str) -> Mapping[str, Fraction]:
    """By card, how often it is played when this one was nominated."""
    counts = Counter(played(card, *throw) for throw in THROWS)
    return {found: share(count) for found, count in counts.items()}


def doubles_odds() -> Fraction:
    return share(sum(white == coloured for white, coloured in THROWS))


def leaving(cards: str | tuple[str, ...]) -> set[str]:
    """What leaves the row at the end of a round in which these cards were played."""
    return {card for card in cards if card in ROW} | {"E"}


def two_unknown_odds(card: str) -> Fraction:
    """How often two new cards, not one, come to the row when this card was nominated."""
    return sum(
        (odds for found, odds in played_odds(card).items() if len(leaving((found,))) == 2),
        Fraction(),
    )
