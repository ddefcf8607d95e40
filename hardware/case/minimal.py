"""The minimal build's desk: one screen, one button."""

from __future__ import annotations

from hardware.case.assembly import Assembly
from hardware.case.desk import desk
from hardware.case.layout import one_screen
from hardware.case.tables import Tables


def minimal(tables: Tables) -> Assembly:
    """Put the minimal desk together."""
    return desk(one_screen("minimal", tables.case["minimal"]), tables)
