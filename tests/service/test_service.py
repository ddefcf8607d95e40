"""The gadget's loop: what the player does at the edges, and what comes of it on the glass."""

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import encode
from cdgdevice.rules.card_display import Side
from cdgdevice.simulator.simulated_hardware import SimulatedHand
from cdgdevice.ui.update import NAME_SECONDS
from tests.drivers.gpio.bounce_traces import TRACES
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


def test_a_press_is_on_the_screen_before_anything_else_happens() -> None:
    with Gadget(4) as gadget:
        assert "Roll or 1-Ops." in gadget.reads()
        gadget.hand.down(LEFT)
        gadget.passes(0.0)
        assert gadget.reads() == "The die: A, B or C."


def test_both_screens_show_the_game_from_the_start() -> None:
    with Gadget() as gadget:
        assert "Central Powers. Turn 1, round 1." in gadget.reads(Side.LEFT)
        assert "Allied Powers. Turn 1, round 1." in gadget.reads(Side.RIGHT)


def test_the_result_fills_the_screen_for_its_time_and_no_longer() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT, 0.1).passes(0.8)
        assert gadget.reads() == "The die: A, B or C."
        gadget.passes(0.1)
        assert "Play A, B or C." in gadget.reads()


def test_a_press_that_bounces_longest_is_one_press() -> None:
    with Gadget(4, bounce=max(TRACES.values(), key=lambda trace: trace[-1:])) as gadget:
        gadget.press(LEFT)
        assert gadget.reads() == "The die: A, B or C."
        gadget.passes(2.0)
        assert gadget.answers() == 1
        gadget.press(LEFT)
        assert "Play A, then done." in gadget.reads()
        assert gadget.answers() == 2


def test_the_lamp_of_the_side_to_play_is_lit() -> None:
    with Gadget(4) as gadget:
        assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (True, False)
        gadget.press(LEFT).passes(1.0).press(LEFT).press(LEFT)
        assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (False, True)
        gadget.stops()
        assert not gadget.lamp(Side.RIGHT)


def test_the_knob_pushed_acts_when_it_is_let_go_and_held_it_undoes() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0).turn(1)
        assert "B: face-up, offered, highlighted." in gadget.reads()
        gadget.hand.down(KNOB)
        gadget.passes(0.3)
        assert "Play A, B or C." in gadget.reads()
        gadget.hand.up(KNOB)
        gadget.passes(0.05)
        assert "Play B, then done." in gadget.reads()
        gadget.press(KNOB, 0.7)
        assert "Put B back, face-up." in gadget.reads()


def test_a_hold_is_told_while_the_finger_is_still_down() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0)
        gadget.hand.down(KNOB)
        gadget.passes(0.59)
        assert "Put back" not in gadget.reads()
        gadget.passes(0.02)
        assert "Put back" in gadget.reads()


def test_many_presses_before_the_loop_comes_to_them_are_all_taken_in_order() -> None:
    with Gadget(4) as gadget:
        hand: SimulatedHand = gadget.hand
        hand.down(LEFT)
        gadget.time.now += 0.02
        hand.up(LEFT)
        gadget.time.now += 0.02
        hand.down(LEFT)  # ends the result
        gadget.time.now += 0.02
        hand.up(LEFT)
        gadget.time.now += 0.02
        hand.down(LEFT)  # plays A
        gadget.passes(0.0)
        assert "Play A, then done." in gadget.reads()


def test_a_flood_of_edges_keeps_neither_the_screens_nor_the_end_waiting() -> None:
    with Gadget(4) as gadget:
        for _ in range(2_000):
            gadget.hand.turn(1)
            gadget.time.now += 0.001
        gadget.passes(0.0)
        assert "> Menu" in gadget.reads()
        assert gadget.time.waits < 10


# --- at rest ------------------------------------------------------------------------------------


def test_nothing_wakes_the_loop_while_nothing_happens() -> None:
    with Gadget() as gadget:
        gadget.passes(1.0)
        before, sent = gadget.time.waits, gadget.bus.wire_bytes
        gadget.passes(86_400.0)
        assert gadget.time.waits == before
        assert gadget.bus.wire_bytes == sent


def test_dimming_and_going_dark_wake_it_once_each() -> None:
    with Gadget(dim_after=120, dark_after=900) as gadget:
        gadget.passes(1.0)
        before = gadget.time.waits
        gadget.passes(86_400.0)
        assert gadget.time.waits <= before + 4
        assert gadget.dark()


def test_a_button_that_is_jammed_down_costs_nothing_once_its_holds_are_told() -> None:
    with Gadget(4) as gadget:
        gadget.hand.down(LEFT)
        gadget.passes(5.0)
        before = gadget.time.waits
        gadget.passes(3600.0)
        assert gadget.time.waits == before


# --- dark ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("control", [LEFT, RIGHT, KNOB])
def test_a_press_on_a_dark_gadget_wakes_it_and_does_nothing_else(control: Control) -> None:
    with Gadget(4, dark_after=60) as gadget:
        gadget.passes(1.0)
        shown = gadget.reads(), gadget.reads(Side.RIGHT)
        gadget.passes(60.0)
        assert gadget.dark()
        assert not gadget.lamp(Side.LEFT)
        gadget.press(control)
        assert "Paths of Glory" in gadget.reads()
        gadget.passes(NAME_SECONDS)
        assert (gadget.reads(), gadget.reads(Side.RIGHT)) == shown
        assert gadget.lamp(Side.LEFT)
        assert gadget.answers() == 0
        gadget.press(LEFT)
        assert gadget.reads() == "The die: A, B or C."


def test_holding_the_knob_on_a_dark_gadget_takes_nothing_back() -> None:
    with Gadget(4, dark_after=60) as gadget:
        gadget.press(LEFT).passes(61.0).press(KNOB, 3.0)
        assert "Play A, B or C." in gadget.reads()
        assert gadget.answers() == 1


def test_a_turn_of_the_knob_wakes_it_and_moves_nothing() -> None:
    with Gadget(4, dark_after=60) as gadget:
        gadget.press(LEFT).passes(61.0).turn(3).passes(NAME_SECONDS)
        assert "A: face-up, offered, highlighted." in gadget.reads()
        gadget.turn(1)
        assert "B: face-up, offered, highlighted." in gadget.reads()


def test_a_throw_counts_and_wakes() -> None:
    with Gadget(dark_after=60) as gadget:
        gadget.plug_reader().passes(61.0)
        assert gadget.dark()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert gadget.answers() == 1


def test_a_die_that_leans_wakes_it_and_asks_for_a_nudge() -> None:
    with Gadget(dark_after=60) as gadget:
        gadget.plug_reader().passes(61.0)
        gadget.says(encode("STATE", "COCKED"))
        assert "nudge it" in gadget.reads()


def test_heartbeats_of_the_reader_don_t_keep_it_lit() -> None:
    with Gadget(dark_after=60) as gadget:
        gadget.plug_reader().passes(59.0)
        assert not gadget.dark()
        gadget.passes(2.0)
        assert gadget.dark()


def test_it_dims_first_and_is_bright_again_at_a_touch_that_counts() -> None:
    with Gadget(4, dim_after=30, dark_after=60) as gadget:
        gadget.passes(31.0)
        dimmed = _contrast(gadget)
        gadget.press(LEFT)
        assert gadget.reads() == "The die: A, B or C.", "a dimmed screen can be read: it counts"
        assert dimmed < _contrast(gadget) == 128


def _contrast(gadget: Gadget) -> int:
    return gadget.panels[0x3C].contrast
