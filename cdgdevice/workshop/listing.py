"""The list of all sheets."""

from collections.abc import Iterator

from cdgdevice.table.shelf import Shelf
from cdgdevice.workshop.lines import wrapped


def listed_sheets(shelf: Shelf) -> Iterator[str]:
    """Give id, family and title of each sheet in a line, and its source in the next.

    The player's own sheets are marked; at the end comes what is wrong with others of their own.
    """
    width = max(map(len, shelf.ids()))
    for id_ in shelf.ids():
        read = shelf.sheet(id_)
        title = f"{read.title}, yours" if id_ in shelf.own else read.title
        yield wrapped(f"{id_:{width}}  {read.family.value:6}  {title}")
        yield wrapped(f"    {read.source}")
    yield from map(wrapped, shelf.mistakes)
