"""When the screens dim, move and go dark, told the time."""

import math

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.service.front_panel import IdleTimer, ScreenPower


def test_a_picture_dims_moves_each_so_often_and_goes_dark() -> None:
    rest = IdleTimer(120, 300, now=0.0, shift_every=60)
    seen = []
    now = 0.0
    while now < math.inf:
        seen.append((now, rest.find_power(now), rest.count_shifts(now)))
        now = rest.deadline(now)
    assert seen == [
        (0.0, ScreenPower.FULL, 0),
        (120.0, ScreenPower.DIM, 0),
        (180.0, ScreenPower.DIM, 1),
        (240.0, ScreenPower.DIM, 2),
        (300.0, ScreenPower.DARK, 0),
    ]


def test_a_touch_brings_it_back_to_its_place() -> None:
    rest = IdleTimer(120, 900, now=0.0, shift_every=60)
    assert rest.count_shifts(190.0) == 1
    rest.note_use(190.0)
    assert (rest.find_power(190.0), rest.count_shifts(190.0)) == (ScreenPower.FULL, 0)
    assert rest.deadline(190.0) == 310.0


def test_a_gadget_that_never_goes_dark_moves_its_picture_for_ever() -> None:
    rest = IdleTimer(120, 0, now=0.0, shift_every=60)
    assert rest.count_shifts(120.0 + 7 * 86_400) == 7 * 24 * 60


def test_what_is_set_to_never_is_never_due() -> None:
    assert IdleTimer(0, 0, now=0.0, shift_every=60).deadline(5.0) == math.inf
    never_moves = IdleTimer(120, 900, now=0.0, shift_every=0)
    assert never_moves.deadline(130.0) == 900.0
    assert never_moves.count_shifts(800.0) == 0


@given(
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.integers(0, 100),
    st.floats(0, 1e7),
    st.lists(st.floats(0, 3100), min_size=1, max_size=20),
)
def test_between_its_deadlines_nothing_changes(
    dim: int, dark: int, every: int, start: float, looks: list[float]
) -> None:
    rest = IdleTimer(dim, dark, start, every)
    last = start
    for at in sorted(looks):
        now = start + at
        due = rest.deadline(last)
        if now < due:
            assert (rest.find_power(now), rest.count_shifts(now)) == (
                rest.find_power(last),
                rest.count_shifts(last),
            )
        last = now


@given(st.floats(0, 1e7), st.floats(0.1, 100))
def test_each_deadline_moves_the_picture_by_one_place(start: float, every: float) -> None:
    rest = IdleTimer(1.0, 0, start, every)
    now = rest.deadline(start)
    assert now < math.inf
    for shifts in range(30):
        assert rest.count_shifts(now) == shifts
        after = rest.deadline(now)
        assert now < after < math.inf
        now = after
