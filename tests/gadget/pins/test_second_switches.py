from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.config import Pins
from cdgdevice.gadget.events import Control, Gesture, HeldDown, Pressed, Released, Turned
from cdgdevice.gadget.pins.inputs import Inputs
from cdgdevice.gadget.pins.second_switches import SecondSwitches
from cdgdevice.gadget.pins.simulated import SimulatedHand
from cdgdevice.gadget.pins.switchboard import Switchboard

LEFT, RIGHT = Control.LEFT, Control.RIGHT
WINDOW = 0.02


class Box:
    """A gadget's controls, with a hand on them and a hand elsewhere; time stands until told."""

    def __init__(self, transitions: int = 4) -> None:
        self.now = 10.0
        self.gestures: list[Gesture] = []
        self.elsewhere = SecondSwitches(self._takes, lambda: self.now, transitions=transitions)
        factory = MockFactory()
        self.hand = SimulatedHand(factory, Pins().inputs, transitions=transitions)
        self.hand_at = SimulatedHand(factory, Pins().inputs, bounce=(0.001, 0.002))
        inputs = Inputs(factory, Pins().inputs, self.elsewhere.pin_edge, lambda: self.now, print)
        self.elsewhere.join(inputs)
        self._board = Switchboard(WINDOW, 0.6, 2.0, transitions=transitions)

    def _takes(self, edge):
        self.gestures += self._board.feed(edge)

    def passes(self, seconds: float) -> list[Gesture]:
        """Let time pass, and give what has been made of everything since the last time."""
        until = self.now + seconds
        while (due := self._board.deadline()) is not None and due <= until:
            self.now = max(self.now, due)
            self.gestures += self._board.tick(self.now, self.elsewhere.level)
        self.now = until
        made, self.gestures = self.gestures, []
        return made


def kinds(gestures):
    return [type(gesture) for gesture in gestures]


@pytest.fixture
def box():
    return Box()


def test_a_press_from_elsewhere_lasts_though_the_pin_is_idle(box):
    box.elsewhere.down(LEFT)
    assert kinds(box.passes(0.5)) == [Pressed]
    assert box.elsewhere.level(LEFT)
    assert kinds(box.passes(2.0)) == [HeldDown, HeldDown]
    box.elsewhere.up(LEFT)
    assert kinds(box.passes(1.0)) == [Released]


def test_two_hands_on_one_button_are_one_press_until_both_are_gone(box):
    for first, second in ((box.hand, box.elsewhere), (box.elsewhere, box.hand_at)):
        first.down(LEFT)
        box.passes(0.1)
        second.down(LEFT)
        first.up(LEFT)
        assert Released not in kinds(box.passes(0.1))
        second.up(LEFT)
        assert kinds(box.passes(0.1)) == [Released]


def test_a_button_that_was_down_at_the_start_is_not_opened_from_elsewhere():
    factory = MockFactory()
    before, edges = [], []
    inputs = Inputs(factory, Pins().inputs, before.append, lambda: 0.0, print)
    SimulatedHand(factory, Pins().inputs).down(RIGHT)
    elsewhere = SecondSwitches(edges.append, lambda: 0.0)
    elsewhere.join(inputs)
    elsewhere.down(RIGHT)
    elsewhere.up(RIGHT)
    assert [edge.active for edge in edges] == [True, True]
    assert elsewhere.level(RIGHT)


@pytest.mark.parametrize("transitions", [2, 4])
@settings(max_examples=40)
@given(story=st.lists(st.tuples(st.booleans(), st.integers(-20, 20).filter(bool)), max_size=8))
def test_every_detent_counts_whoever_turns_the_knob(transitions, story):
    box = Box(transitions)
    for here, steps in story:
        (box.hand if here else box.elsewhere).turn(steps)
        made = box.passes(0.1)
        assert set(kinds(made)) == {Turned}
        assert sum(gesture.steps for gesture in made) == steps


DEEDS: list[Callable[[Box, Control], None]] = [
    lambda box, control: box.hand.down(control),
    lambda box, control: box.hand.up(control),
    lambda box, control: box.elsewhere.down(control),
    lambda box, control: box.elsewhere.up(control),
]


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(range(len(DEEDS))),
            st.sampled_from((LEFT, RIGHT)),
            st.sampled_from((0.0, 0.005, 0.03)),
        )
    )
)
def test_presses_and_releases_alternate_and_end_as_the_two_switches_do(story):
    box = Box()
    made = []
    for deed, control, seconds in story:
        DEEDS[deed](box, control)
        made += box.passes(seconds)
    made += box.passes(0.1)
    for control in (LEFT, RIGHT):
        mine = [one for one in kinds(g for g in made if g.control is control) if one != HeldDown]
        assert mine == ([Pressed, Released] * len(mine))[: len(mine)]
        assert (mine[-1:] == [Pressed]) == box.elsewhere.level(control)
