"""Makes everything that comes from the tables: `make hardware`.

`python -m hardware texts` makes what needs no tools but the project's own. With `--check` nothing
that is committed is changed; it fails if something is out of date. Models and pictures are not made
again for that if nothing has changed that they were made from. `hardware/files`, which is not
committed, is written either way.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.electricity.overloads import overloads
from hardware.making.inputs import MADE_FROM, made_from
from hardware.making.makers import MODELS, ROOT, TEXTS, Maker, differing
from hardware.making.record import disagreeing, record
from hardware.places import FILES
from hardware.tables.mistaken import TablesError
from hardware.tables.sound import check


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Make what is asked for below `root`, or say what is out of date there; 1 where it fails."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware", description="Makes hardware/made and hardware/files."
    )
    parser.add_argument("what", nargs="?", choices=("all", "texts"), default="all")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    asked = parser.parse_args(words)
    everything = asked.what == "all"
    try:
        # Nothing is drawn that would harm its builder.
        check(root / "hardware")
        if over := overloads():
            raise TablesError("\n".join(over))
        if not asked.check:
            _write(root, everything)
            return 0
        if _is_made(root, everything):
            return 0
        print("Out of date: run `make hardware` and commit what it changed.", file=sys.stderr)
    except ModuleNotFoundError as missing:
        print(f"{missing}: run `make hardware`, which brings it.", file=sys.stderr)
    except (ValueError, RuntimeError) as mistake:
        print(mistake, file=sys.stderr)
    return 1


def _write(root: Path, everything: bool) -> None:
    to_the_byte = not _from_the_same(root)
    made: set[Path] = set()
    for maker in TEXTS + MODELS if everything else TEXTS:
        files, changed = _compared(maker, root, to_the_byte)
        for path in changed:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(files[path])
        made.update(files)
    record(root, made, everything=everything)
    if everything:
        (root / MADE_FROM).write_bytes(made_from(root).encode())


def _is_made(root: Path, everything: bool) -> bool:
    found = [f"{path}: edited, missing or left over" for path in disagreeing(root)]
    if everything and not _from_the_same(root):
        found.append(f"{MADE_FROM}: the models and pictures were made from something else")
    for line in found:
        print(line)
    models = (maker for maker in MODELS if everything and maker.uncommitted)
    for maker in (*TEXTS, *models):
        found += map(str, _compared(maker, root, to_the_byte=False)[1])
    return not found


def _compared(
    maker: Maker, root: Path, to_the_byte: bool
) -> tuple[Mapping[Path, bytes], list[Path]]:
    """Make a maker's files; print which of the committed ones differ, and return both."""
    began = time.monotonic()
    made = maker.make()
    files = {path: content for path, content in made.items() if not path.is_relative_to(FILES)}
    _write_files(root, {path: made[path] for path in made.keys() - files.keys()})
    changed = differing(maker, files, root, to_the_byte=to_the_byte)
    print(f"{maker.what}: {len(changed) or 'nothing'} changed, {time.monotonic() - began:.0f} s")
    for path in changed:
        print(f"  {path}")
    return files, changed


def _write_files(root: Path, files: Mapping[Path, bytes]) -> None:
    """Write what is not committed, and remove what an earlier run left beside it."""
    for folder in {path.parent for path in files}:
        (root / folder).mkdir(parents=True, exist_ok=True)
        for old in (root / folder).iterdir():
            if old.relative_to(root) not in files:
                old.unlink()
    for path, content in files.items():
        (root / path).write_bytes(content)


def _from_the_same(root: Path) -> bool:
    file = root / MADE_FROM
    return file.exists() and file.read_text(encoding="utf-8") == made_from(root)


if __name__ == "__main__":
    sys.exit(main())
