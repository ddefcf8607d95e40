"""Lamps that are brighter or dimmer than usual: the gain is chosen with the calibration."""

from pathlib import Path

import pytest
from calibration import APART_PART, SEEN, load
from classify import LIGHT_PART

from cdgdevice.drivers.reader.reader_messages import (
    RAW_QUESTION,
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    RawReading,
    ReaderRoll,
)
from cdgdevice.reader_tools.reader_inspection import ALIKE_PERCENT, DIM_CLEAR, STRAY_PART
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


def read_raw(board: QuickBoard) -> RawReading:
    board.send(RAW_QUESTION)
    (seen,) = (each for each in messages(board.run(200)) if isinstance(each, RawReading))
    return seen


@pytest.mark.parametrize("white", [960, 18_000])
def test_while_it_is_calibrated_it_tells_what_the_sensor_counts_with_the_gain_of_that(
    tmp_path: Path, white: float
) -> None:
    board = QuickBoard(tray_with(white), tmp_path / "calibration.txt")
    assert calibrate(board) == SAVED
    board.tray.lift()
    board.run(4000)
    assert read_raw(board).like == 0
    assert step(board, CalibrationStep.BEGIN) == CalibrationReply(
        CalibrationStep.BEGIN, CalibrationVerdict.OK
    )
    gain = 4
    for face, brightness in ((4, 1.0), (1, 0.4)):
        board.tray.place(face)
        board.run(500)
        taken = CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.OK, (face, 1))
        assert step(board, CalibrationStep.FACE, face) == taken
        gain = min(gain, board.reader.gain)
        seen = read_raw(board)
        assert (seen.like, seen.margin) == (None, None)
        assert seen.clear >= brightness * white * gain / 4
    board.tray.lift()
    board.run(500)
    assert step(board, CalibrationStep.EMPTY) == CalibrationReply(
        CalibrationStep.EMPTY, CalibrationVerdict.OK
    )
    mirrored = 0.24 * white * gain / 4
    assert read_raw(board).clear == pytest.approx(mirrored, rel=0.2)


def test_a_test_strip_is_judged_by_the_limits_of_the_firmware() -> None:
    assert (ALIKE_PERCENT, DIM_CLEAR, STRAY_PART) == (100 / APART_PART, SEEN, LIGHT_PART)
