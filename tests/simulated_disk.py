"""A disk in memory that remembers what was synced, breaks on demand and loses its power."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from types import TracebackType
from typing import Self

Pick = Callable[[int], int]
"""Chance: `pick(n)` gives a whole number from 0 to n - 1 (so `random.randrange` is one)."""


class Fate(Enum):
    """What is known of a write."""

    UNSYNCED = "unsynced"
    """It may be kept, lost or torn; the next sync makes it sure."""
    FORGOTTEN = "forgotten"
    """A sync of it failed. As on Linux, a later sync succeeds and says nothing about it."""
    SURE = "sure"
    """It is on the disk itself."""


@dataclass(slots=True)
class _Write:
    at: int
    """Offset in bytes."""
    data: bytes | None
    """None: the file was emptied."""
    fate: Fate = Fate.UNSYNCED

    def onto(self, content: bytes) -> bytes:
        if self.data is None:
            return b""
        # Bytes between the end and a write that lies beyond it read as zeros.
        before = content[: self.at].ljust(self.at, b"\0")
        return before + self.data + content[self.at + len(self.data) :]

    def torn(self, *, finely: bool) -> list["_Write | None"]:
        """Give what may be left of an unsure write: cut `finely` at every byte, else in the middle.

        The length of a file may be kept without the bytes: then zeros are in their place, after
        the bytes that were kept, or before the second half.
        """
        if self.data is None:
            return [None, self]
        whole, half = len(self.data), len(self.data) // 2
        kept = range(whole + 1) if finely else (0, half, whole)
        with_zeros = range(whole) if finely else (0, half)
        left = [self.data[:end] for end in kept]
        left += [self.data[:end].ljust(whole, b"\0") for end in with_zeros]
        left.append(self.data[half:].rjust(whole, b"\0"))
        return [_Write(self.at, data) if data else None for data in left]


class SimulatedContent:
    """Bytes that remember which of them were synced. `seen` is what reading gives."""

    def __init__(self, sure: bytes = b"") -> None:
        self.seen = sure
        self._sure = sure
        self._writes: list[_Write] = []

    def empty(self) -> None:
        """Throw the content away."""
        if self.seen:
            self._writes.append(_Write(0, None))
            self.seen = b""

    def append(self, data: bytes) -> None:
        """Write at the end."""
        if data:
            self._writes.append(_Write(len(self.seen), data))
            self.seen += data

    def sync(self) -> None:
        """Make every write sure that was not forgotten."""
        for write in self._writes:
            if write.fate is Fate.UNSYNCED:
                write.fate = Fate.SURE
        if all(write.fate is Fate.SURE for write in self._writes):
            self._sure, self._writes = self.seen, []

    def forget(self) -> None:
        """Fail to sync."""
        for write in self._writes:
            if write.fate is Fate.UNSYNCED:
                write.fate = Fate.FORGOTTEN

    def after_cut(self, pick: Pick) -> bytes:
        """Give a content that the disk may hold when the power goes now.

        One of the unsure writes, whichever, is cut at every byte.
        """
        unsure = self._unsure_writes()
        finely = unsure[pick(len(unsure))] if unsure else None
        content = self._sure
        for write in self._writes:
            fates = self._fates(write, finely)
            if left := fates[pick(len(fates)) if len(fates) > 1 else 0]:
                content = left.onto(content)
        return content

    def after_every_cut(self) -> list[bytes]:
        """Give every content that `after_cut` can give now, once."""
        found: dict[bytes, None] = {}
        for finely in self._unsure_writes() or [None]:
            contents = {self._sure: None}
            for write in self._writes:
                contents = {
                    left.onto(content) if left else content: None
                    for content in contents
                    for left in self._fates(write, finely)
                }
            found |= contents
        return list(found)

    def _unsure_writes(self) -> list[_Write]:
        return [write for write in self._writes if write.data and write.fate is not Fate.SURE]

    def _fates(self, write: _Write, finely: _Write | None) -> Sequence[_Write | None]:
        return [write] if write.fate is Fate.SURE else write.torn(finely=write is finely)


_Names = dict[str, SimulatedContent]


class Step(Enum):
    """A kind of operation, which can be made to fail."""

    NAMES = "names"
    """Listing the folder."""
    READ = "read"
    """Reading a file."""
    CREATE = "create"
    """Making or emptying a file."""
    APPEND = "append"
    """Opening a file to append."""
    WRITE = "write"
    """Writing; a failing write leaves half of its bytes."""
    SYNC = "sync"
    """Syncing a file's content."""
    RENAME = "rename"
    """Giving a file another name."""
    REMOVE = "remove"
    """Removing a file."""
    SYNC_NAMES = "sync-names"
    """Syncing the folder."""


_CHANGING = tuple(step for step in Step if step not in (Step.NAMES, Step.READ))


class SimulatedFile:
    """A file of a `SimulatedDisk`, open for writing at its end."""

    def __init__(self, disk: "SimulatedDisk", content: SimulatedContent) -> None:
        self._disk = disk
        self._content = content

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""
        self._disk.before_step()
        broken = self._disk.failing.get(Step.WRITE)
        fits = self._disk.take_room(len(data))
        self._content.append(data[: fits // 2 if broken else fits])
        if broken:
            raise _fault(broken)
        if fits < len(data):
            raise _fault(errno.ENOSPC)

    def sync(self) -> None:
        """Return when everything written is on the disk itself."""
        self._disk.before_step()
        if broken := self._disk.failing.get(Step.SYNC):
            self._content.forget()
            raise _fault(broken)
        self._content.sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass


class SimulatedDisk:
    """A `Disk` in memory.

    `room` is the number of bytes that can still be written (None: no end to it), and `failing`
    says which steps fail with which number of `errno`. `before_step` is called before every
    operation: the moments at which the power may go. `cut` then gives a disk as the next start
    may find it. `taken` says that another process has the folder. `bytes_read` counts what was
    read so far.
    """

    def __init__(self) -> None:
        self.room: int | None = None
        self.failing: dict[Step, int] = {}
        self.before_step: Callable[[], None] = lambda: None
        self.taken = False
        self.bytes_read = 0
        self._seen: _Names = {}
        self._sure: _Names = {}
        self._unsure: dict[str, list[SimulatedContent | None]] = {}
        """What each name stood for since the last sync of the folder; None: for nothing."""

    def make_read_only(self) -> None:
        """Refuse every change from now on, as a file system does after an error."""
        self.failing = dict.fromkeys(_CHANGING, errno.EROFS)

    def mend(self) -> None:
        """Take away every fault."""
        self.failing = {}
        self.room = None

    def names(self) -> tuple[str, ...]:
        """Name every file in the folder, in sorted order."""
        self._step(Step.NAMES)
        return tuple(sorted(self._seen))

    def size(self, name: str) -> int:
        """Give the length in bytes; FileNotFoundError when there is no such file."""
        self._step(Step.READ)
        return len(self._content(name).seen)

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        """Give up to `length` bytes (None: all) from `start`; FileNotFoundError if missing."""
        self._step(Step.READ)
        seen = self._content(name).seen
        found = seen[start:] if length is None else seen[start : start + length]
        self.bytes_read += len(found)
        return found

    def create(self, name: str) -> SimulatedFile:
        """Open an empty file for writing, emptying the one that was there."""
        self._step(Step.CREATE)
        if name not in self._seen:
            self._change(name, SimulatedContent())
        self._seen[name].empty()
        return SimulatedFile(self, self._seen[name])

    def append(self, name: str) -> SimulatedFile:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""
        self._step(Step.APPEND)
        return SimulatedFile(self, self._content(name))

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, taking the place of a file that has it."""
        self._step(Step.RENAME)
        content = self._content(old)
        self._change(old, None)
        self._change(new, content)

    def remove(self, name: str) -> None:
        """Remove a file; FileNotFoundError when there is no such file."""
        self._step(Step.REMOVE)
        self._content(name)
        self._change(name, None)

    def sync_names(self) -> None:
        """Return when every creation, renaming and removal so far is on the disk itself."""
        self._step(Step.SYNC_NAMES)
        self._sure, self._unsure = dict(self._seen), {}

    def claim(self) -> None:
        """Keep the folder for this process; BlockingIOError while `taken`."""
        if self.taken:
            raise BlockingIOError(errno.EWOULDBLOCK, "another process has the folder")

    def release(self) -> None:
        """Do nothing: nobody else wants a simulated folder."""

    def take_room(self, count: int) -> int:
        """Use up room for `count` bytes; give how many of them fitted."""
        if self.room is None:
            return count
        fits = min(self.room, count)
        self.room -= fits
        return fits

    def cut(self, pick: Pick) -> "SimulatedDisk":
        """Give a disk as it may be when the power goes now; `pick` decides what was lost."""
        found = {name: states[pick(len(states))] for name, states in self._possible_names().items()}
        return _put_back(found, lambda content: content.after_cut(pick))

    def every_cut(self) -> Iterator["SimulatedDisk"]:
        """Give every disk that `cut` can give now, once; unsynced writes make them many."""
        names = self._possible_names()
        seen = set()
        for states in product(*map(dict.fromkeys, names.values())):
            found = dict(zip(names, states, strict=True))
            kept = list(dict.fromkeys(content for content in states if content is not None))
            for contents in product(*(content.after_every_cut() for content in kept)):
                left = dict(zip(kept, contents, strict=True))
                # A file with two names is another disk than two files.
                key = tuple(
                    (name, kept.index(content), left[content])
                    for name, content in found.items()
                    if content is not None
                )
                if key not in seen:
                    seen.add(key)
                    yield _put_back(found, left.__getitem__)

    def _possible_names(self) -> dict[str, tuple[SimulatedContent | None, ...]]:
        """What each name may stand for after a cut; None: for nothing."""
        names = sorted({*self._sure, *self._unsure})
        return {name: (self._sure.get(name), *self._unsure.get(name, ())) for name in names}

    def _step(self, step: Step) -> None:
        self.before_step()
        if step in self.failing:
            raise _fault(self.failing[step])

    def _content(self, name: str) -> SimulatedContent:
        if name not in self._seen:
            raise _fault(errno.ENOENT)
        return self._seen[name]

    def _change(self, name: str, content: SimulatedContent | None) -> None:
        self._seen.pop(name, None)
        if content is not None:
            self._seen[name] = content
        self._unsure.setdefault(name, []).append(content)


def _put_back(
    found: Mapping[str, SimulatedContent | None], read: Callable[[SimulatedContent], bytes]
) -> SimulatedDisk:
    """Give the disk that has these names; a file with two names is one file after the cut, too."""
    after = SimulatedDisk()
    survived: dict[SimulatedContent, SimulatedContent] = {}
    for name, content in found.items():
        if content is None:
            continue
        if content not in survived:
            survived[content] = SimulatedContent(read(content))
        after._seen[name] = survived[content]
    after._sure = dict(after._seen)
    return after


def _fault(number: int) -> OSError:
    return OSError(number, os.strerror(number))
