"""The reference build's desk: two screens, two lit buttons, a knob."""

from __future__ import annotations

from hardware.case.assembly import Assembly
from hardware.case.desk import desk
from hardware.case.layout import Layout, Place, posts
from hardware.case.tables import Tables


def reference(tables: Tables) -> Assembly:
    """Put the reference desk together."""
    return _with_screens(tables, "reference", "spi-screen")


def four_pins(tables: Tables) -> Assembly:
    """Put the same desk together with screens of four pins."""
    return _with_screens(tables, "four-pins", "large-screen")


def _with_screens(tables: Tables, name: str, part: str) -> Assembly:
    at = tables.case["reference"]
    screen_u, button_u = at["screen_u"], at["button_u"]
    return desk(
        Layout(
            name=name,
            width=at["width"],
            depth=at["depth"],
            screens=(
                Place("left_screen", part, -screen_u, at["screen_v"], "L"),
                Place("right_screen", part, screen_u, at["screen_v"], "R"),
            ),
            buttons=(
                Place("left_button", "lit-button", -button_u, at["button_v"]),
                Place("right_button", "lit-button", button_u, at["button_v"]),
            ),
            posts=posts(at),
            back_tongue=at["back_tongue"],
            knob=Place("knob", "knob", 0, at["knob_v"]),
            lit=True,
        ),
        tables,
    )
