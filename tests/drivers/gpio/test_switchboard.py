import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.control_events import (
    Control,
    Gesture,
    HeldDown,
    KnobPhase,
    PinEdge,
    Pressed,
    Released,
    Turned,
)
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
FIRST, SECOND = KnobPhase.FIRST, KnobPhase.SECOND
WINDOW = 0.02


def board(closed: tuple[Control | KnobPhase, ...] = ()) -> GestureRecognizer:
    return GestureRecognizer(WINDOW, 0.6, 2.0, closed=closed)


def nobody(pin: Control | KnobPhase) -> bool:
    return False


def everybody(pin: Control | KnobPhase) -> bool:
    return True


def test_at_rest_there_is_nothing_to_wake_for() -> None:
    assert board().deadline() == math.inf


def test_after_a_press_and_a_release_it_comes_to_rest_again() -> None:
    switches = board()
    switches.feed(PinEdge(0.0, LEFT, True))
    switches.tick(WINDOW, everybody)
    switches.feed(PinEdge(0.1, LEFT, False))
    switches.tick(0.1 + WINDOW, nobody)
    assert switches.deadline() == math.inf


def test_a_press_is_known_at_once() -> None:
    assert board().feed(PinEdge(3.0, RIGHT, True)) == (Pressed(3.0, RIGHT),)


def test_a_press_shorter_than_the_window_is_not_lost() -> None:
    switches = board()
    assert switches.feed(PinEdge(1.0, LEFT, True)) == (Pressed(1.0, LEFT),)
    assert switches.feed(PinEdge(1.001, LEFT, False)) == ()
    assert switches.deadline() == pytest.approx(1.0 + WINDOW)
    (released,) = switches.tick(1.0 + WINDOW, nobody)
    assert released == Released(pytest.approx(1.0 + WINDOW), LEFT, pytest.approx(WINDOW))


def test_holding_the_knob_is_told_in_two_stages() -> None:
    switches = board()
    switches.feed(PinEdge(0.0, KNOB, True))
    assert switches.tick(WINDOW, everybody) == ()
    assert switches.deadline() == 0.6
    assert switches.tick(0.6, everybody) == (HeldDown(0.6, KNOB, long=False),)
    assert switches.deadline() == 2.0
    assert switches.tick(2.0, everybody) == (HeldDown(2.0, KNOB, long=True),)
    assert switches.deadline() == math.inf


def test_the_level_is_asked_only_when_it_is_due() -> None:
    asked: list[Control | KnobPhase] = []

    def level(pin: Control | KnobPhase) -> bool:
        asked.append(pin)
        return True

    switches = board()
    switches.feed(PinEdge(0.0, LEFT, True))
    switches.tick(0.004, level)
    assert asked == []
    switches.tick(WINDOW, level)
    switches.tick(0.6, level)
    assert asked == [LEFT]


def test_two_controls_do_not_disturb_each_other() -> None:
    switches = board()
    switches.feed(PinEdge(0.0, LEFT, True))
    assert switches.feed(PinEdge(0.001, RIGHT, True)) == (Pressed(0.001, RIGHT),)
    switches.feed(PinEdge(0.002, RIGHT, False))
    assert switches.tick(0.7, lambda pin: pin is LEFT) == (
        Released(pytest.approx(0.001 + WINDOW), RIGHT, pytest.approx(WINDOW)),
        HeldDown(0.6, LEFT, long=False),
    )


def test_a_button_stuck_at_the_start_presses_nothing() -> None:
    switches = board(closed=(LEFT,))
    assert switches.feed(PinEdge(1.0, LEFT, False)) == ()
    assert switches.feed(PinEdge(1.002, LEFT, True)) == ()
    assert switches.feed(PinEdge(1.003, LEFT, False)) == ()
    assert switches.feed(PinEdge(2.0, LEFT, True)) == (Pressed(2.0, LEFT),)


def turn(switches: GestureRecognizer, at: float, *pins: KnobPhase) -> list[Gesture]:
    """One detent: the contacts close in this order, then open in it."""
    return [
        gesture
        for active in (True, False)
        for pin in pins
        for gesture in switches.feed(PinEdge(at, pin, active))
    ]


def test_the_knob_turns_both_ways() -> None:
    switches = board()
    assert turn(switches, 1.0, FIRST, SECOND) == [Turned(1.0, 1)]
    assert turn(switches, 2.0, SECOND, FIRST) == [Turned(2.0, -1)]
    assert switches.deadline() == math.inf


def test_a_knob_that_stood_between_detents_at_the_start_turns_right() -> None:
    switches = board(closed=(FIRST,))
    switches.feed(PinEdge(1.0, FIRST, False))
    assert turn(switches, 2.0, FIRST, SECOND) == [Turned(2.0, 1)]


def test_a_knob_that_rested_with_both_contacts_closed_turns_right() -> None:
    switches = GestureRecognizer(WINDOW, 0.6, 2.0, transitions=2, closed=(FIRST, SECOND))
    assert switches.feed(PinEdge(1.0, FIRST, False)) == ()
    assert switches.feed(PinEdge(1.1, SECOND, False)) == (Turned(1.1, 1),)


@given(st.lists(st.tuples(st.sampled_from(list(Control)), st.integers(1, 900)), max_size=40))
def test_in_the_end_every_control_is_as_its_switch_is(moves: list[tuple[Control, int]]) -> None:
    switches = board()
    levels = dict.fromkeys(Control, False)
    told = dict.fromkeys(Control, False)
    gestures: list[Gesture] = []
    now = 0.0
    for control, gap in moves:
        now += gap / 1000
        levels[control] = not levels[control]
        gestures += switches.feed(PinEdge(now, control, levels[control]))
    for _ in range(200):
        if (deadline := switches.deadline()) == math.inf:
            break
        gestures += switches.tick(max(now, deadline), lambda pin: levels[pin])
    for gesture in gestures:
        if isinstance(gesture, Pressed | Released):
            assert told[gesture.control] is isinstance(gesture, Released)
            told[gesture.control] = isinstance(gesture, Pressed)
    assert told == levels
    assert switches.deadline() == math.inf
