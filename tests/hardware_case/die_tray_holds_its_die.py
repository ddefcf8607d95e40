"""A die of 16 mm goes into the nest, lies flat there, and near enough to the sensor."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from build123d import Shape

from bench.modelled_throws import CONDITIONS, Bench
from firmware.simulated.light import leaning
from hardware.case.die_tray_fit import cube_fits, depths, offset, rests, widest_cube
from hardware.case.die_tray_light import sticker_share, view_radius
from hardware.case.die_tray_printed import tray, well
from hardware.case.die_tray_sizes import lean_in_the_nest
from hardware.case.tables import Tables, read_tables

TABLES = read_tables()
ERROR = TABLES.case["die_tray"]["print_error"]
# docs/READER.md: from the sensor up to the die's face.
DEEPEST = 12.0
# docs/CLASSIFIER.md: up to this, a leaning die's own face is nearly always read, 8 mm over the
# sensor.
READ_LEANING = 10.0
# How far the sharpest and the roundest dice are rounded, in mm.
SHARP, ROUND = 0.0, 2.0
THROWS = 150


def with_figures(**figures: float) -> Tables:
    """The tables with other figures of the die tray."""
    return replace(TABLES, case={**TABLES.case, "die_tray": {**TABLES.case["die_tray"], **figures}})


@cache
def the_tray() -> Shape:
    return tray(TABLES).solid


@pytest.mark.parametrize("edge", [15.7, 16.0, 16.2, 16.3])
def test_a_die_of_16_mm_lies_on_the_window_however_it_is_turned(edge: float) -> None:
    assert cube_fits(the_tray(), TABLES, edge)


def test_a_die_of_17_5_mm_does_not() -> None:
    assert not cube_fits(the_tray(), TABLES, 17.5)


def test_the_widest_die_is_just_over_17_mm_and_printing_errors_keep_both_promises() -> None:
    assert widest_cube(the_tray(), TABLES) == pytest.approx(17.25, abs=0.03)
    for error, edge, fits in ((-ERROR, 16.3, True), (ERROR, 17.5, False)):
        other = with_figures(nest_diameter=TABLES.case["die_tray"]["nest_diameter"] + error)
        assert cube_fits(tray(other).solid, other, edge) is fits


def test_without_friction_every_die_comes_to_lie_flat() -> None:
    assert rests(TABLES).max() < 0.1


def test_in_a_deep_nest_dice_would_stand_on_edge() -> None:
    assert rests(with_figures(nest_depth=12.0), dice=12).max() > 10


def test_a_die_in_the_nest_leans_so_little_that_its_face_is_read() -> None:
    assert lean_in_the_nest(TABLES) < READ_LEANING


def test_sensor_and_die_are_near_enough_with_all_errors_added_up() -> None:
    least, most = depths(TABLES)
    assert 0 < least < TABLES.case["die_tray"]["depth"] < most <= DEEPEST


def read(depth: float, most: float) -> Counter[str]:
    """What the firmware makes of modelled dice that lean by up to `most` degrees."""
    bench = Bench(Random(f"tray {depth}"))
    ends: Counter[str] = Counter()
    for _ in range(THROWS):
        one = bench.rng.randint(1, 6)
        other = bench.rng.choice([face for face in range(1, 7) if face not in (one, 7 - one)])
        leans = leaning(one, other, bench.rng.uniform(0, most), depth)
        rolled = bench.lay(bench.in_use(leans, CONDITIONS[1])).rolled
        ends["none" if not rolled else "right" if rolled == one else "wrong"] += 1
    return ends


@pytest.mark.parametrize("depth", depths(TABLES))
def test_the_firmware_reads_a_die_in_the_nest_and_never_takes_one_for_another(depth: float) -> None:
    assert read(depth, lean_in_the_nest(TABLES)) == {"right": THROWS}
    assert read(depth, 45)["wrong"] == 0


@pytest.mark.parametrize("corner", [SHARP, 1.5, ROUND])
def test_the_sensor_sees_nothing_but_the_face_of_a_die_that_lies_aside(corner: float) -> None:
    aside = offset(TABLES, corner, ERROR)
    assert view_radius(TABLES) <= TABLES.mm("die", "edge") / 2 - aside


def test_most_of_its_light_is_the_stickers_even_then() -> None:
    assert sticker_share(TABLES, well(TABLES).solid, offset(TABLES, ROUND, ERROR)) > 0.97


def test_a_wide_hole_in_the_well_would_show_more_than_the_face() -> None:
    wide = with_figures(aperture=6.0)
    assert view_radius(wide) > TABLES.mm("die", "edge") / 2 - offset(wide, ROUND, ERROR)
