"""Power cuts on a real file system: what a booted machine told as kept is there at the next start.

The machine writes to ext4 on disks whose every write and flush QEMU keeps. Each cut makes a disk
as it may be when the power goes, mounts it, and opens it by the program's own loader.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.machine.machine import Machine
from tests.machine.power.recorded_machine import Disks
from tests.machine.power.replay import BAD, GOOD, Recorded, Result, cut_and_look, report, wear

_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as path:
        yield Path(path)


@pytest.fixture(scope="module")
def recorded(booted: Machine, folder: Path) -> Mapping[str, Recorded]:
    disks = Disks((*GOOD, *BAD), folder)
    booted.as_kept()
    began = time.monotonic()
    try:
        disks.plug_into(booted)
        written = disks.write(booted)
    finally:
        # Whoever comes next has the machine back as it was kept, without these disks.
        booted.world.close()
        booted.cut_power()
    print(f"\nwritten in {time.monotonic() - began:.0f} s")
    return written


@pytest.fixture(scope="module")
def results(recorded: Mapping[str, Recorded], folder: Path) -> Iterator[dict[str, Result]]:
    found: dict[str, Result] = {}
    yield found
    print(f"\n{report(found)}\n{wear(recorded['good:game'])}")


Look = Callable[[str], Result]


@pytest.fixture(scope="module")
def look(recorded: Mapping[str, Recorded], folder: Path, results: dict[str, Result]) -> Look:
    def after_cuts_of(writer: str) -> Result:
        cuts = (GOOD | BAD)[writer]
        results[writer] = cut_and_look(recorded[writer], cuts, folder, Random(11))
        return results[writer]

    return after_cuts_of


@pytest.mark.parametrize("writer", GOOD)
def test_the_installed_program_loses_nothing_that_it_told(look: Look, writer: str) -> None:
    result = look(writer)
    assert (result.lost, result.unreadable) == (0, 0)


@pytest.mark.parametrize("writer", BAD)
def test_a_bad_writer_is_caught(look: Look, writer: str) -> None:
    result = look(writer)
    assert result.lost > 0
    assert result.unreadable == 0, "what is lost must be the writer's fault"
