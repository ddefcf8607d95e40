"""The solder-free build's desk: one screen, one button and a knob on its board."""

from __future__ import annotations

from hardware.case.assembly import Assembly
from hardware.case.desk import desk
from hardware.case.layout import Place, one_screen
from hardware.case.tables import Tables


def solder_free(tables: Tables) -> Assembly:
    """Put the solder-free desk together."""
    at = tables.case["solder_free"]
    knob = Place("knob", "knob-board", at["knob_u"], at["knob_v"])
    return desk(one_screen("solder-free", at, button_u=at["button_u"], knob=knob), tables)
