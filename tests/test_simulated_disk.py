import errno
from random import Random

import pytest

from cdgdevice.games.disk import replace_file
from tests.simulated_disk import SimulatedDisk, Step


def contents(disk: SimulatedDisk, name: str) -> set[bytes | None]:
    """What may be in the file after a power cut now; None: no such file."""
    return {after.read(name) if name in after.names() else None for after in disk.every_cut()}


def test_an_unsynced_write_may_be_kept_lost_or_torn_at_any_byte_or_have_a_hole() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    with disk.append("a") as file:
        file.write(b"yz")
    torn, with_a_hole = {b"x", b"xy", b"xyz"}, {b"x\0\0", b"xy\0", b"x\0z"}
    assert contents(disk, "a") == torn | with_a_hole


def test_a_lost_write_before_one_that_was_kept_leaves_zeros() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    with disk.append("a") as file:
        file.write(b"yy")
        file.write(b"z")
    assert b"x\0\0z" in contents(disk, "a")


def test_the_length_of_a_file_may_be_kept_with_any_beginning_of_the_write() -> None:
    disk = SimulatedDisk()
    with disk.create("a") as file:
        file.write(b"stuvwx")
    disk.sync_names()
    torn, with_zeros = b"stuvwx", (b"stuvwx"[:kept].ljust(6, b"\0") for kept in range(6))
    expected = {*(torn[:kept] for kept in range(7)), *with_zeros, b"\0\0\0vwx"}
    assert contents(disk, "a") == expected


def test_of_two_unsynced_writes_either_may_be_torn_at_any_byte() -> None:
    disk = SimulatedDisk()
    with disk.create("a") as file:
        file.write(b"stuvwx")
        file.write(b"STUVWX")
    disk.sync_names()
    found = contents(disk, "a")
    for kept in range(7):
        assert b"stuvwx"[:kept].ljust(6, b"\0") + b"STUVWX" in found
        assert b"stuvwx" + b"STUVWX"[:kept] in found


def test_a_synced_write_is_kept() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    with disk.append("a") as file:
        file.write(b"y")
        file.sync()
    assert contents(disk, "a") == {b"xy"}


def test_a_new_name_may_be_lost_although_its_content_was_synced() -> None:
    disk = SimulatedDisk()
    with disk.create("a") as file:
        file.write(b"x")
        file.sync()
    assert contents(disk, "a") == {None, b"x"}
    disk.sync_names()
    assert contents(disk, "a") == {b"x"}


def test_a_file_emptied_and_written_again_may_be_left_empty_or_mixed() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"old")
    with disk.create("a") as file:
        file.write(b"n")
    assert contents(disk, "a") >= {b"old", b"", b"n", b"nld"}


def test_a_sync_after_a_failed_one_does_not_save_what_was_written_before() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    with disk.append("a") as file:
        file.write(b"y")
        disk.failing = {Step.SYNC: errno.EIO}
        with pytest.raises(OSError, match="error"):
            file.sync()
        disk.mend()
        file.sync()
    assert contents(disk, "a") == {b"x", b"xy", b"x\0"}


def test_a_renamed_file_may_be_left_with_both_names_or_with_neither() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    disk.rename("a", "b")
    assert {after.names() for after in disk.every_cut()} == {("a",), ("b",), ("a", "b"), ()}


def test_a_file_with_two_names_is_one_file() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    disk.rename("a", "b")
    both = next(after for after in disk.every_cut() if after.names() == ("a", "b"))
    both.create("a")
    assert both.read("b") == b""


def test_replacing_a_file_is_safe_although_its_new_name_is_the_old_file_s_too() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"first")
    with disk.create("a.new") as file:
        file.write(b"second")
        file.sync()
    disk.sync_names()
    disk.rename("a.new", "a")
    for after in disk.every_cut():
        before = after.read("a")
        assert before in (b"first", b"second")
        seen: list[SimulatedDisk] = []
        after.before_step = lambda disk=after, seen=seen: seen.extend(disk.every_cut())
        replace_file(after, "a", b"third")
        assert {each.read("a") for each in seen} <= {before, b"third"}


def test_a_full_disk_takes_what_fits() -> None:
    disk = SimulatedDisk()
    disk.room = 2
    with disk.create("a") as file, pytest.raises(OSError, match="space"):
        file.write(b"abc")
    assert disk.read("a") == b"ab"


def test_a_removed_file_may_come_back() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"x")
    disk.remove("a")
    assert contents(disk, "a") == {None, b"x"}


def test_a_failed_replacement_leaves_the_old_file_and_no_litter() -> None:
    disk = SimulatedDisk()
    replace_file(disk, "a", b"old")
    for step in (Step.CREATE, Step.WRITE, Step.SYNC, Step.RENAME):
        disk.failing = {step: errno.EIO}
        with pytest.raises(OSError, match="error"):
            replace_file(disk, "a", b"new")
        assert disk.names() == ("a",)
        assert disk.read("a") == b"old"


def test_chance_gives_only_what_every_cut_gives() -> None:
    disk = SimulatedDisk()
    with disk.create("a") as file:
        file.write(b"abc")
    possible = contents(disk, "a")
    chance = Random(1)
    for _ in range(50):
        after = disk.cut(chance.randrange)
        assert (after.read("a") if after.names() else None) in possible
