"""Where a chance process spends its time."""

from fractions import Fraction
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.odds.long_run import find_long_run_shares
from tests.examples import examples

F = Fraction


def test_a_process_that_stays_where_it_is_is_always_there() -> None:
    assert find_long_run_shares({"a": {"a": F(1)}}, "a") == {"a": 1}


def test_a_start_that_is_left_for_ever_has_no_share() -> None:
    assert find_long_run_shares({"a": {"b": F(1)}, "b": {"b": F(1)}}, "a") == {"b": 1}


def test_a_process_that_goes_in_a_circle_is_everywhere_alike() -> None:
    circle = {"a": {"b": F(1)}, "b": {"c": F(1)}, "c": {"a": F(1)}}
    assert find_long_run_shares(circle, "b") == dict.fromkeys("abc", F(1, 3))


def test_shares_follow_the_chances() -> None:
    weather = {
        "dry": {"dry": F(9, 10), "wet": F(1, 10)},
        "wet": {"dry": F(1, 2), "wet": F(1, 2)},
    }
    assert find_long_run_shares(weather, "wet") == {"dry": F(5, 6), "wet": F(1, 6)}


def test_places_to_settle_in_count_by_the_chance_to_end_there() -> None:
    falling = {
        "top": {"top": F(1, 2), "step": F(1, 4), "left": F(1, 4)},
        "step": {"left": F(1, 3), "right": F(2, 3)},
        "left": {"left": F(1)},
        "right": {"other": F(1)},
        "other": {"right": F(1)},
    }
    assert find_long_run_shares(falling, "top") == {
        "left": F(2, 3),
        "right": F(1, 6),
        "other": F(1, 6),
    }
    assert find_long_run_shares(falling, "step") == {
        "left": F(1, 3),
        "right": F(1, 3),
        "other": F(1, 3),
    }
    assert find_long_run_shares(falling, "left") == {"left": 1}


def test_what_can_not_be_reached_is_not_told() -> None:
    assert find_long_run_shares({"a": {"a": F(1)}, "b": {"a": F(1, 2), "b": F(1, 2)}}, "a") == {
        "a": 1
    }


@st.composite
def chains(draw: st.DrawFn) -> dict[int, dict[int, Fraction]]:
    """Processes of a few states, many with several places to settle in."""
    states = range(draw(st.integers(1, 6)))
    weights = st.dictionaries(st.sampled_from(states), st.integers(1, 3), min_size=1, max_size=3)
    drawn = [draw(weights) for _ in states]
    return {
        state: {after: F(weight, sum(found.values())) for after, weight in found.items()}
        for state, found in zip(states, drawn, strict=True)
    }


@examples(0.6)
@given(chains())
def test_shares_are_the_average_over_many_steps(chain: dict[int, dict[int, Fraction]]) -> None:
    """By doubling: the average over twice as many steps comes from the average over so many."""
    states = range(len(chain))
    step = [[float(chain[a].get(b, 0)) for b in states] for a in states]
    average = [[float(a == b) for b in states] for a in states]
    for _ in range(36):
        later = times(step, average)
        average = [
            [(x + y) / 2 for x, y in zip(*rows, strict=True)]
            for rows in zip(average, later, strict=True)
        ]
        step = scaled(times(step, step))
    told = find_long_run_shares(chain, 0)
    assert sum(told.values()) == 1
    assert all(isclose(average[0][b], told.get(b, 0), abs_tol=1e-6) for b in states)


def times(left: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def scaled(rows: list[list[float]]) -> list[list[float]]:
    """Rows that add up to 1 again, so that rounding does not grow."""
    return [[value / sum(row) for value in row] for row in rows]
