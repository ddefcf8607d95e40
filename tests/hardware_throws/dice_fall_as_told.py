"""The simulated die falls as it is told to, and the tray keeps to its aims. Run by .ci/throws."""

from collections import Counter
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.case.tables import Tables, read_tables
from hardware.case.tower_sizes import way_through
from hardware.making.makers import ROOT
from hardware.places import FILES
from hardware.throws.__main__ import AIMED_AT, UNLIKELY, throw_often
from hardware.throws.model import MM, model
from hardware.throws.throw import CAREFUL, Bench, End
from hardware.throws.tower import Tower

Floats = NDArray[np.float64]
TABLES = read_tables()
STL = ROOT / FILES / "stl" / "die-tray-tower.stl"
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


def test_under_the_tower_s_shaft_no_die_gets_out() -> None:
    assert TABLES.mm("die", "edge") > TABLES.case["tower"]["gap"]


def printed_tower(over: Tower) -> Floats:
    """The triangles of the file to print, as it stands on the tray: (n, 3, 3), in mm."""
    assert STL.exists(), "There is no tower to compare with: run .ci/hardware, which makes it."
    content = STL.read_bytes()[84:]
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
    lying = np.frombuffer(content, row)["corners"].astype(float)
    # It is printed upside down.
    return np.array((0, 0, over.top)) + lying * (1, -1, -1)


def nearest(triangles: Floats, start: Floats, way: Floats) -> float:
    """How far it is from a place to the first triangle on the way, in mm."""
    corner, one, other = triangles[:, 0], *(triangles[:, n] - triangles[:, 0] for n in (1, 2))
    across = np.cross(way, other)
    size = (one * across).sum(axis=1)
    facing = np.abs(size) > 1e-9
    size = np.where(facing, size, 1.0)
    from_corner = start - corner
    u = (from_corner * across).sum(axis=1) / size
    turned = np.cross(from_corner, one)
    v, far = turned @ way / size, (turned * other).sum(axis=1) / size
    met = facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
    return float(far[met].min(initial=np.inf))


def test_the_tower_that_a_die_meets_is_the_one_that_is_printed() -> None:
    """Looked at from its inside, and from below it at the legs: each way the same is as near."""
    over = Tower.over(TABLES)
    bench = mujoco.MjModel.from_xml_string(model(TABLES, AIMED_AT, over))
    data, triangles = mujoco.MjData(bench), printed_tower(over)
    mujoco.mj_forward(bench, data)
    rng, agrees = np.random.default_rng(1), []
    inside = [(x, y, over.rim + z) for x, y, z in way_through(TABLES)[1:-1]]
    below = [(0.0, 0.0, over.rim + TABLES.case["tower"]["gap"] / 2)]
    for start in np.array(3 * inside + 20 * below):
        ways = rng.normal(size=(100, 3)) * ((1, 1, 1) if start[2] > over.rim + 20 else (1, 1, 0.1))
        for way in ways / np.linalg.norm(ways, axis=1, keepdims=True):
            printed = nearest(triangles, start, way)
            end = start + printed * way
            # Of the legs a die meets the ends that are near to it.
            if np.isfinite(printed) and np.hypot(*end[:2]) < 50 and end[2] < over.top - 1:
                met = mujoco.mj_ray(
                    bench, data, start * MM, way, None, 1, -1, np.zeros((1, 1), np.int32)
                )
                agrees.append(met / MM == pytest.approx(printed, abs=0.1))
    assert len(agrees) > 1000
    # A look that grazes an edge may pass one of the two by.
    assert sum(agrees) >= 0.995 * len(agrees)


def test_the_same_seed_gives_the_same_throws() -> None:
    assert throw_often(TABLES, 0.2, 5) == throw_often(TABLES, 0.2, 5)
