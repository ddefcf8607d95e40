"""The reader's duty without MicroPython and without a bus: for tests that need many lives."""

from itertools import count
from pathlib import Path

from calibration import load
from idle import DARK, FULL
from reader import Reader

from cdgdevice.drivers.reader.reader_messages import DieStateReport, Heartbeat
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages

HALF = 27.5
"""Milliseconds of one integration and its transfers."""
GLIMPSE_HALF = 13.0
"""The same of a glimpse."""
PAUSE = 25.0
"""Milliseconds of a pass that does not look."""


class QuickBoard:
    """Like `Board`, with an ideal sensor and `Reader` in this process."""

    _boots = count(2971215073)

    def __init__(self, tray: Tray, path: Path) -> None:
        assert isinstance(tray.clock, Clock)
        self.tray = tray
        self.clock = tray.clock
        self.path = path
        self.sees = True
        self.lit_ms = 0.0
        """For how long the LED was lit in all."""
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
            said += self._look()
            now = self._now()
            data, self._unread = self._unread, b""
            said += self.reader.received(now, data) + self.reader.tick(now)
        self.clock.ms = until
        return said

    def _look(self) -> bytes:
        """Look as the board's program does, and let the clock come to the end of the pass."""
        self.clock.ms = begin = self._pass_at
        pace = self.reader.pace(self._now()) if self.sees else FULL
        if pace == FULL:
            self._pass_at += 2 * HALF
            frame = self._frame(begin, HALF, 24.0)
            self.lit_ms += HALF
            return self.reader.frame(self._now(), frame if self.sees else None)
        if pace != DARK and self.reader.is_glimpse_due(self._now()):
            self._pass_at += 2 * GLIMPSE_HALF
            off, on = self._frame(begin, GLIMPSE_HALF, 9.6)
            self.lit_ms += GLIMPSE_HALF
            self.tray.light(False)
            red, green, blue, clear = (each * 10 // 4 for each in off)
            lit_red, lit_green, lit_blue, lit_clear = (each * 10 // 4 for each in on)
            self.reader.glimpse(
                self._now(), ((red, green, blue, clear), (lit_red, lit_green, lit_blue, lit_clear))
            )
            return b""
        self.tray.light(False)
        self._pass_at += PAUSE
        self.clock.ms = self._pass_at
        return b""

    def _now(self) -> int:
        return int(self.clock.ms)

    def _frame(
        self, at: float, half: float, counted: float
    ) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Give the frame that begins at `at`, and let the clock come to its end."""
        counts = []
        for lit in (False, True):
            self.clock.ms = at
            self.tray.light(lit)
            at += half
            self.clock.ms = at
            seen = self.tray.counts(at - counted - 0.5, at - 0.5)
            limit = round(10240 * counted / 24)
            red, green, blue, clear = (min(limit, n * self.reader.gain // 4) for n in seen)
            counts.append((red, green, blue, clear))
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
