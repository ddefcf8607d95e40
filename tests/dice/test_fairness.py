"""The chi-square test of a die and its power, against counting by hand and against scipy."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cdgdevice.dice.fairness import (
    EXACT_UP_TO,
    can_show_bias,
    chance_beyond,
    chi_square,
    least_unlikely,
    noticeable_bias,
    power,
    throws_needed,
)
from tests.dice.fair_counts import every_p_value

COUNTS = st.lists(st.integers(0, 400), min_size=6, max_size=6).filter(any)


@pytest.mark.parametrize("throws", [1, 2, 5, 6])
def test_an_exact_p_value_is_what_counting_every_sequence_of_throws_gives(throws: int) -> None:
    every = Counter(
        tuple(sorted(Counter(faces).values())) for faces in product(range(6), repeat=throws)
    )
    for shape in every:
        as_uneven = sum(
            many
            for other, many in every.items()
            if sum(n * n for n in other) >= sum(n * n for n in shape)
        )
        counts = (*shape, *(0,) * (6 - len(shape)))
        assert chi_square(counts).p == pytest.approx(as_uneven / 6**throws, abs=1e-12)


@given(COUNTS)
def test_the_statistic_is_scipy_s(counts: list[int]) -> None:
    assert chi_square(counts).statistic == pytest.approx(stats.chisquare(counts).statistic)


@given(COUNTS)
def test_the_p_value_is_scipy_s_or_exact(counts: list[int]) -> None:
    found = chi_square(counts)
    assert found.exact == (sum(counts) <= EXACT_UP_TO)
    if not found.exact:
        assert found.p == pytest.approx(stats.chisquare(counts).pvalue, rel=1e-9)


@pytest.mark.parametrize("throws", [30, 100, EXACT_UP_TO])
def test_an_exact_p_value_is_right_also_for_many_throws(throws: int) -> None:
    sums, p_values = every_p_value(throws)
    few, rest = divmod(throws, 6)
    for more in range(few):
        counts = (few + more, few - more, few, few, few, few + rest)
        place = np.searchsorted(sums, sum(n * n for n in counts))
        assert chi_square(counts).p == pytest.approx(p_values[place], abs=1e-9)


@pytest.mark.parametrize("throws", [30, EXACT_UP_TO])
@pytest.mark.parametrize("level", [0.9, 0.3, 0.05, 0.001])
def test_the_least_sum_of_squares_that_is_unlikely_is_found(throws: int, level: float) -> None:
    sums, p_values = every_p_value(throws)
    least = least_unlikely(throws, level)
    assert p_values[sums >= least].max() < level <= p_values[sums < least].min()


def test_of_two_throws_nothing_is_unlikely() -> None:
    assert least_unlikely(2, 0.05) > 2 * 2


@pytest.mark.parametrize("throws", [*range(EXACT_UP_TO + 1, 191), 200, 225, 250])
def test_where_a_p_value_is_no_longer_exact_it_is_still_near(throws: int) -> None:
    sums, exact = every_p_value(throws)
    off = abs(np.array([chance_beyond(6 * n / throws - throws) for n in sums]) - exact)
    assert off.max() < 0.01
    assert off[(exact > 0.04) & (exact < 0.06)].max() < 0.001


@given(st.floats(0, 200), st.sampled_from(range(1, 120, 2)))
def test_the_chi_square_distribution_is_scipy_s(statistic: float, freedom: int) -> None:
    expected = stats.chi2.sf(statistic, freedom)
    assert chance_beyond(statistic, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-15)


@given(st.permutations([9, 2, 4, 7, 5, 3]))
def test_which_face_came_up_how_often_makes_no_difference(counts: list[int]) -> None:
    assert chi_square(counts) == chi_square(sorted(counts))


def test_a_die_that_was_not_thrown_is_perfectly_even() -> None:
    assert chi_square((0,) * 6).p == 1.0
    assert chi_square((7,) * 6).p == pytest.approx(1.0)


def test_a_loaded_die_is_found_out_by_few_throws() -> None:
    assert chi_square((0, 0, 0, 0, 0, 7)).p == pytest.approx(6 / 6**7)


@given(st.integers(1, 20_000), st.floats(0, 1))
def test_the_power_is_scipy_s(throws: int, chance: float) -> None:
    others = (1 - chance) / 5
    noncentrality = throws * 6 * ((chance - 1 / 6) ** 2 + 5 * (others - 1 / 6) ** 2)
    expected = 0.05
    if noncentrality > 1e-9:
        expected = stats.ncx2.sf(stats.chi2.isf(0.05, 5), 5, noncentrality)
    assert power(throws, chance) == pytest.approx(expected, abs=1e-8)


def test_to_notice_one_face_at_a_fifth_takes_some_1600_throws() -> None:
    assert throws_needed(1 / 5) == 1604
    assert power(1604, 1 / 5) >= 0.8 > power(1603, 1 / 5)


@pytest.mark.parametrize("throws", [20, 300, 1604, 100_000])
def test_the_smallest_bias_that_is_noticed_has_the_usual_power(throws: int) -> None:
    chance = noticeable_bias(throws)
    assert chance is not None
    assert power(throws, chance) == pytest.approx(0.8)


def test_three_throws_can_be_unlikely_and_two_can_not() -> None:
    assert [throws for throws in range(6) if can_show_bias(throws)] == [3, 4, 5]
    assert chi_square((2, 0, 0, 0, 0, 0)).p > 0.05 > chi_square((3, 0, 0, 0, 0, 0)).p


def test_of_too_few_throws_no_bias_would_be_noticed() -> None:
    assert noticeable_bias(0) is None
    assert noticeable_bias(2) is None
