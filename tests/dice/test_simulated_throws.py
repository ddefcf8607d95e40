"""Simulated throws: fair where no face is favoured, and a check of the power."""

import pytest

from cdgdevice.dice.fairness import EXACT_UP_TO, noticeable_bias, power, simulate_power
from tests.dice.fair_counts import every_p_value

DICE = 5000


def near(share: float) -> float:
    """How far the share in the simulated dice may be from the true one: 5 standard deviations."""
    return 5 * (share * (1 - share) / DICE) ** 0.5


@pytest.mark.parametrize("throws", [20, 100, EXACT_UP_TO, 300])
def test_of_simulated_fair_dice_as_many_are_called_unlikely_as_must_be(throws: int) -> None:
    _, p_values = every_p_value(throws)
    # Above the exact ones the level is met but for a little.
    expected = p_values[p_values < 0.05].max()
    assert abs(simulate_power(throws, 1 / 6, DICE, 1) - expected) < near(expected) + 0.001


@pytest.mark.parametrize("chance", [0.0, 0.05, 0.3, 0.41, 0.5])
def test_a_biased_die_is_noticed_as_often_as_counting_every_sample_says(chance: float) -> None:
    # Of three throws only three alike are unlikely: 6 in 216.
    expected = chance**3 + 5 * ((1 - chance) / 5) ** 3
    assert abs(simulate_power(3, chance, DICE, 1) - expected) < near(expected)


def test_a_die_that_always_shows_one_face_is_always_noticed() -> None:
    assert simulate_power(10, 1.0, 50, 1) == 1.0


def test_the_same_seed_throws_the_same_and_another_does_not() -> None:
    assert simulate_power(100, 0.3, 200, 7) == simulate_power(100, 0.3, 200, 7)
    assert len({simulate_power(100, 0.3, 200, seed) for seed in range(5)}) > 1


@pytest.mark.parametrize("throws", [20, 30, 300, 1604, 10_000])
def test_the_formula_s_power_is_a_little_hopeful(throws: int) -> None:
    chance = noticeable_bias(throws)
    assert chance is not None
    assert power(throws, chance) == pytest.approx(0.8)
    assert 0.7 < simulate_power(throws, chance, DICE, throws) < 0.8
