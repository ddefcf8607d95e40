"""A disk that writes down what is done to it, and every disk that a power cut may leave of that."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self, TypeGuard

from cdgdevice.games.disk import Disk, DiskFile
from tests.simulated_disk import Pick, SimulatedDisk


@dataclass(frozen=True, slots=True)
class Step:
    """One operation that succeeded. Reading changes nothing, so it is not kept."""

    method: str
    """Of the disk, or of a file that it has opened."""
    given: tuple[Any, ...]
    file: int = 0
    """Which opening this is, or is done to, from 1; 0: it is about no open file."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The user of the disk says what has happened outside it; nothing was done to the disk."""

    what: Hashable


Course = list[Step | Mark]
"""What was done, in its order."""


def does(step: Step | Mark, *methods: str) -> TypeGuard[Step]:
    """Whether a step is one of these operations."""
    return isinstance(step, Step) and step.method in methods


class RecordedFile:
    """A file of a `RecordedDisk`, open for writing."""

    def __init__(self, file: DiskFile, number: int, course: Course) -> None:
        self._file = file
        self._number = number
        self._course = course

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""
        self._file.write(data)
        self._course.append(Step("write", (bytes(data),), self._number))

    def sync(self) -> None:
        """Return when everything written is on the disk itself."""
        self._file.sync()
        self._course.append(Step("sync", (), self._number))

    def __enter__(self) -> Self:
        self._file.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._file.__exit__(*error)


class RecordedDisk:
    """Passes everything on to another `Disk`, and keeps in `course` what changed it.

    A step that fails is not kept: this is for disks that work.
    """

    def __init__(self, disk: Disk) -> None:
        self.course: Course = []
        self._disk = disk
        self._opened = 0
        self.names, self.size, self.read = disk.names, disk.size, disk.read
        self.claim, self.release = disk.claim, disk.release

    def mark(self, what: Hashable) -> None:
        """Write down what has happened outside the disk, unless it is what was marked last."""
        last = next((step for step in reversed(self.course) if isinstance(step, Mark)), None)
        if last != Mark(what):
            self.course.append(Mark(what))

    def create(self, name: str) -> RecordedFile:
        """Open an empty file for writing, emptying the one that was there."""
        return self._open("create", name)

    def append(self, name: str) -> RecordedFile:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""
        return self._open("append", name)

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, taking the place of a file that has it."""
        self._do("rename", old, new)

    def remove(self, name: str) -> None:
        """Remove a file; FileNotFoundError when there is no such file."""
        self._do("remove", name)

    def sync_names(self) -> None:
        """Return when every creation, renaming and removal so far is on the disk itself."""
        self._do("sync_names")

    def _do(self, method: str, *names: str, file: int = 0) -> Any:
        done = getattr(self._disk, method)(*names)
        self.course.append(Step(method, names, file))
        return done

    def _open(self, method: str, name: str) -> RecordedFile:
        file = self._do(method, name, file=self._opened + 1)
        self._opened += 1
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
        if isinstance(step, Mark):
            return
        done = getattr(self._files.get(step.file, self._disk), step.method)(*step.given)
        if does(step, "create", "append"):
            self._files[step.file] = done


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
    written = [len(step.given[0]) for step in steps if does(step, "write")]
    syncs = sum(does(step, "sync", "sync_names") for step in steps)
    names = sum(does(step, "create", "rename", "remove") for step in steps)
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
