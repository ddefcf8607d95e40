"""A small thing kept in a file of its own, on a disk that fails and whose power goes."""

import errno

import pytest

from cdgdevice.table.kept import keep, kept
from cdgdevice.table.recorded import RecordedDisk, wear
from cdgdevice.table.simulated import SimulatedDisk, Step


def test_what_is_kept_again_after_a_sync_that_failed_is_durable() -> None:
    disk = SimulatedDisk()
    keep(disk, "a", {"n": 1})
    disk.failing = {Step.SYNC_NAMES: errno.EIO}
    with pytest.raises(OSError, match="error"):
        keep(disk, "a", {"n": 2})
    disk.mend()
    keep(disk, "a", {"n": 2})
    assert [kept(after, "a") for after in disk.every_cut()] == [{"n": 2}]


def test_what_is_kept_already_is_not_written_again() -> None:
    disk = RecordedDisk(SimulatedDisk())
    keep(disk, "a", {"n": 1})
    done = len(disk.course)
    keep(disk, "a", {"n": 1})
    cost = wear(disk.course[done:])
    assert (cost.bytes, cost.writes, cost.names) == (0, 0, 0)
