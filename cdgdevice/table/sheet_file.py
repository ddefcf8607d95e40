"""A sheet as a file: its name is its id, and its content is TOML."""

from cdgdevice.method.errors import SheetError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.reading.sheet import read_sheet
from cdgdevice.method.sheet import Sheet

ENDING = ".toml"
"""What the name of a sheet's file ends in."""


def read_sheet_file(content: bytes, name: str) -> Sheet:
    """Read a sheet from the content of the file `name`.

    Raises:
        SheetError: the file has mistakes, or is not called as the sheet is; a sentence for each.
    """
    read = read_sheet(content, name)
    if f"{read.id}{ENDING}" != name:
        raise SheetError(
            (f"{name}: its id is {quoted(read.id)}; call the file {read.id}{ENDING}.",)
        )
    return read
