"""The reader's duty without MicroPython and without a bus: for tests that need many lives."""

from itertools import count
from pathlib import Path

from calibration import load
from idle import FULL, GLIMPSES
from reader import Reader

from cdgdevice.drivers.reader.reader_messages import DieStateReport, Heartbeat
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages

APART = 50.0
"""Milliseconds from a frame's first reading to its second."""
READING, GLIMPSE = 45.5, 14.5
"""Milliseconds of one reading and its transfers, and the same of a glimpse."""
COUNTED, GLIMPSED = 40.8, 9.6
"""Milliseconds of them in which light is counted."""
PAUSE = 25.0
"""Milliseconds of a pass that does not look."""


Colours = tuple[int, int, int, int]


class QuickBoard:
    """Like `Board`, with an ideal sensor and `Reader` in this process; nothing hears its motor."""

    _boots = count(2971215073)

    def __init__(self, tray: Tray, path: Path, *, motor: bool = False) -> None:
        assert isinstance(tray.clock, Clock)
        self._motor = motor
        self.tray = tray
        self.clock = tray.clock
        self.path = path
        self.sees = True
        self._frames = 0
        self.lit_ms = 0.0
        """For how long the LED was lit in all."""
        self.replug()

    def unplug(self) -> None:
        """It has nothing but its file; `replug` starts it again."""

    def replug(self) -> None:
        self.boot = next(self._boots)
        self._unread = b""
        self._pass_at = self.clock.ms
        known, path = load(str(self.path)), str(self.path)
        self.reader = Reader("UID", self.boot, known, path, self._now(), self._motor)

    def send(self, data: bytes) -> None:
        self._unread += data

    def run(self, ms: float) -> bytes:
        said = b""
        until = self.clock.ms + ms
        while self._pass_at + APART + READING <= until:
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
            frame = self._frame(begin, READING, COUNTED, lit_first=bool(self._frames & 2))
            self._frames += 1
            return self.reader.frame(self._now(), frame if self.sees else None)
        if pace == GLIMPSES and self.reader.is_glimpse_due(self._now()):
            frame = self._frame(begin, GLIMPSE, GLIMPSED)
            self._frames = 1
            self.tray.light(False)
            return self.reader.glimpse(self._now(), frame)
        self.tray.light(False)
        if pace == GLIMPSES:
            self._frames = 2
            shade = self._reading(begin, READING, COUNTED, lit=False)
            self.reader.shade(self._now(), shade)
            return b""
        self._pass_at += PAUSE
        self.clock.ms = self._pass_at
        return b""

    def _now(self) -> int:
        return int(self.clock.ms)

    def _frame(
        self, at: float, lasts: float, counted: float, *, lit_first: bool = False
    ) -> tuple[Colours, Colours]:
        """Give the frame that begins at `at`, and let the clock come to its end."""
        one = self._reading(at, lasts, counted, lit=lit_first)
        self.lit_ms += lasts if lit_first else 0.0
        other = self._reading(at + APART, lasts, counted, lit=not lit_first)
        self.lit_ms += 0.0 if lit_first else lasts
        return (other, one) if lit_first else (one, other)

    def _reading(self, at: float, lasts: float, counted: float, *, lit: bool) -> Colours:
        self.clock.ms = at
        self.tray.light(lit)
        self.clock.ms = self._pass_at = at + lasts
        seen = self.tray.counts(self._pass_at - counted - 0.5, self._pass_at - 0.5)
        limit = round(1024 * counted / 2.4)
        part = 24 / counted
        red, green, blue, clear = (
            round(min(limit, count * self.reader.gain / 4) * part) for count in seen
        )
        return red, green, blue, clear


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
    return [m for m in messages(board.run(100)) if not isinstance(m, Heartbeat | DieStateReport)]
