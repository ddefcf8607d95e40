"""A cap for the knob, for who would rather print one than buy one.

Made standing on its top, which is also how it is printed.
"""

from __future__ import annotations

from build123d import Align, Box, Location, Pos, chamfer

from hardware.case.assembly import Assembly, Printed
from hardware.case.bought.knob import bore_depth
from hardware.case.bought.shapes import block, rod
from hardware.case.tables import Tables

# From the shaft's end down, so much of the shaft is flat.
FLAT = 7.0
EDGE = 1.0


def spare_cap(tables: Tables) -> Assembly:
    """Give the cap alone: the printed substitute for the bought one."""
    part, encoder = tables.parts["knob-cap"], tables.parts["knob"]
    gap = tables.case["panel"]["shaft_gap"]
    wide, high = part.mm("diameter"), part.mm("height")
    grip = rod(wide, 0, high)
    grip = chamfer([edge for edge in grip.edges() if edge.length > wide], EDGE)
    deep = bore_depth(encoder, tables.case["panel"]["knob"])
    shaft = encoder.mm("shaft_diameter") + gap
    bottom = high - deep
    bore = rod(shaft, bottom, high + 1)
    # The flat side: as far from the axis as the shaft's, and the gap.
    off = encoder.mm("shaft_flat") - encoder.mm("shaft_diameter") / 2 + gap / 2
    bore -= Pos(0, off, bottom - 1) * Box(
        wide, wide, FLAT + 1, align=(Align.CENTER, Align.MIN, Align.MIN)
    )
    # The line that points from the axis to the rim, cut into the top.
    line = block((-0.6, wide / 2 - 7, -1), (0.6, wide, tables.case["body"]["engraved"]))
    return Assembly("spare", (Printed("cap", grip - bore - line, Location()),), (), ())
