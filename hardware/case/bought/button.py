"""An arcade button of 24 mm that a nut holds; the lit one has a lamp in its end.

The origin is the middle of its hole at the panel's front; z points to the player.
"""

from __future__ import annotations

from build123d import Shape

from hardware.case.assembly import Bit, Model
from hardware.case.bought.colours import BLACK, CLEAR, METAL, WHITE
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.terminals import LAMP, SWITCH
from hardware.tables.parts import Part

# Only for looks: the tabs' width, and how long they are.
TAB = 2.8
TAB_LONG = 9.0
HOLDER = 8.0


def button(part: Part, panel: float, *, lit: bool) -> Model:
    """Give the button in a panel that thick (mm), with its nut and the tabs of its switch.

    Where it is not to be lit, its lamp's tabs are there all the same, and stay free.
    """
    mm = part.mm
    end = -mm("body_depth")
    rim = rod(mm("rim_diameter"), 0, mm("rim_height"))
    plunger = rod(mm("plunger_diameter"), mm("rim_height"), mm("rim_height") + mm("plunger_height"))
    body = rod(mm("body_diameter"), end, 0) - rod(HOLDER, end, end + 4)
    nut = rod(mm("nut_diameter"), -panel - mm("nut_height"), -panel) - rod(
        mm("body_diameter"), -panel - mm("nut_height"), -panel
    )
    tabs = SWITCH if lit else {**SWITCH, **LAMP}
    return Model(
        (
            Bit(plunger, CLEAR),
            Bit(rim, WHITE),
            Bit(body, WHITE),
            Bit(nut, BLACK, "nut"),
            *(Bit(_tab(x, y, end), METAL) for x, y in tabs.values()),
        ),
        {name: (x, y, end - TAB_LONG) for name, (x, y) in SWITCH.items()},
    )


def lamp(part: Part) -> Model:
    """Give the lamp's holder in the button's end: same origin as the button's."""
    end = -part.mm("body_depth")
    holder = rod(HOLDER - 0.2, end - 3, end + 3.9)
    carrier = block((-8.8, -2.0, end - 3), (8.8, 2.0, end - 0.05)) + holder
    tabs = [_tab(x, y, end - 3, TAB_LONG - 3) for x, y in LAMP.values()]
    return Model(
        (Bit(carrier, WHITE), *(Bit(tab, METAL) for tab in tabs)),
        {name: (x, y, end - TAB_LONG) for name, (x, y) in LAMP.items()},
    )


def _tab(x: float, y: float, top: float, long: float = TAB_LONG) -> Shape:
    return block((x - TAB / 2, y - 0.25, top - long), (x + TAB / 2, y + 0.25, top))
