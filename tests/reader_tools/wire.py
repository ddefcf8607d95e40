"""A reader's port whose other end is in the test's hands."""

import select
import socket
import time
from collections.abc import Callable, Iterator
from threading import Thread

from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import Heartbeat, ReaderRoll, encode_ping
from cdgdevice.reader_tools.reader_connection import ReaderConnection
from cdgdevice.simulator.simulated_reader import SimulatedCable, UnixCable
from tests.terminals import TerminalCable

Answers = Callable[[tuple[str, ...]], tuple[tuple[str, ...], ...]]
"""From what the host asks to the lines that answer it."""


def hurried() -> float:
    """A clock for a simulated reader, twenty times as fast; it is looked at when it is asked."""
    return 20 * time.monotonic()


def rolls(talk: ReaderConnection, seconds: float) -> Iterator[ReaderRoll]:
    """Every roll that comes within `seconds`; meanwhile the reader is asked all the time."""
    talk.await_hello()
    talk.send(encode_ping(1))
    for message in talk.listen(seconds):
        if isinstance(message, ReaderRoll):
            yield message
        elif not isinstance(message, Heartbeat):
            talk.send(encode_ping(1))


class Wire:
    """A reader's port at `name`; `answers` is called in a thread of its own."""

    def __init__(self, answers: Answers = lambda _: (), *, on_terminal: bool = False) -> None:
        self._cable: SimulatedCable = TerminalCable() if on_terminal else UnixCable()
        self._cable.plug()
        self.name = self._cable.url
        self._answers = answers
        self._woken, self._waker = socket.socketpair()
        self._thread = Thread(target=self._converse, daemon=True)
        self._thread.start()

    def say(self, *fields: str) -> None:
        self._cable.write(encode(*fields))

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self._waker.close()
        self._thread.join()
        self._cable.close()
        self._woken.close()

    def _converse(self) -> None:
        lines = LineBuffer()
        while True:
            ready, _, _ = select.select([self._woken, *self._cable.waiting()], [], [])
            if self._woken in ready:
                return
            for asked in lines.feed(self._cable.read()):
                for answer in self._answers(asked):
                    self.say(*answer)
