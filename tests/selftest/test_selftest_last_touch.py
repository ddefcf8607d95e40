"""The last touch of the controls ends their trial, and does nothing else: in every build."""

import math
from collections.abc import Mapping

import pytest

from cdgdevice.config.keys_and_defaults import PinsConfig, ScreensConfig
from cdgdevice.drivers.gpio.control_events import (
    Control,
    Gesture,
    HeldDown,
    KnobPhase,
    Pressed,
    Released,
    Turned,
)
from cdgdevice.errors import HardwareError
from cdgdevice.render.draw import check_fit, count_screenfuls
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.on_gadget import FittedParts, begin_self_test
from cdgdevice.selftest.stages import SelfTestStage
from cdgdevice.ui.gestures import SIDE_OF_BUTTON, interpret_gesture
from cdgdevice.ui.intents_and_commands import GestureTried
from cdgdevice.ui.layers import find_self_test, tries_gestures
from cdgdevice.ui.state import UiContext
from tests.service.session_table import Table

HOLD, LONG_HOLD = 0.6, 2.0
KEYS = tuple(Control)[3:]
BUILDS: Mapping[str, Mapping[Control | KnobPhase, int]] = {
    "two buttons and a knob": PinsConfig().inputs,
    "two buttons": {Control.LEFT: 5, Control.RIGHT: 6},
    "one button": {Control.LEFT: 5},
    "a knob alone": {Control.KNOB: 22, KnobPhase.FIRST: 17, KnobPhase.SECOND: 27},
    "keys too": {**PinsConfig().inputs, **{key: 7 + number for number, key in enumerate(KEYS)}},
}
LAST = [
    (build, last)
    for build, wiring in BUILDS.items()
    for last in wiring
    if last is not KnobPhase.SECOND  # the knob's two lines turn together
]


class Tried(Table):
    """A session in which the controls of a build are tried."""

    def __init__(self, build: str) -> None:
        self.wiring = BUILDS[build]
        self.knob = KnobPhase.FIRST in self.wiring
        context = UiContext(
            knob=self.knob,
            buttons=frozenset(
                SIDE_OF_BUTTON[each] for each in self.wiring if each in SIDE_OF_BUTTON
            ),
            self_test=self._begin,
        )
        super().__init__(context=context)
        self.enters("Self-test")

    def _begin(self) -> SelfTestStage:
        return begin_self_test(FittedParts(self.wiring, (), {}, frozenset, ScreensConfig()), ())

    def feels(self, *gestures: Gesture) -> "Tried":
        """Take gestures as the service hands them on."""
        for gesture in gestures:
            if tries_gestures(self.session.state):
                self.session.send(GestureTried(gesture), self.now)
            else:
                meant = interpret_gesture(gesture, self.session.state.context, HOLD, LONG_HOLD)
                if meant is not None:
                    self.does(meant)
            self.waits(0.0).waits(0.0)
        return self

    def presses(self, control: Control) -> "Tried":
        return self.feels(Pressed(self.now, control), Released(self.now, control, 0.1))

    def tries(self, pin: Control | KnobPhase) -> "Tried":
        if isinstance(pin, Control):
            return self.presses(pin)
        return self.feels(Turned(self.now, 1), Turned(self.now, -1))


@pytest.mark.parametrize(("build", "last"), LAST)
def test_what_was_found_is_there_to_be_read_after_the_last_touch(
    build: str, last: Control | KnobPhase
) -> None:
    table = Tried(build)
    for pin in table.wiring:
        if pin not in (last, KnobPhase.SECOND):
            table.tries(pin)
    assert table.reads().startswith("Note: Controls")
    table.tries(last)
    assert table.reads().startswith("Note: Self-test\nNo fault.\n")


@pytest.mark.parametrize("build", BUILDS)
def test_what_is_still_to_be_tried_is_on_one_screenful(build: str) -> None:
    run = begin_self_test(FittedParts(BUILDS[build], (), {}, frozenset, ScreensConfig()), ())
    for each in (run, run.thrown("EVENT")):
        page = each.view(Side.LEFT)
        assert isinstance(page, PageView)
        assert (count_screenfuls(page), check_fit(page)) == (1, [])


@pytest.mark.parametrize("build", BUILDS)
def test_it_is_there_too_after_the_controls_were_given_up_by_holding_one(build: str) -> None:
    table = Tried(build)
    control = next(pin for pin in table.wiring if isinstance(pin, Control))
    table.feels(Pressed(0.0, control), HeldDown(0.6, control, False), HeldDown(2.0, control, True))
    assert "Let go." in table.reads()
    table.feels(Released(2.5, control, 2.5))
    assert "Self-test" in table.reads()


def test_two_that_are_pressed_together_are_both_let_go_of_first() -> None:
    table = Tried("two buttons")
    table.feels(Pressed(0.0, Control.LEFT), Pressed(0.0, Control.RIGHT))
    table.feels(Released(0.1, Control.LEFT, 0.1))
    assert "Let go." in table.reads()
    table.feels(Released(0.2, Control.RIGHT, 0.2))
    assert "No fault." in table.reads()


def _fails() -> None:
    raise HardwareError("The bus is gone.")


def test_a_check_that_fails_ends_the_self_test_and_says_why() -> None:
    context = UiContext(
        self_test=lambda: begin_self_test(
            FittedParts({}, (), {}, frozenset, ScreensConfig()), (_fails,)
        )
    )
    table = Table(context=context).enters("Self-test")
    for _ in range(3):
        table.waits(1.0)
    assert "The bus is gone." in table.reads()
    assert find_self_test(table.session.state) is None
    assert table.session.deadline() == math.inf
