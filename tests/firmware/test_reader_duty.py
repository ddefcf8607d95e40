"""The reader's duty by itself: what it says, and when."""

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.line import encode
from tests.firmware.calibrating import messages
from tests.firmware.quick_board import QuickBoard, answer, kinds, throw


# ---- who it is
def test_its_first_word_is_who_it_is(blank_reader: QuickBoard) -> None:
    first = messages(blank_reader.run(100))[0]
    words = frozenset({"raw", "cal", "blank"})
    assert first == reader_messages.Hello(1, 1, "cdg-reader 1.1.1", "UID", blank_reader.boot, words)


def test_a_heartbeat_comes_each_second_with_the_state_of_the_die(reader: QuickBoard) -> None:
    beats = kinds(reader.run(60_000), reader_messages.Heartbeat)
    assert len(beats) in (59, 60)
    assert {beat.die for beat in beats} == {reader_messages.DieState.ABSENT}  # type: ignore[attr-defined]
    uptimes = [beat.uptime for beat in beats]  # type: ignore[attr-defined]
    assert uptimes == sorted(set(uptimes))


def test_its_own_words_echoed_by_a_terminal_end_by_themselves(reader: QuickBoard) -> None:
    reader.tray.place(3)
    echoed = throw(reader, 4)
    for line in (
        reader_messages.HELLO_QUESTION,
        reader_messages.RAW_QUESTION,
        reader_messages.KNOWN_QUESTION,
        reader_messages.encode_ping(3),
        reader_messages.encode_calibration_step(reader_messages.CalibrationStep.BEGIN),
        reader_messages.encode_calibration_step(reader_messages.CalibrationStep.EMPTY),
    ):
        reader.send(line)
    echoed += reader.run(1500)
    for _ in range(4):
        reader.send(echoed)
        echoed = reader.run(10)
        reader.run(45)
    reader.send(b"".join(encode("CAL", *rest) for rest in [("BEGIN", "OK"), ("STOP", "OK")]))
    assert kinds(reader.run(100), reader_messages.Nak) == []
    assert kinds(echoed, reader_messages.Nak) == []


# ---- rolls
def test_a_throw_is_one_roll_that_is_repeated_each_half_second_until_it_is_acknowledged(
    reader: QuickBoard,
) -> None:
    roll = kinds(throw(reader, 4), reader_messages.ReaderRoll)[0]
    assert isinstance(roll, reader_messages.ReaderRoll)
    assert (roll.boot, roll.seq, roll.face) == (reader.boot, 1, 4)
    assert roll.confidence > 50
    assert len(kinds(reader.run(5000), reader_messages.ReaderRoll)) in (9, 10, 11)
    reader.send(reader_messages.encode_acknowledgement(reader.boot, 1))
    reader.run(100)
    assert kinds(reader.run(5000), reader_messages.ReaderRoll) == []


def test_the_states_between_two_throws_are_told_in_order(reader: QuickBoard) -> None:
    throw(reader, 4)
    states = [state.die for state in kinds(throw(reader, 2), reader_messages.DieStateReport)]  # type: ignore[attr-defined]
    assert states[-3:] == [
        reader_messages.DieState.ABSENT,
        reader_messages.DieState.MOVING,
        reader_messages.DieState.SETTLED,
    ]


def test_of_more_than_sixteen_rolls_without_a_host_the_oldest_are_forgotten(
    reader: QuickBoard,
) -> None:
    for number in range(19):
        throw(reader, 1 + number % 6)
    told = []
    for seq in range(1, 20):
        told += kinds(reader.run(600), reader_messages.ReaderRoll)
        reader.send(reader_messages.encode_acknowledgement(reader.boot, seq))
    assert sorted({roll.seq for roll in told}) == list(range(4, 20))  # type: ignore[attr-defined]


# ---- looking
def test_a_reading_says_what_it_looks_like(reader: QuickBoard) -> None:
    (empty,) = answer(reader, reader_messages.RAW_QUESTION)
    assert isinstance(empty, reader_messages.RawReading)
    assert empty.like == 0
    assert empty.stray < 5
    throw(reader, 4)
    reader.send(reader_messages.encode_acknowledgement(reader.boot, 1))
    (raw,) = answer(reader, reader_messages.RAW_QUESTION)
    assert isinstance(raw, reader_messages.RawReading)
    assert raw.like == 4
    assert raw.margin >= 150
    assert raw.clear > raw.red > raw.green > raw.blue > 0
    reader.tray.shine(300)
    reader.run(200)
    (lit,) = answer(reader, reader_messages.RAW_QUESTION)
    assert isinstance(lit, reader_messages.RawReading)
    assert lit.stray is not None
    assert 200 < lit.stray < 400
