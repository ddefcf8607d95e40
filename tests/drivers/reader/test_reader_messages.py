import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.reader.line import decode
from cdgdevice.drivers.reader.reader_messages import (
    HELLO_QUESTION,
    KNOWN_QUESTION,
    RAW_QUESTION,
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    DieState,
    DieStateReport,
    Heartbeat,
    Hello,
    KnownColours,
    Nak,
    Pong,
    RawReading,
    ReaderRoll,
    ReaderTrouble,
    encode_acknowledgement,
    encode_calibration_step,
    encode_ping,
    parse_message,
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("HELLO,1.0,cdg-1,E6614,77,", Hello(1, 0, "cdg-1", "E6614", 77)),
        ("HELLO,1,x,y,0,pips+cal", Hello(1, 0, "x", "y", 0, frozenset({"pips", "cal"}))),
        ("HELLO,2.3,and,whatever", Hello(2, 3)),
        ("HB,12,ABSENT", Heartbeat(12, DieState.ABSENT)),
        ("ROLL,77,1,6,97", ReaderRoll(77, 1, 6, 97)),
        ("ROLL,77,1,6,", ReaderRoll(77, 1, 6, None)),
        ("ROLL,0,,4,", ReaderRoll(0, None, 4, None)),
        ("ROLL,77,1,6,97,from,the,future", ReaderRoll(77, 1, 6, 97)),
        ("STATE,COCKED", DieStateReport(DieState.COCKED)),
        ("RAW,0,1,2,65535", RawReading(0, 1, 2, 65535)),
        ("RAW,0,1,2,3,6,310,41", RawReading(0, 1, 2, 3, 6, 310, 41)),
        ("RAW,0,1,2,3,0,,41", RawReading(0, 1, 2, 3, 0, None, 41)),
        ("RAW,0,1,2,3,,,0,more", RawReading(0, 1, 2, 3, None, None, 0)),
        ("KNOWN,0,1,2,3,4,0", KnownColours(0, 1, 2, 3, 4, 0)),
        ("KNOWN,6,1,2,3,65535,9,more", KnownColours(6, 1, 2, 3, 65535, 9)),
        ("PONG,4294967295", Pong(4294967295)),
        ("NAK,UNKNOWN", Nak("UNKNOWN")),
        ("CAL,EMPTY,OK", CalibrationReply(CalibrationStep.EMPTY, CalibrationVerdict.OK)),
        ("CAL,FACE,OK,3,4", CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.OK, (3, 4))),
        (
            "CAL,SAVE,CLOSE,1,6",
            CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.CLOSE, (1, 6)),
        ),
        (
            "CAL,SAVE,MISSING,5",
            CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.MISSING, (5,)),
        ),
        ("CAL,FACE,MOVED", CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.MOVED)),
    ],
)
def test_what_a_reader_says_is_read(said: str, meant: object) -> None:
    assert parse_message(tuple(said.split(","))) == meant


@pytest.mark.parametrize(
    "said",
    [
        "",
        "HELLO?",
        "HELLO",
        "HELLO,1.0,cdg-1,E6614,77",
        "HELLO,one,cdg-1,E6614,77,",
        "HELLO,1.0,,E6614,77,",
        "HELLO,1.0,seventeen-letters,E6614,77,",
        "HELLO,1.0,cdg-1,E6614,77,pips+",
        "HB,12",
        "HB,-1,ABSENT",
        "HB,12,absent",
        "ROLL,77,1,0,97",
        "ROLL,77,1,7,97",
        "ROLL,77,1,6,101",
        "ROLL,77,,6,97",
        "ROLL,77,0,6,97",
        "ROLL,0,1,6,97",
        "ROLL,77,1,6",
        "ROLL,+77,1,6,97",
        "ROLL,077,1,6,97",
        "ROLL,4294967296,1,6,97",
        "ROLL,77,1,\u0664,97",
        "RAW,1,2,3",
        "RAW,1,2,3,65536",
        "RAW,1,2,3,4,7,310,41",
        "RAW,1,2,3,4,6,1000,41",
        "KNOWN,7,1,2,3,4,0",
        "KNOWN,1,1,2,3,4",
        "CAL,FACE,OK",
        "CAL,FACE,OK,3,5",
        "CAL,SAVE,CLOSE,2,2",
        "CAL,SAVE,MISSING",
        "CAL,DANCE,OK",
        "ACK,77,1",
        "PING,1",
    ],
)
def test_what_no_reader_says_is_ignored(said: str) -> None:
    assert parse_message(tuple(said.split(","))) is None


@given(st.lists(st.text(max_size=12), min_size=1, max_size=8))
def test_no_fields_make_the_reading_fail(fields: list[str]) -> None:
    for kind in ("HELLO", "HB", "ROLL", "STATE", "RAW", "KNOWN", "PONG", "NAK", "CAL", fields[0]):
        parse_message((kind, *fields))


def test_the_host_asks_in_lines_of_the_protocol() -> None:
    assert decode(HELLO_QUESTION) == ("HELLO?",)
    assert decode(encode_acknowledgement(77, 3)) == ("ACK", "77", "3")
    assert decode(encode_acknowledgement(0, None)) == ("ACK", "0", "")
    assert decode(RAW_QUESTION) == ("RAW?",)
    assert decode(KNOWN_QUESTION) == ("KNOWN?",)
    assert decode(encode_ping(5)) == ("PING", "5")
    assert decode(encode_calibration_step(CalibrationStep.EMPTY)) == ("CAL", "EMPTY")
    assert decode(encode_calibration_step(CalibrationStep.FACE, 3)) == ("CAL", "FACE", "3")
    with pytest.raises(ValueError, match="FACE"):
        encode_calibration_step(CalibrationStep.FACE)
    with pytest.raises(ValueError, match="FACE"):
        encode_calibration_step(CalibrationStep.SAVE, 3)


def test_the_worst_that_is_wrong_comes_first() -> None:
    def hello(*words: str) -> Hello:
        return Hello(1, 1, "cdg-1", "E6614", 77, frozenset(words))

    assert hello("cal", "raw").trouble is None
    assert hello("cal", "dirty").trouble is ReaderTrouble.DIRTY
    assert hello("dirty", "blank", "raw").trouble is ReaderTrouble.BLANK
    assert hello("dirty", "blank", "blind").trouble is ReaderTrouble.BLIND
