"""What a journal's file says: all of it, or enough of it for a list of games.

One rule tells a write that was cut short from damage:

- bytes that can't be read are damage if a later number shows that a line went missing there;
- else they are a write that was never acknowledged, and are passed over;
- a line with the number of the one before it takes its place (it was not acknowledged either).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cdgdevice.errors import JournalError
from cdgdevice.table.disk import Disk, reason
from cdgdevice.table.line import Line, NoContentError, decode, numbers_in

FORMAT = 1
"""The number of this way of writing journals; the header names it."""

LARGEST = 16 * 2**20
"""Bytes of the largest journal that is read: a hundred thousand answers, hundreds of evenings.

Memory is finite, and what is no game is not to hold up the start of one for long.
"""

MOST_TORN = 10_000
"""Lines that may be passed over as torn: a day of attempts on a disk that fails leaves fewer."""

GLIMPSE = 4096
"""Bytes that are read of each end of a file for a list of games; a line has some 200."""

_NOT_EMPTY = re.compile(rb"[^\n]+")

Content = Mapping[str, object]
"""What one line holds: a JSON object."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a journal's file says."""

    header: Content
    entries: tuple[Content, ...]
    torn: bool
    """The file ends in bytes that were passed over."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the two ends of a journal's file say; what lies between is not checked."""

    header: Content
    latest: Content | None
    """The last entry, or the header where there is none yet; None where that can't be told."""


def whole(disk: Disk, name: str) -> bytes:
    """Give the content of a game's file.

    Raises:
        JournalError: it can't be read now, or is too large to be a game.
    """
    try:
        if disk.size(name) > LARGEST:
            raise JournalError(
                f"{name} has more than {LARGEST >> 20} MiB, so it is no game; move it elsewhere."
            )
        return disk.read(name)
    except OSError as error:
        raise JournalError(_unreadable(name, error)) from error


def read(disk: Disk, name: str) -> Written:
    """Read a game's file without opening it to be appended to.

    Raises:
        JournalError: it can't be read now, is damaged, or was written by a newer version.
    """
    return parse(whole(disk, name), name)


def glimpse(disk: Disk, name: str) -> Glimpse:
    """Read the first line and the last whole one of a game's file, however long it is.

    Raises:
        JournalError: it can't be read now, its first line is damaged, or a newer version wrote it.
    """
    try:
        size = disk.size(name)
        head = tail = disk.read(name, 0, GLIMPSE)
        if size > GLIMPSE:
            tail = disk.read(name, size - GLIMPSE, GLIMPSE)
    except OSError as error:
        raise JournalError(_unreadable(name, error)) from error
    first = _line(head.split(b"\n", 1)[0])
    if first is None or first.number != 0:
        raise JournalError(_damaged(name, 1))
    header = _header(first, name)
    for raw in reversed(tail.split(b"\n")):
        line = _line(raw)
        if line is not None and line.number > 0:
            return Glimpse(header, line.content)
    return Glimpse(header, header if size <= GLIMPSE else None)


def parse(content: bytes, name: str) -> Written:
    """Read the content of the journal file `name`.

    Raises:
        JournalError: it is damaged, or was written by a newer version.
    """
    found: list[Line] = []
    torn = 0
    doubtful: int | None = None
    """Where the first unreadable bytes since the last entry begin."""

    def damaged(start: int) -> JournalError:
        first = start if doubtful is None else doubtful
        return JournalError(_damaged(name, content.count(b"\n", 0, first) + 1))

    for start, raw in _lines(content):
        try:
            line = decode(raw)
        except NoContentError:
            raise damaged(start) from None
        except ValueError:
            torn += 1
            # A header is never torn: its file came to be at once.
            if not found or torn > MOST_TORN or any(n > len(found) for n in numbers_in(raw)):
                raise damaged(start) from None
            doubtful = start if doubtful is None else doubtful
            continue
        if line.number == len(found):
            found.append(line)
        elif line.number == len(found) - 1 > 0:
            found[-1] = line
        else:
            raise damaged(start)
        doubtful = None
    if not found:
        raise JournalError(_damaged(name, 1))
    header = _header(found[0], name)
    return Written(header, tuple(line.content for line in found[1:]), torn=doubtful is not None)


def sound(content: bytes) -> Iterator[Content]:
    """Give what each line says that can be read, however damaged the others are.

    After `MOST_TORN` others it is no game, and nothing further is looked at.
    """
    others = 0
    for _, raw in _lines(content):
        line = _line(raw)
        if line is not None:
            yield line.content
        elif others == MOST_TORN:
            return
        else:
            others += 1


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Give each line that is not empty and where it begins, with room for no more than one."""
    return ((found.start(), found[0]) for found in _NOT_EMPTY.finditer(content))


def _line(raw: bytes) -> Line | None:
    try:
        return decode(raw)
    except ValueError:
        return None


def _header(first: Line, name: str) -> Content:
    if first.content.get("journal") != FORMAT:
        raise JournalError(
            f"{name} was written by a newer version of cdgdevice; "
            "update this one to go on with that game."
        )
    return first.content


def _unreadable(name: str, error: OSError) -> str:
    return f"{name} can't be read: {reason(error)}; try again, or play another game."


def _damaged(name: str, at: int) -> str:
    if at == 1:
        return f"{name} is damaged in its first line; put back a copy of it, or play another game."
    return (
        f"{name} is damaged in line {at}; put back a copy of it, or delete that line "
        "and all below it to go on from there."
    )
