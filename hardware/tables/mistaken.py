"""Reading a table's file whole, or saying all that is wrong with it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cdgdevice.tomlform.form import Form, parse_form

HERE = Path(__file__).parents[1]
"""The folder `hardware/`."""

T = TypeVar("T")


class TablesError(ValueError):
    """What is wrong with a table: a sentence a line, each with its file, its line and a remedy."""


def read_file(path: Path, read: Callable[[Form], T]) -> T:
    """Give what `read` makes of a TOML file.

    Raises:
        TablesError: when `read` refused anything, or left any key unread.
    """
    name = path.name if path.parent == HERE else f"{path.parent.name}/{path.name}"
    try:
        source = path.read_bytes()
    except OSError as why:
        raise TablesError(f"{name} can't be read: {why.strerror}; put the file there.") from why
    form, mistakes = parse_form(source, name)
    if form is not None:
        table = read(form)
        form.close()
        if not mistakes:
            return table
    raise TablesError("\n".join(mistakes.sentences))
