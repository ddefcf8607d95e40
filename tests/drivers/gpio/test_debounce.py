import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.gesture_recognizer import Debouncer, SwitchChange
from tests.drivers.gpio.bounce_traces import TRACES

WINDOW = 0.02

Edges = list[tuple[float, bool]]


def touch(at: float, active: bool, trace: tuple[float, ...]) -> Edges:
    """The edges of one movement of a bouncing contact to `active`."""
    flips = [at, *(at + flip for flip in trace)]
    return [(time, active ^ bool(n % 2)) for n, time in enumerate(flips)]


def settle(contact: Debouncer, level: bool) -> list[SwitchChange]:
    """Look at every deadline until nothing is pending."""
    changes: list[SwitchChange] = []
    while (deadline := contact.deadline) < math.inf:
        changes += contact.look(deadline, level)
    return changes


def punctual(edges: Edges, window: float = WINDOW) -> list[SwitchChange]:
    """What comes of the edges when each window is closed on time."""
    contact = Debouncer(window)
    changes: list[SwitchChange] = []
    level = False
    for at, active in edges:
        while contact.deadline <= at:
            changes += contact.look(contact.deadline, level)
        changes += contact.feed(at, active)
        level = active
    return changes + settle(contact, level)


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES.keys())
def test_a_press_that_bounces_is_one_press(trace: tuple[float, ...]) -> None:
    edges = touch(1.0, True, trace) + touch(1.2, False, trace)
    assert punctual(edges) == [SwitchChange(1.0, True), SwitchChange(1.2, False)]


def test_a_press_during_the_window_is_one_press() -> None:
    contact = Debouncer(WINDOW)
    contact.feed(0.0, True)
    assert contact.feed(0.002, False) == ()
    assert contact.feed(0.003, True) == ()
    assert contact.look(WINDOW, True) == ()
    assert contact.deadline == math.inf


def test_a_quick_double_press_is_two_presses() -> None:
    edges = [(0.0, True), (0.03, False), (0.06, True), (0.09, False)]
    assert punctual(edges) == [SwitchChange(at, active) for at, active in edges]


def test_a_release_whose_edge_was_lost_is_found_by_looking() -> None:
    contact = Debouncer(WINDOW)
    contact.feed(0.0, True)
    assert contact.look(0.03, False) == (SwitchChange(0.03, False),)


def test_an_edge_that_was_not_there_any_more_is_not_a_release() -> None:
    contact = Debouncer(WINDOW)
    contact.feed(0.0, True)
    contact.feed(0.001, False)
    assert contact.look(0.03, True) == ()


def test_looking_before_the_window_is_over_changes_nothing() -> None:
    contact = Debouncer(WINDOW)
    contact.feed(0.0, True)
    assert contact.look(0.019, False) == ()
    assert contact.deadline == WINDOW


def test_a_contact_closed_at_the_start_is_not_news() -> None:
    contact = Debouncer(WINDOW, active=True)
    assert contact.feed(0.0, True) == ()
    assert contact.feed(1.0, False) == (SwitchChange(1.0, False),)


@st.composite
def signals(draw: st.DrawFn) -> Edges:
    """Edges of a contact that someone hammers on: alternating levels, any gaps."""
    # Times are binary fractions and the window is a power of two: no test hangs on rounding.
    gaps = draw(st.lists(st.integers(1, 40_000), max_size=40))
    times = itertools.accumulate(gaps)
    return [(time / 1024, n % 2 == 0) for n, time in enumerate(times)]


@given(signals())
def test_the_level_at_rest_is_always_the_last_thing_reported(edges: Edges) -> None:
    changes = punctual(edges, window=8.0)
    last = edges[-1][1] if edges else False
    assert (changes[-1].active if changes else False) == last


@given(signals())
def test_presses_and_releases_alternate_and_keep_their_distance(edges: Edges) -> None:
    changes = punctual(edges, window=8.0)
    assert [change.active for change in changes] == [n % 2 == 0 for n in range(len(changes))]
    for before, after in itertools.pairwise(changes):
        assert after.at - before.at >= 8.0


@given(signals())
def test_the_first_edge_after_a_rest_is_reported_at_its_own_time(edges: Edges) -> None:
    told = {(change.at, change.active) for change in punctual(edges, window=8.0)}
    for before, after in itertools.pairwise([(float("-inf"), False), *edges]):
        if after[0] - before[0] > 16.0:
            assert after in told


@given(signals(), st.data())
def test_a_late_reader_learns_the_same(edges: Edges, data: st.DataObject) -> None:
    contact = Debouncer(8.0)
    changes: list[SwitchChange] = []
    for n, (at, active) in enumerate(edges):
        changes += contact.feed(at, active)
        before_next = edges[n + 1][0] if n + 1 < len(edges) else at
        if data.draw(st.booleans()):
            changes += contact.look((at + before_next) / 2, active)
    level = edges[-1][1] if edges else False
    changes += contact.look(1e9, level)
    assert changes == punctual(edges, window=8.0)
