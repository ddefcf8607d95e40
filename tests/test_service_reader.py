"""The die reader beside the whole gadget: each throw counts once, whatever happens."""

from cdgdevice.gadget.desk.moment import Around, DieSource
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.reader.line import encode
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
READER = Around(die=DieSource.READER)


def _acks(gadget: Gadget) -> list[bytes]:
    return [line for line in gadget.sent if line.startswith(b"$ACK")]


def test_a_throw_counts_once_however_often_it_is_repeated() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4)
        roll = encode("ROLL", "7", "1", "4", "97")
        for _ in range(50):
            gadget.says(roll)
        assert gadget.answers() == 1
        gadget.passes(5.0)
        assert "Play A, B or C." in gadget.reads()


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


def test_a_throw_whose_acknowledgement_was_lost_in_a_crash_does_not_count_again() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4)
        disk = gadget.after_a_power_cut()
    with Gadget(disk=disk) as again:
        again.plug_reader()
        again.says(encode("ROLL", "7", "1", "4", "97"))
        assert again.answers() == 1
        assert _acks(again) == [encode("ACK", "7", "1")]
        assert "Play A, B or C." in again.reads()


def test_a_throw_that_the_crash_came_before_counts_after_it() -> None:
    with Gadget() as gadget:
        gadget.plug_reader()
        disk = gadget.after_a_power_cut()
    with Gadget(disk=disk) as again:
        again.plug_reader()
        again.says(encode("ROLL", "7", "1", "4", "97"))
        assert again.answers() == 1


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


def test_a_reader_pulled_while_the_die_rolls_and_put_back_counts_the_next_throw() -> None:
    with Gadget(around=READER) as gadget:
        gadget.plug_reader(boot=7).press(LEFT)
        assert "Throw the die." in gadget.reads()
        gadget.unplug_reader()
        assert "plug it in again" in gadget.reads()
        gadget.passes(10.0).plug_reader(boot=8)
        assert "Throw the die." in gadget.reads(), "the page goes by itself"
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert gadget.answers() == 1


def test_a_reader_that_goes_silent_is_told_to_a_player_who_waits_for_it() -> None:
    with Gadget(around=READER) as gadget:
        gadget.plug_reader()
        gadget.device = None
        gadget.passes(4.0)
        assert "gone silent" in gadget.reads()


def test_a_build_whose_dice_are_its_own_is_not_bothered_by_a_missing_reader() -> None:
    with Gadget() as gadget:
        gadget.unplug_reader()
        assert "Roll or 1-Ops." in gadget.reads()
        assert gadget.log == [
            "playing paths-of-glory-2022",
            "die reader: The die reader is gone: plug it in again.",
        ]


def test_a_die_that_leans_asks_for_a_nudge_until_it_lies_flat() -> None:
    with Gadget() as gadget:
        gadget.plug_reader()
        gadget.says(encode("STATE", "COCKED"))
        assert "The die leans: nudge it." in gadget.reads()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."


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


def test_a_reader_that_knows_no_faces_says_so_and_what_to_do() -> None:
    with Gadget(around=READER) as gadget:
        gadget.plug_reader(capabilities=("blank", "cal", "raw")).throw(4)
        assert "calibrate it" in gadget.reads()
        assert gadget.answers() == 0
        gadget.says(encode("HELLO", "1.1", "sim-1", "SIMULATED", "7", "cal+raw"))
        assert "calibrate it" not in gadget.reads()


def test_a_dirty_window_is_told_and_throws_count_on() -> None:
    with Gadget(around=READER) as gadget:
        gadget.plug_reader(capabilities=("cal", "dirty", "raw"))
        assert "window is dirty" in gadget.reads()
        gadget.throw(4).passes(5.0)
        assert gadget.answers() == 1
