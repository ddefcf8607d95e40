"""A disk that writes down what is done to it, and every disk that a power cut may leave of that."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import Self

from cdgdevice.games.disk import Disk, DiskFile
from tests.simulated_disk import Pick, SimulatedDisk


@dataclass(frozen=True, slots=True)
class Created:
    """A file was made or emptied, and opened."""

    file: int
    """Which opening this is, from 1; writes and syncs go by it."""
    name: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A file was opened to be appended to."""

    file: int
    """Which opening this is, from 1."""
    name: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """Bytes were written at the end of a file."""

    file: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Synced:
    """A file's content was synced."""

    file: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file was given another name."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A file was removed."""

    name: str


@dataclass(frozen=True, slots=True)
class SyncedNames:
    """The folder was synced."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The user of the disk says what has happened outside it; nothing was done to the disk."""

    what: Hashable


Step = Created | Opened | Wrote | Synced | Renamed | Removed | SyncedNames
"""One operation that succeeded. Reading changes nothing, so it is not kept."""

Course = list[Step | Mark]
"""What was done, in its order."""


class RecordedFile:
    """A file of a `RecordedDisk`, open for writing."""

    def __init__(self, file: DiskFile, number: int, course: Course) -> None:
        self._file = file
        self._number = number
        self._course = course

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""
        self._file.write(data)
        self._course.append(Wrote(self._number, bytes(data)))

    def sync(self) -> None:
        """Return when everything written is on the disk itself."""
        self._file.sync()
        self._course.append(Synced(self._number))

    def __enter__(self) -> Self:
        self._file.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.__exit__(kind, error, trace)


class RecordedDisk:
    """Passes everything on to another `Disk`, and keeps in `course` what changed it.

    A step that fails is not kept: this is for disks that work.
    """

    def __init__(self, disk: Disk) -> None:
        self.course: Course = []
        self._disk = disk
        self._opened = 0

    def mark(self, what: Hashable) -> None:
        """Write down what has happened outside the disk, unless it is what was marked last."""
        last = next((step for step in reversed(self.course) if isinstance(step, Mark)), None)
        if last != Mark(what):
            self.course.append(Mark(what))

    def names(self) -> tuple[str, ...]:
        """Name every file in the folder, in sorted order."""
        return self._disk.names()

    def size(self, name: str) -> int:
        """Give the length in bytes; FileNotFoundError when there is no such file."""
        return self._disk.size(name)

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        """Give up to `length` bytes (None: all) from `start`; FileNotFoundError if missing."""
        return self._disk.read(name, start, length)

    def create(self, name: str) -> RecordedFile:
        """Open an empty file for writing, emptying the one that was there."""
        return self._open(name, self._disk.create, Created)

    def append(self, name: str) -> RecordedFile:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""
        return self._open(name, self._disk.append, Opened)

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, taking the place of a file that has it."""
        self._disk.rename(old, new)
        self.course.append(Renamed(old, new))

    def remove(self, name: str) -> None:
        """Remove a file; FileNotFoundError when there is no such file."""
        self._disk.remove(name)
        self.course.append(Removed(name))

    def sync_names(self) -> None:
        """Return when every creation, renaming and removal so far is on the disk itself."""
        self._disk.sync_names()
        self.course.append(SyncedNames())

    def claim(self) -> None:
        """Keep the folder for this process; BlockingIOError: another process has it."""
        self._disk.claim()

    def release(self) -> None:
        """Give a claimed folder back; without a claim, do nothing."""
        self._disk.release()

    def _open(
        self, name: str, way: Callable[[str], DiskFile], step: type[Created] | type[Opened]
    ) -> RecordedFile:
        file = way(name)
        self._opened += 1
        self.course.append(step(self._opened, name))
        return RecordedFile(file, self._opened, self.course)


class Replay:
    """Does the steps of a course again, one at a time, on another disk.

    No file is ever closed: this is for simulated disks.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._files: dict[int, DiskFile] = {}

    def do(self, step: Step | Mark) -> None:
        """Do this step; a mark does nothing."""
        match step:
            case Created(number, name):
                self._files[number] = self._disk.create(name)
            case Opened(number, name):
                self._files[number] = self._disk.append(name)
            case Wrote(number, data):
                self._files[number].write(data)
            case Synced(number):
                self._files[number].sync()
            case Renamed(old, new):
                self._disk.rename(old, new)
            case Removed(name):
                self._disk.remove(name)
            case SyncedNames():
                self._disk.sync_names()
            case Mark():
                pass


@dataclass(frozen=True, slots=True)
class Wear:
    """What some steps cost the disk."""

    bytes: int
    """Bytes that were written."""
    writes: int
    syncs: int
    """Syncs of a file or of the folder: each waits for the disk itself."""
    names: int
    """Files made, renamed and removed."""


def wear(steps: Iterable[Step | Mark]) -> Wear:
    """Add up what these steps cost the disk."""
    steps = tuple(steps)
    written = [len(step.data) for step in steps if isinstance(step, Wrote)]
    syncs = sum(isinstance(step, Synced | SyncedNames) for step in steps)
    names = sum(isinstance(step, Created | Renamed | Removed) for step in steps)
    return Wear(sum(written), len(written), syncs, names)


@dataclass(frozen=True, slots=True)
class Cut:
    """The power has gone."""

    done: int
    """How many steps and marks of the course had been done by then."""
    disk: SimulatedDisk
    """The disk as the next start finds it."""


def cuts(
    course: Course,
    bound: int,
    chance: Pick,
    disk: SimulatedDisk | None = None,
    *,
    first: int = 0,
) -> Iterator[Cut]:
    """Cut the power before the first step and after each: what was not synced has any fate.

    If more than `bound` disks may be left behind, `chance` chooses as many of them. The course is
    done to `disk`, or to an empty one. It is cut only when `first` steps or more are done.
    """
    disk = SimulatedDisk() if disk is None else disk
    replay = Replay(disk)
    if first == 0:
        yield Cut(0, disk.cut(chance))
    for done, step in enumerate(course, 1):
        replay.do(step)
        if done < first:
            continue
        possible = list(islice(disk.every_cut(), bound + 1))
        if len(possible) > bound:
            possible = [disk.cut(chance) for _ in range(bound)]
        for after in possible:
            yield Cut(done, after)
