"""The springs that carry well, window and sensor, computed from the tables.

A motor of a phone is too weak to shake a whole tray. It needs not: the window alone hangs on four
thin legs, bent once, and the motor hangs with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.case.tables import Tables

# Elasticity of printed PLA in N/m2, and grams of a mm3 of acrylic. Usual figures; not measured.
ELASTIC = 3.0e9
ACRYLIC = 1.19e-3
# The two screws, the wires' plugs and the glue, in grams.
SMALL = 1.5


@dataclass(frozen=True, slots=True)
class Floor:
    """What hangs on the springs: kilograms, newtons a metre, metres."""

    kg: float
    across: float
    """Stiffness along x, of all springs together."""
    along: float
    """Stiffness along y."""
    upright: float
    sinks: float
    """So far it goes down before the posts stop it."""
    rises: float
    """So far it goes up before the window meets the tray."""


def legs(tables: Tables) -> tuple[float, float]:
    """Give the two straight lengths of a spring, along y and along x, in mm."""
    case = tables.case["die_tray"]
    return case["spring_y"] - case["ear_side"], case["spring_x"] - case["motor_pad"]


def floor(tables: Tables) -> Floor:
    """Give what the window is while the motor shakes it.

    Each leg is a bar held at both ends; the corner between them turns.
    """
    case = tables.case["die_tray"]
    upright_leg, level_leg = (leg * 1e-3 for leg in legs(tables))
    wide, thick = case["spring"] * 1e-3, case["ear_thickness"] * 1e-3
    bends = ELASTIC * thick * wide**3 / 12
    across = 4 * _stiffness(bends, upright_leg, level_leg)
    along = 4 * _stiffness(bends, level_leg, upright_leg)
    out = ELASTIC * wide * thick**3 / 12
    upright = 4 * 12 * out / (upright_leg + level_leg) ** 3
    gap = case["float_gap"]
    return Floor(
        floating(tables) / 1000, across, along, upright, case["stop_gap"] * 1e-3, gap * 1e-3
    )


def _stiffness(bends: float, crosswise: float, lengthwise: float) -> float:
    """Give how stiff one bent spring is across its first leg; the second pulls straight.

    `bends` is the product of elasticity and second moment, in Nm2; the legs in metres. A unit push
    bends the first leg, and turns the corner, which the second leg's far end holds.
    """
    stiff = 12 * bends / crosswise**3
    turns = 6 * bends / crosswise**2
    corner = 4 * bends / crosswise + 4 * bends / lengthwise
    return stiff - turns**2 / corner


def floating(tables: Tables) -> float:
    """Give the grams that hang on the springs."""
    case, window = tables.case["die_tray"], tables.parts["window"].mm
    glass = window("width") ** 2 * window("thickness") * ACRYLIC
    bought = glass + case["sensor_grams"] + case["motor_grams"]
    return case["well_grams"] + bought + SMALL


def pull(tables: Tables) -> float:
    """Give the newtons with which the motor's weight pulls as it turns."""
    return tables.parts["vibration-motor"].figure("pull_mN").value / 1000
