"""Screens and disks that fail: the game goes on, and the player is told."""

from importlib.resources import files

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.sheet_library import SheetLibrary
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from tests.games.test_own_sheets import disk_with
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


def _sheet_with_a_side_called_fault() -> SheetLibrary:
    text = files("cdgdevice.sheets").joinpath("paths-of-glory-2016.toml").read_text("utf-8")
    text = text.replace('"Central Powers"', '"Fault"').replace('"paths-of-glory-2016"', '"my-game"')
    return SheetLibrary({"/own": disk_with(my_game=text)})


# --- screens ------------------------------------------------------------------------------------


def test_a_lost_screen_is_told_on_the_other_and_the_game_goes_on_there() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(1.0)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)
        gadget.press(KNOB)
        assert "Play A, B or C." in gadget.reads(Side.RIGHT)
        assert "Central Powers." in gadget.reads(Side.RIGHT)
        gadget.press(LEFT)
        assert "Play A, then done." in gadget.reads(Side.RIGHT)


def test_a_screen_put_back_is_painted_again_and_the_fault_goes() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(2.0)
        gadget.bus.replug(0x3C)
        gadget.passes(2.1)
        assert "Play A, B or C." in gadget.reads(Side.LEFT)
        assert "The other side is at work." in gadget.reads(Side.RIGHT)
        assert [line.partition(":")[0] for line in gadget.log[1:]] == ["fault", "fixed"]


def test_a_screen_that_is_lost_in_the_midst_of_a_picture_is_whole_again_later() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C, after=1)
        gadget.press(LEFT).passes(2.0)
        gadget.bus.replug(0x3C)
        gadget.passes(3.0)
        assert "Play A, B or C." in gadget.reads(Side.LEFT)


def test_with_both_screens_lost_every_answer_still_counts() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.bus.unplug(0x3D)
        gadget.press(LEFT).passes(1.5).press(LEFT).passes(1.0)
        assert gadget.answers() == 2
        gadget.bus.replug(0x3C)
        gadget.bus.replug(0x3D)
        gadget.passes(3.0)
        assert "Play A, then done." in gadget.reads(Side.LEFT)
        assert "The other side is at work." in gadget.reads(Side.RIGHT)


def test_a_gadget_that_starts_without_screens_plays_and_shows_all_once_they_are_there() -> None:
    def unplug_both(gadget: Gadget) -> None:
        gadget.bus.unplug(0x3C)
        gadget.bus.unplug(0x3D)

    with Gadget(4, prepare=unplug_both) as gadget:
        gadget.passes(5.0).press(LEFT).passes(1.0)
        assert gadget.answers() == 1
        gadget.bus.replug(0x3D)
        gadget.passes(3.0)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)


def test_a_side_called_fault_keeps_its_order_when_the_screen_is_back() -> None:
    shelf = _sheet_with_a_side_called_fault()
    with Gadget(2, 5, sheet="my-game", fitted=(Side.LEFT,), shelf=shelf) as gadget:
        for _ in range(4):
            gadget.press(LEFT).passes(1.0)
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(1.0)
        gadget.bus.replug(0x3C)
        gadget.passes(3.0)
        assert gadget.reads().startswith("Fault. Turn 1, round 1.")
        assert "Slide E to Played Pile." in gadget.reads()


def test_a_fault_is_logged_when_it_comes_and_when_it_goes_not_each_time_it_is_tried() -> None:
    with Gadget() as gadget:
        gadget.bus.unplug(0x3D)
        gadget.press(KNOB).turn(1).press(KNOB).passes(600.0)
        assert sum("0x3D" in line for line in gadget.log) == 1


def test_a_lost_screen_is_tried_seldom() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(2.0)
        before = gadget.time.waits
        gadget.passes(600.0)
        assert gadget.time.waits - before <= 310


def test_while_the_gadget_is_dark_a_lost_screen_is_not_tried_at_all() -> None:
    with Gadget(4, dark_after=60) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(62.0)
        before = gadget.time.waits
        gadget.bus.replug(0x3C)
        gadget.passes(86_400.0)
        assert gadget.time.waits == before
        assert gadget.dark()
        gadget.press(KNOB)
        assert "A, B or C" in gadget.reads(), "the touch that lights the gadget finds it again"
        gadget.press(KNOB)
        assert "Fault" not in gadget.reads(Side.RIGHT)


def test_a_screen_that_is_found_lost_by_the_touch_that_wakes_it_is_told() -> None:
    with Gadget(4, dark_after=60) as gadget:
        gadget.passes(62.0)
        gadget.bus.unplug(0x3C)
        gadget.passes(3600.0).press(KNOB)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)


def test_a_fault_does_not_take_the_place_of_what_must_be_put_back() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0).press(LEFT)
        gadget.disk.room = 0
        gadget.press(KNOB, 0.7)
        assert "the disk is full" in gadget.reads()
        gadget.press(KNOB)
        assert "Put A back" in gadget.reads()
        gadget.press(KNOB)
        assert "Play A, B or C." in gadget.reads()


def test_two_faults_at_once_are_told_on_one_page() -> None:
    with Gadget(4, disk=_full()) as gadget:
        gadget.bus.unplug(0x3D)
        gadget.press(KNOB).press(LEFT).passes(1.0)
        assert "the disk is full" in gadget.reads()
        assert "No screen answers at 0x3D" in gadget.reads()


# --- disk ---------------------------------------------------------------------------------------


def _full() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.room = 0
    return disk


def test_a_full_disk_is_told_and_the_game_goes_on() -> None:
    with Gadget(4, disk=_full()) as gadget:
        assert "the disk is full" in gadget.reads()
        gadget.press(KNOB).press(LEFT).passes(1.0).press(LEFT)
        assert "Play A, then done." in gadget.reads()


def test_what_a_full_disk_did_not_take_is_saved_when_there_is_room_without_a_touch() -> None:
    with Gadget(4) as gadget:
        gadget.disk.room = 0
        gadget.press(LEFT).passes(1.0)
        assert "the disk is full" in gadget.reads()
        assert gadget.answers(gadget.after_a_power_cut()) == 0
        gadget.disk.mend()
        gadget.passes(11.0)
        assert gadget.answers(gadget.after_a_power_cut()) == 1
        assert "Play A, B or C." in gadget.reads()
        assert gadget.log[-1].startswith("fixed:")


def test_a_disk_that_can_only_be_read_is_told_and_costs_a_try_each_ten_seconds_at_most() -> None:
    with Gadget(4) as gadget:
        gadget.disk.make_read_only()
        gadget.press(LEFT).passes(1.0)
        assert "can only be read" in gadget.reads()
        before = gadget.time.waits
        gadget.passes(100.0)
        assert gadget.time.waits - before <= 11


def test_at_the_end_the_screen_says_whether_the_game_is_kept() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0)
        gadget.stops()
        assert "The game is kept." in gadget.reads()
    with Gadget(4, disk=_full()) as gadget:
        gadget.press(KNOB).press(LEFT).passes(1.0)
        gadget.stops()
        assert "not saved" in gadget.reads()
        assert "The game is kept." not in gadget.reads()


def test_what_is_in_memory_only_is_saved_at_the_end_if_the_disk_is_well_by_then() -> None:
    with Gadget(4) as gadget:
        gadget.disk.room = 0
        gadget.press(LEFT)
        gadget.disk.mend()
        gadget.stops()
        assert "The game is kept." in gadget.reads()
        assert gadget.answers(gadget.after_a_power_cut()) == 1


def test_an_answer_is_on_the_disk_before_any_of_it_is_on_the_screen() -> None:
    with Gadget(4, 4) as gadget:
        kept: list[int] = []
        gadget.bus.listen(lambda _: kept.append(gadget.answers(gadget.after_a_power_cut())))
        for number, control in enumerate((LEFT, KNOB, LEFT, LEFT), 1):
            kept.clear()
            if control is KNOB:
                gadget.passes(1.0)
                continue
            gadget.press(control)
            assert kept, "something was shown"
            wanted = (1, 1, 2, 3)[number - 1]
            assert set(kept) == {wanted}


def test_a_game_whose_file_is_taken_away_is_saved_again_and_the_player_is_told() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0)
        (name,) = (name for name in gadget.disk.names() if name != "current")
        gadget.disk.remove(name)
        gadget.press(LEFT).passes(1.0)
        assert "The game's file was gone" in gadget.reads()
        assert gadget.session.fault is None
        gadget.press(KNOB)
        shown, disk = gadget.reads(), gadget.after_a_power_cut()
        assert sum("was gone" in line for line in gadget.log) == 1
    with Gadget(disk=disk) as again:
        assert again.reads() == shown


def test_another_game_can_be_begun_when_the_file_of_this_one_is_taken_away() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0)
        (name,) = (name for name in gadget.disk.names() if name != "current")
        gadget.disk.remove(name)
        gadget.games.begin(NewGame("standard-2018"))
        gadget.hand.down(KNOB)
        gadget.passes(0.0)
        assert "The game's file was gone" in gadget.reads()
        assert gadget.session.fault is None
        assert gadget.answers(gadget.after_a_power_cut()) == 1


def test_after_a_power_cut_the_game_stands_where_the_screen_showed_it() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT).passes(1.0).turn(1).press(LEFT).passes(1.0)
        shown = gadget.reads(), gadget.reads(Side.RIGHT)
        disk = gadget.after_a_power_cut()
    with Gadget(disk=disk) as again:
        again.passes(1.0)
        assert (again.reads(), again.reads(Side.RIGHT)) == shown
