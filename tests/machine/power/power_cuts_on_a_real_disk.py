"""Power cuts on a real file system: what a booted machine told as kept is there at the next start.

The machine writes to ext4 on disks whose every write and flush QEMU keeps. Each cut makes a disk
as it may be when the power goes, mounts it, and opens it by the program's own loader.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.machine.power.recorded_machine import Disks
from tests.machine.power.replay import Recorded, Result, cut_and_look, report
from tests.machine.qemu import PATIENCE, Qemu
from tests.machine.world_port import WorldPort

GOOD = {"good:game": 80, "good:settings": 80}
BAD = {
    "unsynced:game": 30,
    "unsynced-folder:settings": 30,
    "unsynced-rename:settings": 30,
    "overwriting:settings": 30,
    "in-place:settings": 120,
}
"""Writers, and how many cuts of each; those that fail only while they write need more."""
_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def machine_image() -> Path:
    return Path(os.environ["MACHINE_IMAGE"])


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as path:
        yield Path(path)


@pytest.fixture(scope="module")
def recorded(machine_image: Path, folder: Path) -> Mapping[str, Recorded]:
    disks = Disks((*GOOD, *BAD), folder)
    machine = Qemu(machine_image, folder)
    began = time.monotonic()
    machine.switch_on(*disks.words)
    world = WorldPort(folder / "world", PATIENCE)
    try:
        world.waits_until_ready(lambda: machine.on)
        booted = time.monotonic()
        written = disks.write(machine, world)
    finally:
        world.close()
        machine.cut_power()
    print(f"\nbooted in {booted - began:.0f} s, written in {time.monotonic() - booted:.0f} s")
    return written


@pytest.fixture(scope="module")
def results(recorded: Mapping[str, Recorded], folder: Path) -> Iterator[dict[str, Result]]:
    found: dict[str, Result] = {}
    yield found
    print(f"\n{report(found)}")


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
    assert look(writer).lost == 0


@pytest.mark.parametrize("writer", BAD)
def test_a_bad_writer_is_caught(look: Look, writer: str) -> None:
    assert look(writer).lost > 0
