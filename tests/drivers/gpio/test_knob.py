import itertools
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.gesture_recognizer import QuadratureDecoder

OPEN = (False, False)
CLOCKWISE = [(True, False), (True, True), (False, True), OPEN]
BACK = [(False, True), (True, True), (True, False), OPEN]

Levels = tuple[bool, bool]


def turned(knob: QuadratureDecoder, levels: list[Levels]) -> list[int]:
    return [knob.feed(*pair) for pair in levels]


def test_a_detent_clockwise_is_one_step() -> None:
    assert turned(QuadratureDecoder(), CLOCKWISE) == [0, 0, 0, 1]


def test_a_detent_back_is_one_step_back() -> None:
    assert turned(QuadratureDecoder(), BACK) == [0, 0, 0, -1]


def test_a_knob_with_two_transitions_a_detent_rests_in_both_positions() -> None:
    assert turned(QuadratureDecoder(2), CLOCKWISE) == [0, 1, 0, 1]
    assert turned(QuadratureDecoder(2), BACK) == [0, -1, 0, -1]


def test_turning_half_way_and_letting_go_is_nothing() -> None:
    assert (
        turned(QuadratureDecoder(), [*CLOCKWISE[:3], (True, True), (True, False), OPEN]) == [0] * 6
    )


def test_a_lost_edge_drops_the_detent_it_was_in_and_no_other() -> None:
    knob = QuadratureDecoder()
    assert turned(knob, [(True, True), (False, True), OPEN]) == [0, 0, 0]
    assert turned(knob, CLOCKWISE) == [0, 0, 0, 1]


def test_a_lost_edge_does_not_spoil_the_way_back() -> None:
    knob = QuadratureDecoder()
    assert turned(knob, [*CLOCKWISE[:2], OPEN]) == [0, 0, 0]
    assert turned(knob, BACK) == [0, 0, 0, -1]


def test_it_starts_where_it_stands() -> None:
    knob = QuadratureDecoder(2, first=True, second=True)
    assert turned(knob, [(False, True), OPEN]) == [0, 1]


@pytest.mark.parametrize("transitions", [2, 4])
@given(
    turns=st.lists(st.sampled_from([1, -1]), max_size=20),
    bounces=st.lists(st.integers(0, 3), min_size=80, max_size=80),
)
def test_bouncing_contacts_never_change_the_count(
    transitions: Literal[2, 4], turns: list[int], bounces: list[int]
) -> None:
    knob = QuadratureDecoder(transitions)
    count = 0
    levels = OPEN
    path = list(itertools.chain.from_iterable(CLOCKWISE if way > 0 else BACK for way in turns))
    for target, bounced in zip(path, bounces, strict=False):
        # The contact makes and breaks a few times before it stays.
        for _ in range(bounced):
            count += knob.feed(*target) + knob.feed(*levels)
        count += knob.feed(*target)
        levels = target
    assert count == sum(turns) * (4 // transitions)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_no_noise_makes_more_than_one_step_at_a_time(noise: list[Levels]) -> None:
    assert set(turned(QuadratureDecoder(), noise)) <= {-1, 0, 1}
