"""A conversation with a die reader, over real ports; a queue's time-out is the only waiting."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from queue import Empty, Queue

import pytest

from cdgdevice.drivers.reader.reader_messages import (
    RAW_QUESTION,
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    Hello,
    Nak,
    Pong,
    RawReading,
    ReaderMessage,
    ReaderRoll,
    ReaderTrouble,
    encode_calibration_step,
    encode_ping,
)
from cdgdevice.drivers.reader.reader_port import PortEvent
from cdgdevice.errors import HardwareError
from cdgdevice.reader_tools.reader_connection import NAMELESS_HELLO, NakError, ReaderConnection
from cdgdevice.simulator.simulated_reader import SimulatedCable, SimulatedReader, UnixCable
from tests.reader_tools.wire import Wire, hurried, rolls
from tests.terminals import TerminalCable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")

SOON = 0.2
"""Real seconds that are waited for what does not come."""
LONG = 60.0
HELLO = ("HELLO", "1.1", "test", "U", "7")


class HurriedQueue(Queue[PortEvent]):
    """A queue on which little is waited, while the clock beside it goes on as if all was."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def get(self, block: bool = True, timeout: float | None = None) -> PortEvent:
        waits = SOON if timeout is None else timeout
        try:
            return super().get(timeout=min(SOON, waits))
        except Empty:
            self.now += waits
            raise

    def filled(self) -> None:
        """Wait until something lies on it."""
        self.put(super().get(timeout=LONG))


@pytest.fixture
def reader() -> Iterator[SimulatedReader]:
    with SimulatedReader() as reader:
        yield reader


def until(talk: ReaderConnection, met: Callable[[ReaderMessage], bool]) -> ReaderMessage:
    return next(message for message in talk.listen(LONG) if met(message))


def test_a_reader_is_greeted_and_asked(reader: SimulatedReader) -> None:
    with ReaderConnection(reader.url) as talk:
        hello = talk.await_hello()
        assert (hello.uid, hello.firmware, hello.trouble) == ("SIMULATED", "sim-1", None)
        assert talk.ask(encode_ping(7), Pong) == Pong(7)
        reader.throw(3)
        raw = talk.ask(RAW_QUESTION, RawReading)
        assert (raw.like, raw.clear) == (3, 3300)


@pytest.mark.parametrize("cable", [UnixCable, TerminalCable])
def test_the_port_is_free_again_when_the_talk_ends(cable: Callable[[], SimulatedCable]) -> None:
    with SimulatedReader(carrier=cable()) as reader:
        for _ in range(2):
            with ReaderConnection(reader.url) as talk:
                talk.await_hello()


def test_what_is_calibrated_is_seven_answers() -> None:
    with SimulatedReader() as reader, ReaderConnection(reader.url) as talk:
        assert [known.like for known in talk.read_known_colours()] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("capabilities", [("blank", "cal", "raw"), ("raw",)])
def test_a_reader_that_knows_or_learns_nothing_has_nothing_calibrated(
    capabilities: tuple[str, ...],
) -> None:
    with SimulatedReader(capabilities=capabilities) as reader, ReaderConnection(reader.url) as talk:
        assert talk.read_known_colours() == ()


def test_a_throw_that_is_heard_stays_the_games() -> None:
    with SimulatedReader(clock=hurried) as reader:
        with ReaderConnection(reader.url) as talk:
            talk.await_hello()
            reader.throw(5)
            assert [roll.face for roll in islice(rolls(talk, LONG), 2)] == [5, 5]
        with ReaderConnection(reader.url) as another:
            assert next(rolls(another, LONG)).face == 5


def test_a_refusal_is_a_sentence_or_the_answer_that_was_asked_for(
    reader: SimulatedReader,
) -> None:
    with ReaderConnection(reader.url) as talk:
        with pytest.raises(NakError, match="has given up the calibration") as refused:
            talk.ask(encode_calibration_step(CalibrationStep.SAVE), CalibrationReply)
        assert refused.value.reason == "BEGIN"
        assert talk.ask(
            encode_calibration_step(CalibrationStep.SAVE), CalibrationReply, Nak
        ) == Nak("BEGIN")
        begun = talk.ask(encode_calibration_step(CalibrationStep.BEGIN), CalibrationReply, Nak)
        assert begun == CalibrationReply(CalibrationStep.BEGIN, CalibrationVerdict.OK)


def test_a_word_of_a_strange_reader_is_told_as_it_is() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return ((*HELLO, "raw"),) if asked == ("HELLO?",) else (("NAK", "TEAPOT"),)

    with Wire(answers) as wire, ReaderConnection(wire.name) as talk:
        talk.await_hello()
        with pytest.raises(NakError, match="The die reader refuses: teapot"):
            talk.ask(RAW_QUESTION, RawReading)


def test_an_answer_to_an_earlier_question_is_none_to_this_one() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        match asked:
            case ("HELLO?",):
                return ((*HELLO, ""),)
            case ("PING", number):
                return (("PONG", number),)
        return ()

    queue = HurriedQueue()
    with Wire(answers) as wire, ReaderConnection(wire.name, queue=queue) as talk:
        talk.await_hello()
        wire.say("PONG", "99")
        queue.filled()
        assert talk.ask(encode_ping(2), Pong) == Pong(2)


def test_a_port_that_is_not_there_is_told() -> None:
    with (
        ReaderConnection("/dev/no-such-reader") as talk,
        pytest.raises(HardwareError, match="not plugged in: there is no /dev/no-such-reader"),
    ):
        talk.await_hello()


@pytest.mark.parametrize("cable", [UnixCable, TerminalCable])
def test_a_port_that_the_gadget_holds_says_how_to_stop_it(
    cable: Callable[[], SimulatedCable],
) -> None:
    with (
        SimulatedReader(carrier=cable()) as reader,
        ReaderConnection(reader.url) as gadget,
    ):
        gadget.await_hello()
        with (
            ReaderConnection(reader.url) as talk,
            pytest.raises(HardwareError, match="sudo systemctl stop cdgdevice"),
        ):
            talk.await_hello()


def test_a_silent_port_says_what_helps() -> None:
    queue = HurriedQueue()
    with (
        Wire() as wire,
        ReaderConnection(wire.name, clock=queue.clock, queue=queue) as talk,
        pytest.raises(HardwareError, match=r"load its firmware .* roll its die within 5 s"),
    ):
        talk.await_hello()
    assert queue.now == pytest.approx(5.0)


def test_the_throw_of_a_simple_reader_is_its_greeting_and_is_not_lost() -> None:
    with Wire(lambda _: (("ROLL", "0", "", "2", ""),)) as wire, ReaderConnection(wire.name) as talk:
        assert talk.await_hello() is NAMELESS_HELLO
        assert next(talk.listen(LONG)) == ReaderRoll(0, None, 2, None)
        wire.say("HELLO", "1.0", "test", "U", "0", "pips")
        assert isinstance(next(talk.listen(LONG)), Hello)
        assert "pips" in talk.await_hello().capabilities


def test_a_reader_that_falls_silent_in_mid_talk_is_lost() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return ((*HELLO, ""),) if asked == ("HELLO?",) else ()

    queue = HurriedQueue()
    with Wire(answers) as wire, ReaderConnection(wire.name, clock=queue.clock, queue=queue) as talk:
        talk.await_hello()
        with pytest.raises(HardwareError, match="has gone silent"):
            list(talk.listen(LONG))


def test_a_question_that_is_not_answered_is_told() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return ((*HELLO, ""),) if asked == ("HELLO?",) else ()

    queue = HurriedQueue()
    with (
        Wire(answers) as wire,
        ReaderConnection(wire.name, clock=queue.clock, queue=queue) as talk,
        pytest.raises(HardwareError, match="does not answer what it was asked"),
    ):
        talk.ask(encode_ping(1), Pong)
    assert queue.now == pytest.approx(3.0)


def test_a_long_thought_between_two_questions_is_no_silence(reader: SimulatedReader) -> None:
    queue = HurriedQueue()
    with ReaderConnection(reader.url, clock=queue.clock, queue=queue) as talk:
        talk.await_hello()
        reader.lift()
        queue.filled()
        queue.now += 600.0
        # What was read meanwhile is ten minutes old, and a sign of life all the same.
        assert talk.ask(encode_ping(3), Pong) == Pong(3)


def test_another_protocol_is_refused() -> None:
    with (
        SimulatedReader(protocol="2.0") as reader,
        ReaderConnection(reader.url) as talk,
        pytest.raises(HardwareError, match="speaks protocol 2 and this program 1"),
    ):
        talk.await_hello()


def test_an_unplugged_reader_is_told(reader: SimulatedReader) -> None:
    with ReaderConnection(reader.url) as talk:
        talk.await_hello()
        reader.unplug()
        with pytest.raises(HardwareError, match="No program offers a die reader"):
            talk.ask(encode_ping(1), Pong)


def test_a_reader_that_is_restarting_is_awaited_where_that_is_wished(
    reader: SimulatedReader,
) -> None:
    reader.unplug()
    with ReaderConnection(reader.url) as talk:
        with pytest.raises(HardwareError, match="No program offers a die reader"):
            talk.await_hello(LONG)
        reader.replug()
        assert talk.await_hello(LONG, through_loss=True).uid == "SIMULATED"


def test_a_reader_that_does_not_come_back_is_told_as_absent(reader: SimulatedReader) -> None:
    reader.unplug()
    queue = HurriedQueue()
    with (
        ReaderConnection(reader.url, clock=queue.clock, queue=queue) as talk,
        pytest.raises(HardwareError, match="No program offers a die reader"),
    ):
        talk.await_hello(LONG, through_loss=True)


def test_a_reader_that_starts_again_in_mid_talk_is_told() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        match asked:
            case ("HELLO?",):
                return ((*HELLO, ""),)
            case ("PING", _):
                return (("HELLO", "1.1", "test", "U", "8", ""),)
        return ()

    with Wire(answers) as wire, ReaderConnection(wire.name) as talk:
        talk.await_hello()
        with pytest.raises(HardwareError, match="has restarted"):
            talk.ask(encode_ping(1), Pong)


def test_a_hello_that_says_something_new_is_the_one_that_is_given() -> None:
    def answers(asked: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        match asked:
            case ("HELLO?",):
                return ((*HELLO, ""),)
            case ("PING", number):
                return ((*HELLO, "dirty"), ("PONG", number))
        return ()

    with Wire(answers) as wire, ReaderConnection(wire.name) as talk:
        assert talk.await_hello().trouble is None
        talk.ask(encode_ping(1), Pong)
        assert talk.await_hello().trouble is ReaderTrouble.DIRTY


def test_what_talks_but_is_no_die_reader_is_told_apart_from_silence() -> None:
    # It speaks once it is asked: what was said before the port was open is lost.
    with (
        Wire(lambda _: (("THERMOMETER", "21"),) * 3) as wire,
        ReaderConnection(wire.name) as talk,
    ):
        told = "does not answer"
        while "does not answer" in told:  # on a busy machine it takes more than half a second
            with pytest.raises(HardwareError) as refused:
                talk.await_hello(0.5)
            told = str(refused.value)
    assert "talks, but not as a die reader does" in told
