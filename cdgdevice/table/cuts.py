"""The power goes: every disk that the steps of a course may leave behind, one step at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cdgdevice.table.recorded import Course, Replay
from cdgdevice.table.simulated import SimulatedDisk
from cdgdevice.table.simulated_content import Pick


@dataclass(frozen=True, slots=True)
class Cut:
    """The power has gone."""

    done: int
    """How many steps and marks of the course had been done by then."""
    disk: SimulatedDisk
    """The disk as the next start finds it."""


def cuts(
    course: Course, bound: int, chance: Pick, disk: SimulatedDisk | None = None
) -> Iterator[Cut]:
    """Cut the power before the first step and after each: what was not synced has any fate.

    Where more than `bound` disks may be left behind, `chance` chooses as many of them. The course
    is done to `disk`, or to an empty one.
    """
    disk = SimulatedDisk() if disk is None else disk
    replay = Replay(disk)
    yield Cut(0, disk.cut(chance))
    for done, step in enumerate(course, 1):
        replay.do(step)
        possible = list(islice(disk.every_cut(), bound + 1))
        if len(possible) > bound:
            possible = [disk.cut(chance) for _ in range(bound)]
        for after in possible:
            yield Cut(done, after)
