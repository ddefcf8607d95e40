"""A host at the far end of a wire that drops, doubles, damages, delays and breaks."""

from collections import deque
from random import Random

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_link import LinkEffect, ReaderLink, ReaderThrow, SendLine
from cdgdevice.drivers.reader.reader_messages import parse_message


class Wire:
    """One direction, in order: what was put in comes out later, or spoilt, or not at all."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sound = False
        self.under_way: deque[tuple[float, bytes]] = deque()

    def put(self, at: float, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            fate = 1.0 if self.sound else self.rng.random()
            if fate < 0.2:
                continue
            piece = bytearray(line)
            if fate < 0.3:
                piece[self.rng.randrange(len(piece))] ^= 1 << self.rng.randrange(8)
            elif fate < 0.4:
                del piece[self.rng.randrange(len(piece)) :]
            late = self.rng.random() * 3 if 0.4 < fate < 0.5 else 0.0
            after = max([at + late] + [when for when, _ in self.under_way])
            self.under_way.append((after, bytes(piece)))
            if 0.5 < fate < 0.6:
                self.under_way.append((after, bytes(piece)))

    def take(self, at: float) -> bytes:
        came = b""
        while self.under_way and self.under_way[0][0] <= at:
            came += self.under_way.popleft()[1]
        return came


class Host:
    """A gadget whose journal survives everything; times are seconds."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.up, self.down = Wire(rng), Wire(rng)
        self.journal: list[tuple[int, int, int]] = []
        """Boot, sequence and face of each throw, in the order in which they counted."""
        self.uncounted: deque[ReaderThrow] = deque()
        self.link = ReaderLink()

    def opens(self, at: float) -> None:
        """The port opens: what was on the wire is lost."""
        self.up.under_way.clear()
        self.down.under_way.clear()
        self.lines = LineBuffer()
        self._do(at, self.link.handle_opened(at))

    def closes(self) -> None:
        self.link.handle_closed("Gone.")

    def crashes(self) -> None:
        """The program ends, at times between journal and acknowledgement, and comes back."""
        if self.uncounted and self.rng.random() < 0.5:
            self.writes()
        self.uncounted.clear()
        self.link = ReaderLink(entry[:2] for entry in self.journal[-1:])

    def hears(self, at: float) -> None:
        """Take what the wire brings by now, and count what was thrown, if it comes to it."""
        for fields in self.lines.feed(self.up.take(at)):
            if (message := parse_message(fields)) is not None:
                self._do(at, self.link.handle_message(at, message))
        self._do(at, self.link.tick(at))
        while self.uncounted and (self.up.sound or self.rng.random() < 0.7):
            self._do(at, self.link.acknowledge_throw(self.writes()))

    def writes(self) -> ReaderThrow:
        """Write a throw into the journal, before it is acknowledged."""
        throw = self.uncounted.popleft()
        assert throw.key is not None
        self.journal.append((*throw.key, throw.face))
        return throw

    def _do(self, at: float, effects: tuple[LinkEffect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, SendLine):
                self.down.put(at, effect.line)
            elif isinstance(effect, ReaderThrow):
                self.uncounted.append(effect)
