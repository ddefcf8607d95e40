from queue import SimpleQueue
from typing import Literal

import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.control_events import (
    Control,
    Gesture,
    KnobPhase,
    PinEdge,
    Pressed,
    Released,
    Turned,
)
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.gpio.wired_devices import SwitchInputs
from tests.bouncing_hand import BouncingHand
from tests.drivers.gpio.bounce_traces import TRACES

LEFT = Control.LEFT
WIRING = {LEFT: 17, Control.KNOB: 22, KnobPhase.FIRST: 23, KnobPhase.SECOND: 24}


class Gadget:
    """A hand, the pins and the recognizer, with a clock that only the test moves."""

    def __init__(self, bounce: tuple[float, ...] = (), transitions: Literal[2, 4] = 4) -> None:
        self.now = 0.0
        self._queue: SimpleQueue[PinEdge] = SimpleQueue()
        factory = MockFactory()
        self.inputs = SwitchInputs(factory, WIRING, self._queue.put, lambda: self.now, print)
        self.hand = BouncingHand(
            factory, WIRING, bounce=bounce, wait=self.pass_time, transitions=transitions
        )
        self._switches = GestureRecognizer(0.02, 0.6, 2.0, transitions=transitions)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    def gestures(self) -> list[Gesture]:
        told: list[Gesture] = []
        while not self._queue.empty():
            told += self._switches.feed(self._queue.get())
        return told + list(self._switches.tick(self.now, self.inputs.level))


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES.keys())
def test_a_finger_on_a_bouncing_button_is_one_press(trace: tuple[float, ...]) -> None:
    gadget = Gadget(trace)
    gadget.hand.down(LEFT)
    gadget.pass_time(0.1)
    assert gadget.gestures() == [Pressed(0.0, LEFT)]
    up = gadget.now
    gadget.hand.up(LEFT)
    gadget.pass_time(0.1)
    assert gadget.gestures() == [Released(up, LEFT, up)]


@pytest.mark.parametrize("transitions", [2, 4])
def test_each_detent_turned_is_one_step(transitions: Literal[2, 4]) -> None:
    gadget = Gadget(transitions=transitions)
    gadget.hand.turn(3)
    gadget.hand.turn(-2)
    assert gadget.gestures() == [Turned(0.0, 1)] * 3 + [Turned(0.0, -1)] * 2


def test_a_finger_already_down_presses_nothing_more() -> None:
    gadget = Gadget(bounce=(0.001, 0.002))
    gadget.hand.down(LEFT)
    gadget.pass_time(1.0)
    gadget.hand.down(LEFT)
    gadget.gestures()
    assert gadget.now == pytest.approx(1.002)
    gadget.hand.up(LEFT)
    assert gadget.gestures() == [Released(pytest.approx(1.002), LEFT, pytest.approx(1.002))]


def test_a_control_that_is_not_wired_can_be_touched_in_vain() -> None:
    gadget = Gadget()
    gadget.hand.down(Control.E)
    gadget.hand.up(Control.E)
    assert gadget.gestures() == []


def test_a_bounce_that_ends_at_the_wrong_level_is_refused() -> None:
    with pytest.raises(ValueError, match="even"):
        Gadget(bounce=(0.001,))
