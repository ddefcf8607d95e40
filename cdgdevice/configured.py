"""The configuration that a command goes by: the file that is named, or else this computer's."""

from dataclasses import replace
from pathlib import Path
from stat import S_ISREG

from cdgdevice.config import Config, read_leniently
from cdgdevice.errors import CdgDeviceError, ConfigError
from cdgdevice.method.toml_text import LARGEST
from cdgdevice.places import SYSTEM_CONFIG, games_folder
from cdgdevice.shelves import shelf_beside
from cdgdevice.table.shelf import Shelf


def configured(file: Path | None, folder: Path | None = None) -> Config:
    """Give the configuration of `file`, or of this computer; `folder`, if named, has the games.

    Raises:
        ConfigError: it has mistakes, or can't be read.
    """
    config, mistakes = configured_leniently(file, folder, shelf_beside(file))
    if mistakes:
        raise ConfigError(mistakes)
    return config


def configured_leniently(
    file: Path | None, folder: Path | None, shelf: Shelf
) -> tuple[Config, tuple[str, ...]]:
    """Read the configuration; what is wrong with it, or that it is not there, is told beside."""
    path = in_force(file)
    games = (folder or Path(games_folder())).absolute()
    missing: tuple[str, ...] = ()
    raw = b""
    try:
        raw = b"" if path is None else content(path)
    except CdgDeviceError as error:
        missing = (str(error),)
    name = "cdgdevice.toml" if path is None else path.name
    config, mistakes = read_leniently(raw, name, sheets=shelf.ids(), games=games)
    if folder is not None:
        config = replace(config, games=games)
    return config, (*missing, *mistakes)


def in_force(file: Path | None) -> Path | None:
    """Give `file`, or else this computer's configuration if it has one."""
    system = Path(SYSTEM_CONFIG)
    return file or (system if system.exists() else None)


def content(path: Path) -> bytes:
    """Read a configuration, of a device or a pipe nothing, and no more than the size allowed.

    Raises:
        CdgDeviceError: it can't be read.
    """
    why = "it is no ordinary file"
    try:
        # Asked first: to open a pipe would wait for somebody to write into it.
        if S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                return file.read(LARGEST + 1)
    except OSError as error:
        why = str(error.strerror)
    raise CdgDeviceError(f"The configuration {path} can't be read ({why}); name another.")
