"""Cuts the power of a recorded disk at many places, and counts what a start then misses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

from tests.machine.power.cut_disks import CutDisks, mounted
from tests.machine.power.promised import HOLDS, Told
from tests.machine.power.write_log import Flag, read_log

GOOD = {"good:game": 80, "good:settings": 80}
BAD = {
    "unsynced:game": 30,
    "unsynced-folder:settings": 30,
    "unsynced-rename:settings": 30,
    "overwriting:settings": 30,
    "in-place:settings": 160,
}
"""Writers, and how many cuts of each; those that fail only while they write need more."""


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
    """Cuts after which the file system could not be mounted: the fault of no writer."""


def cut_and_look(recorded: Recorded, cuts: int, folder: Path, chance: Random) -> Result:
    """Cut the power at so many places, all after something was told; `folder` is for the images."""
    entries = read_log(recorded.log)
    first = recorded.told[0][0]
    disks = CutDisks(recorded.image, entries, folder)
    # Just before a flush most is unsure: half of the cuts are there.
    anywhere = range(first, len(entries) + 1)
    worst = [at for at in anywhere[:-1] if disks.flush_of[at + 1] > disks.flush_of[at]] or anywhere
    places = sorted(
        chance.choices(anywhere, k=cuts // 2) + chance.choices(worst, k=cuts - cuts // 2)
    )
    lost = unreadable = 0
    for place in places:
        told = [what for at, what in recorded.told if at <= place]
        later = [what for at, what in recorded.told if at > place]
        image = disks.at(place, chance)
        try:
            with mounted(image, folder / "mounted") as mount:
                lost += not HOLDS[recorded.writer](mount, told, later[0] if later else None)
        except OSError:
            unreadable += 1
    return Result(cuts, lost, unreadable)


def report(results: Mapping[str, Result]) -> str:
    """Give a table of the results, by the name of the writer."""
    rows = [f"{'writer':<28}{'cuts':>6}{'lost':>6}"]
    rows += [f"{name:<28}{each.cuts:>6}{each.lost:>6}" for name, each in results.items()]
    return "\n".join(rows)


def wear(recorded: Recorded) -> str:
    """Say what the disk was given from one thing told to the next."""
    entries = read_log(recorded.log)
    spans = [entries[a:b] for (a, _), (b, _) in pairwise(recorded.told)]
    written = median(sum(len(entry.data) for entry in span) for span in spans)
    flushes = median(sum(bool(entry.flags & Flag.FLUSH) for entry in span) for span in spans)
    return (
        f"an answer of the game, with the file system's own journal: {written / 1024:g} KiB, "
        f"{flushes:g} flushes (medians of {len(spans)})"
    )
