"""The shelf of a command: the sheets that come with cdgdevice, and the player's own."""

from pathlib import Path

from cdgdevice.places import sheet_folders
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.shelf import Shelf


def shelf_beside(config: Path | None) -> Shelf:
    """Give the shelf with the player's own sheets; `config` is the configuration, if named."""
    folders = sheet_folders("" if config is None else str(config))
    return Shelf({folder: FolderDisk(Path(folder)) for folder in folders})


def left_out(shelf: Shelf) -> tuple[str, ...]:
    """Say how many of the player's own sheets can't be played, and what tells why."""
    count = len(shelf.mistakes)
    if not count:
        return ()
    some = "A sheet of yours is" if count == 1 else f"{count} sheets of yours are"
    return f"{some} left out.", "`cdgdevice sheets` tells why."
