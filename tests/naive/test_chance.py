"""The second reading's own fairness: Random Card Selection, also where the chart is silent."""

from fractions import Fraction
from itertools import product

import pytest

from tests.naive.chance import CHART, picked


def chances(cards: int, throws: int) -> dict[int | None, Fraction]:
    """How often each card is picked by this many throws or fewer."""
    found: dict[int | None, Fraction] = {}
    for numbers in product(range(1, 7), repeat=throws):
        hits = (picked(cards, list(numbers[: n + 1])) for n in range(throws))
        card = next((hit for hit in hits if hit is not None), None)
        found[card] = found.get(card, Fraction(0)) + Fraction(1, 6**throws)
    return found


@pytest.mark.parametrize("cards", range(2, 11))
def test_every_card_is_equally_likely_after_any_number_of_throws(cards: int) -> None:
    for throws in range(1, 5):
        found = chances(cards, throws)
        found.pop(None, None)
        assert len(set(found.values())) <= 1
        assert len(found) in (0, cards)


@pytest.mark.parametrize(("cards", "again"), [(2, 0), (3, 0), (4, 2), (5, 1), (6, 0)])
def test_one_throw_is_enough_but_for_the_numbers_that_are_thrown_again(
    cards: int, again: int
) -> None:
    assert chances(cards, 1).get(None, 0) == Fraction(again, 6)


def test_the_chart_is_the_one_of_the_pages() -> None:
    assert [sorted(CHART[2]), CHART[2][3], CHART[2][4]] == [[1, 2, 3, 4, 5, 6], 0, 1]
    assert [CHART[3][n] for n in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert [sorted(CHART[4]), sorted(CHART[5])] == [[1, 2, 3, 4], [1, 2, 3, 4, 5]]


@pytest.mark.parametrize("cards", [7, 8, 9, 10])
def test_no_throw_is_wasted_beyond_the_chart(cards: int) -> None:
    """What three throws leave open is the remainder of what two leave, six times, in equal shares.

    No fair way leaves less: of so many equal chances only whole shares can be dealt out.
    """
    left_over = 1
    for throws in range(1, 5):
        left_over = left_over * 6 % cards
        assert chances(cards, throws).get(None, 0) == Fraction(left_over, 6**throws)
