"""A disk in memory that remembers what was synced, breaks on demand and loses its power.

It is the strictest disk that POSIX allows: content and names are synced apart, a sync that failed
says nothing about the writes before it, and of unsynced writes any may be kept, lost or torn.
Each name is kept on its own: after a cut a renamed file may have both its names, or neither.
"""

import errno
import os
from collections.abc import Callable, Iterator
from enum import Enum
from types import TracebackType
from typing import Self

from cdgdevice.table.simulated_content import Pick, SimulatedContent

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
        after = SimulatedDisk()
        # A file with two names is one file after the cut, too.
        survived: dict[SimulatedContent, SimulatedContent] = {}
        for name in sorted({*self._sure, *self._unsure}):
            states = (self._sure.get(name), *self._unsure.get(name, ()))
            content = states[pick(len(states))]
            if content is None:
                continue
            if content not in survived:
                survived[content] = SimulatedContent(content.after_cut(pick))
            after._seen[name] = survived[content]
        after._sure = dict(after._seen)
        return after

    def every_cut(self) -> Iterator["SimulatedDisk"]:
        """Give every disk that `cut` can give now; their number grows fast with unsynced writes."""
        script: list[tuple[int, int]] = []
        while True:
            at = 0

            def pick(count: int) -> int:
                nonlocal at
                if at == len(script):
                    script.append((0, count))
                at += 1
                return script[at - 1][0]

            yield self.cut(pick)
            while script and script[-1][0] + 1 == script[-1][1]:
                script.pop()
            if not script:
                return
            script[-1] = (script[-1][0] + 1, script[-1][1])

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


def _fault(number: int) -> OSError:
    return OSError(number, os.strerror(number))
