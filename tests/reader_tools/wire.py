"""A serial port whose other end is in the test's hands."""

import os
import time
import tty
from collections.abc import Callable, Iterator
from threading import Thread

from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import Heartbeat, ReaderRoll, encode_ping
from cdgdevice.reader_tools.reader_connection import ReaderConnection

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
    """A pseudo-terminal at `name`; `answers` is called in a thread of its own."""

    def __init__(self, answers: Answers = lambda _: ()) -> None:
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        self.name = os.ttyname(self._far)
        self._answers = answers
        self._thread = Thread(target=self._converse, daemon=True)
        self._thread.start()

    def say(self, *fields: str) -> None:
        os.write(self._near, encode(*fields))

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        os.write(self._far, b"\x04end")  # wakes the thread
        self._thread.join()
        os.close(self._near)
        os.close(self._far)

    def _converse(self) -> None:
        lines = LineBuffer()
        while b"\x04end" not in (data := os.read(self._near, 4096)):
            for asked in lines.feed(data):
                for answer in self._answers(asked):
                    self.say(*answer)
