"""The shelf of a command: the sheets that come with cdgdevice, and the player's own."""

from pathlib import Path

from cdgdevice.places import sheet_folders
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.shelf import Shelf


def shelf_beside(config: Path | None) -> Shelf:
    """Give the shelf with the player's own sheets; `config` is the configuration, if named."""
    folders = sheet_folders("" if config is None else str(config))
    return Shelf({folder: FolderDisk(Path(folder)) for folder in folders})
