"""A clock that moves only when a test says so, and the queue on which the loop waits for it."""

import math
from queue import Empty, SimpleQueue
from threading import Condition

from cdgdevice.service.loop import LoopEvent
from tests.patience import PATIENCE


class TestGoneError(Exception):
    """Nobody lets the loop go on: its test has ended and left it."""

    __test__ = False


class SimulatedTime(SimpleQueue[LoopEvent]):
    """A queue on which waiting moves the clock, up to where the test lets it.

    Either the loop works or the test does, never both: a token goes to and fro between them.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.waits = 0
        """How often the loop has gone to sleep."""
        self.step = 0.0
        """Seconds that pass each time the clock is read."""
        self._until = 0.0
        self._handed_over = Condition()
        self._works = True
        """The loop has the token: from its start, until it comes to rest for the first time."""
        self._over = False

    def clock(self) -> float:
        self.now += self.step
        return self.now

    def late(self, seconds: float) -> None:
        """Have time pass in which the loop does nothing: it works on, or it is not run at all."""
        self.now += seconds

    def get(self, block: bool = True, timeout: float | None = None) -> LoopEvent:
        due = math.inf if timeout is None else self.now + timeout
        self.waits += 1
        while True:
            if self.qsize():
                return super().get_nowait()
            if due <= self._until:
                self.now = max(self.now, due)
                raise Empty
            self.now = max(self.now, self._until)
            with self._handed_over:
                self._works = False
                self._handed_over.notify_all()
                given = self._handed_over.wait_for(lambda: self._works, PATIENCE)
            if not given:
                raise TestGoneError("the test has gone")

    def run(self, until: float) -> None:
        """Let the loop work until it has nothing to do before this time."""
        with self._handed_over:
            self._rested()
            if self._over:
                return
            self._until = until
            self._works = True
            self._handed_over.notify_all()
            self._rested()

    def ended(self) -> None:
        with self._handed_over:
            self._works, self._over = False, True
            self._handed_over.notify_all()

    def _rested(self) -> None:
        rests = self._handed_over.wait_for(lambda: not self._works, PATIENCE)
        assert rests, "the loop does not come to rest"
