"""A new sheet to start from: commented, and playable as it is."""

import re
from importlib.resources import files
from pathlib import Path

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.reading.known import ID
from cdgdevice.table.sheet_file import ENDING
from cdgdevice.table.shelf import sheet_ids

FILE = Path("my-game.toml")
"""Where a new sheet is written if nobody says otherwise."""
NEW = "new"
"""What asks for a new sheet where the id of one is expected; so no sheet can be called this."""


class NewSheetError(CdgDeviceError, ValueError):
    """A new sheet can't be written there; the sentence says why."""


def template(id_: str) -> str:
    """Give the text of a new sheet of this id."""
    text = files("cdgdevice.workshop").joinpath("template.toml").read_text(encoding="utf-8")
    return re.sub(
        r'^id = "my-game" *', f'id = "{id_}"'.ljust(28), text, count=1, flags=re.MULTILINE
    )


def write_template(file: Path) -> None:
    """Write a new sheet; its id is the name of the file.

    Raises:
        NewSheetError: the file has no name for a sheet, is there already, or can't be written.
    """
    id_ = file.name.removesuffix(ENDING)
    if id_ == file.name or not re.fullmatch(ID, id_) or id_ == NEW:
        raise NewSheetError(f"Call the new sheet like my-game{ENDING}, not {quoted(file.name)}.")
    if id_ in sheet_ids():
        raise NewSheetError(f"{id_} comes with cdgdevice; give the new sheet another name.")
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(template(id_))
    except FileExistsError as error:
        raise NewSheetError(f"{file} is there already; name another file.") from error
    except OSError as error:
        raise NewSheetError(f"{file} can't be written: {error.strerror}.") from error
