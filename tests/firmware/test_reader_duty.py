"""The reader's duty by itself: what it says, and when."""

import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.gadget.reader.asking import (
    acknowledge,
    ask_hello,
    ask_known,
    ask_raw,
    ping,
)
from cdgdevice.gadget.reader.asking import calibrate as ask
from cdgdevice.gadget.reader.line import LONGEST, LineBuffer, encode
from cdgdevice.gadget.reader.messages import (
    CalibrationReply,
    DieState,
    Heartbeat,
    Hello,
    Known,
    Nak,
    Pong,
    Raw,
    Roll,
    State,
    Step,
    Trouble,
    Verdict,
)
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import SAVED, calibrate, messages, step
from tests.firmware.quick_board import QuickBoard


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a calibration."""
    path = tmp_path_factory.mktemp("stored") / "calibration.txt"
    assert calibrate(QuickBoard(Tray(Clock()), path)) == SAVED
    return path


@pytest.fixture
def blank(tmp_path: Path) -> QuickBoard:
    return QuickBoard(Tray(Clock(), seed=2), tmp_path / "calibration.txt")


@pytest.fixture
def board(stored: Path, tmp_path: Path) -> QuickBoard:
    """A calibrated reader that has said hello."""
    path = tmp_path / "calibration.txt"
    shutil.copy(stored, path)
    board = QuickBoard(Tray(Clock(), seed=3), path)
    board.run(500)
    return board


def throw(board: QuickBoard, face: int) -> bytes:
    """Lift the die, throw it, and give what is said until half a second after it rests."""
    board.tray.lift()
    said = board.run(300)
    board.tray.throw(face)
    return said + board.run(900)


def kinds(said: bytes, kind: type) -> list[object]:
    return [message for message in messages(said) if isinstance(message, kind)]


def answer(board: QuickBoard, line: bytes) -> list[object]:
    """What is said to a line, but for heartbeats and states."""
    board.send(line)
    return [m for m in messages(board.run(60)) if not isinstance(m, Heartbeat | State)]


# ---- who it is


def test_its_first_word_is_who_it_is(blank: QuickBoard) -> None:
    first = messages(blank.run(100))[0]
    words = frozenset({"raw", "cal", "blank"})
    assert first == Hello(1, 1, "cdg-reader 1.0", "UID", blank.boot, words)


def test_it_answers_who_it_is_as_often_as_it_is_asked(board: QuickBoard) -> None:
    expected = Hello(1, 1, "cdg-reader 1.0", "UID", board.boot, frozenset({"raw", "cal"}))
    for _ in range(3):
        assert answer(board, ask_hello()) == [expected]


def test_a_newer_hosts_further_fields_are_read_past(board: QuickBoard) -> None:
    assert isinstance(answer(board, encode("HELLO?", "2", "x"))[0], Hello)
    assert isinstance(answer(board, encode("RAW?", "all"))[0], Raw)
    assert answer(board, encode("PING", "7", "8")) == [Pong(7)]


def test_a_heartbeat_comes_each_second_with_the_state_of_the_die(board: QuickBoard) -> None:
    beats = kinds(board.run(60_000), Heartbeat)
    assert len(beats) in (59, 60)
    assert {beat.die for beat in beats} == {DieState.ABSENT}  # type: ignore[attr-defined]
    uptimes = [beat.uptime for beat in beats]  # type: ignore[attr-defined]
    assert uptimes == sorted(set(uptimes))


def test_a_ping_comes_back_with_its_number(board: QuickBoard) -> None:
    for number in (0, 7, 4294967295):
        assert answer(board, ping(number)) == [Pong(number)]


@pytest.mark.parametrize(
    "fields",
    [
        ("PING",),
        ("PING", "-1"),
        ("PING", "007"),
        ("PING", "4294967296"),
        ("PING", "x"),
        ("WHAT",),
        ("CAL",),
        ("CAL", "JUMP"),
        ("CAL", "FACE"),
        ("CAL", "FACE", "7"),
        ("CAL", "FACE", "0"),
        ("CAL", "EMPTY", "1"),
        ("hello?",),
        ("ACK",),
        ("ACK", "1"),
    ],
)
def test_what_it_does_not_know_it_says_so(board: QuickBoard, fields: tuple[str, ...]) -> None:
    assert answer(board, encode(*fields)) == [Nak("UNKNOWN")]


def test_its_own_words_echoed_by_a_terminal_end_by_themselves(board: QuickBoard) -> None:
    board.tray.place(3)
    echoed = throw(board, 4)
    for line in (ask_hello(), ask_raw(), ask_known(), ping(3), ask(Step.BEGIN), ask(Step.EMPTY)):
        board.send(line)
    echoed += board.run(1500)
    for _ in range(4):
        board.send(echoed)
        echoed = board.run(10)
        board.run(45)
    board.send(b"".join(encode("CAL", *rest) for rest in [("BEGIN", "OK"), ("STOP", "OK")]))
    assert set(messages(board.run(60))) <= {Nak("UNKNOWN")}
    assert kinds(echoed, Nak) == []


# ---- rolls


def test_a_throw_is_one_roll_that_is_repeated_each_half_second_until_it_is_acknowledged(
    board: QuickBoard,
) -> None:
    roll = kinds(throw(board, 4), Roll)[0]
    assert isinstance(roll, Roll)
    assert (roll.boot, roll.seq, roll.face) == (board.boot, 1, 4)
    assert roll.confidence is not None
    assert roll.confidence > 50
    assert len(kinds(board.run(5000), Roll)) in (9, 10, 11)
    board.send(acknowledge(board.boot, 1))
    board.run(60)
    assert kinds(board.run(5000), Roll) == []


def test_the_states_between_two_throws_are_told_in_order(board: QuickBoard) -> None:
    throw(board, 4)
    states = [state.die for state in kinds(throw(board, 2), State)]  # type: ignore[attr-defined]
    assert states[-3:] == [DieState.ABSENT, DieState.MOVING, DieState.SETTLED]


def test_rolls_are_told_one_at_a_time_in_order(board: QuickBoard) -> None:
    for face in (3, 1, 6):
        throw(board, face)
    assert {roll.seq for roll in kinds(board.run(2000), Roll)} == {1}  # type: ignore[attr-defined]
    found = []
    for seq in (1, 2, 3):
        found += answer(board, acknowledge(board.boot, seq))
    assert [(roll.seq, roll.face) for roll in found] == [(2, 1), (3, 6)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("pair", [("{boot}", "2"), ("1", "1"), ("{boot}", ""), ("x", "1")])
def test_an_acknowledgement_of_another_roll_changes_nothing(
    board: QuickBoard, pair: tuple[str, str]
) -> None:
    throw(board, 5)
    boot, seq = pair
    board.send(encode("ACK", boot.format(boot=board.boot), seq))
    assert kinds(board.run(1100), Roll) != []


def test_of_more_than_sixteen_rolls_without_a_host_the_oldest_are_forgotten(
    board: QuickBoard,
) -> None:
    for number in range(19):
        throw(board, 1 + number % 6)
    told = []
    for seq in range(1, 20):
        told += kinds(board.run(600), Roll)
        board.send(acknowledge(board.boot, seq))
    assert sorted({roll.seq for roll in told}) == list(range(4, 20))  # type: ignore[attr-defined]


# ---- looking


def test_a_reading_says_what_it_looks_like(board: QuickBoard) -> None:
    (empty,) = answer(board, ask_raw())
    assert isinstance(empty, Raw)
    assert (empty.like, empty.stray) == (0, 0)
    throw(board, 4)
    board.send(acknowledge(board.boot, 1))
    (raw,) = answer(board, ask_raw())
    assert isinstance(raw, Raw)
    assert raw.like == 4
    assert raw.margin is not None
    assert raw.margin >= 150
    assert raw.clear > raw.red > raw.green > raw.blue > 0
    board.tray.shine(300)
    (lit,) = answer(board, ask_raw())
    assert isinstance(lit, Raw)
    assert lit.stray is not None
    assert 200 < lit.stray < 400


def test_a_reader_that_knows_nothing_gives_the_counts_alone(blank: QuickBoard) -> None:
    blank.run(200)
    (raw,) = answer(blank, ask_raw())
    assert isinstance(raw, Raw)
    assert (raw.like, raw.margin) == (None, None)
    assert answer(blank, ask_known()) == [Nak("BLANK")]


def test_it_says_what_is_calibrated(board: QuickBoard) -> None:
    known = answer(board, ask_known())
    assert [line.like for line in known] == [0, 1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    assert all(isinstance(line, Known) for line in known)


# ---- calibration


def test_a_reader_calibrates_and_then_rolls(blank: QuickBoard) -> None:
    assert kinds(throw(blank, 3), Roll) == [], "it knows no faces yet"
    assert calibrate(blank) == SAVED
    hello = kinds(blank.run(100), Hello)
    assert [h.trouble for h in hello] in ([None], [])  # type: ignore[attr-defined]
    for face in (6, 5, 4, 3, 2, 1):
        said = throw(blank, face)
        assert face in [roll.face for roll in kinds(said, Roll)]  # type: ignore[attr-defined]
        blank.send(acknowledge(blank.boot, 7 - face))
    blank.replug()
    assert "blank" not in blank.run(200).decode(), "it is kept"


def test_nothing_is_rolled_during_a_calibration_and_the_old_one_holds_until_it_is_saved(
    board: QuickBoard,
) -> None:
    before = answer(board, ask_known())
    step(board, Step.BEGIN)
    assert kinds(throw(board, 3), Roll) == []
    step(board, Step.EMPTY)
    assert answer(board, ask_known()) == before
    assert step(board, Step.STOP) == CalibrationReply(Step.STOP, Verdict.OK)
    assert kinds(board.run(1000), Roll) == [], "the die that lies there was not thrown"
    assert kinds(throw(board, 3), Roll) != []


def test_a_calibration_that_nobody_goes_on_with_is_given_up_after_two_minutes(
    board: QuickBoard,
) -> None:
    step(board, Step.BEGIN)
    board.run(110_000)
    step(board, Step.EMPTY)
    board.run(119_000)
    assert kinds(throw(board, 2), Roll) == []
    board.run(2000)
    assert answer(board, ask(Step.EMPTY)) == [Nak("BEGIN")]
    assert kinds(throw(board, 2), Roll) != []


@pytest.mark.parametrize("line", [ask(Step.EMPTY), ask(Step.FACE, 3), ask(Step.SAVE)])
def test_a_step_before_the_beginning_is_refused(board: QuickBoard, line: bytes) -> None:
    assert answer(board, line) == [Nak("BEGIN")]


def test_saving_names_what_is_missing(board: QuickBoard) -> None:
    step(board, Step.BEGIN)
    assert step(board, Step.SAVE) == Nak("EMPTY")
    step(board, Step.EMPTY)
    assert step(board, Step.SAVE) == CalibrationReply(Step.SAVE, Verdict.MISSING, (1,))


def test_a_memory_that_takes_nothing_is_told_and_the_old_calibration_holds(
    board: QuickBoard,
) -> None:
    before = answer(board, ask_known())
    board.path.unlink()
    board.path.with_suffix(".txt.new").mkdir()
    assert calibrate(board) == CalibrationReply(Step.SAVE, Verdict.UNSTORED)
    assert answer(board, ask_known()) == before
    board.path.with_suffix(".txt.new").rmdir()
    assert step(board, Step.SAVE) == SAVED


# ---- trouble


def test_a_sensor_that_does_not_answer_is_told_and_its_coming_back(board: QuickBoard) -> None:
    board.sees = False
    assert [h.trouble for h in kinds(board.run(500), Hello)] == [Trouble.BLIND]  # type: ignore[attr-defined]
    for line in (ask_raw(), ask(Step.BEGIN), ask(Step.EMPTY)):
        assert answer(board, line) == [Nak("BLIND")]
    board.sees = True
    assert [h.trouble for h in kinds(board.run(500), Hello)] == [None]  # type: ignore[attr-defined]


def test_one_reading_that_fails_costs_no_throw_and_is_not_told(board: QuickBoard) -> None:
    board.tray.lift()
    board.run(300)
    board.tray.throw(4, tumbles=200.0)
    said = board.run(420)
    board.sees = False
    said += board.run(110)
    board.sees = True
    said += board.run(600)
    assert kinds(said, Hello) == []
    assert {roll.face for roll in kinds(said, Roll)} == {4}  # type: ignore[attr-defined]


def test_a_sensor_that_fails_in_a_step_of_calibration_ends_the_step(board: QuickBoard) -> None:
    step(board, Step.BEGIN)
    board.send(ask(Step.EMPTY))
    board.run(200)
    board.sees = False
    assert kinds(board.run(200), Nak) == [Nak("BLIND")]
    board.sees = True
    board.run(200)
    assert step(board, Step.EMPTY) == CalibrationReply(Step.EMPTY, Verdict.OK)


def test_a_dirty_window_is_told_and_a_clean_one(board: QuickBoard) -> None:
    board.tray.soil()
    assert [h.trouble for h in kinds(board.run(6000), Hello)] == [Trouble.DIRTY]  # type: ignore[attr-defined]
    board.tray.soil(0.0)
    assert [h.trouble for h in kinds(board.run(6000), Hello)] == [None]  # type: ignore[attr-defined]


# ---- whatever comes over the wire


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_random_bytes_are_borne(pieces: list[bytes]) -> None:
    board = QuickBoard(Tray(Clock()), Path("nowhere"))
    for piece in pieces:
        board.send(piece)
        messages(board.run(60))
    board.send(b"\n")
    board.run(60)
    assert answer(board, ping(5)) == [Pong(5)]


@given(st.integers(0, 2**32))
def test_damaged_lines_change_nothing_that_a_player_would_miss(seed: int) -> None:
    rng = Random(seed)
    board = QuickBoard(Tray(Clock()), Path("nowhere"))
    board.run(60)
    for _ in range(30):
        line = bytearray(
            rng.choice([ask_hello(), ask_raw(), ask_known(), ping(7), ask(Step.BEGIN)])
        )
        for _ in range(rng.randint(1, 3)):
            line[rng.randrange(len(line) - 1)] = rng.randrange(256)
        board.send(bytes(line))
        messages(board.run(60))
    board.send(b"\n")
    board.run(60)
    assert answer(board, ping(5)) == [Pong(5)]


@given(st.lists(st.text(st.characters(codec="ascii"), max_size=40), min_size=1, max_size=6))
def test_every_sound_line_is_answered_with_sound_lines_or_not_at_all(fields: list[str]) -> None:
    board = QuickBoard(Tray(Clock()), Path("nowhere"))
    board.run(60)
    try:
        line = encode(*fields)
    except ValueError:
        return
    board.send(line)
    messages(board.run(60))


def test_a_flood_is_not_kept(board: QuickBoard) -> None:
    for piece in (b"x" * 100_000, b"$" * 100_000, ask_hello()[:-1] * 5000, b"\x00\xff" * 50_000):
        for _ in range(25):
            board.send(piece)
            board.run(60)
        kept = [len(each) for each in _bytes_of(board.reader)]
        assert max(kept) <= LONGEST + 2
    board.send(b"\n")
    board.run(60)
    assert answer(board, ping(5)) == [Pong(5)]


def _bytes_of(thing: object, depth: int = 4) -> list[bytes]:
    """All bytes that an object keeps, and its parts."""
    if isinstance(thing, bytes):
        return [thing]
    if isinstance(thing, list | tuple):
        assert len(thing) <= 100
        return [found for part in thing for found in _bytes_of(part, depth - 1)]
    if depth and hasattr(thing, "__dict__"):
        return [found for part in vars(thing).values() for found in _bytes_of(part, depth - 1)]
    return []


def test_the_board_reads_lines_as_the_host_does() -> None:
    import line

    assert line.__file__ is not None
    for said in (b"$HELLO?*134D\r\r\n", b"\xff$HELLO?*134D\n", b"$HELLO?*134d\n"):
        assert line.LineBuffer().feed(said) == LineBuffer().feed(said)
