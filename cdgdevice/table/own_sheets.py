"""The player's own sheets: a folder of files, of which a broken one harms no other."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import SheetError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.reading.known import ID
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.toml_text import LARGEST
from cdgdevice.table.disk import Disk, reason
from cdgdevice.table.sheet_file import ENDING, read_sheet_file

_HIDDEN = f"{ENDING}.txt"
"""What Windows makes of the ending, and does not show."""


class BrokenSheetError(CdgDeviceError, ValueError):
    """A player's own sheet is left out; the sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class OwnSheets:
    """What was found in the folders of the player's own sheets."""

    sheets: Mapping[str, Sheet]
    """Those that can be played, by id."""
    faults: Mapping[str, str]
    """Why a sheet is left out, in a sentence or two, by the id that its file's name gives."""
    mistakes: tuple[str, ...]
    """All that is wrong, each a sentence or two: the faults, and what else was passed over."""
    names: tuple[str, ...] = ()
    """What the player calls the files of sheets, without the ending, also those left out."""


def read_own_sheets(folders: Mapping[str, Disk], taken: Collection[str]) -> OwnSheets:
    """Read every file that ends in `.toml`, by the path of its folder; never raises.

    The ids `taken` are others'. Of two files of one name the one in the earlier folder counts.
    """
    sheets: dict[str, Sheet] = {}
    faults: dict[str, str] = {}
    passed_over: list[str] = []
    called: list[str] = []
    for folder, disk in folders.items():
        try:
            names = disk.names()
        except OSError as error:
            passed_over.append(f"Your sheets in {folder} can't be read: {reason(error)}.")
            continue
        for name in names:
            if name.startswith("."):
                continue
            if name.lower().endswith((_HIDDEN, ENDING)):
                called.append(name[: name.lower().rindex(ENDING)])
            if name.lower().endswith(_HIDDEN):
                passed_over.append(_lengthened(name, folder))
                continue
            id_ = name.removesuffix(ENDING)
            if id_ == name:
                continue
            if not re.fullmatch(ID, id_) or id_ in (*taken, *sheets, *faults):
                passed_over.append(_misnamed(id_, folder, taken))
                continue
            try:
                sheets[id_] = _read(disk, folder, name)
            except BrokenSheetError as error:
                faults[id_] = str(error)
    return OwnSheets(sheets, faults, (*passed_over, *faults.values()), tuple(called))


def _lengthened(name: str, folder: str) -> str:
    return f"{quoted(name)} in {folder} is left out: take .txt off its name (Windows hides it)."


def _misnamed(id_: str, folder: str, taken: Collection[str]) -> str:
    name = f"{id_}{ENDING}"
    if not re.fullmatch(ID, id_):
        return f"{quoted(name)} in {folder} is left out: call it like my-game{ENDING}."
    if id_ in taken:
        return (
            f"{name} in {folder} is left out: that sheet comes with cdgdevice; "
            "give yours another id and name."
        )
    return f"{name} in {folder} is left out: there is another file of that name; rename one."


def _read(disk: Disk, folder: str, name: str) -> Sheet:
    try:
        return read_sheet_file(disk.read(name, 0, LARGEST + 1), name)
    except OSError as error:
        raise BrokenSheetError(f"{name} in {folder} can't be read: {reason(error)}.") from error
    except SheetError as error:
        first, *others = error.mistakes
        more = f"It has {len(others)} more; " if others else ""
        check = f"`cdgdevice check-sheet {folder}/{name}`"
        raise BrokenSheetError(f"{first} {more}{check} tells all.") from error
