"""The commands on sheets: list, show, write, check, read the notes, and work out figures."""

import json
from pathlib import Path

from cdgdevice.method.figures.perft import count_by_first_result, count_lines
from cdgdevice.notes_text import looked_up
from cdgdevice.places import sheet_folders
from cdgdevice.shelves import shelf_beside
from cdgdevice.workshop.check import checked
from cdgdevice.workshop.figures import odds_for_programs, odds_table
from cdgdevice.workshop.lines import wrapped
from cdgdevice.workshop.listing import listed_sheets
from cdgdevice.workshop.sheet_words import sheet_lines
from cdgdevice.workshop.template import write_template


def list_sheets(config: Path | None) -> int:
    """List the sheets there are."""
    for line in listed_sheets(shelf_beside(config)):
        print(line)
    return 0


def show_sheet(id_: str, config: Path | None) -> int:
    """Show one sheet in words."""
    for line in sheet_lines(shelf_beside(config).sheet(id_)):
        print(line)
    return 0


def new_sheet(file: Path, config: Path | None) -> int:
    """Write a new sheet to start from."""
    write_template(file)
    folder = sheet_folders("" if config is None else str(config))[-1 if config is None else 0]
    print(wrapped(f"{file} is written, and can be played as it is. Change it, and try it with"))
    print(f"  cdgdevice check-sheet {file}")
    print(wrapped(f"To play it, put it into {folder}."))
    return 0


def check_sheet(file: Path) -> int:
    """Tell what is wrong with a sheet, what is odd, and how it plays."""
    for line in checked(file):
        print(line)
    return 0


def tell_notes(id_: str, words: str, config: Path | None) -> int:
    """Tell the notes of a sheet, all or those that the words ask for."""
    print(looked_up(shelf_beside(config).sheet(id_), words))
    return 0


def tell_odds(id_: str, as_json: bool, config: Path | None) -> int:
    """Print the odds of a sheet, as tables with bars or as one line of JSON.

    Raises:
        NoFiguresError: when it has none.
    """
    found = shelf_beside(config).sheet(id_)
    print(json.dumps(odds_for_programs(found)) if as_json else odds_table(found))
    return 0


def tell_perft(id_: str, depth: int, divide: bool, as_json: bool, config: Path | None) -> int:
    """Print how many lines of play one side has, `divide` by first result too.

    Raises:
        NoFiguresError: when it has none, or the depth is out of range.
    """
    found = shelf_beside(config).sheet(id_)
    count = count_lines(found, depth)
    parts = count_by_first_result(found, depth) if divide else {}
    by_result = {result.value: part for result, part in parts.items()}
    if as_json:
        print(json.dumps({"lines": count} | ({"divide": by_result} if divide else {})))
        return 0
    for result, part in by_result.items():
        print(f"{result:7}{part}")
    print(f"{count} line{_s(count)} of play over {depth} round{_s(depth)} of one side, {found.id}.")
    return 0


def _s(count: int) -> str:
    return "" if count == 1 else "s"
