"""Cuts the power of a recorded disk at many places, and counts what a start then misses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.machine.power.cut_disks import CutDisks, mounted
from tests.machine.power.promised import HOLDS, Told
from tests.machine.power.write_log import read_log


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a writer did to its disk, and what it said when."""

    writer: str
    """What it writes: a key of `HOLDS`."""
    image: Path
    """The disk before."""
    log: Path
    told: Sequence[tuple[int, Told]]
    """How many entries of the log there were at each thing told."""


@dataclass(frozen=True, slots=True)
class Result:
    """What has come of the cuts."""

    cuts: int
    lost: int
    """Cuts after which something that had been told was missing, or had changed."""
    unreadable: int
    """Of these, cuts after which the file system could not even be mounted."""


def cut_and_look(recorded: Recorded, cuts: int, folder: Path, chance: Random) -> Result:
    """Cut the power at so many places, all after something was told; `folder` is for the images."""
    entries = read_log(recorded.log)
    first = recorded.told[0][0]
    places = sorted(chance.choices(range(first, len(entries) + 1), k=cuts))
    disks = CutDisks(recorded.image, entries, folder)
    lost = unreadable = 0
    for place in places:
        told = [what for at, what in recorded.told if at <= place]
        later = [what for at, what in recorded.told if at > place]
        image = disks.at(place, chance)
        try:
            with mounted(image, folder / "mounted") as mount:
                lost += not HOLDS[recorded.writer](mount, told, later[0] if later else None)
        except OSError:
            lost += 1
            unreadable += 1
    return Result(cuts, lost, unreadable)


def report(results: Mapping[str, Result]) -> str:
    """Give a table of the results, by the name of the writer."""
    rows = [f"{'writer':<28}{'cuts':>6}{'lost':>6}"]
    rows += [f"{name:<28}{each.cuts:>6}{each.lost:>6}" for name, each in results.items()]
    return "\n".join(rows)
