"""The power goes while a disk writes: what may be on it then.

All that was written before the last flush is there, and every write that said it must be. Of each
other write any part may be: it was kept, lost, or torn between two sectors.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from subprocess import run

from tests.machine.power.write_log import SECTOR, Entry, Flag

SUPERBLOCK = (2, 3)
"""The sectors of a file system's own first words, which are kept or lost together.

ext4 writes them in place, with a checksum that it looks at before its journal. Torn from each
other they make a file system that can't be mounted, whatever any program has synced.
"""


class CutDisks:
    """The disk that began as the file `image` and had these writes; cuts must not go back.

    `folder` is where the images are made, best in memory.
    """

    def __init__(self, image: Path, entries: list[Entry], folder: Path) -> None:
        self._entries = entries
        self._sure = folder / f"{image.stem}.sure"
        self._cut = folder / f"{image.stem}.cut"
        self._done = 0
        self._flushed = 0
        self.flush_of = _flushes(entries)
        """For each number of entries done, how many of them the last flush has made sure."""
        _copy(image, self._sure)

    def at(self, done: int, chance: Random) -> Path:
        """Give the image of a disk whose power goes after so many entries."""
        flushed = self.flush_of[done]
        if flushed < self._flushed:
            raise ValueError("cuts must not go back")
        _write(self._sure, self._entries[self._flushed : flushed])
        self._flushed = flushed
        _copy(self._sure, self._cut)
        _write(self._cut, unsure(self._entries[flushed:done], chance))
        return self._cut


def _flushes(entries: list[Entry]) -> list[int]:
    flushes = [0]
    for number, entry in enumerate(entries):
        # A flush that carries data flushes what came before, not itself.
        flushes.append(number if entry.flags & Flag.FLUSH else flushes[-1])
    return flushes


def unsure(entries: Iterable[Entry], chance: Random) -> Iterator[Entry]:
    """Give what is left of writes that no flush has made sure."""
    for entry in entries:
        if entry.flags & Flag.FUA:
            yield entry
            continue
        match chance.choice(("kept", "lost", "torn", "torn")):
            case "kept":
                yield entry
            case "torn":
                yield from _torn(entry, chance)


def _torn(entry: Entry, chance: Random) -> Iterator[Entry]:
    """Give some of a write's sectors, often its beginning or its end: any may be missing."""
    sectors = range(entry.sector, entry.sector + len(entry.data) // SECTOR)
    at = chance.randrange(len(sectors) + 1)
    kept = chance.choice(
        (sectors[:at], sectors[at:], [sector for sector in sectors if chance.random() < 0.5])
    )
    for sector in sectors:
        decides = SUPERBLOCK[0] if sector in SUPERBLOCK else sector
        if decides in kept:
            start = (sector - entry.sector) * SECTOR
            yield Entry(sector, entry.data[start : start + SECTOR], entry.flags)


def _write(image: Path, entries: Iterable[Entry]) -> None:
    with image.open("r+b") as file:
        for entry in entries:
            file.seek(entry.sector * SECTOR)
            file.write(entry.data)


def _copy(image: Path, copy: Path) -> None:
    """Copy a file that is mostly holes."""
    with image.open("rb") as old, copy.open("wb") as new:
        new.truncate(image.stat().st_size)
        for start, end in _filled(old.fileno()):
            new.seek(start)
            new.write(os.pread(old.fileno(), end - start, start))


def _filled(file: int) -> Iterator[tuple[int, int]]:
    """Give where data begins and ends between a file's holes."""
    end = 0
    while True:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # there is no more
                return
            raise
        end = os.lseek(file, start, os.SEEK_HOLE)
        yield start, end


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    """Mount an image as the next start of the machine would, which replays its own journal.

    Raises:
        OSError: the file system can't be mounted.
    """
    folder.mkdir(exist_ok=True)
    done = run(
        ["mount", "-t", "ext4", "-o", "loop", image, folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.strip() or "it can't be mounted")
    try:
        yield folder
    finally:
        run(["umount", folder], check=True)
