"""Where the sloped panel lies: from (u, v, w) on it to (x, y, z) in the box.

u goes right from the box's middle, v up the slope, w out of the panel; w = 0 is its front.
"""

from __future__ import annotations

from math import cos, radians, sin, tan

from build123d import Align, Box, Location, Pos, Rot, Shape

from hardware.case.tables import Section


def on_panel(body: Section, u: float = 0, v: float = 0, w: float = 0) -> Location:
    """Give the place on the panel, with its own z pointing out of it."""
    return Pos(0, 0, body["front"]) * Rot(body["tilt"], 0, 0) * Pos(u, v, w)


def panel_ends(body: Section, depth: float, thickness: float) -> tuple[float, float]:
    """Give v of the panel's lower and upper edge, so that its back meets the box's walls."""
    tilt = radians(body["tilt"])
    shift = thickness * sin(tilt)
    return -shift / cos(tilt), (depth - shift) / cos(tilt)


def above_panel(body: Section, w: float) -> Shape:
    """Give all room above the plane that lies w over the panel's front."""
    huge = Box(1000, 1000, 500, align=(Align.CENTER, Align.CENTER, Align.MIN))
    return on_panel(body, w=w) * huge


def rim_height(body: Section, y: float, thickness: float) -> float:
    """Give z of the panel's back, so of the body's rim, at a y of the box."""
    tilt = radians(body["tilt"])
    return body["front"] + y * tan(tilt) - thickness / cos(tilt)
