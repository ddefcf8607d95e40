"""The Random Card Selection chart of the documents, as it is printed: which numbers pick a card."""

from fractions import Fraction

CHART = {
    1: (range(1, 7),),
    2: (range(1, 4), range(4, 7)),
    3: (range(1, 3), range(3, 5), range(5, 7)),
    4: tuple(range(n, n + 1) for n in (1, 2, 3, 4)),
    5: tuple(range(n, n + 1) for n in (1, 2, 3, 4, 5)),
}
"""By the number of face-up cards, the numbers of each card; any other number: roll again."""


def chances(cards: int) -> dict[int, Fraction]:
    """The chance of each card, when numbers that pick none are rolled again."""
    told = sum(len(numbers) for numbers in CHART[cards])
    return {card: Fraction(len(numbers), told) for card, numbers in enumerate(CHART[cards])}


def expected_rolls(cards: int) -> Fraction:
    """How many rolls it takes on average; none for a single card."""
    told = sum(len(numbers) for numbers in CHART[cards])
    return Fraction(6, told) if cards > 1 else Fraction(0)
