"""A small thing kept in a file of its own, on a disk that fails and whose power goes."""

import errno

import pytest

from cdgdevice.games.state_files import read_checksummed, write_checksummed
from tests.recorded_disk import RecordedDisk, wear
from tests.simulated_disk import SimulatedDisk, Step


def test_what_is_kept_again_after_a_sync_that_failed_is_durable() -> None:
    disk = SimulatedDisk()
    write_checksummed(disk, "a", {"n": 1})
    disk.failing = {Step.SYNC_NAMES: errno.EIO}
    with pytest.raises(OSError, match="error"):
        write_checksummed(disk, "a", {"n": 2})
    disk.mend()
    write_checksummed(disk, "a", {"n": 2})
    assert [read_checksummed(after, "a") for after in disk.every_cut()] == [{"n": 2}]


def test_what_is_kept_already_is_not_written_again() -> None:
    disk = RecordedDisk(SimulatedDisk())
    write_checksummed(disk, "a", {"n": 1})
    done = len(disk.course)
    write_checksummed(disk, "a", {"n": 1})
    cost = wear(disk.course[done:])
    assert (cost.bytes, cost.writes, cost.names) == (0, 0, 0)
