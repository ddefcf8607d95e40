"""The die tray's heights and its funnel, computed from the tables.

The origin lies on the table below the middle of the nest, where the sensor is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, degrees, radians, tan

from hardware.case.tables import Tables

Outline = list[tuple[float, float]]
"""Corners (radius, height) of the funnel, in millimetres."""
ROUND = 3.0
"""Radius of the box's upright edges."""


@dataclass(frozen=True, slots=True)
class Heights:
    """Heights over the table, from below upwards, in millimetres."""

    plate: float
    """The base plate's underside, on its feet."""
    floor: float
    """The base plate's upper side, where the walls begin."""
    board: float
    """The underside of the sensor's board."""
    well: float
    """The upper side of that board, where the well begins."""
    sensor: float
    """The sensor's face."""
    glass: float
    """The window's underside, which is stuck to the well."""
    face: float
    """The window's upper side: on it the die lies."""
    knee: float
    """Where the funnel's slope changes."""
    mouth: float
    """The funnel's upper end, where the rim begins."""
    top: float
    """The rim's upper edge."""


def heights(tables: Tables) -> Heights:
    """Add the heights up, with a window of its usual thickness."""
    case, mm = tables.case["die_tray"], tables.mm
    plate = mm("foot", "height")
    floor = plate + case["plate"]
    board = floor + case["wires"]
    well = board + mm("colour-sensor", "thickness")
    sensor = well + mm("colour-sensor", "sensor_top")
    face = sensor + case["depth"]
    steep = case["knee_radius"] - case["nest_diameter"] / 2
    knee = face + case["nest_depth"] + steep * tan(radians(case["knee_degrees"]))
    flat = case["mouth_radius"] - case["knee_radius"]
    mouth = knee + flat * tan(radians(case["funnel_degrees"]))
    glass = face - mm("window", "thickness")
    return Heights(plate, floor, board, well, sensor, glass, face, knee, mouth, case["top"])


def inside(tables: Tables) -> Outline:
    """Give the outline (radius, height) that a die meets, from the window to the rim."""
    case, at = tables.case["die_tray"], heights(tables)
    nest = case["nest_diameter"] / 2
    return [
        (nest, at.face),
        (nest, at.face + case["nest_depth"]),
        (case["knee_radius"], at.knee),
        (case["mouth_radius"], at.mouth),
        (case["mouth_radius"], at.top),
    ]


def outside(tables: Tables) -> Outline:
    """Give the outline of the funnel's other side, from the rim down to under the nest."""
    case, at = tables.case["die_tray"], heights(tables)
    slope = tan(radians(case["funnel_degrees"]))
    lower = case["funnel_wall"] / cos(radians(case["funnel_degrees"]))
    rim, shoulder = case["mouth_radius"] + case["wall"], case["shoulder"]
    under = at.face - case["pocket_depth"]

    def below(radius: float) -> tuple[float, float]:
        return radius, at.knee + (radius - case["knee_radius"]) * slope - lower

    return [(rim, at.top), below(rim), below(shoulder), (shoulder, under)]


def lean_in_the_nest(tables: Tables) -> float:
    """Give the most degrees that a die leans whose lower corners are all within the nest."""
    return degrees(asin(tables.case["die_tray"]["nest_depth"] / tables.mm("die", "edge")))
