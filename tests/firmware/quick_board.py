"""The reader's duty without MicroPython and without a bus: for tests that need many lives."""

from itertools import count
from pathlib import Path

from calibration import load
from reader import Reader

from cdgdevice.drivers.reader.reader_messages import DieStateReport, Heartbeat
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages

HALF = 27.5
"""Milliseconds of one integration and its transfers."""


class QuickBoard:
    """Like `Board`, with an ideal sensor and `Reader` in this process."""

    _boots = count(2971215073)

    def __init__(self, tray: Tray, path: Path) -> None:
        assert isinstance(tray.clock, Clock)
        self.tray = tray
        self.clock = tray.clock
        self.path = path
        self.sees = True
        self.replug()

    def unplug(self) -> None:
        """It has nothing but its file; `replug` starts it afresh."""

    def replug(self) -> None:
        self.boot = next(self._boots)
        self._unread = b""
        self._pass_at = self.clock.ms
        self.reader = Reader("UID", self.boot, load(str(self.path)), str(self.path), self._now())

    def send(self, data: bytes) -> None:
        self._unread += data

    def run(self, ms: float) -> bytes:
        said = b""
        until = self.clock.ms + ms
        while self._pass_at + 2 * HALF <= until:
            frame = self._frame(self._pass_at)
            self._pass_at += 2 * HALF
            now = self._now()
            said += self.reader.frame(now, frame if self.sees else None)
            data, self._unread = self._unread, b""
            said += self.reader.received(now, data) + self.reader.tick(now)
        self.clock.ms = until
        return said

    def _now(self) -> int:
        return int(self.clock.ms)

    def _frame(self, at: float) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Give the frame that begins at `at`, and let the clock come to its end."""
        counts = []
        for lit in (False, True):
            self.clock.ms = at
            self.tray.light(lit)
            at += HALF
            self.clock.ms = at
            counts.append(self.tray.counts(at - 24.5, at - 0.5))
        return counts[0], counts[1]


def throw(board: QuickBoard, face: int) -> bytes:
    """Lift the die, throw it, and give what is said until half a second after it rests."""
    board.tray.lift()
    said = board.run(300)
    board.tray.throw(face)
    return said + board.run(900)


def kinds(said: bytes, kind: type) -> list[object]:
    return [message for message in messages(said) if isinstance(message, kind)]


def answer(board: QuickBoard, line: bytes) -> list[object]:
    """What is said to a line, but for heartbeats and states."""
    board.send(line)
    return [m for m in messages(board.run(60)) if not isinstance(m, Heartbeat | DieStateReport)]
