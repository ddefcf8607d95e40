import math

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.control_events import Control, Gesture, HeldDown, Pressed, Released
from cdgdevice.drivers.gpio.gesture_recognizer import HoldTimer, SwitchChange

KNOB = Control.KNOB


def knob() -> HoldTimer:
    return HoldTimer(KNOB, 0.5, 2.0)


def test_a_short_press_is_pressed_and_released_with_its_length() -> None:
    press = knob()
    assert press.feed(SwitchChange(1.0, True)) == (Pressed(1.0, KNOB),)
    assert press.feed(SwitchChange(1.25, False)) == (Released(1.25, KNOB, 0.25),)


def test_holding_is_told_while_still_down() -> None:
    press = knob()
    press.feed(SwitchChange(1.0, True))
    assert press.deadline == 1.5
    assert press.look(1.4) == ()
    assert press.look(1.5) == (HeldDown(1.5, KNOB, long=False),)


def test_each_hold_is_told_once() -> None:
    press = knob()
    press.feed(SwitchChange(0.0, True))
    assert press.look(0.6) == (HeldDown(0.5, KNOB, long=False),)
    assert press.look(1.9) == ()
    assert press.look(60.0) == (HeldDown(2.0, KNOB, long=True),)
    assert press.deadline == math.inf
    assert press.look(61.0) == ()


def test_a_late_reader_hears_of_the_hold_before_the_release() -> None:
    press = knob()
    press.feed(SwitchChange(0.0, True))
    assert press.feed(SwitchChange(2.5, False)) == (
        HeldDown(0.5, KNOB, long=False),
        HeldDown(2.0, KNOB, long=True),
        Released(2.5, KNOB, 2.5),
    )


def test_a_second_press_can_be_held_again() -> None:
    press = knob()
    for start in (0.0, 10.0):
        press.feed(SwitchChange(start, True))
        assert press.look(start + 0.5) == (HeldDown(start + 0.5, KNOB, long=False),)
        press.feed(SwitchChange(start + 1.0, False))
        assert press.deadline == math.inf


def test_a_release_without_a_press_says_nothing() -> None:
    assert knob().feed(SwitchChange(1.0, False)) == ()


@given(
    st.lists(st.integers(1, 5000), min_size=2, max_size=20),
    st.lists(st.integers(0, 100_000), max_size=20),
)
def test_how_often_anyone_looks_makes_no_difference(gaps: list[int], looks: list[int]) -> None:
    def told(looks: list[int]) -> list[Gesture]:
        press, gestures, now = knob(), list[Gesture](), 0
        waiting = sorted(looks)
        for n, gap in enumerate(gaps):
            now += gap
            while waiting and waiting[0] < now:
                gestures += press.look(waiting.pop(0) / 1000)
            gestures += press.feed(SwitchChange(now / 1000, n % 2 == 0))
        return gestures + list(press.look(1e6))

    assert told(looks) == told([])
