"""Lamps that are brighter or dimmer than usual: the gain is chosen with the calibration."""

from pathlib import Path

import pytest
from calibration import load

from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    ReaderRoll,
)
from firmware.simulated.light import Specimen
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import SAVED, calibrate, messages, step
from tests.firmware.quick_board import QuickBoard


def tray_with(white: float) -> Tray:
    """A tray whose lamp gives so many counts from white paper at the usual gain."""
    return Tray(Clock(), seed=1, specimen=Specimen([0.95] * 6, white))


def gain_of(folder: Path) -> int:
    known = load(str(folder / "calibration.txt"))
    assert known is not None
    return known.gain


@pytest.mark.parametrize(("white", "gain"), [(960, 16), (2000, 4), (7000, 4), (18_000, 1)])
def test_bright_and_dim_lamps_are_calibrated_and_throws_are_read(
    tmp_path: Path, white: float, gain: int
) -> None:
    board = QuickBoard(tray_with(white), tmp_path / "calibration.txt")
    assert calibrate(board) == SAVED
    assert gain_of(tmp_path) == gain
    for start in range(2):
        for face in range(1, 7):
            board.tray.lift()
            board.run(4000)
            board.tray.throw(face)
            said = [m for m in messages(board.run(1500)) if isinstance(m, ReaderRoll)]
            assert said[-1].face == face, start
            board.send(b"\n")
            board.replug()
            board.run(500)


def test_the_board_itself_takes_the_gain_and_keeps_it(blank_folder: Path) -> None:
    with Board(tray_with(18_000), blank_folder) as board:
        assert calibrate(board) == SAVED
        assert gain_of(blank_folder) == 1
        for _ in range(2):
            board.tray.lift()
            board.run(3000)
            board.tray.throw(4)
            assert b",4," in board.run(1500)
            board.replug()
        board.run(1000)
        board.tray.unsolder()
        board.run(3)
        board.tray.solder()
        board.run(4000)
        board.tray.throw(3)
        assert b",3," in board.run(1500)


def test_a_lamp_that_is_too_bright_for_any_gain_is_told_as_such(tmp_path: Path) -> None:
    board = QuickBoard(tray_with(60_000), tmp_path / "calibration.txt")
    board.tray.lift()
    board.run(100)
    step(board, CalibrationStep.BEGIN)
    board.tray.place(4)
    board.run(100)
    verdict = CalibrationVerdict.SATURATED
    assert step(board, CalibrationStep.FACE, 4) == CalibrationReply(CalibrationStep.FACE, verdict)


def test_a_calibration_without_a_gain_is_of_the_usual_one(calibration: Path) -> None:
    assert gain_of(calibration.parent) == 4
    assert len(calibration.read_text().split()) == 1 + 34 + 1
