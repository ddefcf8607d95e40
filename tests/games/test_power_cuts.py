"""Power cuts, by the thousand: good writers lose nothing they acknowledged, bad ones are caught."""

import errno
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import Disk, replace_file
from cdgdevice.games.journal import Journal
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.journal_reader import read_journal
from tests.examples import examples
from tests.simulated_disk import SimulatedDisk, Step

NAME = "game"
Acknowledge = Callable[[int], None]
Writer = Callable[[Disk, Acknowledge], None]
Reader = Callable[[Disk], list[int]]
COUNT = 60


def by_journal(disk: Disk, acknowledge: Acknowledge) -> None:
    journal = Journal.start(disk, NAME, {"title": "Game"})
    for n in range(COUNT):
        journal.append({"n": n})
        acknowledge(n)


def by_journal_without_sync(disk: Disk, acknowledge: Acknowledge) -> None:
    Journal.start(disk, NAME, {"title": "Game"})
    for n in range(COUNT):
        with disk.append(NAME) as file:
            file.write(encode_line(n + 1, {"n": n}))
        acknowledge(n)


def by_replacing(disk: Disk, acknowledge: Acknowledge) -> None:
    for n in range(COUNT):
        replace_file(disk, NAME, json.dumps(list(range(n + 1))).encode())
        acknowledge(n)


def by_renaming_without_sync(disk: Disk, acknowledge: Acknowledge) -> None:
    for n in range(COUNT):
        with disk.create("new") as file:
            file.write(json.dumps(list(range(n + 1))).encode())
        disk.rename("new", NAME)
        disk.sync_names()
        acknowledge(n)


def by_renaming_without_sync_of_the_folder(disk: Disk, acknowledge: Acknowledge) -> None:
    for n in range(COUNT):
        with disk.create("new") as file:
            file.write(json.dumps(list(range(n + 1))).encode())
            file.sync()
        disk.rename("new", NAME)
        acknowledge(n)


def by_overwriting(disk: Disk, acknowledge: Acknowledge) -> None:
    for n in range(COUNT):
        with disk.create(NAME) as file:
            file.write(json.dumps(list(range(n + 1))).encode())
            file.sync()
        disk.sync_names()
        acknowledge(n)


def from_journal(disk: Disk) -> list[int]:
    return [int(str(entry["n"])) for entry in Journal.open(disk, NAME)[1].entries]


def from_json(disk: Disk) -> list[int]:
    numbers: list[int] = json.loads(disk.read(NAME))
    return numbers


def every_cut(disk: SimulatedDisk) -> Iterator[SimulatedDisk]:
    return disk.every_cut()


def some_cuts(disk: SimulatedDisk) -> Iterator[SimulatedDisk]:
    chance = Random(7)
    return (disk.cut(chance.randrange) for _ in range(8))


def cuts_and_losses(
    writer: Writer, reader: Reader, cuts: Callable[[SimulatedDisk], Iterator[SimulatedDisk]]
) -> tuple[int, int]:
    """Cut the power before and after every operation; count the cuts, and those that lose."""
    disk = SimulatedDisk()
    acknowledged: list[int] = []
    tried = lost = 0

    def power_goes() -> None:
        nonlocal tried, lost
        for after in cuts(disk):
            tried += 1
            try:
                found = reader(after)
            except (JournalError, OSError, ValueError):
                found = []
            lost += found[: len(acknowledged)] != acknowledged

    disk.before_step = power_goes
    writer(disk, acknowledged.append)
    power_goes()
    return tried, lost


@pytest.mark.parametrize(
    ("writer", "reader"), [(by_journal, from_journal), (by_replacing, from_json)]
)
def test_a_good_writer_loses_nothing_at_any_cut(writer: Writer, reader: Reader) -> None:
    tried, lost = cuts_and_losses(writer, reader, every_cut)
    assert tried > 1000
    assert lost == 0


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        (by_journal_without_sync, from_journal),
        (by_renaming_without_sync, from_json),
        (by_renaming_without_sync_of_the_folder, from_json),
        (by_overwriting, from_json),
    ],
)
def test_a_bad_writer_is_caught(writer: Writer, reader: Reader) -> None:
    tried, lost = cuts_and_losses(writer, reader, some_cuts)
    assert lost > tried / 20


@st.composite
def happenings(draw: st.DrawFn) -> list[tuple[str, Any]]:
    return draw(
        st.lists(
            st.one_of(
                st.tuples(st.just("append"), st.none()),
                st.tuples(st.just("full"), st.integers(0, 60)),
                st.tuples(st.just("broken"), st.sampled_from([Step.WRITE, Step.SYNC, Step.APPEND])),
                st.tuples(st.just("mended"), st.none()),
                st.tuples(st.just("power cut"), st.integers(0, 2**32)),
            ),
            min_size=5,
            max_size=40,
        )
    )


@examples(3)
@given(happenings())
def test_whatever_happens_to_disk_and_power_what_was_acknowledged_is_there(
    happenings: list[tuple[str, Any]],
) -> None:
    disk = SimulatedDisk()
    journal = Journal.start(disk, NAME, {"title": "Game"})
    kept: list[int] = []
    waiting: list[int] = []
    fresh = iter(range(1000))
    for happening, value in happenings:
        match happening:
            case "append":
                waiting.append(next(fresh))
                try:
                    while waiting:
                        journal.append({"n": waiting[0]})
                        kept.append(waiting.pop(0))
                except JournalError:
                    pass
            case "full":
                disk.room = value
            case "broken":
                disk.failing = {value: errno.EIO}
            case "mended":
                disk.mend()
            case "power cut":
                disk = disk.cut(Random(value).randrange)
                journal, written = Journal.open(disk, NAME)
                found = [int(str(entry["n"])) for entry in written.entries]
                # The one entry that was being tried may have got there all the same.
                assert found in (kept, kept + waiting[:1])
                kept, waiting = found, []
    assert journal.count == len(kept)
    assert [entry["n"] for entry in read_journal(disk, NAME).entries] in (kept, kept + waiting[:1])
