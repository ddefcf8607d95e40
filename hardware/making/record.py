"""What lies in `hardware/made/`, file by file: nothing there is edited, missing or left over."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from hardware.making.inputs import MADE_FROM, digest
from hardware.places import MADE

FOLDER: Final = MADE
DIGESTS: Final = FOLDER / "digests.txt"
"""Where it is kept, from the repository's root."""


def recorded(root: Path) -> dict[Path, str]:
    """Give each file's digest as it was when the file was made, by its path from `root`."""
    file = root / DIGESTS
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {Path(path): mark for mark, _, path in (line.partition("  ") for line in lines)}


def lying(root: Path) -> dict[Path, str]:
    """Give each file's digest as it lies there now, by its path from `root`."""
    files = (path for path in (root / FOLDER).rglob("*") if path.is_file())
    told = {path.relative_to(root): digest(path.read_bytes()) for path in files}
    return {path: mark for path, mark in told.items() if path not in (DIGESTS, MADE_FROM)}


def disagreeing(root: Path) -> list[Path]:
    """Give the files that are not as they were made, are missing, or were never made."""
    was, lies = recorded(root), lying(root)
    return sorted(path for path in was | lies if was.get(path) != lies.get(path))


def record(root: Path, made: Iterable[Path], *, everything: bool) -> None:
    """Keep the digests of what was made; where that is everything, take away what is left over."""
    paths = {path for path in made if path.is_relative_to(FOLDER)}
    there = lying(root)
    known: Mapping[Path, str] = {} if everything else recorded(root)
    for path in there.keys() - paths if everything else ():
        (root / path).unlink()
    marks = {**known, **{path: there[path] for path in paths}}
    lines = (f"{mark}  {path.as_posix()}\n" for path, mark in sorted(marks.items()))
    (root / DIGESTS).write_bytes("".join(lines).encode())
