"""A connection to a die reader for a command that waits for its answers.

The game's own port and link do the talking. No throw is acknowledged here: it stays the game's,
and the reader repeats it until the game has it in its journal. The caller may send the
acknowledgement itself; then no game hears of that throw.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from queue import Empty, Queue
from typing import Self, TypeVar

from msgspec import Struct

from cdgdevice.drivers.reader import port_lookup, port_search, reader_link, reader_port
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_messages import (
    KNOWN_QUESTION,
    Hello,
    KnownColours,
    Nak,
    ReaderAnswer,
    ReaderMessage,
    ReaderRoll,
    ReaderTrouble,
)
from cdgdevice.errors import HardwareError

MICROPYTHON_BUILDS = {
    "Pico": "RPI_PICO",
    "Pico W": "RPI_PICO_W",
    "Pico 2": "RPI_PICO2",
    "Pico 2 W": "RPI_PICO2_W",
}
"""The boards that the firmware is for, and the name of the MicroPython that each needs."""


def explain_loading(*boards: str) -> str:
    """Describe how a board gets MicroPython, as the end of a sentence.

    It is one of `boards`, words of `MICROPYTHON_BUILDS`; without any it may be each of them.
    """
    first, *others = boards or MICROPYTHON_BUILDS
    names = "".join(f"; for a {each}, {MICROPYTHON_BUILDS[each]}" for each in others)
    there = f"https://micropython.org/download/{MICROPYTHON_BUILDS[first]}/"
    return (
        "hold its BOOTSEL button while you plug it in, and copy the .uf2 file from "
        f"{there} onto the drive that appears{names and f' (that is for a {first}{names})'}."
    )


class PortAddress(Struct, frozen=True):
    """A serial port: a device path or a URL, and its bits a second."""

    name: str
    baud: int


def check_port_opens(where: PortAddress) -> None:
    """Open the port and close it again.

    Raises:
        HardwareError: it is not there, not ours to open, or open elsewhere.
    """
    try:
        port_search.open_port(where.name, where.baud).close()
    except (OSError, ValueError) as error:
        raise port_lookup.explain_open_failure(where.name, error) from error


_CALIBRATE_REMEDY = "`cdgdevice reader calibrate` does it."
_REMEDIES = {ReaderTrouble.BLANK: _CALIBRATE_REMEDY, ReaderTrouble.DIRTY: _CALIBRATE_REMEDY}


def explain_trouble(trouble: ReaderTrouble) -> str:
    """Describe what is wrong, and by which command it is fixed if there is one."""
    return " ".join((CONDITION_SENTENCES[trouble], _REMEDIES.get(trouble, ""))).strip()


HELLO_TIMEOUT = 5.0
"""Seconds until a reader that does not say who it is counts as silent."""
ANSWER_TIMEOUT = 3.0
"""Seconds that an answer may take; a step of calibration takes up to two."""

NAMELESS_HELLO = Hello(reader_link.PROTOCOL_MAJOR, 0)
"""Stands for the hello of a reader that reports throws and does not say who it is."""

AnswerType = TypeVar("AnswerType", bound=ReaderAnswer)

_NAK_SENTENCES = {
    "BLIND": explain_trouble(ReaderTrouble.BLIND),
    "BLANK": explain_trouble(ReaderTrouble.BLANK),
    "BEGIN": "The die reader has given up the calibration that was begun: begin again.",
    "EMPTY": "The die reader has not taken its empty tray in this calibration: begin again.",
    "BUSY": "The die reader's motor runs already, or its die is being calibrated: ask again later.",
    "UNKNOWN": "The die reader does not know that question: cdgdevice reader flash updates it.",
}


class NakError(HardwareError):
    """The reader said NAK; `reason` is its word, the text a sentence."""

    def __init__(self, reason: str) -> None:
        usual = f"The die reader refuses: {reason.lower()}."
        super().__init__(_NAK_SENTENCES.get(reason, usual))
        self.reason = reason


class _ReaderGoneError(HardwareError):
    """The reader is not there, or no longer."""


class ReaderConnection:
    """A conversation over the port `name`: a device path, a URL, or `auto`.

    Use it in a `with`: there the port is opened, and at the end it is free again. Every method
    raises `HardwareError`, one sentence, when the port can't be opened, or the reader is gone,
    silent, restarted, or speaks another protocol. `clock` gives monotonic seconds; on
    `queue` the port's thread puts what happens, and a simulator of time brings its own.
    """

    def __init__(
        self,
        name: str,
        *,
        baud: int = 115200,
        clock: Callable[[], float] = time.monotonic,
        queue: Queue[reader_port.PortEvent] | None = None,
    ) -> None:
        self._name = name
        self._clock = clock
        self._queue: Queue[reader_port.PortEvent] = Queue() if queue is None else queue
        self._port = reader_port.ReaderPort(name, self._queue.put, baud=baud, clock=clock)
        self._link = reader_link.ReaderLink()
        self._waiting: deque[ReaderMessage] = deque()
        self._hello: Hello | None = None

    def __enter__(self) -> Self:
        self._port.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    def await_hello(self, within: float = HELLO_TIMEOUT, *, through_loss: bool = False) -> Hello:
        """Return the reader's latest hello; the first is awaited up to `within` seconds.

        With `through_loss` a reader that is not there is awaited too: it has just been restarted.
        A simple reader need not say who it is: its throw is its greeting, and the hello
        `NAMELESS_HELLO`.
        """
        until = self._clock() + within
        missing = HardwareError(
            f"The die reader at {self._name} does not answer: load its firmware "
            "(cdgdevice reader flash), or unplug it and plug it in again. If it only reports "
            f"rolls, roll its die within {within:.0f} seconds."
        )
        while self._hello is None:
            try:
                message = self._next_message(until)
            except _ReaderGoneError as away:
                if not through_loss:
                    raise
                missing = away
                continue
            if message is None and self._port.noisy:
                raise HardwareError(
                    f"What is at {self._name} talks, but not as a die reader does: name another "
                    "port with --port, or load the firmware (cdgdevice reader flash)."
                )
            if message is None:
                raise missing
            if isinstance(message, ReaderRoll) and message.boot == 0:
                self._waiting.appendleft(message)  # it comes but once
        return self._hello

    def send(self, line: bytes) -> None:
        """Send `line`, one of `drivers.reader.reader_messages`, and wait for nothing."""
        self._port.send(line)

    def listen(self, seconds: float) -> Iterator[ReaderMessage]:
        """Return every message of the next `seconds` as it comes; a repeated roll each time."""
        self.await_hello()
        until = self._clock() + seconds
        while (message := self._next_message(until)) is not None:
            yield message

    def ask(
        self, line: bytes, *kinds: type[AnswerType], within: float = ANSWER_TIMEOUT
    ) -> AnswerType:
        """Send `line` and return the first answer that is one of `kinds`; other messages pass.

        Raises:
            NakError: the answer is a NAK, unless `Nak` is one of `kinds`.
            HardwareError: as the class says, or there was no answer `within` seconds.
        """
        return next(self._answers(line, kinds, within))

    def read_known_colours(self) -> tuple[KnownColours, ...]:
        """Return what is calibrated: the empty tray and the six faces, or nothing at all."""
        if "cal" not in self.await_hello().capabilities:
            return ()
        answers = self._answers(KNOWN_QUESTION, (KnownColours,), ANSWER_TIMEOUT)
        try:
            return tuple(islice(answers, 7))
        except NakError as refused:
            if refused.reason != "BLANK":
                raise
            return ()

    def _answers(
        self, line: bytes, kinds: tuple[type[AnswerType], ...], within: float
    ) -> Iterator[AnswerType]:
        self.await_hello()
        while not self._queue.empty():
            self._handle_event(self._queue.get())
        self._waiting.clear()  # what came before is no answer to this
        self.send(line)
        until = self._clock() + within
        while (message := self._next_message(until)) is not None:
            if isinstance(message, kinds):
                yield message
            elif isinstance(message, Nak):
                raise NakError(message.reason)
        raise HardwareError(
            f"The die reader at {self._name} does not answer what it was asked: "
            "unplug it and plug it in again."
        )

    def _next_message(self, until: float) -> ReaderMessage | None:
        """Return the next message; None when none comes until `until` seconds."""
        while not self._waiting:
            now = self._clock()
            if now >= until:
                return None
            wake = min(until, self._link.deadline())
            try:
                event = self._queue.get(timeout=max(0.0, wake - now))
            except Empty:
                self._carry_out(self._link.tick(self._clock()))
                continue
            self._handle_event(event)
        return self._waiting.popleft()

    def _handle_event(self, event: reader_port.PortEvent) -> None:
        # The time is now, not when it was read: after a long pause before the next
        # question there are many signs of life, all of them old.
        now = self._clock()
        match event:
            case reader_port.PortOpened():
                self._carry_out(self._link.handle_opened(now))
            case reader_port.PortClosed(_, why):
                self._hello = None
                self._waiting.clear()
                self._carry_out(self._link.handle_closed(why))
            case reader_port.PortReceived(_, take):
                for _, message in take():
                    self._handle_message(now, message)

    def _handle_message(self, at: float, message: ReaderMessage) -> None:
        self._carry_out(self._link.handle_message(at, message))
        if isinstance(message, Hello):
            before, self._hello = self._hello, message
            if before is not None and before.boot != message.boot:
                raise HardwareError("The die reader has restarted: begin again.")
        if self._hello is None and isinstance(message, ReaderRoll) and message.boot == 0:
            self._hello = NAMELESS_HELLO
        self._waiting.append(message)

    def _carry_out(self, effects: tuple[reader_link.LinkEffect, ...]) -> None:
        for effect in effects:
            match effect:
                case reader_link.SendLine(line):
                    self._port.send(line)
                case reader_link.ReaderCondition(LinkState.LOST, sentence):
                    raise _ReaderGoneError(sentence)
                case reader_link.ReaderCondition(LinkState.REFUSED, sentence):
                    raise HardwareError(sentence)
                case _:  # a throw is the game's, and an answer is among the messages
                    pass
