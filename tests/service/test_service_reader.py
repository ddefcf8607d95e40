"""The die reader beside the whole gadget: each throw counts once, whatever happens."""

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import DieState
from cdgdevice.rules.card_display import Side
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
READER = DieSource.READER


def _acks(gadget: Gadget) -> list[bytes]:
    return [line for line in gadget.sent if line.startswith(b"$ACK")]


def test_a_throw_is_acknowledged_only_when_the_journal_has_it() -> None:
    gadget = Gadget()
    order: list[tuple[bytes, int]] = []
    with gadget:
        gadget.plug_reader()
        gadget.when_sent = lambda line: order.append(
            (line[:4], gadget.answers(gadget.after_a_power_cut()))
        )
        gadget.throw(4)
    assert order == [(b"$ACK", 1)]
    assert _acks(gadget) == [encode("ACK", "7", "1")]


def test_a_throw_at_the_wrong_moment_changes_nothing_says_so_and_is_not_repeated() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4).passes(1.0).throw(2)
        assert "No roll is due now." in gadget.reads()
        assert gadget.answers() == 1
        assert len(_acks(gadget)) == 2
        gadget.passes(3.0).press(KNOB)
        assert "Play A, B or C." in gadget.reads()


def test_garbage_and_floods_from_the_port_disturb_nothing() -> None:
    with Gadget() as gadget:
        gadget.plug_reader()
        gadget.says(b"Traceback (most recent call last):\n$ROLL,7,1,4,97*0000\n\xff\xfe\x00" * 100)
        gadget.says(encode("ROLL", "7", "0", "9", "x") * 100)
        gadget.says(encode("HB", "3", "ABSENT") * 5000)
        assert gadget.answers() == 0
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."


def test_a_reader_that_goes_silent_is_told_to_a_player_who_waits_for_it() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        gadget.device = None
        gadget.passes(4.0)
        assert "gone silent" in gadget.reads()


def test_an_unplugged_reader_is_told_without_its_port_which_the_log_keeps() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader().unplug_reader()
        assert "The die reader is unplugged: plug it in." in gadget.reads()
        assert gadget.log[-1] == "die reader: The die reader at /dev/die is gone: plug it in again."


def test_a_build_whose_dice_are_its_own_is_not_bothered_by_a_missing_reader() -> None:
    with Gadget() as gadget:
        gadget.unplug_reader()
        assert "Roll or 1-Ops." in gadget.reads()
        assert gadget.log == [
            "playing paths-of-glory-2022",
            "die reader: The die reader at /dev/die is gone: plug it in again.",
        ]


def test_a_die_that_leans_asks_for_a_nudge_until_it_is_flat() -> None:
    with Gadget() as gadget:
        gadget.plug_reader()
        gadget.says(encode("STATE", "COCKED"))
        assert "The die leans: nudge it." in gadget.reads()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."


@pytest.mark.parametrize("state", ["LIGHT", "SATURATED"])
def test_bad_light_is_told_only_where_the_dice_come_from_the_reader(state: str) -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader().says(encode("STATE", state))
        assert "shade it" in gadget.reads()
        gadget.says(encode("STATE", "ABSENT"))
        assert "shade it" not in gadget.reads()
    with Gadget() as gadget:
        gadget.plug_reader().says(encode("STATE", state))
        assert "Roll or 1-Ops." in gadget.reads()


def test_a_die_that_leans_keeps_the_screens_lit_only_while_a_roll_is_due() -> None:
    with Gadget(die=READER, dark_after=60) as gadget:
        gadget.plug_reader().passes(70.0)
        assert gadget.dark()
        gadget.says(encode("STATE", "LIGHT")).says(encode("STATE", "ABSENT"))
        assert gadget.dark(), "light comes and goes without anybody there"
        gadget.says(encode("STATE", "COCKED"))
        assert "The die leans: nudge it." in gadget.reads()
        gadget.throw(4).passes(70.0)
        gadget.says(encode("STATE", "COCKED"))
        assert gadget.dark()


def test_a_reader_of_another_protocol_is_refused_in_a_sentence() -> None:
    with Gadget() as gadget:
        gadget.plug_reader(protocol="2.0")
        assert "speaks protocol 2 and this program 1" in gadget.reads()
        gadget.throw(4)
        assert gadget.answers() == 0


def test_a_throw_while_the_disk_fails_counts_and_the_reader_may_forget_it() -> None:
    with Gadget() as gadget:
        gadget.plug_reader()
        gadget.disk.room = 0
        gadget.throw(4)
        assert _acks(gadget), "or the throws after it would never come"
        gadget.passes(1.0)
        assert "the disk is full" in gadget.reads()
        gadget.press(KNOB)
        assert "Play A, B or C." in gadget.reads()


def test_a_throw_while_the_result_of_the_last_one_is_shown_is_told_at_once() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4).throw(2)
        assert "No roll is due now." in gadget.reads()
        assert gadget.answers() == 1


def _row() -> Gadget:
    """A gadget with a sheet of two dice, thrown into the reader."""
    return Gadget(sheet="paths-of-glory-2016", die=READER)


def _nominated(gadget: Gadget) -> Gadget:
    """Read what the sheet says first, and nominate A."""
    while "Nominate" not in gadget.reads():
        gadget.press(LEFT)
    return gadget.press(LEFT)


def test_two_dice_are_two_throws_and_the_screen_says_which_is_next() -> None:
    with _row() as gadget:
        _nominated(gadget.plug_reader())
        assert "Roll the white die first." in gadget.reads(), "without another press"
        gadget.throw(6).passes(1.0)
        assert "White is 6. Roll the coloured die." in gadget.reads()
        gadget.throw(3)
        assert gadget.reads() == "The dice: white 6, coloured 3."
        assert gadget.answers() == 3
        assert len(_acks(gadget)) == 2


def test_two_equal_dice_are_two_throws_too() -> None:
    with _row() as gadget:
        _nominated(gadget.plug_reader()).throw(5).throw(5)
        assert gadget.reads() == "The dice: white 5, coloured 5."


def test_a_reader_pulled_between_two_dice_keeps_the_first_and_counts_the_second_once() -> None:
    with _row() as gadget:
        _nominated(gadget.plug_reader(boot=7)).throw(6).passes(1.0).unplug_reader()
        assert "is unplugged: plug it in." in gadget.reads()
        gadget.plug_reader(boot=8)
        assert "White is 6. Roll the coloured die." in gadget.reads()
        gadget.says(encode("ROLL", "7", "1", "6", "97"))
        assert gadget.answers() == 2, "of an earlier start: who is this?"
        gadget.throw(3).passes(1.0)
        assert gadget.answers() == 3


def test_after_the_first_die_a_power_cut_asks_for_the_second() -> None:
    with _row() as gadget:
        _nominated(gadget.plug_reader()).throw(6)
        disk = gadget.after_a_power_cut()
    with Gadget(sheet="paths-of-glory-2016", die=READER, disk=disk) as again:
        again.plug_reader()
        again.says(encode("ROLL", "7", "1", "6", "97"))
        assert "White is 6. Roll the coloured die." in again.reads()
        assert again.answers() == 2


def test_where_a_throw_is_asked_for_at_once_the_first_press_names_it() -> None:
    with _row() as gadget:
        gadget.plug_reader()
        gadget.unplug_reader()
        assert "The menu can name the die instead." in gadget.reads()
        _nominated(gadget)
        assert "Roll the white die first." in gadget.reads()
        gadget.press(LEFT)
        assert "Menu: The white die shows" in gadget.reads()
        gadget.press(LEFT).press(LEFT).passes(2.0)
        assert gadget.answers() == 2, "White 1, coloured 1"


def test_the_menu_is_past_a_throw_that_is_asked_for_at_once() -> None:
    with _row() as gadget:
        _nominated(gadget.plug_reader()).turn(1)
        assert "> Menu" in gadget.reads()
        gadget.press(KNOB)
        assert "Menu: Menu" in gadget.reads()


def test_a_die_that_leans_when_no_roll_is_due_is_left_in_peace() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4).passes(1.0)
        gadget.says(encode("STATE", "COCKED"))
        assert "Play A, B or C." in gadget.reads()


def test_a_throw_while_a_menu_is_open_counts_and_is_shown() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader().press(KNOB)
        assert "Menu" in gadget.reads()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."
        gadget.passes(1.0)
        assert "Play A, B or C." in gadget.reads()


def test_a_throw_at_the_wrong_moment_leaves_the_open_menu_where_it_was() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4).passes(1.0).turn(9).press(KNOB).turn(1)
        before = gadget.reads()
        gadget.throw(2)
        assert "No roll is due now." in gadget.reads()
        gadget.press(LEFT)
        assert gadget.reads() == before
        assert gadget.answers() == 1


def test_a_throw_while_a_page_is_open_counts_and_an_unread_fault_comes_after_it() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)
        gadget.throw(4)
        assert gadget.reads(Side.RIGHT) == "The die: A, B or C."
        gadget.passes(1.0)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)
        gadget.press(LEFT)
        assert "Play A, B or C." in gadget.reads(Side.RIGHT)
        assert gadget.answers() == 1


def test_a_reader_that_knows_no_faces_says_so_and_what_to_do() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader(capabilities=("blank", "cal", "raw")).throw(4)
        assert "calibrate it" in gadget.reads()
        assert gadget.answers() == 0
        gadget.says(encode("HELLO", "1.1", "sim-1", "SIMULATED", "7", "cal+raw"))
        assert "calibrate it" not in gadget.reads()


def test_a_dirty_window_is_told_and_throws_count_on() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader(capabilities=("cal", "dirty", "raw"))
        assert "window is dirty" in gadget.reads()
        gadget.throw(4).passes(5.0)
        assert gadget.answers() == 1


def test_a_reader_gone_mad_does_not_hide_the_board() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        gadget.plug_reader().throw(4).passes(5.0)
        board = gadget.reads()
        for sequence in range(2, 300):
            gadget.says(encode("ROLL", "7", str(sequence), "4", "97")).passes(0.003)
            if sequence == 100:
                assert "Die not wanted" in gadget.reads()
                gadget.press(Control.KNOB)
        assert gadget.reads() == board
        assert len(_acks(gadget)) == 299, "each is answered all the same"
        gadget.passes(2.1)
        gadget.says(encode("ROLL", "7", "300", "4", "97"))
        assert "Die not wanted" in gadget.reads(), "the next one may be a person's"


MAD = {
    "two protocols": [encode("HELLO", f"{major}.0", "mad 1", "UID", "7", "") for major in (9, 1)],
    "two foreign protocols": [encode("HELLO", f"{n}.0", "mad 1", "UID", "7", "") for n in (9, 8)],
    "trouble": [encode("HELLO", "1.1", "mad 1", "UID", "7", word) for word in ("blind", "")],
    "the die": [encode("STATE", state.value) for state in (DieState.COCKED, DieState.LIGHT)],
}


@pytest.mark.parametrize("lines", MAD.values(), ids=MAD)
def test_a_reader_that_changes_with_every_line_fills_neither_bus_nor_log(
    lines: list[bytes],
) -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        sent, logged = gadget.bus.wire_bytes, len(gadget.log)
        for _ in range(500):
            for line in lines:
                gadget.says(line)
        assert gadget.bus.wire_bytes - sent < 30_000
        assert len(gadget.log) - logged < 30
        assert gadget.press(LEFT).running


def test_after_a_flood_the_last_condition_of_the_reader_is_shown() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        for _ in range(500):
            for line in MAD["two protocols"][::-1]:
                gadget.says(line)
        gadget.device = None
        gadget.passes(1.0)
        assert "speaks protocol 9" in gadget.reads()
        assert "speaks protocol 9" in gadget.log[-1]


def test_a_reader_with_lamps_lights_the_die_while_a_roll_is_due_from_it() -> None:
    def due(gadget: Gadget) -> list[bytes]:
        return [line for line in gadget.sent if line.startswith(b"$DUE")]

    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        gadget.says(encode("HELLO", "1.2", "dice-bridge 1", "GoDice-1", "7", "pips+lamp+quiet"))
        gadget.passes(0.1)
        assert due(gadget) == [encode("DUE", "1", "255", "30", "0")]
        gadget.throw(4).passes(5.0)
        assert due(gadget)[1:] == [encode("DUE", "0", "0", "0", "0")]
        assert "gone silent" not in gadget.reads()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("radio", "Bluetooth does not work"),
        ("none", "No Bluetooth die was chosen yet"),
        ("shape", "does not have six faces"),
        ("away", "asleep or out of reach"),
        ("reroll", "roll it again"),
        ("weak", "charge it"),
    ],
)
def test_what_is_wrong_with_a_bluetooth_die_is_said_until_it_is_right(word: str, said: str) -> None:
    hello = ("HELLO", "1.2", "dice-bridge 1", "GoDice-1", "7")
    with Gadget(die=READER) as gadget:
        gadget.plug_reader()
        gadget.says(encode(*hello, f"pips+lamp+quiet+{word}"))
        assert said in gadget.reads()
        assert ("The menu can name the die" in gadget.reads()) == (word not in ("reroll", "weak"))
        gadget.says(encode(*hello, "pips+lamp+quiet"))
        assert said not in gadget.reads()
