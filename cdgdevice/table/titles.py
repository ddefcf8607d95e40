"""What sheets are called where several of one title stand side by side."""

import re
from collections.abc import Sequence

from cdgdevice.method.sheet import Sheet
from cdgdevice.table.shelf import edition

LONGEST = 24
"""Columns of a menu on the glass; a longer name is only given where no short one tells apart."""


def told_apart(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """Give a name for each of these sheets, no two alike.

    The title alone does, where no other has it; else the edition is added, or what the id says
    beyond the title; else it is the id.
    """
    titles = [sheet.title for sheet in sheets]
    shared = [sheet for sheet in sheets if titles.count(sheet.title) > 1]
    taken = [name for sheet in shared for name in set(_names(sheet))]
    return tuple(
        next(
            (name for name in _names(sheet) if taken.count(name) == 1 and len(name) <= LONGEST),
            sheet.id,
        )
        if sheet in shared
        else sheet.title
        for sheet in sheets
    )


def _names(sheet: Sheet) -> tuple[str, ...]:
    own = _as_id(sheet.title)
    if sheet.id == own:
        return (sheet.title,)
    beyond = sheet.id.removeprefix(f"{own}-")
    added = (edition(sheet.id), beyond.replace("-", " ") if beyond != sheet.id else "")
    return tuple(f"{sheet.title} {more}" for more in added if more)


def _as_id(title: str) -> str:
    plain = re.sub(r"[^a-z0-9 -]", "", title.lower())
    return "-".join(plain.replace("-", " ").split())
