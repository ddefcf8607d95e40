"""The simulated die falls as it is told to, and the tray keeps to its aims. Run by .ci/throws."""

from collections import Counter
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from hardware.case.tables import Tables, read_tables
from hardware.throws import tower
from hardware.throws.__main__ import AIMED_AT, UNLIKELY, throw_often
from hardware.throws.model import model
from hardware.throws.throw import CAREFUL, Bench, End

TABLES = read_tables()
# Of so few throws, a share may be off by two in a hundred.
FEW = 120


def with_figures(**figures: float) -> Tables:
    """The tables with other figures of the die tray."""
    return replace(TABLES, case={**TABLES.case, "die_tray": {**TABLES.case["die_tray"], **figures}})


def rebound(tables: Tables) -> float:
    """The share of its speed that a die keeps which falls flat on the window from 50 mm."""
    bench = mujoco.MjModel.from_xml_string(model(tables, AIMED_AT))
    data = mujoco.MjData(bench)
    data.qpos[-7:] = 0, 0, 0.058, 1, 0, 0, 0
    down = up = 0.0
    for _ in range(400):
        mujoco.mj_step(bench, data)
        down, up = min(down, data.qvel[-4]), max(up, data.qvel[-4])
    return -up / down


def test_a_window_too_heavy_to_give_way_throws_a_die_back_by_0_4() -> None:
    heavy = with_figures(well_grams=100_000.0)
    assert rebound(heavy) == pytest.approx(0.4, abs=0.05)


def test_a_die_of_16_mm_weighs_5_grams() -> None:
    bench = mujoco.MjModel.from_xml_string(model(TABLES, AIMED_AT))
    assert bench.body("die").mass[0] == pytest.approx(0.005, abs=0.0005)


def test_at_the_friction_that_it_is_made_for_the_tray_keeps_to_its_aims() -> None:
    counted = throw_often(TABLES, AIMED_AT, FEW)
    assert counted.leans[0] > 0.08 * FEW
    assert counted.leans[2] <= 0.02 * FEW
    assert counted.out <= 0.02 * FEW
    assert sum(counted.faces) == FEW - counted.leans[2] - counted.out


def test_without_a_motor_that_turns_a_leaning_die_stays_as_it_is() -> None:
    motor = TABLES.parts["vibration-motor"]
    weak = replace(motor.electric["pull_mN"], value=0.0)
    still = replace(motor, electric={**motor.electric, "pull_mN": weak})
    bench = Bench(replace(TABLES, parts={**TABLES.parts, "vibration-motor": still}), AIMED_AT)
    rng, ends = np.random.default_rng(4), Counter[End]()
    while sum(ends.values()) < 6:
        if bench.throw(rng).end is End.LEANS:
            ends[bench.buzz().end] += 1
    assert ends[End.LEANS] >= 5


def test_a_low_and_narrow_rim_lets_dice_out() -> None:
    face = 36.0
    low = with_figures(mouth_radius=30.0, top=face + 25)
    assert throw_often(low, AIMED_AT, 40).out > 4


def test_a_careful_hand_chooses_its_side_without_a_tower_and_not_with_one() -> None:
    bare = throw_often(TABLES, AIMED_AT, FEW, CAREFUL)
    assert bare.chi_squared > 2 * UNLIKELY
    turned = throw_often(TABLES, AIMED_AT, FEW, CAREFUL, tower=True)
    assert turned.chi_squared < UNLIKELY
    assert turned.stuck == turned.out == 0


def test_a_die_has_room_in_the_tower_and_no_straight_way_through_it() -> None:
    edge, corner = TABLES.mm("die", "edge"), TABLES.mm("die", "corner_radius")
    longest = (edge - 2 * corner) * 3**0.5 + 2 * corner
    assert longest < tower.INSIDE - tower.REACH, "between a baffle and the wall"
    # From a baffle's free edge square down to the next one's slope.
    beside = tower.INSIDE - 2 * (tower.INSIDE - tower.REACH)
    assert (tower.APART - beside) / 2**0.5 > longest
    assert beside > 0, "baffles overlap"
    assert edge > tower.GAP, "under the shaft no die gets out"


def test_the_same_seed_gives_the_same_throws() -> None:
    assert throw_often(TABLES, 0.2, 5) == throw_often(TABLES, 0.2, 5)
