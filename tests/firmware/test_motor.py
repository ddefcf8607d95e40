"""A tray with a motor shakes a thrown die that leans, and only that; one without is as ever."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from calibration import load
from idle import GLIMPSES
from motor import GONE, RESTS, RUNS, TIMES, Shaker
from reader import Reader

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.line import encode
from firmware import board as pins
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages
from tests.firmware.test_firmware_in_lockstep import Player, faces, states
from tests.firmware.test_main_program import spoil


class Watched(Player):
    """A player who notes when the motor runs."""

    step_ms = 5

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.ran: list[tuple[float, float]] = []
        """From when to when, in milliseconds."""

    def step(self) -> bytes:
        before = self.board.pins.get(pins.MOTOR, 0)
        said = super().step()
        now = self.board.pins.get(pins.MOTOR, 0)
        if now > before:
            self.ran.append((self.board.clock.ms, self.board.clock.ms))
        elif before > now:
            self.ran[-1] = (self.ran[-1][0], self.board.clock.ms)
        return said

    def throws_askew(self, buzzes: int) -> bytes:
        """Lift the die, and let it come to lean with face 3 half up; until all is over."""
        self.board.tray.lift()
        said = self.passes(500)
        self.board.tray.lean(3, 1, buzzes=buzzes)
        return said + self.passes(7000)


@pytest.fixture
def shaken(folder: Path) -> Iterator[Watched]:
    """A calibrated board with a motor."""
    with Board(Tray(Clock(), seed=1), folder, motor=True) as board:
        board.run(500)
        yield Watched(board)


@pytest.fixture
def still(board: Board) -> Watched:
    """The same without one."""
    return Watched(board)


# ---- a die that leans
@pytest.mark.parametrize("buzzes", [1, 2])
def test_a_thrown_die_that_leans_is_shaken_until_it_is_flat_and_is_one_roll(
    shaken: Watched, buzzes: int
) -> None:
    said = shaken.throws_askew(buzzes)
    assert faces(said) == [3]
    assert len(shaken.ran) == buzzes
    assert states(said)[-1] is reader_messages.DieState.SETTLED


def test_after_two_buzzes_in_vain_a_finger_is_asked_for_and_nothing_buzzes_any_more(
    shaken: Watched,
) -> None:
    said = shaken.throws_askew(0)
    assert len(shaken.ran) == TIMES == 2
    assert states(said)[-1] is reader_messages.DieState.COCKED
    shaken.passes(30_000)
    assert len(shaken.ran) == 2
    shaken.board.tray.place(5)
    assert faces(shaken.passes(1000)) == [5]


def test_each_throw_has_its_own_two_buzzes(shaken: Watched) -> None:
    shaken.throws_askew(0)
    assert faces(shaken.throws_askew(2)) == [3]
    assert len(shaken.ran) == 4


def test_a_buzz_is_as_long_as_the_simulation_of_throws_has_it(shaken: Watched) -> None:
    shaken.throws_askew(0)
    lengths = [end - begin for begin, end in shaken.ran]
    assert all(RUNS - 10 <= length <= RUNS + 60 for length in lengths), lengths


def test_whatever_a_die_shows_while_it_is_shaken_is_no_roll(folder: Path) -> None:
    for seed in range(12):
        with Board(Tray(Clock(), seed=seed), folder, motor=True) as board:
            player = Watched(board)
            player.passes(500)
            assert faces(player.throws_askew(1)) == [3], seed


# ---- and nothing else
def test_a_die_at_rest_that_a_hand_tips_is_not_shaken(shaken: Watched) -> None:
    shaken.throws(4)
    shaken.board.tray.lean(4, 2)
    said = shaken.passes(5000)
    assert states(said)[-1] is reader_messages.DieState.COCKED
    assert shaken.ran == []


def test_a_die_that_leans_when_the_reader_starts_is_not_shaken(shaken: Watched) -> None:
    shaken.board.tray.lean(4, 2)
    shaken.board.replug()
    shaken.passes(5000)
    assert shaken.ran == []


def test_throws_that_lie_flat_never_wake_the_motor(shaken: Watched) -> None:
    for face in (1, 2, 3, 4, 5, 6):
        assert faces(shaken.throws(face)) == [face]
    shaken.board.tray.knock()
    shaken.passes(2000)
    shaken.board.tray.dazzle()
    shaken.passes(5000)
    assert shaken.ran == []


def test_a_tray_without_a_motor_never_drives_its_pin(still: Watched) -> None:
    said = still.throws_askew(1)
    assert states(said)[-1] is reader_messages.DieState.COCKED
    assert faces(said) == []
    assert pins.MOTOR not in still.board.pins
    still.board.send(reader_messages.SHAKE_QUESTION)
    assert reader_messages.Nak("UNKNOWN") in messages(still.passes(100))


def test_a_blind_reader_lets_the_motor_run_out(shaken: Watched) -> None:
    shaken.board.tray.lift()
    shaken.passes(500)
    shaken.board.tray.lean(3, 1)
    while not shaken.ran:
        shaken.passes(20)
    shaken.board.tray.unsolder()
    shaken.passes(1000)
    assert shaken.board.pins[pins.MOTOR] == 0


@pytest.mark.parametrize("times", [1, 2, 5])
def test_ctrl_c_in_a_buzz_ends_it_however_often_it_is_pressed(shaken: Watched, times: int) -> None:
    shaken.board.send(reader_messages.SHAKE_QUESTION)
    shaken.passes(100)
    assert shaken.board.pins[pins.MOTOR] == 1
    shaken.board.interrupt(times)
    shaken.board.run(20)
    assert shaken.board.pins[pins.MOTOR] == 0
    assert not shaken.board.runs
    assert b"$HELLO" in shaken.board.run(9000)


@pytest.mark.parametrize(
    "method", ["tick(self, at_ms: int) -> bytes:", "pace(self, at_ms: int) -> int:"]
)
def test_a_fault_in_a_buzz_ends_it(folder: Path, method: str) -> None:
    spoil(
        folder / "reader.py",
        f"def {method}",
        "began = self._shaker._began\n"
        "        if began is not None and at_ms > began + 100: raise ValueError('spoilt')",
    )
    with Board(Tray(Clock()), folder, motor=True) as board:
        board.run(500)
        board.send(reader_messages.SHAKE_QUESTION)
        said, levels = b"", []
        for _ in range(200):
            said += board.run(10)
            levels.append(board.pins[pins.MOTOR])
        assert b"spoilt" in said
        assert 0 < sum(levels) < 30, "tens of milliseconds in which it ran"


# ---- at the host's word
def test_the_hello_says_whether_there_is_a_motor(shaken: Watched, folder: Path) -> None:
    shaken.board.replug()
    (hello,) = [m for m in messages(shaken.passes(500)) if isinstance(m, reader_messages.Hello)]
    assert hello.capabilities == {"raw", "cal", "motor"}
    with Board(Tray(Clock()), folder) as board:
        (hello,) = [m for m in messages(board.run(500)) if isinstance(m, reader_messages.Hello)]
        assert hello.capabilities == {"raw", "cal"}


@pytest.mark.parametrize("face", [0, 4])
def test_asked_to_it_shakes_once_and_what_lies_there_is_no_roll(shaken: Watched, face: int) -> None:
    if face:
        shaken.throws(face)
    shaken.board.send(reader_messages.SHAKE_QUESTION)
    said = shaken.passes(3000)
    assert reader_messages.MotorRan() in messages(said)
    assert faces(said) == []
    assert len(shaken.ran) == 1
    assert faces(shaken.throws(2)) == [2]


def test_asked_again_and_again_it_shakes_no_longer_and_lets_the_die_lie_between(
    shaken: Watched,
) -> None:
    said = b""
    for _ in range(20):
        shaken.board.send(reader_messages.SHAKE_QUESTION)
        said += shaken.passes(390)
    assert reader_messages.Nak("BUSY") in messages(said)
    assert all(end - begin <= RUNS + 60 for begin, end in shaken.ran)
    rests = [begin - end for (_, end), (begin, _) in pairwise(shaken.ran)]
    assert rests
    assert min(rests) >= RESTS - 60


def test_asked_to_while_it_shakes_a_throw_it_says_that_it_is_busy_and_the_throw_counts(
    shaken: Watched,
) -> None:
    shaken.board.tray.lift()
    shaken.passes(500)
    shaken.board.tray.lean(3, 1, buzzes=1)
    while not shaken.ran:
        shaken.passes(20)
    shaken.board.send(reader_messages.SHAKE_QUESTION)
    said = shaken.passes(3000)
    assert reader_messages.Nak("BUSY") in messages(said)
    assert faces(said) == [3]
    assert len(shaken.ran) == 1


def test_the_buzz_that_was_asked_for_is_none_of_the_next_throws_two(shaken: Watched) -> None:
    shaken.board.send(reader_messages.SHAKE_QUESTION)
    shaken.passes(1000)
    shaken.board.tray.lean(3, 1, buzzes=2)
    assert faces(shaken.passes(7000)) == [3]
    assert len(shaken.ran) == 3


def test_the_echo_of_its_answer_neither_shakes_again_nor_is_answered(shaken: Watched) -> None:
    shaken.board.send(encode("SHAKE", "OK"))
    assert [
        m for m in messages(shaken.passes(300)) if not isinstance(m, reader_messages.Heartbeat)
    ] == []
    assert shaken.ran == []


def test_a_reader_that_knows_no_die_shakes_too(blank_folder: Path) -> None:
    with Board(Tray(Clock()), blank_folder, motor=True) as board:
        player = Watched(board)
        player.passes(500)
        board.send(reader_messages.SHAKE_QUESTION)
        assert reader_messages.MotorRan() in messages(player.passes(1000))
        assert len(player.ran) == 1


def test_a_calibration_that_begins_ends_a_buzz(calibration: Path) -> None:
    reader = Reader("UID", 7, load(str(calibration)), str(calibration), 0, True)
    assert reader.received(10, reader_messages.SHAKE_QUESTION) == encode("SHAKE", "OK")
    assert reader.shakes(20)
    reader.received(30, encode("CAL", "BEGIN"))
    assert not reader.shakes(40)


def test_a_glimpse_that_was_under_way_when_it_was_asked_to_counts_for_nothing(
    calibration: Path,
) -> None:
    known = load(str(calibration))
    assert known is not None
    reader = Reader("UID", 7, known, str(calibration), 0, True)
    dark = (30, 15, 9, 52)
    empty = tuple(sum(each) for each in zip(dark, known.empty, strict=True))
    die = tuple(sum(each) for each in zip(empty, known.faces[4], strict=False))
    said = b"".join(reader.frame(at, (dark, die)) for at in range(0, 3000, 95))
    assert states(said)[-1] is reader_messages.DieState.SETTLED
    assert reader.pace(3000) == GLIMPSES
    reader.received(3000, reader_messages.SHAKE_QUESTION)
    assert reader.glimpse(3015, (dark, empty)) == b""


# ---- counting
def test_a_die_that_a_buzz_throws_up_gets_no_more_buzzes_for_it() -> None:
    shaker, now = Shaker(), 0
    for _ in range(TIMES):
        assert shaker.may_shake
        shaker.begin(now)
        now += RUNS + RESTS
        for state in ("ABSENT", "MOVING", "COCKED"):
            shaker.see(now, state)
            now += GONE // 4
    assert not shaker.may_shake


def test_an_empty_tray_or_a_die_that_lies_ends_a_throw() -> None:
    for states_seen in (("SETTLED",), ("ABSENT",) * 20):
        shaker = Shaker()
        shaker.begin(0)
        shaker.begin(1000)
        assert not shaker.may_shake
        for number, state in enumerate(states_seen):
            shaker.see(2000 + 95 * number, state)
        assert shaker.may_shake
