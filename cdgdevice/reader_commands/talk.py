"""A conversation with a die reader by one who waits for the answers: `cdgdevice reader`.

The game's own port and link do the talking. No throw is acknowledged here: it stays the game's,
and the reader repeats it until the game has it in its journal. Whoever listens may send the
acknowledgement; then no game hears of that throw.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from queue import Empty, Queue
from typing import Self, TypeVar

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.asking import ask_known
from cdgdevice.gadget.reader.effects import Condition, Effect, LinkState, Send
from cdgdevice.gadget.reader.link import PROTOCOL, Link
from cdgdevice.gadget.reader.messages import Answer, Hello, Known, Message, Nak, Roll, Trouble
from cdgdevice.gadget.reader.port import Closed, Opened, Port, PortEvent, Received
from cdgdevice.reader_commands.troubles import trouble_told

GREETED_WITHIN = 5.0
"""Seconds until a reader that does not say who it is counts as silent."""
ANSWERED_WITHIN = 3.0
"""Seconds that an answer may take; a step of calibration takes up to two."""

NAMELESS = Hello(PROTOCOL, 0)
"""Stands for the hello of a reader that reports throws and does not say who it is."""

A = TypeVar("A", bound=Answer)

_REASONS = {
    "BLIND": trouble_told(Trouble.BLIND),
    "BLANK": trouble_told(Trouble.BLANK),
    "BEGIN": "The die reader has given up the calibration that was begun: begin again.",
    "EMPTY": "The die reader has not taken its empty tray in this calibration: begin again.",
    "UNKNOWN": "The die reader does not know that question: cdgdevice reader flash updates it.",
}


class NakError(HardwareError):
    """The reader said NAK; `reason` is its word, the text a sentence."""

    def __init__(self, reason: str) -> None:
        usual = f"The die reader refuses: {reason.lower()}."
        super().__init__(_REASONS.get(reason, usual))
        self.reason = reason


class _AwayError(HardwareError):
    """The reader is not there, or no longer."""


class Talk:
    """A conversation over the port `name`: a device path, a URL that pyserial knows, or `auto`.

    Use it in a `with`: there the port is opened, and at the end it is free again. Every method
    raises `HardwareError`, one sentence, when the port can't be opened, or the reader is gone,
    silent, started anew, or speaks another protocol. `clock` gives monotonic seconds; on
    `queue` the port's thread puts what happens, and a simulator of time brings its own.
    """

    def __init__(
        self,
        name: str,
        *,
        baud: int = 115200,
        clock: Callable[[], float] = time.monotonic,
        queue: Queue[PortEvent] | None = None,
    ) -> None:
        self._name = name
        self._clock = clock
        self._queue: Queue[PortEvent] = Queue() if queue is None else queue
        self._port = Port(name, self._queue.put, baud=baud, clock=clock)
        self._link = Link()
        self._heard: deque[Message] = deque()
        self._hello: Hello | None = None

    def __enter__(self) -> Self:
        self._port.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    def greet(self, within: float = GREETED_WITHIN, *, through_loss: bool = False) -> Hello:
        """Give the reader's latest hello; the first is awaited up to `within` seconds.

        With `through_loss` a reader that is not there is awaited too: it has just been restarted.
        A simple reader need not say who it is: its throw is its greeting, and the hello `NAMELESS`.
        """
        until = self._clock() + within
        missing = HardwareError(
            f"The die reader at {self._name} does not answer: load its firmware "
            "(cdgdevice reader flash), or unplug it and plug it in again. If it only reports "
            f"throws, throw its die within {within:.0f} seconds."
        )
        while self._hello is None:
            try:
                message = self._next(until)
            except _AwayError as away:
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
            if isinstance(message, Roll) and message.boot == 0:
                self._heard.appendleft(message)  # it comes but once
        return self._hello

    def send(self, line: bytes) -> None:
        """Send `line`, one of `gadget.reader.asking`, and wait for nothing."""
        self._port.send(line)

    def listen(self, seconds: float) -> Iterator[Message]:
        """Give every message of the next `seconds` as it comes; a repeated roll each time."""
        self.greet()
        until = self._clock() + seconds
        while (message := self._next(until)) is not None:
            yield message

    def ask(self, line: bytes, *kinds: type[A], within: float = ANSWERED_WITHIN) -> A:
        """Send `line` and give the first answer that is one of `kinds`; other messages pass.

        Raises:
            NakError: the answer is a NAK, unless `Nak` is one of `kinds`.
            HardwareError: as the class says, or there was no answer `within` seconds.
        """
        return next(self._answers(line, kinds, within))

    def known(self) -> tuple[Known, ...]:
        """Give what is calibrated: the empty tray and the six faces, or nothing at all."""
        if "cal" not in self.greet().capabilities:
            return ()
        answers = self._answers(ask_known(), (Known,), ANSWERED_WITHIN)
        try:
            return tuple(islice(answers, 7))
        except NakError as refused:
            if refused.reason != "BLANK":
                raise
            return ()

    def _answers(self, line: bytes, kinds: tuple[type[A], ...], within: float) -> Iterator[A]:
        self.greet()
        while not self._queue.empty():
            self._take(self._queue.get())
        self._heard.clear()  # what came before is no answer to this
        self.send(line)
        until = self._clock() + within
        while (message := self._next(until)) is not None:
            if isinstance(message, kinds):
                yield message
            elif isinstance(message, Nak):
                raise NakError(message.reason)
        raise HardwareError(
            f"The die reader at {self._name} does not answer what it was asked: "
            "unplug it and plug it in again."
        )

    def _next(self, until: float) -> Message | None:
        """Give the next message; None when none comes until `until` seconds."""
        while not self._heard:
            now = self._clock()
            if now >= until:
                return None
            due = self._link.deadline()
            wake = until if due is None else min(until, due)
            try:
                event = self._queue.get(timeout=max(0.0, wake - now))
            except Empty:
                self._do(self._link.tick(self._clock()))
                continue
            self._take(event)
        return self._heard.popleft()

    def _take(self, event: PortEvent) -> None:
        # The time is now, not when it was read: whoever thinks long before the next question
        # finds many signs of life, all of them old.
        now = self._clock()
        match event:
            case Opened():
                self._do(self._link.opened(now))
            case Closed(_, why):
                self._hello = None
                self._heard.clear()
                self._do(self._link.closed(why))
            case Received(_, take):
                for _, message in take():
                    self._hear(now, message)

    def _hear(self, at: float, message: Message) -> None:
        self._do(self._link.received(at, message))
        if isinstance(message, Hello):
            before, self._hello = self._hello, message
            if before is not None and before.boot != message.boot:
                raise HardwareError("The die reader has started anew: begin again.")
        if self._hello is None and isinstance(message, Roll) and message.boot == 0:
            self._hello = NAMELESS
        self._heard.append(message)

    def _do(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Send(line):
                    self._port.send(line)
                case Condition(LinkState.LOST, sentence):
                    raise _AwayError(sentence)
                case Condition(LinkState.REFUSED, sentence):
                    raise HardwareError(sentence)
                case _:  # a throw is the game's, and an answer is among the messages
                    pass
