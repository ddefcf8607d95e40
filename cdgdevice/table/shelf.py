"""The shelf of sheets: finds a sheet by its id and reads it."""

from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import SheetError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.reading.sheet import read_sheet
from cdgdevice.method.sheet import Sheet

_ENDING = ".toml"


class NoSheetError(CdgDeviceError, LookupError):
    """There is no sheet of that id; the sentence names the nearest."""


@cache
def sheet_ids() -> tuple[str, ...]:
    """Give the ids of all sheets, in alphabetical order."""
    names = (entry.name for entry in files("cdgdevice.sheets").iterdir())
    return tuple(sorted(name[: -len(_ENDING)] for name in names if name.endswith(_ENDING)))


@cache
def sheet(id_: str) -> Sheet:
    """Read a sheet.

    Raises:
        NoSheetError: when there is none of this id.
        SheetError: when its file has mistakes.
    """
    if id_ not in sheet_ids():
        near = get_close_matches(id_, sheet_ids(), 1, 0.4)
        meant = f' Did you mean "{near[0]}"?' if near else ""
        raise NoSheetError(
            f"There is no sheet {quoted(id_)}.{meant} `cdgdevice sheets` lists them."
        )
    name = f"{id_}{_ENDING}"
    read = read_sheet(files("cdgdevice.sheets").joinpath(name).read_bytes(), name)
    if read.id != id_:
        raise SheetError(
            (f"{name}: its id is {quoted(read.id)}; give the file that name and {_ENDING}.",)
        )
    return read
