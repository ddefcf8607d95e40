import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.control_events import MAX_TOUCH_SILENCE, Control
from cdgdevice.errors import HardwareError
from cdgdevice.web import access, page_messages

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


@pytest.fixture
def done():
    return []


@pytest.fixture
def hands(done):
    return access.PageClients(done.append)


def test_a_press_in_a_second_page_adds_no_press(hands, done):
    one, other = hands.join(), hands.join()
    hands.do(one, page_messages.PressButton(LEFT))
    hands.do(other, page_messages.PressButton(LEFT))
    hands.do(one, page_messages.ReleaseButton(LEFT))
    assert done == [page_messages.PressButton(LEFT)]
    hands.do(other, page_messages.ReleaseButton(LEFT))
    assert done == [page_messages.PressButton(LEFT), page_messages.ReleaseButton(LEFT)]


def test_a_hand_that_leaves_lets_go_of_all_it_held(hands, done):
    hand = hands.join()
    hands.do(hand, page_messages.PressButton(RIGHT))
    hands.do(hand, page_messages.PressButton(KNOB))
    done.clear()
    hands.leave(hand)
    assert done == [page_messages.CancelPress(KNOB), page_messages.CancelPress(RIGHT)]
    hands.leave(hand)
    assert len(done) == 2


def test_a_hand_that_leaves_does_not_lift_another_hand(hands, done):
    leaving, staying = hands.join(), hands.join()
    hands.do(leaving, page_messages.PressButton(LEFT))
    hands.do(staying, page_messages.PressButton(LEFT))
    hands.leave(leaving)
    assert done == [page_messages.PressButton(LEFT)]


def test_a_hand_that_is_heard_of_no_more_holds_up_no_other(done):
    now = 5.0
    hands = access.PageClients(done.append, lambda: now)
    frozen, other = hands.join(), hands.join()
    hands.do(frozen, page_messages.PressButton(LEFT))
    now += MAX_TOUCH_SILENCE * 0.9
    hands.do(frozen, page_messages.KeepPressed(LEFT))
    now += MAX_TOUCH_SILENCE * 0.9
    hands.do(other, page_messages.PressButton(LEFT))
    hands.do(other, page_messages.ReleaseButton(LEFT))
    assert done == [page_messages.PressButton(LEFT), page_messages.KeepPressed(LEFT)], (
        "it was just heard of"
    )
    now += MAX_TOUCH_SILENCE
    hands.do(frozen, page_messages.KeepPressed(LEFT))
    hands.do(frozen, page_messages.ReleaseButton(LEFT))
    hands.do(other, page_messages.PressButton(LEFT))
    hands.do(other, page_messages.ReleaseButton(LEFT))
    hands.leave(frozen)
    assert done[2:] == [page_messages.PressButton(LEFT), page_messages.ReleaseButton(LEFT)]


def test_there_is_a_place_again_once_a_hand_has_left(hands):
    names = [hands.join() for _ in range(access.MOST_CLIENTS)]
    with pytest.raises(access.TooManyConnectionsError, match="8 pages are open already: close one"):
        hands.join()
    hands.leave(names[0])
    hands.join()


def test_lifting_what_is_not_held_does_nothing(hands, done):
    hands.do(hands.join(), page_messages.ReleaseButton(LEFT))
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
        hands.do(hand, page_messages.TurnKnob(1))
    assert done == []


def test_a_refused_press_is_not_held():
    lifted = []

    def operate(operation):
        if isinstance(operation, page_messages.PressButton):
            raise HardwareError("The line is busy.")
        lifted.append(operation)

    hands = access.PageClients(operate)
    hand = hands.join()
    with pytest.raises(HardwareError):
        hands.do(hand, page_messages.PressButton(LEFT))
    hands.leave(hand)
    assert lifted == []


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.sampled_from([page_messages.PressButton, page_messages.ReleaseButton]),
            st.sampled_from(Control),
        )
    )
)
def test_presses_and_releases_always_alternate_and_all_end_released(story):
    done = []
    hands = access.PageClients(done.append)
    names = [hands.join() for _ in range(3)]
    for who, what, control in story:
        hands.do(names[who], what(control))
    for name in names:
        hands.leave(name)
    for control in Control:
        mine = [type(operation) for operation in done if operation.control is control]
        assert mine[::2] == [page_messages.PressButton] * (len(mine) // 2)
        assert set(mine[1::2]) <= {page_messages.ReleaseButton, page_messages.CancelPress}
