"""The shelf of sheets: those that come with cdgdevice, and the player's own."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.sheet import Sheet
from cdgdevice.table.disk import Disk
from cdgdevice.table.own_sheets import BrokenSheetError, OwnSheets, read_own_sheets
from cdgdevice.table.sheet_file import ENDING, read_sheet_file


class NoSheetError(CdgDeviceError, LookupError):
    """There is no sheet of that id; the sentence names the nearest."""


@cache
def sheet_ids() -> tuple[str, ...]:
    """Give the ids of the sheets that come with cdgdevice, in alphabetical order."""
    names = (entry.name for entry in files("cdgdevice.sheets").iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


@cache
def sheet(id_: str) -> Sheet:
    """Read a sheet that comes with cdgdevice.

    Raises:
        NoSheetError: when there is none of this id.
        SheetError: when its file has mistakes.
    """
    if id_ not in sheet_ids():
        raise _none(id_, sheet_ids())
    name = f"{id_}{ENDING}"
    return read_sheet_file(files("cdgdevice.sheets").joinpath(name).read_bytes(), name)


class Shelf:
    """Every sheet there is. The player's own are read when anything is first asked for."""

    def __init__(self, own: Mapping[str, Disk] | None = None) -> None:
        """Take the player's own sheets from these folders, by path; without them there are none."""
        self._folders = own or {}

    def ids(self) -> tuple[str, ...]:
        """Give the ids of all sheets that can be played, in alphabetical order."""
        return tuple(sorted((*sheet_ids(), *self._own.sheets)))

    def sheet(self, id_: str) -> Sheet:
        """Give a sheet.

        Raises:
            NoSheetError: there is none of this id.
            BrokenSheetError: it is the player's own, and left out.
            SheetError: it comes with cdgdevice, and has mistakes.
        """
        if id_ in self._own.sheets:
            return self._own.sheets[id_]
        if id_ in self._own.faults:
            raise BrokenSheetError(self._own.faults[id_])
        if id_ not in sheet_ids():
            raise _none(id_, self.ids())
        return sheet(id_)

    @property
    def own(self) -> tuple[str, ...]:
        """The ids of the player's own sheets that can be played."""
        return tuple(self._own.sheets)

    @property
    def names(self) -> tuple[str, ...]:
        """What the player calls the files of their own sheets, also those that can't be played."""
        return self._own.names

    @property
    def mistakes(self) -> tuple[str, ...]:
        """What is wrong with the player's own sheets, each a sentence or two."""
        return self._own.mistakes

    @cached_property
    def _own(self) -> OwnSheets:
        return read_own_sheets(self._folders, sheet_ids())


BUILT_IN = Shelf()
"""The shelf without any sheet of the player's own."""


def edition(id_: str) -> str:
    """Give the year that the id of a sheet ends in; empty where it ends in none."""
    last = id_.rpartition("-")[2]
    return last if len(last) == 4 and last.isdigit() else ""


def _none(id_: str, known: Collection[str]) -> NoSheetError:
    near = get_close_matches(id_, known, 1, 0.4)
    meant = f' Did you mean "{near[0]}"?' if near else ""
    return NoSheetError(f"There is no sheet {quoted(id_)}.{meant} `cdgdevice sheets` lists them.")
