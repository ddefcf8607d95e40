"""The lamp while nothing moves: a glimpse now and then, dark where nobody asks; no throw lost."""

import shutil
from pathlib import Path
from random import Random

import pytest

from cdgdevice.drivers.reader.reader_messages import HELLO_QUESTION, encode_ping
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import acknowledge, rolls
from tests.firmware.quick_board import QuickBoard


def lit_part(board: QuickBoard, ms: float) -> float:
    """Part of the time in which the LED is lit."""
    before = board.lit_ms
    board.run(ms)
    return (board.lit_ms - before) / ms


@pytest.fixture
def met(reader: QuickBoard) -> QuickBoard:
    """A calibrated reader that a host has asked who it is."""
    reader.send(HELLO_QUESTION)
    reader.run(100)
    return reader


def test_an_empty_tray_is_lit_half_of_the_time_and_after_two_seconds_hardly(
    met: QuickBoard,
) -> None:
    assert lit_part(met, 1000) == pytest.approx(0.5, abs=0.05)
    met.run(1500)
    assert lit_part(met, 20_000) < 0.07


def test_so_is_a_die_that_lies_still(met: QuickBoard) -> None:
    met.tray.throw(3)
    said = met.run(1000)
    acknowledge(met, said)
    assert rolls(said) == [3]
    met.run(2500)
    assert lit_part(met, 20_000) < 0.07


def test_a_die_that_leans_is_watched_at_full_rate(met: QuickBoard) -> None:
    met.tray.lean(1, 2)
    met.run(5000)
    assert lit_part(met, 5000) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("flicker", [0.0, 1.0])
def test_a_room_s_lamp_keeps_nothing_awake(met: QuickBoard, flicker: float) -> None:
    met.tray.shine(300, flicker)
    met.run(3000)
    assert lit_part(met, 20_000) < 0.15


def test_no_throw_is_lost_or_counted_twice_by_idling_and_all_are_told_in_half_a_second(
    calibration: Path, tmp_path: Path
) -> None:
    shutil.copy(calibration, tmp_path / "calibration.txt")
    rng = Random(5)
    board = QuickBoard(Tray(Clock(), seed=5), tmp_path / "calibration.txt")
    board.send(HELLO_QUESTION)
    board.run(3000)
    for number in range(400):
        face = rng.randint(1, 6)
        if number % 2:  # it was out for long, and the reader idles over an empty tray
            board.tray.lift()
            board.run(3000 + rng.uniform(0, 500))
        else:  # it lay for long, and is out for a moment only
            board.run(3000 + rng.uniform(0, 500))
            board.tray.lift()
            board.run(rng.uniform(350, 600))
        lasts = rng.uniform(100, 700)
        board.tray.throw(face, lasts)
        said = board.run(lasts + 500)
        acknowledge(board, said)
        assert rolls(said) == [face], number
        assert rolls(board.run(400)) == [], number


def test_a_knock_on_the_table_is_no_roll_while_it_idles(met: QuickBoard) -> None:
    met.tray.throw(2)
    acknowledge(met, met.run(1000))
    for wait in range(60):
        met.run(3000 + 7 * wait)
        met.tray.knock()
        assert rolls(met.run(600)) == []


def test_without_a_word_of_the_host_for_a_minute_the_lamp_stays_dark_until_the_next(
    met: QuickBoard,
) -> None:
    met.send(encode_ping(1))
    met.run(59_000)
    assert lit_part(met, 900) > 0
    met.run(1000)
    assert lit_part(met, 600_000) == 0
    met.send(encode_ping(2))
    met.run(100)
    met.tray.throw(4)
    assert rolls(met.run(1000)) == [4]


def test_a_reader_that_no_host_has_ever_asked_goes_dark_too(reader: QuickBoard) -> None:
    reader.run(60_000)
    assert lit_part(reader, 60_000) == 0


def test_a_host_that_never_pings_is_not_taken_for_gone(met: QuickBoard) -> None:
    met.run(600_000)
    met.tray.throw(5)
    assert rolls(met.run(1000)) == [5]


def test_a_die_that_is_laid_otherwise_in_the_dark_counts_when_the_host_is_back(
    met: QuickBoard,
) -> None:
    met.send(encode_ping(1))
    met.tray.throw(5)
    acknowledge(met, met.run(1000))
    met.run(70_000)
    met.tray.throw(6)
    assert rolls(met.run(5000)) == []
    met.send(HELLO_QUESTION)
    said = met.run(400) + met.run(600)
    assert set(rolls(said)) == {6}


def test_the_board_s_program_idles_answers_and_wakes(board: Board) -> None:
    board.send(HELLO_QUESTION)
    board.run(4000)
    lit = 0
    for _ in range(1000):
        board.run(2)
        lit += board.pins[6]
    assert 0 < lit / 1000 < 0.08
    board.send(encode_ping(3))
    assert b"$PONG,3" in board.run(60)
    board.tray.throw(4, 200.0)
    assert b"$ROLL" in board.run(700)
    board.run(70_000)
    assert board.pins[6] == 0
    assert board.resets == 0
