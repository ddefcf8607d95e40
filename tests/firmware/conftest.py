import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.assembled import assemble
from tests.firmware.calibrating import SAVED, calibrate
from tests.firmware.quick_board import QuickBoard


@pytest.fixture
def blank_folder(tmp_path: Path) -> Path:
    """A board's files, as they are flashed."""
    folder = tmp_path / "board"
    folder.mkdir()
    return assemble(folder)


@pytest.fixture(scope="session")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that a calibration over the line has left."""
    folder = assemble(tmp_path_factory.mktemp("calibrated"))
    with Board(Tray(Clock()), folder) as board:
        assert calibrate(board) == SAVED
    return folder / "calibration.txt"


@pytest.fixture
def folder(blank_folder: Path, calibration: Path) -> Path:
    """The same after a calibration over the line."""
    shutil.copy(calibration, blank_folder)
    return blank_folder


@pytest.fixture
def board(folder: Path) -> Iterator[Board]:
    """A calibrated board in lock-step that has just said hello."""
    with Board(Tray(Clock(), seed=1), folder) as board:
        board.run(500)
        yield board


@pytest.fixture
def blank_reader(tmp_path: Path) -> QuickBoard:
    """A reader by itself that knows no die yet."""
    return QuickBoard(Tray(Clock(), seed=2), tmp_path / "calibration.txt")


@pytest.fixture
def reader(calibration: Path, tmp_path: Path) -> QuickBoard:
    """A calibrated reader by itself that has said hello."""
    path = tmp_path / "calibration.txt"
    shutil.copy(calibration, path)
    reader = QuickBoard(Tray(Clock(), seed=3), path)
    reader.run(500)
    return reader
