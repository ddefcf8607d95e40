"""The self-test from the gadget's menu: the whole gadget, tried by hand, and the game untouched."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import PinsConfig
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.reader_port import PortClosed, PortOpened
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import BUILT_IN
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import FindingKind, run_to_end
from cdgdevice.selftest.person_checks import PATIENCE
from cdgdevice.selftest.storage import AT_ONCE, games_check_steps
from cdgdevice.ui.state import ContextChanged
from tests.selftest.pi_trees import pi_5, zero_2_w
from tests.selftest.tried import Tried
from tests.service.session_table import LEFT as LEFT_BUTTON
from tests.service.session_table import RIGHT as RIGHT_BUTTON
from tests.service.session_table import Table
from tests.whole_gadget import ADDRESSES

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


@pytest.fixture
def gadget(tmp_path: Path) -> Iterator[Tried]:
    with Tried(4, tree=zero_2_w(tmp_path)) as tried:
        yield tried


def test_everything_is_tried_in_turn_and_a_sound_gadget_has_no_fault(gadget: Tried) -> None:
    gadget.begins()
    assert gadget.reads() == "Test pattern: left screen\n0x3C SSD1309\nPress to go on."
    assert gadget.reads(Side.RIGHT).startswith("Test pattern: right screen\n0x3D")
    gadget.press(KNOB)
    assert "Menu: left screen shows:" in gadget.reads()
    gadget.press(KNOB)
    assert "Menu: right screen shows:" in gadget.reads()
    gadget.press(KNOB)
    assert "The left button's lamp burns now." in gadget.reads()
    assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (True, False)
    gadget.press(KNOB)
    assert "The right button's lamp burns now." in gadget.reads()
    assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (False, True)
    gadget.press(KNOB)
    assert "Try: left button, right button, knob push, knob right, knob left." in gadget.reads()
    gadget.touches_all()
    assert gadget.reads().startswith("Note: Self-test\nNo fault.\n")


def test_the_game_is_as_it_was_and_its_journal_too(gadget: Tried) -> None:
    before, answers = gadget.reads(), gadget.answers()
    kept = {name: gadget.disk.read(name) for name in gadget.disk.names()}
    gadget.to_controls().touches_all().told()
    assert gadget.reads() == before
    assert gadget.answers() == answers
    assert {name: gadget.disk.read(name) for name in gadget.disk.names()} == kept
    gadget.press(LEFT)
    gadget.passes(1.0)
    assert gadget.answers() == answers + 1, "the next press plays on"


def test_a_control_that_is_not_felt_is_named_with_its_pin(gadget: Tried) -> None:
    gadget.to_controls()
    gadget.press(LEFT)
    gadget.turn(2)
    assert "Try: right button, knob push, knob left." in gadget.reads()
    gadget.passes(PATIENCE)
    told = "\n".join(gadget.told())
    assert "2 faults" not in told
    assert "3 faults." in told
    assert f"right button (GPIO{PinsConfig().inputs[RIGHT]})" in told
    assert f"knob's push (GPIO{PinsConfig().inputs[KNOB]})" in told
    assert "The knob turned one way only." in told


def test_to_hold_a_control_down_ends_the_trial_of_the_controls(gadget: Tried) -> None:
    gadget.to_controls().press(RIGHT, 0.7)
    told = gadget.told()
    assert "No fault." in told[0], "the player has ended it, and no part is wrong"
    assert any("before the trial was ended: left button, knob push," in page for page in told)


def test_a_lamp_burns_until_a_press_and_one_that_was_not_lit_is_told(gadget: Tried) -> None:
    gadget.begins().until("The left button's lamp")
    gadget.passes(30.0)
    assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (True, False)
    gadget.press(KNOB, 0.7)
    told = gadget.told()
    assert told[1] == "Note: Lamps\nThe right button's lamp was not lit.\nScreen 2 of 2."


def test_a_button_that_is_stuck_from_the_start_is_told(tmp_path: Path) -> None:
    gadget = Tried(tree=zero_2_w(tmp_path))
    gadget.hand.down(RIGHT)
    with gadget:
        gadget.to_controls().press(LEFT)
        gadget.press(KNOB)
        gadget.turn(1)
        gadget.turn(-1)
        gadget.passes(PATIENCE)
        told = "\n".join(gadget.told())
    where = f"GPIO{PinsConfig().inputs[RIGHT]}"
    assert f"right button ({where}) reads pressed while nobody touches it" in told


def test_the_button_that_took_the_menu_s_entry_is_not_taken_for_stuck(gadget: Tried) -> None:
    gadget.finds_entry().press(LEFT)
    assert "Test pattern" in gadget.reads(), "it acts on the press: the finger is still on it"
    gadget.until("Note: Controls").touches_all()
    assert "No fault." in gadget.reads()


@pytest.mark.parametrize("presses", [0, 1, 3, 4])
def test_what_waits_for_somebody_ends_when_the_screen_goes_dark(
    tmp_path: Path, presses: int
) -> None:
    with Tried(tree=zero_2_w(tmp_path), dark_after=60) as gadget:
        gadget.plug_reader()
        answers = gadget.answers()
        gadget.begins()
        for _ in range(presses):
            gadget.press(KNOB)
        gadget.passes(61.0)
        assert gadget.dark()
        gadget.press(KNOB)
        assert "Self-test" in gadget.told()[0]
        gadget.throw(2)
        assert gadget.answers() == answers + 1


def take_dice_from_reader(gadget: Tried) -> None:
    context = replace(gadget.session.state.context, die=DieSource.READER)
    gadget.session.send(ContextChanged(context), 0.0)


def test_a_missing_reader_is_a_fault_where_the_dice_are_to_come_from_it(gadget: Tried) -> None:
    take_dice_from_reader(gadget)
    gadget.to_controls().touches_all()
    assert "No die reader answers: plug its cable in." in "\n".join(gadget.told())


@pytest.mark.parametrize(
    "shown",
    [
        "2 die readers answer: unplug all but one.",
        "No die reader answers: unplug it and plug it in again.",
        "Another program may have the die reader: close it.",
    ],
)
def test_why_no_reader_was_found_is_what_the_self_test_says(gadget: Tried, shown: str) -> None:
    take_dice_from_reader(gadget)
    gadget.time.put(PortClosed(gadget.time.now, "for the log", shown))
    gadget.passes(0.0)
    gadget.to_controls().touches_all()
    assert shown in " ".join("\n".join(gadget.told()).split())


def test_a_reader_that_only_reports_rolls_is_not_missing(gadget: Tried) -> None:
    gadget.time.put(PortOpened(gadget.time.now))
    gadget.passes(0.0)
    take_dice_from_reader(gadget)
    gadget.to_controls().says(b"$ROLL,0,,4,*77A7\n")
    gadget.touches_all()
    assert "reader" not in "\n".join(gadget.told())


def test_with_one_screen_lost_the_other_has_all_and_the_fault_is_named(gadget: Tried) -> None:
    gadget.bus.unplug(ADDRESSES[Side.LEFT])
    gadget.press(LEFT)
    gadget.passes(3.0)
    gadget.finds_entry(Side.RIGHT).press(KNOB)
    assert "Test pattern: right screen" in gadget.reads(Side.RIGHT)
    gadget.press(KNOB)
    assert "Menu: right screen shows:" in gadget.reads(Side.RIGHT)
    for _ in range(3):
        gadget.press(KNOB)
    gadget.touches_all()
    told = gadget.told(Side.RIGHT)
    assert any("left screen does not answer at 0x3C (these do: 0x3D)" in page for page in told)


@pytest.mark.parametrize("why", ["the disk can only be read", "the disk is full"])
def test_a_disk_that_takes_nothing_is_told_and_the_rest_tried_all_the_same(
    why: str, gadget: Tried
) -> None:
    gadget.to_controls()
    if "full" in why:
        gadget.disk.room = 10
    else:
        gadget.disk.make_read_only()
    gadget.touches_all()
    told = "\n".join(gadget.told())
    assert "1 fault." in told
    assert f"The disk takes nothing: {why}" in told


def test_on_a_dark_gadget_the_first_touch_only_wakes_it(tmp_path: Path) -> None:
    with Tried(tree=pi_5(tmp_path), dark_after=30) as gadget:
        gadget.to_controls()
        gadget.passes(40.0)
        assert gadget.dark()
        gadget.press(LEFT)
        assert "Try: left button, right button" in gadget.reads()
        gadget.press(LEFT)
        assert "Try: right button" in gadget.reads()


def test_a_trial_that_is_left_alone_wakes_nobody_any_more(gadget: Tried) -> None:
    gadget.begins().until("Note: Lamps")
    gadget.passes(1.0)
    waits = gadget.time.waits
    gadget.passes(3600.0)
    assert gadget.time.waits <= waits + 1
    gadget.until("Note: Controls").passes(PATIENCE)
    assert "fault" in gadget.reads()
    waits = gadget.time.waits
    gadget.passes(3600.0)
    assert gadget.time.waits <= waits + 1


def test_it_can_be_left_at_any_time(gadget: Tried) -> None:
    board = gadget.reads()
    gadget.begins().press(KNOB, 0.7)
    assert "Nothing was tried." in gadget.reads()
    gadget.press(KNOB)
    assert gadget.reads() == board


def test_each_step_is_shown_before_the_next_one_is_taken(gadget: Tried) -> None:
    shown = []
    gadget.service.watch = lambda service: shown.append(service.front_panel.shown_views[Side.LEFT])
    gadget.to_controls().touches_all()
    bars = [view.progress for view in shown if getattr(view, "title", "") == "Self-test"]
    steps = [bar for bar in bars if bar is not None]
    assert [done for done, _ in steps] == list(range(1, steps[-1][1] + 1))


def test_no_step_holds_the_game_up_not_even_where_the_bus_is_stuck(tmp_path: Path) -> None:
    with Tried(tree=zero_2_w(tmp_path)) as gadget:
        gadget.bus.stuck, gadget.bus.on_stuck = True, gadget.time.late
        gadget.press(LEFT).passes(5.0)
        assert gadget.front.is_blind
        found = gadget.checks_in_time()
        assert FindingKind.SCREENS_MISSING in {each.what for each in found}


def test_a_long_game_is_opened_in_pieces() -> None:
    table = Table(*[2, 4] * 100)
    for _ in range(60):
        table.does(LEFT_BUTTON).waits(1.0).does(RIGHT_BUTTON).waits(1.0)
    journal = next(name for name in table.disk.names() if name.endswith(".journal"))
    answers = table.disk.read(journal).count(b"\n") - 1
    assert answers > AT_ONCE
    steps = games_check_steps(GameFolder(table.disk), BUILT_IN.sheet)
    calls = 1
    while steps[0]() is None:
        calls += 1
    assert calls == answers // AT_ONCE + 1
    assert [each.what for each in run_to_end(steps[1])] == [FindingKind.GAMES_OPEN]
