"""The configuration that a command goes by: the file that is named, or else this computer's."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG

from cdgdevice.config import Config, Layer, read_layers
from cdgdevice.errors import ConfigError
from cdgdevice.method.toml_text import LARGEST
from cdgdevice.places import BOOT_CONFIG, SYSTEM_CONFIG, games_folder
from cdgdevice.shelves import shelf_beside

_NEARLY = re.compile(r"cdgdevice( ?\(\d+\)| - .*)?(\.toml|\.txt|\.rtf)*", re.IGNORECASE)
"""What computers make of the name `cdgdevice.toml`, and mostly do not show."""


def configured(file: Path | None, folder: Path | None = None) -> Config:
    """Give the configuration of `file`, or of this computer; `folder`, if named, has the games.

    Raises:
        ConfigError: it has mistakes, or can't be read.
    """
    games = (folder or Path(games_folder())).absolute()
    read = read_layers(layers(file), sheets=shelf_beside(file).ids(), games=games)
    if read.mistakes:
        raise ConfigError(read.mistakes)
    return read.config if folder is None else replace(read.config, games=games)


def layers(file: Path | None) -> tuple[Layer, ...]:
    """Give `file`, and nothing else; or what this computer has, each laid over those before.

    That is the system's configuration, and over it the owner's on the boot partition. The files
    are only ever read.
    """
    if file is not None:
        return (_named(file),)
    both = (_own(Path(SYSTEM_CONFIG)), _own(Path(BOOT_CONFIG)) or _misnamed(Path(BOOT_CONFIG)))
    return tuple(layer for layer in both if layer is not None)


def away() -> tuple[str, ...]:
    """Name the files of this computer's own whose folder is empty or missing.

    Mostly the partition is not mounted then, and a file that is on it was not taken away.
    """
    try:
        empty = not list(Path(BOOT_CONFIG).parent.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        empty = True
    except OSError:  # it is there, and can't be looked into: reading the file tells that
        empty = False
    return (BOOT_CONFIG,) if empty else ()


def overlooked() -> tuple[str, ...]:
    """Tell of a `.txt` beside the owner's configuration: who looks sees the same name twice.

    Mostly that is the one that was edited. Other names beside it are copies.
    """
    wanted = Path(BOOT_CONFIG)
    with suppress(OSError):
        if wanted.is_file():
            return tuple(
                f"{path} is not read, for {wanted.name} is there too: keep one of the two "
                "(Windows hides .txt at its end)."
                for path in sorted(wanted.parent.iterdir())
                if _NEARLY.fullmatch(path.name) and path.suffix.casefold() == ".txt"
            )
    return ()


def content(path: Path) -> bytes:
    """Read a configuration, of a device or a pipe nothing, and no more than the size allowed.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it can't be read; `strerror` says why.
    """
    # Asked first: to open a pipe would wait for somebody to write into it.
    if not S_ISREG(path.stat().st_mode):
        raise OSError(None, "it is no ordinary file")
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _named(path: Path) -> Layer:
    try:
        return Layer(path.name, content(path))
    except OSError as error:
        return _unread(path, error, "name another")


def _own(path: Path) -> Layer | None:
    try:
        return Layer(str(path), content(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _unread(path, error, "write it anew or take it away")


def _unread(path: Path, error: OSError, remedy: str) -> Layer:
    why = f"The configuration {path} can't be read ({error.strerror}); {remedy}."
    return Layer(str(path), b"", why)


def _misnamed(wanted: Path) -> Layer | None:
    """Give a file that was meant to be the owner's configuration, but has not quite its name."""
    with suppress(OSError):
        for path in sorted(wanted.parent.iterdir()):
            if _NEARLY.fullmatch(path.name) and path.is_file():
                return Layer(str(path), b"", f"{path} is not read: {_remedy(path, wanted)}")
    return None


def _remedy(path: Path, wanted: Path) -> str:
    match path.suffix.casefold():
        case ".txt":
            return f"change its name to {wanted.name} (Windows hides .txt at its end)."
        case ".rtf":
            return f"save it as plain text, and call it {wanted.name}."
        case _:
            return f"change its name to {wanted.name}."
