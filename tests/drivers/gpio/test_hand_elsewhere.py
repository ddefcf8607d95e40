import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config.keys_and_defaults import PinsConfig
from cdgdevice.drivers.gpio.control_events import (
    Cancelled,
    Control,
    Gesture,
    HeldDown,
    Pressed,
    Released,
    RemoteTouch,
    RemoteTouchKind,
    Turned,
)
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.gpio.wired_devices import SwitchInputs
from cdgdevice.simulator.simulated_hardware import SimulatedHand
from tests.examples import examples

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
DOWN, STILL, UP, LOST = RemoteTouchKind
WINDOW = 0.02


class Box:
    """A gadget's controls, with a hand on them and a hand elsewhere; time stands until told."""

    def __init__(self) -> None:
        self.now = 10.0
        self.gestures: list[Gesture] = []
        factory = MockFactory()
        self.hand = SimulatedHand(factory, PinsConfig().inputs)
        self._inputs = SwitchInputs(
            factory, PinsConfig().inputs, self._takes, lambda: self.now, print
        )
        self._board = GestureRecognizer(WINDOW, 0.6, 2.0)

    def _takes(self, event):
        self.gestures += self._board.feed(event)

    def touch(self, kind: RemoteTouchKind, control: Control) -> None:
        """Have the hand elsewhere do this."""
        self.gestures += self._board.touch(RemoteTouch(self.now, control, kind))

    def passes(self, seconds: float) -> list[Gesture]:
        """Let time pass, and give what has been made of everything since the last time."""
        until = self.now + seconds
        while (due := self._board.deadline()) <= until:
            self.now = max(self.now, due)
            self.gestures += self._board.tick(self.now, self._inputs.level)
        self.now = until
        made, self.gestures = self.gestures, []
        return made

    def holds(self, control: Control, seconds: float) -> list[Gesture]:
        """Let time pass while the hand elsewhere says that it is still there."""
        made = []
        for _ in range(round(seconds / 0.1)):
            made += self.passes(0.1)
            self.touch(STILL, control)
        return made + self.passes(0.0)


def kinds(gestures):
    return [type(gesture) for gesture in gestures]


@pytest.fixture
def box():
    return Box()


def test_a_press_from_elsewhere_lasts_as_long_as_the_hand_is_heard_of(box):
    box.touch(DOWN, KNOB)
    assert kinds(box.holds(KNOB, 0.5)) == [Pressed]
    assert kinds(box.holds(KNOB, 2.0)) == [HeldDown, HeldDown]
    box.touch(UP, KNOB)
    assert kinds(box.passes(5.0)) == [Released]


@pytest.mark.parametrize("held", [0.0, 0.3, 0.5, 0.9, 3.0])
def test_a_hand_that_is_heard_of_no_more_neither_holds_nor_releases(box, held):
    box.touch(DOWN, KNOB)
    box.holds(KNOB, held)
    assert kinds(box.passes(100.0)) == [Cancelled]
    for late in (STILL, UP, LOST):
        box.touch(late, KNOB)
    assert box.passes(100.0) == []


def test_a_hand_that_is_known_to_be_gone_gives_up_at_once(box):
    box.touch(DOWN, KNOB)
    box.holds(KNOB, 0.5)
    box.touch(LOST, KNOB)
    assert kinds(box.passes(0.0)) == [Cancelled]
    assert box.passes(100.0) == []


@pytest.mark.parametrize("control", [LEFT, RIGHT, KNOB])
def test_a_finger_on_the_pin_presses_whatever_a_hand_elsewhere_holds(box, control):
    box.touch(DOWN, control)
    for _ in range(15):
        box.holds(control, 0.1)
        box.hand.down(control)
        assert Pressed in kinds(box.passes(0.05))
        box.hand.up(control)
        assert Released in kinds(box.passes(0.05))


def test_taps_that_arrive_together_are_all_taps(box):
    for _ in range(3):
        box.touch(DOWN, LEFT)
        box.touch(UP, LEFT)
    assert kinds(box.passes(1.0)) == [Pressed, Released] * 3


@examples(0.4)
@given(story=st.lists(st.integers(-20, 20).filter(bool), max_size=8))
def test_every_detent_counts(story):
    box = Box()
    for steps in story:
        box.hand.turn(steps)
        made = box.passes(0.1)
        assert set(kinds(made)) == {Turned}
        assert sum(gesture.steps for gesture in made) == steps


@examples(0.6)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(RemoteTouchKind),
            st.sampled_from((LEFT, RIGHT)),
            st.sampled_from((0.0, 0.2, 0.7)),
        )
    )
)
def test_every_press_from_elsewhere_ends_once(story):
    box = Box()
    made = []
    for deed, control, seconds in story:
        box.touch(deed, control)
        made += box.passes(seconds)
    made += box.passes(1.0)
    for control in (LEFT, RIGHT):
        mine = [kind for kind in kinds(g for g in made if g.control is control) if kind != HeldDown]
        assert mine[::2] == [Pressed] * len(mine[::2])
        assert len(mine) % 2 == 0
        assert set(mine[1::2]) <= {Released, Cancelled}
