"""What happens to a die that lies: none of it is a roll, and a throw after it is one."""

import shutil
from pathlib import Path

import pytest

from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import SAVED, acknowledge, calibrate, rolls
from tests.firmware.quick_board import QuickBoard

FACES = range(1, 7)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a calibration."""
    path = tmp_path_factory.mktemp("learned") / "calibration.txt"
    assert calibrate(QuickBoard(Tray(Clock()), path)) == SAVED
    return path


def lying(learned: Path, tmp_path: Path, face: int, wait: float) -> QuickBoard:
    """A die that was thrown and counted, and has lain for `wait` milliseconds since."""
    shutil.copy(learned, tmp_path / "calibration.txt")
    board = QuickBoard(Tray(Clock(), seed=face), tmp_path / "calibration.txt")
    board.run(500)
    board.tray.throw(face)
    acknowledge(board, board.run(1500))
    board.run(500 + wait)
    return board


@pytest.mark.parametrize("gap", [100, 150, 200, 250, 330, 400, 500])
@pytest.mark.parametrize("face", FACES)
def test_no_train_of_knocks_is_a_roll(learned: Path, tmp_path: Path, face: int, gap: int) -> None:
    for knocks in range(1, 9):
        board = lying(learned, tmp_path, face, 7 * knocks)
        said = b""
        for _ in range(knocks):
            board.tray.knock()
            said += board.run(gap)
        assert rolls(said + board.run(1500)) == [], knocks


@pytest.mark.parametrize("half", [45, 60, 75, 90, 130, 200, 1000])
@pytest.mark.parametrize("face", FACES)
def test_a_lamp_that_comes_and_goes_is_no_roll(
    learned: Path, tmp_path: Path, face: int, half: int
) -> None:
    for counts in (300, 600, 900):
        board = lying(learned, tmp_path, face, counts / 10)
        said = b""
        for _ in range(15):
            board.tray.shine(counts)
            said += board.run(half)
            board.tray.shine(0)
            said += board.run(half)
        assert rolls(said + board.run(1500)) == [], counts


@pytest.mark.parametrize("face", FACES)
def test_the_same_face_thrown_again_is_a_roll_after_knocks_and_lamps(
    learned: Path, tmp_path: Path, face: int
) -> None:
    board = lying(learned, tmp_path, face, 0)
    board.tray.shine(900)
    board.run(130)
    board.tray.knock()
    board.run(130)
    board.tray.lift()
    said = board.run(250)
    board.tray.throw(face)
    assert rolls(said + board.run(900))[:1] == [face]
