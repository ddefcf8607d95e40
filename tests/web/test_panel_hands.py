import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.control_events import (
    MAX_TOUCH_SILENCE,
    Control,
    RemoteTouch,
    RemoteTouchKind,
    Turned,
)
from cdgdevice.errors import HardwareError
from cdgdevice.web import access

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


def down(control, at=0.0):
    return RemoteTouch(at, control, RemoteTouchKind.DOWN)


def still(control, at=0.0):
    return RemoteTouch(at, control, RemoteTouchKind.STILL)


def up(control, at=0.0):
    return RemoteTouch(at, control, RemoteTouchKind.UP)


def lost(control):
    return RemoteTouch(0.0, control, RemoteTouchKind.LOST)


@pytest.fixture
def done():
    return []


@pytest.fixture
def hands(done):
    return access.PageClients(done.append, lambda: 0.0)


def test_a_press_in_a_second_page_adds_no_press(hands, done):
    one, other = hands.join(), hands.join()
    hands.do(one, down(LEFT))
    hands.do(other, down(LEFT))
    hands.do(one, up(LEFT))
    assert done == [down(LEFT)]
    hands.do(other, up(LEFT))
    assert done == [down(LEFT), up(LEFT)]


def test_a_hand_that_leaves_lets_go_of_all_it_held(hands, done):
    hand = hands.join()
    hands.do(hand, down(RIGHT))
    hands.do(hand, down(KNOB))
    done.clear()
    hands.leave(hand)
    assert done == [lost(KNOB), lost(RIGHT)]
    hands.leave(hand)
    assert len(done) == 2


def test_a_hand_that_leaves_does_not_lift_another_hand(hands, done):
    leaving, staying = hands.join(), hands.join()
    hands.do(leaving, down(LEFT))
    hands.do(staying, down(LEFT))
    hands.leave(leaving)
    assert done == [down(LEFT)]


def test_a_hand_that_is_heard_of_no_more_holds_up_no_other(done):
    now = 5.0
    hands = access.PageClients(done.append, lambda: now)
    frozen, other = hands.join(), hands.join()
    hands.do(frozen, down(LEFT, now))
    now += MAX_TOUCH_SILENCE * 0.9
    hands.do(frozen, heard := still(LEFT, now))
    now += MAX_TOUCH_SILENCE * 0.9
    hands.do(other, down(LEFT, now))
    hands.do(other, up(LEFT, now))
    assert done == [down(LEFT, 5.0), heard], "it was just heard of"
    now += MAX_TOUCH_SILENCE
    hands.do(frozen, still(LEFT, now))
    hands.do(frozen, up(LEFT, now))
    hands.do(other, down(LEFT, now))
    hands.do(other, up(LEFT, now))
    hands.leave(frozen)
    assert done[2:] == [down(LEFT, now), up(LEFT, now)]


def test_there_is_a_place_again_once_a_hand_has_left(hands):
    names = [hands.join() for _ in range(access.MAX_CLIENTS)]
    with pytest.raises(access.TooManyConnectionsError, match="8 pages are open already: close one"):
        hands.join()
    hands.leave(names[0])
    hands.join()


def test_lifting_what_is_not_held_does_nothing(hands, done):
    hands.do(hands.join(), up(LEFT))
    assert done == []


@pytest.mark.parametrize("left_before", [False, True])
def test_a_hand_that_is_not_there_does_nothing(hands, done, left_before):
    hand = "nobody"
    if left_before:
        hand = hands.join()
        hands.leave(hand)
    with pytest.raises(
        access.UnknownClientError, match=r"^This page is no longer connected; reload it\.$"
    ):
        hands.do(hand, Turned(0.0, 1))
    assert done == []


def test_a_refused_press_is_not_held():
    lifted = []

    def operate(operation):
        if operation.touch is RemoteTouchKind.DOWN:
            raise HardwareError("The line is busy.")
        lifted.append(operation)

    hands = access.PageClients(operate, lambda: 0.0)
    hand = hands.join()
    with pytest.raises(HardwareError):
        hands.do(hand, down(LEFT))
    hands.leave(hand)
    assert lifted == []


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.sampled_from([down, up]),
            st.sampled_from(Control),
        )
    )
)
def test_presses_and_releases_always_alternate_and_all_end_released(story):
    done = []
    hands = access.PageClients(done.append, lambda: 0.0)
    names = [hands.join() for _ in range(3)]
    for who, what, control in story:
        hands.do(names[who], what(control))
    for name in names:
        hands.leave(name)
    for control in Control:
        mine = [operation for operation in done if operation.control is control]
        assert mine[::2] == [down(control)] * (len(mine) // 2)
        assert set(mine[1::2]) <= {up(control), lost(control)}
