"""The die reader is calibrated on the gadget itself, and the game beneath is left alone."""

from random import Random

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import CalibrationStep, encode_calibration_step
from cdgdevice.render.views import MenuView, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.layers import is_calibrating
from tests.whole_gadget import ADDRESSES, Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
READER = DieSource.READER
STOP = encode_calibration_step(CalibrationStep.STOP)


def enters(gadget: Gadget, *titles: str) -> Gadget:
    """Open the menu, which lies past the last choice, and go down through these entries."""
    return gadget.turn(9).press(KNOB).takes(*titles)


def begins(gadget: Gadget) -> Gadget:
    return enters(gadget, "Die reader", "Calibrate")


def shows(gadget: Gadget, looks: int) -> Gadget:
    """Do as the guide says for so many looks: the empty tray, then each face twice."""
    for number in range(looks):
        if number:
            gadget.throw((number + 1) // 2)
        gadget.press((LEFT, RIGHT, KNOB)[number % 3])
    return gadget


def asked(gadget: Gadget) -> list[bytes]:
    return [line for line in gadget.sent if line.startswith(b"$CAL")]


def test_a_reader_that_knows_no_die_is_taught_it_and_its_throws_count() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader(capabilities=("blank", "cal", "raw"))
        assert "does not know its die yet: calibrate it." in gadget.reads()
        assert "The menu does it: Die reader." in gadget.reads()
        begins(gadget.press(LEFT))
        assert "Take the die out of the tray, then press." in gadget.reads()
        shows(gadget, 13)
        assert "The reader knows its die." in gadget.reads()
        assert gadget.log[-1] == "die reader: The die reader is ready."
        gadget.press(LEFT).throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert gadget.answers() == 1


def test_the_game_beneath_is_as_it_was_and_the_journal_gets_nothing() -> None:
    with Gadget() as gadget:
        gadget.plug_reader().throw(4).passes(1.0).turn(2).turn(-2)
        before = {side: gadget.reads(side) for side in Side}
        begins(gadget)
        for _ in range(7):
            gadget.press(RIGHT)
        assert "Event" not in gadget.reads()
        gadget.press(KNOB, seconds=1.0)
        assert asked(gadget)[-1] == STOP
        assert {side: gadget.reads(side) for side in Side} == before, "the plain choice first"
        assert gadget.answers() == 1


def test_there_is_no_such_entry_without_a_reader_that_can_be_calibrated() -> None:
    with Gadget() as gadget:
        for plug in (
            lambda: gadget,
            lambda: gadget.plug_reader(capabilities=("raw",)),
            lambda: gadget.plug_reader().unplug_reader(),
        ):
            plug().press(KNOB)
            assert "Die reader" not in gadget.shown_menu().items
            gadget.press(KNOB, seconds=1.0)


def test_the_menu_says_which_reader_it_is_and_how_it_does() -> None:
    with Gadget() as gadget:
        gadget.plug_reader(capabilities=("cal", "dirty"))
        enters(gadget, "Die reader", "About")
        assert "window is dirty" in gadget.reads()
        assert "Firmware sim-1, protocol 1.1." in gadget.reads()
        assert "SIMULATED" in gadget.reads()


def test_a_throw_during_a_calibration_counts_for_nothing_and_says_so() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader())
        gadget.says(encode("ROLL", "7", "1", "4", "97"))
        assert "No roll counts during calibration." in gadget.reads()
        assert gadget.answers() == 0
        gadget.press(KNOB, seconds=1.0)
        gadget.says(encode("ROLL", "7", "2", "2", "97"))
        assert gadget.reads() == "The die: A or B."


def test_who_leaves_the_same_face_on_top_is_told_which_two_look_alike() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        for number in range(12):
            gadget.throw(1 if number < 4 else number // 2 + 1).press(LEFT)
        assert "Jolly Roger and A B look too alike." in gadget.reads()


def test_an_empty_tray_is_taken_for_no_face() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader()).press(LEFT).press(LEFT)
        assert "It moved, or no die lies there." in gadget.reads()


def test_a_throw_after_the_end_counts_without_a_press() -> None:
    with Gadget(die=READER) as gadget:
        shows(begins(gadget.plug_reader()), 13)
        assert "The reader knows its die." in gadget.reads()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert gadget.answers() == 1


def test_a_throw_counts_after_the_reader_was_away_in_the_midst_without_a_press() -> None:
    with Gadget(die=READER) as gadget:
        begins(gadget.plug_reader(boot=7)).press(LEFT)
        gadget.unplug_reader().plug_reader(boot=8)
        assert "The reader is gone. What it knew before stays in force." in gadget.reads()
        gadget.throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert gadget.answers() == 1


def test_a_throw_over_what_is_read_alone_says_so_and_hides_nothing() -> None:
    with Gadget() as gadget:
        shows(begins(gadget.plug_reader()), 12)
        gadget.device = None
        gadget.press(LEFT).says(encode("CAL", "FACE", "OK", "6", "2"))
        gadget.says(encode("CAL", "SAVE", "CLOSE", "2", "5"))
        alike = gadget.reads()
        assert "A B and C D E look too alike." in alike
        for seq in "12":
            gadget.says(encode("ROLL", "7", seq, "4", "97"))
            assert "No roll counts during calibration." in gadget.reads()
        gadget.press(LEFT)
        assert gadget.reads() == alike
        gadget.press(LEFT)
        assert "A B: 1 of 2" in gadget.reads()
        assert gadget.answers() == 0


def test_a_gadget_that_is_switched_off_in_the_midst_tells_the_reader_to_stop() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        gadget.stops()
        assert asked(gadget)[-1] == STOP
    with Gadget() as gadget:
        begins(gadget.plug_reader()).press(KNOB, seconds=1.0)
        before = asked(gadget)
        gadget.stops()
        assert asked(gadget) == before, "there is nothing to stop"


def test_a_reader_that_was_left_in_a_calibration_counts_throws_once_a_gadget_is_there() -> None:
    with Gadget(die=READER) as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        device = gadget.device
        gadget.device = None  # whatever ends the program, the reader hears no more of it
    with Gadget(die=READER) as gadget:
        gadget.plug_reader(device=device).throw(4)
        assert gadget.reads() == "The die: A, B or C."
        assert asked(gadget) == [STOP]
        gadget.says(encode("HELLO", "1.1", "sim-1", "SIMULATED", "7", "cal+dirty+raw"))
        assert asked(gadget) == [STOP], "once is enough"


def test_a_reader_that_was_silent_for_a_while_in_a_calibration_counts_throws_again() -> None:
    with Gadget(die=READER) as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        device, gadget.device = gadget.device, None
        gadget.passes(4.0)
        gadget.device = device
        gadget.passes(5.0).throw(4)
        assert gadget.reads() == "The die: A, B or C."


def test_a_reader_that_can_not_be_calibrated_is_not_told_to_stop() -> None:
    with Gadget() as gadget:
        gadget.plug_reader(capabilities=("raw",))
        assert asked(gadget) == []


def test_a_reader_that_does_not_answer_is_asked_again_at_the_next_press() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader())
        device, gadget.device = gadget.device, None
        gadget.press(LEFT).passes(2.7)
        assert "Looking: leave it alone." in gadget.reads()
        gadget.passes(0.3)
        assert "No answer came." in gadget.reads()
        gadget.device = device
        gadget.press(LEFT)
        assert "Jolly Roger: 1 of 2" in gadget.reads()


def test_an_unplugged_reader_ends_it_and_what_was_stored_stays() -> None:
    with Gadget(die=READER) as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        gadget.press(LEFT).unplug_reader()
        assert "is unplugged: plug it in." in gadget.reads()
        gadget.press(LEFT)
        assert "The reader is gone. What it knew before stays in force." in gadget.reads()
        gadget.plug_reader(boot=8).press(LEFT).throw(4)
        assert gadget.reads() == "The die: A, B or C."


def test_a_reader_that_starts_again_is_calibrated_from_the_beginning() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader(boot=7)).press(LEFT)
        gadget.says(encode("HELLO", "1.1", "sim-1", "SIMULATED", "8", "cal+raw"))
        assert "The reader has restarted." in gadget.reads()
        gadget.press(LEFT)
        assert asked(gadget)[-1] == encode_calibration_step(CalibrationStep.BEGIN)
        assert "Take the die out of the tray" in gadget.reads()


@pytest.mark.parametrize("state", ["COCKED", "LIGHT", "SATURATED"])
def test_how_the_die_lies_meanwhile_is_not_told(state: str) -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader())
        gadget.says(encode("STATE", state))
        assert "Take the die out of the tray" in gadget.reads()


def test_a_fault_of_a_screen_lies_over_the_guide_which_goes_on_beneath() -> None:
    with Gadget() as gadget:
        begins(gadget.plug_reader()).press(LEFT)
        gadget.bus.unplug(ADDRESSES[Side.LEFT])
        gadget.throw(1).press(LEFT)
        assert "No screen answers at 0x3C" in gadget.reads(Side.RIGHT)
        gadget.press(LEFT)
        assert "Jolly Roger: 2 of 2" in gadget.reads(Side.RIGHT)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_no_step_comes_before_its_time_and_the_game_is_untouched(
    seed: int,
) -> None:
    chance = Random(seed)
    with Gadget(die=READER) as gadget:
        legal: list[bytes] = []
        gadget.when_sent = legal.append
        gadget.plug_reader(boot=1)
        for number in range(2, 120):
            device = gadget.device
            match chance.choice([*"pppppppppp", "late", "pull", "stop", "mute", "noise", "face"]):
                case "p":
                    gadget.press(chance.choice([LEFT, RIGHT]))
                case "late":
                    gadget.passes(chance.choice([0.5, 3.1, 130.0]))
                case "pull" if device is not None:
                    gadget.unplug_reader()
                case "stop":
                    gadget.press(KNOB, seconds=1.0)
                case "mute" if device is not None:
                    gadget.device = None
                    gadget.press(LEFT).passes(3.1)
                    gadget.device = device
                case "noise":
                    gadget.says(encode("CAL", "SAVE", "OK") + encode("CAL", "FACE", "OK", "4", "4"))
                case "face" if device is not None and is_calibrating(gadget.session.state):
                    gadget.says(encode("ROLL", str(device.boot), str(number), "4", "97"))
            if gadget.device is None:
                gadget.plug_reader(boot=number)
            if not is_calibrating(gadget.session.state):
                while isinstance(gadget.front.shown_views[Side.LEFT], PageView | MenuView):
                    gadget.press(KNOB, seconds=1.0)
                gadget.turn(-9).passes(2.0)  # until a reader that was silent is known again
                assert "Roll or 1-Ops." in gadget.reads() or "Roll the die." in gadget.reads()
                begins(gadget)
            gadget.reads()
        assert gadget.answers() == 0
    _in_order([line for line in legal if line.startswith(b"$CAL")])


def _in_order(lines: list[bytes]) -> None:
    """Each calibration is begun, takes the tray first, and saves last."""
    begin, empty, save = (
        encode_calibration_step(step)
        for step in (CalibrationStep.BEGIN, CalibrationStep.EMPTY, CalibrationStep.SAVE)
    )
    before: list[bytes] = []
    for line in lines:
        if line in (begin, STOP):
            before = [line]
            continue
        assert before[0] == begin
        if line.startswith(b"$CAL,FACE"):
            assert empty in before
        if line == save:
            faces = {encode_calibration_step(CalibrationStep.FACE, face) for face in range(1, 7)}
            assert faces <= set(before)
        before.append(line)
    assert lines.count(begin) > 3
