"""Light reaches the sensor from its own LED by the die, and from outside through the nest only."""

from functools import cache

import numpy as np
import pytest
from build123d import Shape

from firmware.simulated.light import WINDOW
from hardware.case.bought.shapes import block
from hardware.case.die_tray_light import lit_share, mirror_share, view_radius, ways_out
from hardware.case.die_tray_printed import tray, well
from hardware.case.die_tray_sizes import heights
from hardware.case.tables import read_tables

TABLES = read_tables()


@cache
def printed() -> tuple[Shape, Shape]:
    """What can stand over the sensor: the base plate lies below it."""
    return tray(TABLES).solid, well(TABLES).solid


def farthest(ways: np.ndarray) -> float:
    """How far from the nest's middle the farthest way out crosses the window."""
    return float(np.hypot(*ways.T).max())


def test_every_straight_way_out_from_the_sensor_leads_through_the_nest() -> None:
    ways = ways_out(TABLES, list(printed()))
    assert len(ways) > 100
    assert farthest(ways) <= view_radius(TABLES) + 0.05
    assert view_radius(TABLES) < TABLES.case["die_tray"]["nest_diameter"] / 2


def test_a_slit_beside_the_sensor_would_be_found() -> None:
    at = heights(TABLES)
    slit = block((0, -20, at.well + 0.5), (60, 20, at.well + 4))
    leaky = [solid - slit for solid in printed()]
    assert farthest(ways_out(TABLES, leaky)) > TABLES.case["die_tray"]["nest_diameter"] / 2


def test_the_led_lights_most_of_what_the_sensor_sees() -> None:
    assert lit_share(TABLES, printed()[1]) == pytest.approx(0.8, abs=0.1)


def test_a_lid_over_the_led_would_be_found() -> None:
    at = heights(TABLES)
    lid = block((-8, -3, at.glass - 2), (0, 3, at.glass - 1))
    assert lit_share(TABLES, printed()[1] + lid) < 0.5


def test_the_window_mirrors_of_the_led_what_the_modelled_light_takes_it_to() -> None:
    assert mirror_share(TABLES, printed()[1]) == pytest.approx(WINDOW, abs=0.02)
