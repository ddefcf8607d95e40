"""The chi-square test of a die and the bias that it can show, against scipy and simulated dice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cdgdevice.dice import fairness

COUNTS = st.lists(st.integers(5, 400), min_size=6, max_size=6)
DICE = 5000


def simulate_power(rolls: int, chance: float) -> float:
    """Return the share of simulated dice that are called unlikely to be fair."""
    chances = [chance, *[(1 - chance) / 5] * 5]
    counts = np.random.default_rng(rolls).multinomial(rolls, chances, DICE)
    p = stats.chisquare(counts, axis=1).pvalue
    return float((p < fairness.SIGNIFICANCE).mean())


@given(COUNTS)
def test_statistic_and_p_value_equal_those_of_scipy(counts: list[int]) -> None:
    found, expected = fairness.chi_square(counts), stats.chisquare(counts)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)


@given(st.floats(0, 200))
def test_the_chi_square_distribution_equals_that_of_scipy(statistic: float) -> None:
    expected = stats.chi2.sf(statistic, 5)
    assert fairness.chance_beyond(statistic) == pytest.approx(expected, rel=1e-9, abs=1e-15)


@given(st.permutations([9, 2, 4, 7, 5, 3]))
def test_the_order_of_the_faces_makes_no_difference(counts: list[int]) -> None:
    assert fairness.chi_square(counts) == fairness.chi_square(sorted(counts))


def test_perfectly_even_rolls_have_a_p_value_of_one() -> None:
    found = fairness.chi_square((7,) * 6)
    assert found.p == pytest.approx(1.0)


def test_fewer_than_five_rolls_for_each_face_are_not_tested() -> None:
    assert fairness.chi_square((0,) * 6) is None
    assert fairness.chi_square((29, 0, 0, 0, 0, 0)) is None
    assert fairness.chi_square((fairness.MIN_ROLLS, 0, 0, 0, 0, 0)) is not None


@pytest.mark.parametrize("rolls", [fairness.MIN_ROLLS, 300, 1604, 100_000])
def test_the_smallest_noticeable_bias_has_the_power_of_scipy(rolls: int) -> None:
    beyond = fairness.noticeable_bias(rolls) - 1 / 6
    noncentrality = rolls * 6 * (beyond**2 + 5 * (beyond / 5) ** 2)
    power = stats.ncx2.sf(stats.chi2.isf(fairness.SIGNIFICANCE, 5), 5, noncentrality)
    assert power == pytest.approx(fairness.POWER, abs=1e-4)


@pytest.mark.parametrize("rolls", [fairness.MIN_ROLLS, 100, 300, 1604, 10_000])
def test_a_noticeable_bias_is_noticed_in_7_to_8_of_10_simulated_dice(rolls: int) -> None:
    assert 0.68 < simulate_power(rolls, fairness.noticeable_bias(rolls)) < 0.82


@pytest.mark.parametrize("rolls", [fairness.MIN_ROLLS, 100, 1000])
def test_one_fair_die_in_twenty_is_called_unlikely(rolls: int) -> None:
    assert simulate_power(rolls, 1 / 6) == pytest.approx(fairness.SIGNIFICANCE, abs=0.012)


def test_noticing_one_face_at_a_fifth_takes_some_1600_rolls() -> None:
    assert fairness.rolls_needed(1 / 5) == 1604
    assert fairness.noticeable_bias(1604) <= 1 / 5 < fairness.noticeable_bias(1603)
