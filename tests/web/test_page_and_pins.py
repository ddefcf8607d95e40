"""What a hand at the page does to the game, and what it can't keep a finger on a pin from doing."""

from collections.abc import Callable, Iterator

import pytest

from cdgdevice.drivers.gpio.control_events import Control, RemoteTouch, RemoteTouchKind
from tests.whole_gadget import Gadget

DOWN, STILL, UP, _LOST = RemoteTouchKind


@pytest.fixture
def gadget() -> Iterator[Gadget]:
    with Gadget(4, 2, 3) as gadget:
        yield gadget


Elsewhere = Callable[[RemoteTouchKind, Control], None]
"""What a hand at the page does to a control, now."""


@pytest.fixture
def elsewhere(gadget: Gadget) -> Elsewhere:
    return lambda kind, control: gadget.time.put(RemoteTouch(gadget.time.now, control, kind))


def test_a_page_that_vanishes_with_the_knob_down_takes_nothing_back(
    gadget: Gadget, elsewhere: Elsewhere
) -> None:
    gadget.press(Control.LEFT).passes(5.0)
    before, answers = gadget.picture(), gadget.answers()
    elsewhere(DOWN, Control.KNOB)
    gadget.passes(0.3)
    elsewhere(STILL, Control.KNOB)
    gadget.passes(60.0)
    assert (gadget.picture(), gadget.answers()) == (before, answers)


def test_a_knob_that_is_held_at_the_page_takes_back(gadget: Gadget, elsewhere: Elsewhere) -> None:
    gadget.press(Control.LEFT).passes(5.0)
    answers = gadget.answers()
    elsewhere(DOWN, Control.KNOB)
    for _ in range(5):
        gadget.passes(0.15)
        elsewhere(STILL, Control.KNOB)
    elsewhere(UP, Control.KNOB)
    gadget.passes(5.0)
    assert gadget.answers() == answers + 1


def test_the_buttons_play_on_while_a_page_holds_them(gadget: Gadget, elsewhere: Elsewhere) -> None:
    for control in (Control.LEFT, Control.RIGHT):
        elsewhere(DOWN, control)
    gadget.passes(0.1)
    answers = gadget.answers()
    for _ in range(3):
        for control in (Control.LEFT, Control.RIGHT):
            elsewhere(STILL, control)
        gadget.press(Control.LEFT, 0.05)
        gadget.passes(0.2)
    assert gadget.answers() > answers


def test_a_tap_at_the_page_counts_though_a_slow_disk_keeps_the_loop_meanwhile(
    gadget: Gadget, elsewhere: Elsewhere
) -> None:
    began, fast = gadget.time.now, gadget.disk.before_step

    def slow() -> None:
        gadget.disk.before_step = fast
        gadget.time.late(0.7)
        for after, kind in ((0.15, STILL), (0.3, UP)):
            gadget.time.put(RemoteTouch(began + after, Control.KNOB, kind))

    gadget.disk.before_step = slow
    gadget.hand.down(Control.LEFT)
    elsewhere(DOWN, Control.KNOB)
    gadget.passes(0.1)
    assert "Play A, B or C." in gadget.reads(), "a tap leaves the result out"
