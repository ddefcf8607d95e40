"""The commands on sheets: list, show, write, check, and read the notes."""

from pathlib import Path

from cdgdevice.notes_text import looked_up
from cdgdevice.places import sheet_folders
from cdgdevice.shelves import shelf_beside
from cdgdevice.workshop.check import checked
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
