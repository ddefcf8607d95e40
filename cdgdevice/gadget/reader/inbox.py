"""Between the port's thread and the loop: a place for messages that can't overflow."""

from threading import Lock

from cdgdevice.gadget.reader.messages import Message

LIMIT = 64
"""Messages that may wait; a sound reader has two or three outstanding."""


class Inbox:
    """Messages of one connection, in order. What doesn't fit is dropped.

    Dropping is safe: a reader repeats its roll until it is acknowledged.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[tuple[float, Message]] = []

    def put(self, at: float, messages: list[Message]) -> bool:
        """Add `messages`, read at `at`. True when the loop is to be told: none waited before."""
        with self._lock:
            first = not self._waiting
            room = LIMIT - len(self._waiting)
            self._waiting += [(at, message) for message in messages[:room]]
            return first and bool(self._waiting)

    def take(self) -> tuple[tuple[float, Message], ...]:
        """Give all that waits, each with its time in seconds, and forget it."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
            return taken
