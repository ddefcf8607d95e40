"""Trying a sheet before it is played: what is wrong, what is odd, and how it plays."""

from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import SheetError
from cdgdevice.method.figures.errors import NoFiguresError
from cdgdevice.method.reading.unreachable import unreachable
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.toml_text import LARGEST
from cdgdevice.table.sheet_file import ENDING, read_sheet_file
from cdgdevice.table.shelf import sheet, sheet_ids
from cdgdevice.workshop.figures import odds_table
from cdgdevice.workshop.glass import unfitting
from cdgdevice.workshop.lines import wrapped
from cdgdevice.workshop.sample import sample_round


class NoSheetFileError(CdgDeviceError, OSError):
    """The file can't be read; the sentence says why."""


def checked(file: Path) -> Iterator[str]:
    """Check the sheet in a file and give what there is to say, in lines of at most 80 columns.

    Raises:
        NoSheetFileError: the file can't be read.
        SheetError: it has mistakes; it has a sentence for each.
    """
    found = _read(_content(file), file.name)
    yield wrapped(f"{file.name}: no mistakes.")
    remarks = tuple(_remarks(found))
    if remarks:
        yield "\nWorth a look:"
        yield from (wrapped(f"- {remark}") for remark in remarks)
    yield "\nA round of it:"
    yield from (wrapped(f"  {line}") for line in sample_round(found))
    yield f"\n{_odds(found)}"


def _read(content: bytes, name: str) -> Sheet:
    """Read a sheet; one that has the name of another's file is a mistake, whatever is in it."""
    id_ = name.removesuffix(ENDING)
    taken = (
        f"{name}: a sheet of this id comes with cdgdevice, and this one would be left out; "
        "give it another id and file name.",
    )
    try:
        found = read_sheet_file(content, name)
    except SheetError as error:
        raise SheetError((*(taken if id_ in sheet_ids() else ()), *error.mistakes)) from error
    if id_ in sheet_ids() and found != sheet(id_):
        raise SheetError(taken)
    return found


def _remarks(found: Sheet) -> Iterator[str]:
    yield from unreachable(found)
    yield from unfitting(found)


def _odds(found: Sheet) -> str:
    try:
        return odds_table(found)
    except NoFiguresError as none:
        return wrapped(str(none))


def _content(file: Path) -> bytes:
    """Read a file; nothing of a device or a pipe, and no more than the size allowed."""
    why = "it is no ordinary file"
    try:
        # Asked first: to open a pipe would wait for somebody to write into it.
        if S_ISREG(file.stat().st_mode):
            with file.open("rb") as opened:
                return opened.read(LARGEST + 1)
    except OSError as error:
        why = str(error.strerror)
    raise NoSheetFileError(f"The sheet {file} can't be read ({why}); name another.")
