"""The rolls that the host has not acknowledged yet, and what a restart must know of them."""

import random
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from cdgdevice.drivers.reader.line import encode

REPEAT_INTERVAL = 0.5
"""Seconds until a roll that was not acknowledged is sent again."""
MAX_WAITING = 512
"""Rolls that are kept until they are acknowledged; beyond that the oldest is forgotten."""


class RollRecord(Struct, frozen=True):
    """What outlives the bridge, so that no roll is lost or counted twice when it restarts."""

    boot: int
    """1 to 4294967295."""
    seq: int = 0
    """The number of the latest roll."""
    waiting: tuple[tuple[int, int], ...] = ()
    """The number and the face of each that is not acknowledged, the oldest first."""
    held: int | None = None
    """The second die's face that waits for the first die."""


def read_record(data: bytes) -> RollRecord | None:
    """Return the record that `data` holds; None if it holds none that is sound."""
    try:
        record = json.decode(data, type=RollRecord)
        for seq, face in record.waiting:
            encode("ROLL", str(record.boot), str(seq), str(face))
    except ValueError:
        return None
    if not 1 <= record.boot <= 0xFFFFFFFF or not 0 <= record.seq < 0xFFFFFFFF:
        return None
    sound = all(1 <= seq <= record.seq and 1 <= face <= 6 for seq, face in record.waiting)
    return record if sound and 1 <= (record.held or 1) <= 6 else None


def load_record(file: Path) -> RollRecord:
    """Return the record of a file, or a new one if it has none."""
    with suppress(OSError):
        record = read_record(file.read_bytes())
        if record is not None:
            return record
    return RollRecord(random.SystemRandom().randint(1, 0xFFFFFFFF))


def write_record(record: RollRecord) -> bytes:
    """Return what `read_record` reads."""
    return json.encode(record)


class RollQueue:
    """Sends one roll at a time, in order, and again until it is acknowledged."""

    def __init__(self, record: RollRecord) -> None:
        self.record = record
        self._repeat_at = 0.0

    def add(self, at: float, face: int) -> bytes:
        """Take a roll of 1 to 6; return what must be sent."""
        seq = self.record.seq + 1
        waiting = (*self.record.waiting, (seq, face))[-MAX_WAITING:]
        self.record = replace(self.record, seq=seq, waiting=waiting)
        return self.send_first(at) if len(waiting) == 1 else b""

    def hold(self, face: int | None) -> None:
        """Keep the second die's face until the first die's has come; None: it has."""
        if face != self.record.held:
            self.record = replace(self.record, held=face)

    def acknowledge(self, at: float, boot: str, seq: str) -> bytes:
        """Forget the first roll, if it is this one; return the next."""
        record = self.record
        if not record.waiting or (boot, seq) != (str(record.boot), str(record.waiting[0][0])):
            return b""
        self.record = replace(record, waiting=record.waiting[1:])
        return self.send_first(at)

    def send_first(self, at: float) -> bytes:
        """Return the line of the first roll; nothing where none waits."""
        if not self.record.waiting:
            return b""
        self._repeat_at = at + REPEAT_INTERVAL
        seq, face = self.record.waiting[0]
        return encode("ROLL", str(self.record.boot), str(seq), str(face), "")

    def deadline(self) -> float:
        """Return at how many seconds `tick` is wanted."""
        return self._repeat_at if self.record.waiting else float("inf")

    def tick(self, at: float) -> bytes:
        """Return the first roll again, if it is due."""
        return self.send_first(at) if at >= self.deadline() else b""
