"""The last touch of the controls ends their trial, and does nothing else: in every build."""

from collections.abc import Mapping

import pytest

from cdgdevice.config import Pins
from cdgdevice.gadget.desk.intents import SIDE_OF, intent
from cdgdevice.gadget.desk.moment import Around
from cdgdevice.gadget.events import Control, Gesture, HeldDown, Phase, Pressed, Released, Turned
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.view import Page
from cdgdevice.method.display import Side
from cdgdevice.selftest.on_the_glass import Fitted, GlassTrial, begun
from tests.sitting_table import Table

HOLD, LONG_HOLD = 0.6, 2.0
KEYS = tuple(Control)[3:]
BUILDS: Mapping[str, Mapping[Control | Phase, int]] = {
    "two buttons and a knob": Pins().inputs,
    "two buttons": {Control.LEFT: 5, Control.RIGHT: 6},
    "one button": {Control.LEFT: 5},
    "a knob alone": {Control.KNOB: 22, Phase.FIRST: 17, Phase.SECOND: 27},
    "keys too": {**Pins().inputs, **{key: 7 + number for number, key in enumerate(KEYS)}},
}
LAST = [
    (build, last)
    for build, wiring in BUILDS.items()
    for last in wiring
    if last is not Phase.SECOND  # the knob's two lines turn together
]


class Tried(Table):
    """A sitting in which the controls of a build are tried."""

    def __init__(self, build: str) -> None:
        self.wiring = BUILDS[build]
        self.knob = Phase.FIRST in self.wiring
        around = Around(
            knob=self.knob,
            buttons=frozenset(SIDE_OF[each] for each in self.wiring if each in SIDE_OF),
            self_test=self._begin,
        )
        super().__init__(around=around)
        self.enters("Self-test")

    def _begin(self) -> GlassTrial:
        return begun(Fitted(self.wiring, (), {}, frozenset), ())

    def feels(self, *gestures: Gesture) -> "Tried":
        """Take gestures as the service hands them on."""
        for gesture in gestures:
            if not self.sitting.touch(gesture):
                meant = intent(gesture, self.sitting.around, HOLD, LONG_HOLD)
                if meant is not None:
                    self.does(meant)
            self.waits(0.0).waits(0.0)
        return self

    def presses(self, control: Control) -> "Tried":
        return self.feels(Pressed(self.now, control), Released(self.now, control, 0.1))

    def tries(self, pin: Control | Phase) -> "Tried":
        if isinstance(pin, Control):
            return self.presses(pin)
        return self.feels(Turned(self.now, 1), Turned(self.now, -1))


@pytest.mark.parametrize(("build", "last"), LAST)
def test_what_was_found_is_there_to_be_read_after_the_last_touch(
    build: str, last: Control | Phase
) -> None:
    table = Tried(build)
    for pin in table.wiring:
        if pin not in (last, Phase.SECOND):
            table.tries(pin)
    assert table.reads().startswith("Note: Controls")
    table.tries(last)
    assert table.reads().startswith("Note: Self-test\nNo fault.\n")


@pytest.mark.parametrize("build", BUILDS)
def test_what_is_still_to_be_tried_is_on_one_screenful(build: str) -> None:
    trial = begun(Fitted(BUILDS[build], (), {}, frozenset), ())
    for each in (trial, trial.thrown("EVENT")):
        page = each.view(Side.LEFT)
        assert isinstance(page, Page)
        assert (page_count(page), fits(page)) == (1, [])


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
