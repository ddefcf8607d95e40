"""Counts each throw once, however often the reader repeats it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from cdgdevice.gadget.reader.messages import Roll

SAME_THROW = 2.0
"""Seconds within which a simple reader's line with the same face is a repeat."""

_BOOTS = 8
"""Starts of readers that are remembered; more than anyone plugs in during a game."""


class Standing(Enum):
    """What a roll that has just been read is."""

    NEW = "new"
    """A throw never seen before."""
    WAITING = "waiting"
    """A repeat of a throw that is not yet safely counted."""
    COUNTED = "counted"
    """A repeat of a counted throw: its acknowledgement was lost."""


@dataclass(slots=True)
class _Boot:
    """How far the rolls of one start of a reader have come."""

    seen: int
    counted: int


@dataclass(slots=True)
class _Repeat:
    """A simple reader's face: when it was last read, and whether it is counted."""

    at: float
    counted: bool


class Tally:
    """The throws seen and counted. Memory is bounded, whatever a reader sends.

    A reader sends its rolls in order, each until it is acknowledged; so the highest
    sequence tells all. `counted` are the (boot, sequence) that earlier runs counted: of each
    start of a reader the last, and the oldest start first.
    """

    def __init__(self, counted: Iterable[tuple[int, int]] = ()) -> None:
        self._boots = {boot: _Boot(seq, seq) for boot, seq in counted}
        self._faces: dict[int, _Repeat] = {}

    def judge(self, at: float, roll: Roll) -> Standing:
        """Say what `roll`, read at `at` seconds, is, and remember it."""
        if roll.seq is None:
            return self._judge_simple(at, roll.face)
        boot = self._boots.pop(roll.boot, _Boot(0, 0))
        self._boots[roll.boot] = boot  # now the youngest
        if len(self._boots) > _BOOTS:
            del self._boots[next(iter(self._boots))]
        if roll.seq > boot.seen:
            boot.seen = roll.seq
            return Standing.NEW
        return Standing.COUNTED if roll.seq <= boot.counted else Standing.WAITING

    def _judge_simple(self, at: float, face: int) -> Standing:
        last = self._faces.get(face)
        if last is None or at - last.at >= SAME_THROW:
            self._faces[face] = _Repeat(at, counted=False)
            return Standing.NEW
        last.at = at
        return Standing.COUNTED if last.counted else Standing.WAITING

    def counted(self, boot: int, seq: int | None, face: int) -> None:
        """Remember that a throw is safely counted."""
        if seq is None:
            if face in self._faces:
                self._faces[face].counted = True
        elif boot in self._boots:
            self._boots[boot].counted = max(self._boots[boot].counted, seq)
