"""What QEMU wrote down of a disk: every write and flush, in the order the disk was given them.

The format is that of Linux's dm-log-writes, which QEMU's `blklogwrites` keeps too: a first sector
that says how many entries there are, then for each entry a sector of its own and its data.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path

SECTOR = 512
"""Bytes of the least that a disk writes at once. Logs of other sectors are not read."""
MAGIC = 0x6A736677736872
_FIRST = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")


class Flag(IntFlag):
    """What kind of entry it is; a plain write has none."""

    FLUSH = 1
    """All that was written before is on the disk itself before this goes on."""
    FUA = 2
    """This write is on the disk itself when it is done."""
    DISCARD = 4
    """The sectors are not wanted any more; the entry has no data."""
    MARK = 8
    """Somebody's mark; nothing is written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request to the disk."""

    sector: int
    """Where it begins, in sectors."""
    data: bytes
    """What is written; a discard's are zeros, and a flush may have none."""
    flags: Flag


def count(log: Path) -> int:
    """Give how many entries are in a log that may still grow; 0 where it has not begun."""
    with log.open("rb") as file:
        first = file.read(_FIRST.size)
    if len(first) < _FIRST.size:
        return 0
    magic, _, entries, sector = _FIRST.unpack(first)
    if magic != MAGIC:
        return 0
    if sector != SECTOR:
        raise ValueError(
            f"{log} has sectors of {sector} bytes; start QEMU with log-sector-size=512"
        )
    return int(entries)


def read_log(log: Path) -> list[Entry]:
    """Read every entry.

    Raises:
        ValueError: it is no such log, or breaks off.
    """
    return list(_entries(log))


def _entries(log: Path) -> Iterator[Entry]:
    left = count(log)
    with log.open("rb") as file:
        file.seek(SECTOR)
        for number in range(left):
            raw = file.read(SECTOR)
            if len(raw) < SECTOR:
                raise ValueError(f"{log} breaks off in entry {number}")
            sector, sectors, flags, _ = _ENTRY.unpack_from(raw)
            length = sectors * SECTOR
            if flags & (Flag.DISCARD | Flag.MARK):
                data = bytes(length) if flags & Flag.DISCARD else b""
            else:
                data = file.read(length)
                if len(data) < length:
                    raise ValueError(f"{log} breaks off in entry {number}")
            yield Entry(sector, data, Flag(flags))


def write_log(log: Path, entries: list[Entry]) -> None:
    """Write a log as QEMU does."""
    with log.open("wb") as file:
        file.write(_FIRST.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0"))
        for entry in entries:
            sectors = len(entry.data) // SECTOR
            raw = _ENTRY.pack(entry.sector, sectors, entry.flags, len(entry.data))
            file.write(raw.ljust(SECTOR, b"\0"))
            if not entry.flags & (Flag.DISCARD | Flag.MARK):
                file.write(entry.data)
