"""The reader's duty by itself: what it says, and when."""

import pytest

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import (
    HELLO_QUESTION,
    KNOWN_QUESTION,
    RAW_QUESTION,
    CalibrationStep,
    DieState,
    DieStateReport,
    Heartbeat,
    Hello,
    KnownColours,
    Nak,
    Pong,
    RawReading,
    ReaderRoll,
    encode_acknowledgement,
    encode_ping,
)
from cdgdevice.drivers.reader.reader_messages import encode_calibration_step as ask
from tests.firmware.calibrating import messages
from tests.firmware.quick_board import QuickBoard, answer, kinds, throw


# ---- who it is
def test_its_first_word_is_who_it_is(blank_reader: QuickBoard) -> None:
    first = messages(blank_reader.run(100))[0]
    words = frozenset({"raw", "cal", "blank"})
    assert first == Hello(1, 1, "cdg-reader 1.1.1", "UID", blank_reader.boot, words)


def test_it_answers_who_it_is_as_often_as_it_is_asked(reader: QuickBoard) -> None:
    expected = Hello(1, 1, "cdg-reader 1.1.1", "UID", reader.boot, frozenset({"raw", "cal"}))
    for _ in range(3):
        assert answer(reader, HELLO_QUESTION) == [expected]


def test_a_newer_hosts_further_fields_are_read_past(reader: QuickBoard) -> None:
    assert isinstance(answer(reader, encode("HELLO?", "2", "x"))[0], Hello)
    assert isinstance(answer(reader, encode("RAW?", "all"))[0], RawReading)
    assert answer(reader, encode("PING", "7", "8")) == [Pong(7)]


def test_a_heartbeat_comes_each_second_with_the_state_of_the_die(reader: QuickBoard) -> None:
    beats = kinds(reader.run(60_000), Heartbeat)
    assert len(beats) in (59, 60)
    assert {beat.die for beat in beats} == {DieState.ABSENT}  # type: ignore[attr-defined]
    uptimes = [beat.uptime for beat in beats]  # type: ignore[attr-defined]
    assert uptimes == sorted(set(uptimes))


def test_a_ping_comes_back_with_its_number(reader: QuickBoard) -> None:
    for number in (0, 7, 4294967295):
        assert answer(reader, encode_ping(number)) == [Pong(number)]


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
def test_what_it_does_not_know_it_says_so(reader: QuickBoard, fields: tuple[str, ...]) -> None:
    assert answer(reader, encode(*fields)) == [Nak("UNKNOWN")]


def test_its_own_words_echoed_by_a_terminal_end_by_themselves(reader: QuickBoard) -> None:
    reader.tray.place(3)
    echoed = throw(reader, 4)
    for line in (
        HELLO_QUESTION,
        RAW_QUESTION,
        KNOWN_QUESTION,
        encode_ping(3),
        ask(CalibrationStep.BEGIN),
        ask(CalibrationStep.EMPTY),
    ):
        reader.send(line)
    echoed += reader.run(1500)
    for _ in range(4):
        reader.send(echoed)
        echoed = reader.run(10)
        reader.run(45)
    reader.send(b"".join(encode("CAL", *rest) for rest in [("BEGIN", "OK"), ("STOP", "OK")]))
    assert kinds(reader.run(100), Nak) == []
    assert kinds(echoed, Nak) == []


# ---- rolls
def test_a_throw_is_one_roll_that_is_repeated_each_half_second_until_it_is_acknowledged(
    reader: QuickBoard,
) -> None:
    roll = kinds(throw(reader, 4), ReaderRoll)[0]
    assert isinstance(roll, ReaderRoll)
    assert (roll.boot, roll.seq, roll.face) == (reader.boot, 1, 4)
    assert roll.confidence is not None
    assert roll.confidence > 50
    assert len(kinds(reader.run(5000), ReaderRoll)) in (9, 10, 11)
    reader.send(encode_acknowledgement(reader.boot, 1))
    reader.run(100)
    assert kinds(reader.run(5000), ReaderRoll) == []


def test_the_states_between_two_throws_are_told_in_order(reader: QuickBoard) -> None:
    throw(reader, 4)
    states = [state.die for state in kinds(throw(reader, 2), DieStateReport)]  # type: ignore[attr-defined]
    assert states[-3:] == [DieState.ABSENT, DieState.MOVING, DieState.SETTLED]


def test_rolls_are_told_one_at_a_time_in_order(reader: QuickBoard) -> None:
    for face in (3, 1, 6):
        throw(reader, face)
    assert {roll.seq for roll in kinds(reader.run(2000), ReaderRoll)} == {1}  # type: ignore[attr-defined]
    found = []
    for seq in (1, 2, 3):
        found += answer(reader, encode_acknowledgement(reader.boot, seq))
    assert [(roll.seq, roll.face) for roll in found] == [(2, 1), (3, 6)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("pair", [("{boot}", "2"), ("1", "1"), ("{boot}", ""), ("x", "1")])
def test_an_acknowledgement_of_another_roll_changes_nothing(
    reader: QuickBoard, pair: tuple[str, str]
) -> None:
    throw(reader, 5)
    boot, seq = pair
    reader.send(encode("ACK", boot.format(boot=reader.boot), seq))
    assert kinds(reader.run(1100), ReaderRoll) != []


def test_of_more_than_sixteen_rolls_without_a_host_the_oldest_are_forgotten(
    reader: QuickBoard,
) -> None:
    for number in range(19):
        throw(reader, 1 + number % 6)
    told = []
    for seq in range(1, 20):
        told += kinds(reader.run(600), ReaderRoll)
        reader.send(encode_acknowledgement(reader.boot, seq))
    assert sorted({roll.seq for roll in told}) == list(range(4, 20))  # type: ignore[attr-defined]


# ---- looking
def test_a_reading_says_what_it_looks_like(reader: QuickBoard) -> None:
    (empty,) = answer(reader, RAW_QUESTION)
    assert isinstance(empty, RawReading)
    assert empty.like == 0
    assert empty.stray < 5
    throw(reader, 4)
    reader.send(encode_acknowledgement(reader.boot, 1))
    (raw,) = answer(reader, RAW_QUESTION)
    assert isinstance(raw, RawReading)
    assert raw.like == 4
    assert raw.margin is not None
    assert raw.margin >= 150
    assert raw.clear > raw.red > raw.green > raw.blue > 0
    reader.tray.shine(300)
    reader.run(200)
    (lit,) = answer(reader, RAW_QUESTION)
    assert isinstance(lit, RawReading)
    assert lit.stray is not None
    assert 200 < lit.stray < 400


def test_a_reader_that_knows_nothing_gives_the_counts_alone(blank_reader: QuickBoard) -> None:
    blank_reader.run(200)
    (raw,) = answer(blank_reader, RAW_QUESTION)
    assert isinstance(raw, RawReading)
    assert (raw.like, raw.margin) == (None, None)
    assert answer(blank_reader, KNOWN_QUESTION) == [Nak("BLANK")]


def test_it_says_what_is_calibrated(reader: QuickBoard) -> None:
    known = answer(reader, KNOWN_QUESTION)
    assert [line.like for line in known] == [0, 1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    assert all(isinstance(line, KnownColours) for line in known)
