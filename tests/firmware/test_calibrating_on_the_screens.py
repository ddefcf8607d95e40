"""A player who knows only what the glass says teaches a board with the real firmware its die."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.ui.calibration import LOOK_COUNT
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.test_whole_path import SAID, Play, at_the_table

LEFT, KNOB = Control.LEFT, Control.KNOB
ON_TOP = re.compile(r"(Put the die in with|A quarter turn,|Leave) (\w+) ")
FACES = {sticker.colour: sticker.face for sticker in STICKERS}


@pytest.fixture
def blank(blank_folder: Path) -> Iterator[Play]:
    """A gadget, and a board that has just been flashed."""
    with Board(Tray(Clock(), seed=3), blank_folder) as board, at_the_table(board) as play:
        yield play


def begins(play: Play) -> None:
    if "calibrate it." in play.gadget.reads():
        play.gadget.press(LEFT)
    play.gadget.turn(9).press(KNOB).takes("Die reader", "Calibrate")
    play.passes(0.3)


def obeys(play: Play) -> None:
    """Do what the glass says, and press; then wait as long as it looks."""
    said = play.gadget.reads()
    if "Take the die out" in said:
        play.board.tray.lift()
    elif (on_top := ON_TOP.search(said)) is not None:
        play.board.tray.place(FACES[on_top[2]])
    play.passes(0.2)
    play.gadget.press(LEFT)
    for _ in range(40):
        play.passes(0.1)
        if not re.search(r"Looking|One moment", play.gadget.reads()):
            return


def test_a_blank_reader_learns_its_die_from_one_who_does_what_the_screen_says(blank: Play) -> None:
    blank.passes(1.0)
    begins(blank)
    presses = 0
    while "The reader knows its die." not in blank.gadget.reads():
        obeys(blank)
        presses += 1
        assert presses < 2 * LOOK_COUNT, blank.gadget.reads()
    blank.gadget.press(LEFT)
    blank.asks()
    blank.throws(3)
    assert blank.gadget.reads() == f"The die: {SAID[3]}."


def test_a_hand_in_the_tray_is_told_and_the_step_is_taken_again(blank: Play) -> None:
    begins(blank)
    obeys(blank)
    assert "Jolly Roger: 1 of 2" in blank.gadget.reads()
    blank.gadget.press(LEFT)
    blank.passes(1.0)
    assert "It moved, or no die lies there." in blank.gadget.reads()
    assert "Put the die in with blue on top" in blank.gadget.reads()
    obeys(blank)
    assert "Jolly Roger: 2 of 2" in blank.gadget.reads()


def test_light_and_loose_wires_are_told_and_the_step_is_taken_again(blank: Play) -> None:
    begins(blank)
    blank.board.tray.shine(9000.0)
    obeys(blank)
    assert "Too much light: shade the tray." in blank.gadget.reads()
    blank.board.tray.shine(0.0)
    blank.board.tray.unsolder()
    blank.passes(0.5)
    assert "The die reader's sensor does not answer" in blank.gadget.reads()
    blank.gadget.press(LEFT)
    obeys(blank)
    assert "The sensor does not answer: check its wires." in blank.gadget.reads()
    blank.board.tray.solder()
    blank.passes(2.0)
    obeys(blank)
    assert "Jolly Roger: 1 of 2" in blank.gadget.reads()


def test_a_face_taken_for_another_is_found_out_and_both_are_named(blank: Play) -> None:
    begins(blank)
    obeys(blank)
    while "Too alike" not in blank.gadget.reads():
        if "C D E" in blank.gadget.reads():
            blank.board.tray.place(2)
            blank.gadget.press(LEFT)
            blank.passes(1.0)
        else:
            obeys(blank)
    assert "A B and C D E look too alike." in blank.gadget.reads()
    blank.gadget.press(LEFT)
    while "The reader knows its die." not in blank.gadget.reads():
        obeys(blank)


def test_a_player_who_walks_away_is_told_on_coming_back(blank: Play) -> None:
    begins(blank)
    obeys(blank)
    blank.passes(125.0)
    obeys(blank)
    assert "The reader has forgotten what was taken." in blank.gadget.reads()
    obeys(blank)
    assert "Take the die out" in blank.gadget.reads()
