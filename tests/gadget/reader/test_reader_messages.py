import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.gadget.reader.asking import (
    acknowledge,
    ask_hello,
    ask_known,
    ask_raw,
    calibrate,
    ping,
)
from cdgdevice.gadget.reader.line import decode
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
    read_message,
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("HELLO,1.0,cdg-1,E6614,77,", Hello(1, 0, "cdg-1", "E6614", 77)),
        ("HELLO,1,x,y,0,pips+cal", Hello(1, 0, "x", "y", 0, frozenset({"pips", "cal"}))),
        ("HELLO,2.3,and,whatever", Hello(2, 3)),
        ("HB,12,ABSENT", Heartbeat(12, DieState.ABSENT)),
        ("ROLL,77,1,6,97", Roll(77, 1, 6, 97)),
        ("ROLL,77,1,6,", Roll(77, 1, 6, None)),
        ("ROLL,0,,4,", Roll(0, None, 4, None)),
        ("ROLL,77,1,6,97,from,the,future", Roll(77, 1, 6, 97)),
        ("STATE,COCKED", State(DieState.COCKED)),
        ("RAW,0,1,2,65535", Raw(0, 1, 2, 65535)),
        ("RAW,0,1,2,3,6,310,41", Raw(0, 1, 2, 3, 6, 310, 41)),
        ("RAW,0,1,2,3,0,,41", Raw(0, 1, 2, 3, 0, None, 41)),
        ("RAW,0,1,2,3,,,0,more", Raw(0, 1, 2, 3, None, None, 0)),
        ("KNOWN,0,1,2,3,4,0", Known(0, 1, 2, 3, 4, 0)),
        ("KNOWN,6,1,2,3,65535,9,more", Known(6, 1, 2, 3, 65535, 9)),
        ("PONG,4294967295", Pong(4294967295)),
        ("NAK,UNKNOWN", Nak("UNKNOWN")),
        ("CAL,EMPTY,OK", CalibrationReply(Step.EMPTY, Verdict.OK)),
        ("CAL,FACE,OK,3,4", CalibrationReply(Step.FACE, Verdict.OK, (3, 4))),
        ("CAL,SAVE,CLOSE,1,6", CalibrationReply(Step.SAVE, Verdict.CLOSE, (1, 6))),
        ("CAL,SAVE,MISSING,5", CalibrationReply(Step.SAVE, Verdict.MISSING, (5,))),
        ("CAL,FACE,MOVED", CalibrationReply(Step.FACE, Verdict.MOVED)),
    ],
)
def test_what_a_reader_says_is_read(said: str, meant: object) -> None:
    assert read_message(tuple(said.split(","))) == meant


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
    assert read_message(tuple(said.split(","))) is None


@given(st.lists(st.text(max_size=12), min_size=1, max_size=8))
def test_no_fields_make_the_reading_fail(fields: list[str]) -> None:
    for kind in ("HELLO", "HB", "ROLL", "STATE", "RAW", "KNOWN", "PONG", "NAK", "CAL", fields[0]):
        read_message((kind, *fields))


def test_the_host_asks_in_lines_of_the_protocol() -> None:
    assert decode(ask_hello()) == ("HELLO?",)
    assert decode(acknowledge(77, 3)) == ("ACK", "77", "3")
    assert decode(acknowledge(0, None)) == ("ACK", "0", "")
    assert decode(ask_raw()) == ("RAW?",)
    assert decode(ask_known()) == ("KNOWN?",)
    assert decode(ping(5)) == ("PING", "5")
    assert decode(calibrate(Step.EMPTY)) == ("CAL", "EMPTY")
    assert decode(calibrate(Step.FACE, 3)) == ("CAL", "FACE", "3")
    with pytest.raises(ValueError, match="FACE"):
        calibrate(Step.FACE)
    with pytest.raises(ValueError, match="FACE"):
        calibrate(Step.SAVE, 3)


def test_the_worst_that_is_wrong_comes_first() -> None:
    def hello(*words: str) -> Hello:
        return Hello(1, 1, "cdg-1", "E6614", 77, frozenset(words))

    assert hello("cal", "raw").trouble is None
    assert hello("cal", "dirty").trouble is Trouble.DIRTY
    assert hello("dirty", "blank", "raw").trouble is Trouble.BLANK
    assert hello("dirty", "blank", "blind").trouble is Trouble.BLIND
