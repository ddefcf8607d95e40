"""A sheet that check-sheet accepts works everywhere, whatever its owner changed in it.

`python -m tests.sheets.test_mutated_sheets [SHEET...]` changes each value of these sheets in every
way, which takes hours for all of them, and prints what fails.
"""

import sys
import traceback
from functools import cache
from random import Random
from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from cdgdevice.games.sheet_library import sheet_ids
from tests.sheets.every_use import CHEAP, DEAR, ID, check, read_sheet_text, use_everywhere
from tests.sheets.mutants import (
    Path,
    find_value,
    list_changes,
    list_places,
    mutate,
    sheet_trees,
    write_toml,
)


@cache
def tree_of(sheet: str) -> dict[str, Any]:
    return sheet_trees()[sheet] | {"id": ID}


@cache
def places_of(sheet: str) -> tuple[Path, ...]:
    return tuple(list_places(tree_of(sheet)))


def try_mutant(text: str, random: Random, *, all_uses: bool = False) -> bool:
    """Use a sheet's text everywhere if it is accepted, and tell whether it is."""
    library = read_sheet_text(text)
    if library is None:
        return False
    use_everywhere(library, random, *CHEAP)
    if all_uses:
        use_everywhere(library, random, *DEAR)
        check(text)
    return True


def write_mutant(sheet: str, random: Random, changes: int) -> str:
    tree = tree_of(sheet)
    for _ in range(changes):
        path = random.choice(places_of(sheet) if changes == 1 else tuple(list_places(tree)))
        change = _pick_change(list_changes(find_value(tree, path)), random)
        note(f"{sheet}: {path}: {change}")
        tree = mutate(tree, path, change, random)
    return write_toml(tree)


def _pick_change(changes: list[str], random: Random) -> str:
    """Pick a kind of change first: there are many texts and numbers to write instead."""
    kind = random.choice(sorted({change.partition(" ")[0] for change in changes}))
    return random.choice([change for change in changes if change.partition(" ")[0] == kind])


@given(st.sampled_from(sheet_ids()), st.integers(0, 2**32), st.sampled_from((1, 1, 1, 2, 3)))
def test_a_changed_sheet_is_refused_or_works_in_every_command(
    sheet: str, seed: int, changes: int
) -> None:
    random = Random(seed)
    text = write_mutant(sheet, random, changes)
    try_mutant(text, random, all_uses=seed % 10 == 0)


def test_every_sheet_is_written_back_as_it_is_read() -> None:
    for sheet in sheet_ids():
        assert read_sheet_text(write_toml(tree_of(sheet)))


def main(sheets: tuple[str, ...]) -> None:
    """Change every value of these sheets in every way."""
    for sheet in sheets:
        tried = accepted = 0
        for path in places_of(sheet):
            every = list_changes(find_value(tree_of(sheet), path))
            texts = [change for change in every if change.startswith("text ")]
            few = Random(str(path)).sample(texts, min(len(texts), 3))
            for change in (change for change in every if change in few or change not in texts):
                random = Random(f"{path} {change}")
                text = write_toml(mutate(tree_of(sheet), path, change, random))
                tried += 1
                try:
                    accepted += try_mutant(text, random, all_uses=random.random() < 0.1)
                except Exception:
                    print(f"{sheet}: {path}: {change}\n{traceback.format_exc()}", flush=True)
        print(f"{sheet}: {tried} changed, {accepted} accepted", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or sheet_ids())
