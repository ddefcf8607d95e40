"""The tower stands on the tray, stays there, is lifted off, and lets a die through."""

from dataclasses import replace
from itertools import product

import pytest
from build123d import Shape

from hardware.case.assembly import Printed
from hardware.case.bought.shapes import rod
from hardware.case.checks.meshed import meshed
from hardware.case.checks.way_in import in_the_way
from hardware.case.die_tray_sizes import heights
from hardware.case.tables import Tables
from hardware.case.tower import tower
from hardware.case.tower_fit import falls_through, tips_alone, tips_with_the_tray
from hardware.case.tower_sizes import longest_of_a_die, tower_sizes
from tests.hardware_case.boxes import BOXES, TABLES

PLAY = TABLES.case["tower"]["play"]
RIM = heights(TABLES).top
# Room around a die that turns any way: baffles may come out a little thick.
FREE = 0.5
# A thing on a table is pushed aside rather than over if it tips later than this.
STEADY = 15.0


def with_figures(**figures: float) -> Tables:
    """The tables with other figures of the tower."""
    return replace(TABLES, case={**TABLES.case, "tower": {**TABLES.case["tower"], **figures}})


def printed() -> dict[str, Printed]:
    return {thing.name: thing for thing in BOXES["die-tray"].printed}


def shared(thing: Shape, by: tuple[float, float, float]) -> float:
    """What the tray shares with a tower that is moved so far, in mm3."""
    return float((meshed(thing).translate(by) ^ meshed(printed()["tray"].solid)).volume())


def test_the_tower_stands_on_the_tray_s_rim() -> None:
    the_tower = printed()["tower"].solid
    assert shared(the_tower, (0, 0, 0)) < 0.01
    below = shared(the_tower, (0, 0, -0.1))
    assert below > 4 * 0.1 * 100, "each leg has a square centimetre"


def test_it_has_play_and_is_held_to_all_sides() -> None:
    the_tower = printed()["tower"].solid
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = PLAY - 0.05, PLAY + 0.3
        assert shared(the_tower, (near * x, near * y, 0.05)) < 0.01, "it rubs"
        assert shared(the_tower, (far * x, far * y, 0.05)) > 1, "nothing holds it"


def test_a_tower_without_lips_would_slide_off() -> None:
    loose = tower(with_figures(lip=0.0)).solid
    assert shared(loose, (PLAY + 0.3, 0, 0.05)) == 0


def test_it_is_put_on_and_lifted_off_from_above() -> None:
    the_tower, the_tray = printed()["tower"].solid, printed()["tray"].solid
    assert in_the_way("tower", the_tower, the_tray, [(0, 0, 40), (0, 0, 0)]) == []
    assert in_the_way("tower", the_tower, the_tray, [(0, 0, 40), (2, 0, 0)]) != []


def test_nothing_of_it_is_in_the_tray_s_mouth_below_the_shaft() -> None:
    mouth = 2 * TABLES.case["die_tray"]["mouth_radius"]
    room = rod(mouth, 0, RIM + tower_sizes(TABLES).low - 0.01)
    assert (meshed(room) ^ meshed(printed()["tower"].solid)).volume() == 0


def test_a_die_has_room_on_its_whole_way_through_however_it_is_turned() -> None:
    assert falls_through(printed()["tower"].solid, TABLES, longest_of_a_die(TABLES) + FREE)


@pytest.mark.parametrize("figures", [{"reach": 38.0}, {"apart": 35.0}])
def test_where_baffles_reach_too_far_or_stand_too_near_it_would_get_stuck(
    figures: dict[str, float],
) -> None:
    narrow = with_figures(**figures)
    assert not falls_through(tower(narrow).solid, narrow, longest_of_a_die(TABLES) + FREE)


def test_no_die_falls_past_a_baffle_straight() -> None:
    """Seen from above the baffles close the shaft, and overlap in its middle."""
    case, at = TABLES.case["tower"], tower_sizes(TABLES)
    body = meshed(printed()["tower"].solid)
    half = case["inside"] / 2
    for x, y in product((-0.9 * half, -1.0, 1.0, 0.9 * half), (-0.9 * half, 0.0, 0.9 * half)):
        ray = meshed(rod(1.0, RIM + at.low, RIM + at.top, x, y))
        assert (ray ^ body).volume() > 1, (x, y)


def test_it_stands_steadily_alone_and_with_the_tray() -> None:
    assert tips_alone(TABLES) > STEADY
    assert tips_with_the_tray(TABLES) > STEADY


def test_a_tower_twice_as_high_would_tip_over() -> None:
    assert tips_with_the_tray(with_figures(baffles=7)) < STEADY
