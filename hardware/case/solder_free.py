"""The solder-free build's desk: one screen, one button and a knob on its board."""

from __future__ import annotations

from hardware.case.assembly import Assembly
from hardware.case.desk import desk
from hardware.case.layout import Layout, Place
from hardware.case.tables import Tables


def solder_free(tables: Tables) -> Assembly:
    """Put the solder-free desk together."""
    at = tables.case["solder_free"]
    return desk(
        Layout(
            name="solder-free",
            width=at["width"],
            depth=at["depth"],
            screens=(Place("left_screen", "small-screen", 0, at["screen_v"]),),
            buttons=(Place("left_button", "plain-button", at["button_u"], at["button_v"]),),
            posts=(
                (-at["front_post_u"], "front"),
                (at["front_post_u"], "front"),
                (at["back_post_left"], "back"),
                (at["back_post_right"], "back"),
            ),
            back_tongue=at["back_tongue"],
            knob=Place("knob", "knob-board", at["knob_u"], at["knob_v"]),
        ),
        tables,
    )
