"""What a journal's file says: all of it, or enough of it for a list of games.

One rule tells a write that was cut short from damage:

- bytes that can't be read are damage if a later number shows that a line went missing there;
- else they are a write that was never acknowledged, and are passed over;
- a line with the number of the one before it takes its place (it was not acknowledged either).
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from zlib import crc32

from msgspec import Struct

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import Disk, disk_errors_explained
from cdgdevice.games.journal_format import (
    JournalLine,
    MalformedLineError,
    decode_line,
    find_line_numbers,
)

JOURNAL_FORMAT = 1
"""The number of this way of writing journals; the header names it."""

LARGEST_JOURNAL = 16 * 2**20
"""Bytes of the largest journal that is read: fifty thousand answers, a hundred evenings.

Memory is finite, and what is no game is not to hold up the start of one for long.
"""

MAX_TORN = 10_000
"""Lines that may be passed over as torn: a day of attempts on a disk that fails leaves fewer."""

SUMMARY_BYTES = 4096
"""Bytes that are read of each end of a file for a list of games; a line has some 400."""

_OR_ANOTHER = "; try again, or play another game."
_NOT_EMPTY = re.compile(rb"[^\n]+")

LineContent = Mapping[str, object]
"""What one line holds: a JSON object."""


class CheckpointError(Exception):
    """A journal's checkpoint doesn't fit: its answers must be replayed from the first."""


class JournalStart(Struct, frozen=True):
    """The first part of a journal's file, up to the end of an answer's line."""

    answers: int
    """How many answers are in it."""
    length: int
    """Its bytes."""
    checksum: int
    """Its CRC-32."""

    def begins(self, content: bytes) -> bool:
        """Return whether a file's content begins with it."""
        return crc32(memoryview(content)[: self.length]) == self.checksum


_NOTHING_KNOWN = JournalStart(0, 0, 0)


class JournalContent(Struct, frozen=True):
    """What a journal's file says."""

    header: LineContent
    entries: tuple[LineContent, ...]
    torn: bool
    """The file ends in bytes that were passed over."""
    before: int = 0
    """How many answers there are before these entries: a part that was known."""
    known: LineContent | None = None
    """The last line of that part; None where nothing was known."""

    @property
    def answers(self) -> int:
        """How many answers are in the file."""
        return self.before + len(self.entries)


class JournalSummary(Struct, frozen=True):
    """What the two ends of a journal's file say; what lies between is not checked."""

    header: LineContent
    latest: LineContent | None
    """The last entry, or the header where there is none yet; None where that is not known."""


def read_journal_bytes(disk: Disk, name: str, most: int = LARGEST_JOURNAL) -> bytes:
    """Return the content of a game's file, which may have so many bytes.

    Raises:
        JournalError: it can't be read now, or is too large to be a game.
    """
    with disk_errors_explained(f"{name} can't be read", _OR_ANOTHER):
        if disk.size(name) > most:
            raise JournalError(
                f"{name} has more than {most >> 20} MiB, so it is no game; move it elsewhere."
            )
        return disk.read(name)


def read_journal(disk: Disk, name: str, most: int = LARGEST_JOURNAL) -> JournalContent:
    """Read a game's file of at most so many bytes without opening it to be appended to.

    Raises:
        JournalError: it can't be read now, is too large or damaged, or was written by a newer
            version.
    """
    return parse_journal(read_journal_bytes(disk, name, most), name)


def summarize_journal(disk: Disk, name: str) -> JournalSummary:
    """Read the first line and the last whole one of a game's file, however long it is.

    Raises:
        JournalError: it can't be read now, its first line is damaged, or a newer version wrote it.
    """
    with disk_errors_explained(f"{name} can't be read", _OR_ANOTHER):
        size = disk.size(name)
        head = tail = disk.read(name, 0, SUMMARY_BYTES)
        if size > SUMMARY_BYTES:
            tail = disk.read(name, size - SUMMARY_BYTES, SUMMARY_BYTES)
    first = _decode_or_none(head.split(b"\n", 1)[0])
    if first is None or first.number != 0:
        raise JournalError(_damaged(name, 1))
    header = _check_header(first, name)
    for raw in reversed(tail.split(b"\n")):
        line = _decode_or_none(raw)
        if line is not None and line.number > 0:
            return JournalSummary(header, line.content)
    return JournalSummary(header, header if size <= SUMMARY_BYTES else None)


def parse_journal(content: bytes, name: str, known: JournalStart | None = None) -> JournalContent:
    """Read the content of the journal file `name`; what begins with a `known` part, only after it.

    Raises:
        JournalError: it is damaged, or was written by a newer version.
    """
    if known is not None and known.begins(content):
        with suppress(JournalError, ValueError):
            return _parse_after(known, content, name)
    return _parse_after(_NOTHING_KNOWN, content, name)


def _parse_after(known: JournalStart, content: bytes, name: str) -> JournalContent:
    before = known.answers
    found, known_line = _read_ends(known, content)
    torn = 0
    doubtful: int | None = None
    """Where the first unreadable bytes since the last entry begin."""

    def damaged(start: int) -> JournalError:
        first = start if doubtful is None else doubtful
        return JournalError(_damaged(name, content.count(b"\n", 0, first) + 1))

    for start, raw in _lines(content, known.length):
        due = before + len(found)
        try:
            line = decode_line(raw)
        except MalformedLineError:
            raise damaged(start) from None
        except ValueError:
            torn += 1
            # A header is never torn: its file came to be at once.
            if not found or torn > MAX_TORN or any(n > due for n in find_line_numbers(raw)):
                raise damaged(start) from None
            doubtful = start if doubtful is None else doubtful
            continue
        if line.number == due:
            found.append(line)
        elif line.number == due - 1 and len(found) > 1:
            found[-1] = line
        else:
            raise damaged(start)
        doubtful = None
    if not found:
        raise JournalError(_damaged(name, 1))
    header = _check_header(found[0], name)
    entries = tuple(line.content for line in found[1:])
    return JournalContent(header, entries, doubtful is not None, before, known_line)


def _read_ends(known: JournalStart, content: bytes) -> tuple[list[JournalLine], LineContent | None]:
    """Return the header of what is known, and the content of its last line; of nothing, nothing."""
    if not known.length:
        return [], None
    # A long journal is not copied for its two lines.
    end = known.length - content.endswith(b"\n", 0, known.length)
    last = decode_line(content[content.rfind(b"\n", 0, end) + 1 : end])
    if last.number != known.answers:
        raise ValueError("another answer")
    return [decode_line(content[: content.find(b"\n")])], last.content


def readable_lines(content: bytes) -> Iterator[LineContent]:
    """Return what each line says that can be read, however damaged the others are.

    After `MAX_TORN` others it is no game, and nothing further is looked at.
    """
    others = 0
    for _, raw in _lines(content):
        line = _decode_or_none(raw)
        if line is not None:
            yield line.content
        elif others == MAX_TORN:
            return
        else:
            others += 1


def _lines(content: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Return each line that is not empty and where it begins, with room for no more than one."""
    return ((found.start(), found[0]) for found in _NOT_EMPTY.finditer(content, start))


def _decode_or_none(raw: bytes) -> JournalLine | None:
    try:
        return decode_line(raw)
    except ValueError:
        return None


def _check_header(first: JournalLine, name: str) -> LineContent:
    if first.content.get("journal") != JOURNAL_FORMAT:
        raise JournalError(
            f"{name} was written by a newer version of cdgdevice; "
            "update this one to continue that game."
        )
    return first.content


def _damaged(name: str, at: int) -> str:
    if at == 1:
        return f"{name} is damaged in its first line; put back a copy of it, or play another game."
    return (
        f"{name} is damaged in line {at}; put back a copy of it, or delete that line "
        "and all below it to go on from there."
    )
