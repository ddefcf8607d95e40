"""The minimal build's desk: one screen, one button."""

from __future__ import annotations

from hardware.case.assembly import Assembly
from hardware.case.desk import desk
from hardware.case.layout import Layout, Place
from hardware.case.tables import Tables


def minimal(tables: Tables) -> Assembly:
    """Put the minimal desk together."""
    at = tables.case["minimal"]
    return desk(
        Layout(
            name="minimal",
            width=at["width"],
            depth=at["depth"],
            screens=(Place("left_screen", "small-screen", 0, at["screen_v"]),),
            buttons=(Place("left_button", "plain-button", 0, at["button_v"]),),
            posts=(
                (-at["front_post_u"], "front"),
                (at["front_post_u"], "front"),
                (at["back_post_left"], "back"),
                (at["back_post_right"], "back"),
            ),
            back_tongue=at["back_tongue"],
        ),
        tables,
    )
