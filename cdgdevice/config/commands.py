"""The command `check-config`."""

from pathlib import Path

from cdgdevice.config.reading import read_config
from cdgdevice.configured import content, in_force
from cdgdevice.places import games_folder
from cdgdevice.shelves import shelf_beside


def check_config(file: Path | None) -> int:
    """Report every mistake of a configuration."""
    path = in_force(file)
    if path is None:
        print("There is no configuration file: the reference build's defaults are used.")
        return 0
    sheets = shelf_beside(file).ids()
    read_config(content(path), path.name, sheets=sheets, games=Path(games_folder()))
    print(f"{path}: no mistakes.")
    return 0
