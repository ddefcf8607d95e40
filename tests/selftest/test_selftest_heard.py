"""What the self-test on the glass does with the buzzer and with the die reader's throws."""

from pathlib import Path

from cdgdevice.selftest.on_gadget import SOUNDS
from tests.selftest.pi_trees import zero_2_w
from tests.selftest.tried import KNOB, Tried


def test_a_throw_meanwhile_shows_and_counts_for_nothing(tmp_path: Path) -> None:
    with Tried(tree=zero_2_w(tmp_path)) as gadget:
        gadget.plug_reader()
        answers = gadget.answers()
        gadget.to_controls().throw(2)
        assert "The die shows AB." in gadget.reads()
        assert gadget.answers() == answers
        assert gadget.sent[-1].startswith(b"$ACK"), "and the reader need not repeat it"
        gadget.touches_all()
        told = "\n".join(gadget.told())
        assert "fault" not in told.replace("No fault", ""), told


def test_a_throw_is_told_not_to_count_where_it_is_not_shown(tmp_path: Path) -> None:
    with Tried(tree=zero_2_w(tmp_path), buzzer=26) as gadget:
        gadget.plug_reader()
        answers = gadget.answers()
        gadget.begins()
        for stage in (
            "Test pattern",
            "left screen",
            "right screen",
            "The left",
            "The right",
            "Buzzer",
        ):
            assert stage in gadget.reads()
            gadget.throw(2)
            assert "Self-test: the roll does not count." in gadget.reads()
            gadget.passes(0.1)
            assert gadget.sounds(), "as what is refused does"
            gadget.press(KNOB)
            assert stage in gadget.reads(), "and it goes on where it was"
            gadget.press(KNOB)
        assert "Note: Controls" in gadget.reads()
        assert gadget.answers() == answers


def test_the_buzzer_sounds_for_two_seconds_and_no_longer(tmp_path: Path) -> None:
    with Tried(tree=zero_2_w(tmp_path), buzzer=26) as gadget:
        gadget.begins().until("Note: Buzzer")
        assert gadget.sounds()
        gadget.passes(SOUNDS)
        assert not gadget.sounds()
        assert "Note: Buzzer" in gadget.reads()
        waits = gadget.time.waits
        gadget.passes(3600.0)
        assert gadget.time.waits <= waits + 1
        gadget.press(KNOB)
        assert "Note: Controls" in gadget.reads()


def test_a_press_silences_the_buzzer_and_so_does_the_end(tmp_path: Path) -> None:
    with Tried(tree=zero_2_w(tmp_path), buzzer=26) as gadget:
        gadget.begins().until("Note: Buzzer").press(KNOB)
        assert "Note: Controls" in gadget.reads()
        assert not gadget.sounds()
