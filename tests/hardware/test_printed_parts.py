"""The list of what is printed follows the models' table, and the checks of a print find faults."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware.case.checks.hanging import overhangs
from hardware.case.checks.on_the_printer import not_watertight, off_the_bed, thin_walls
from hardware.case.models_table import Measured, read_table, same_table, write_table
from hardware.case.printed_list import printed_list
from hardware.case.tables import read_tables
from hardware.case.tower_sizes import tower_sizes
from hardware.tables.case import read_case

HARDWARE = Path(__file__).parents[2] / "hardware"
MODELS = HARDWARE / "made" / "models.tsv"

Check = Callable[[str, Any], list[str]]


def printing(name: str) -> float:
    """Give a figure of the section of case.toml that is about the printer."""
    return read_case()["printing"][name]


CHECKS: dict[str, Check] = {
    "is watertight": not_watertight,
    "fits the bed": lambda name, mesh: off_the_bed(name, mesh, printing("bed")),
    "hangs nowhere": lambda name, mesh: overhangs(
        name, mesh, printing("steepest"), printing("bridge")
    ),
    "is thick enough": lambda name, mesh: thin_walls(name, mesh, printing("wall_least")),
}


def models() -> Mapping[str, Measured]:
    return read_table(MODELS.read_text(encoding="utf-8"))


def test_every_part_has_a_line_for_its_solid_and_one_for_its_mesh() -> None:
    parts = {name.removesuffix(".stl") for name in models() if name.endswith(".stl")}
    assert {"reference-body", "reference-panel", "minimal-body", "die-tray-tray"} <= parts
    assert {"console-hood", "console-hood-inserts", "console-inlay", "console-base"} <= parts
    assert models().keys() == {f"{part}.{kind}" for part in parts for kind in ("step", "stl")}
    for part in parts:
        solid, mesh = models()[f"{part}.step"], models()[f"{part}.stl"]
        assert solid.pieces == mesh.pieces
        assert solid.volume == pytest.approx(mesh.volume, rel=0.01)


def test_the_list_of_printed_parts_follows_the_table_of_the_models() -> None:
    text = (HARDWARE / "made" / "printed.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines() if ".stl |" in line]
    counts = {row[1].strip().removesuffix(".stl"): int(row[2]) for row in rows}
    meshes = [row for file, row in models().items() if file.endswith(".stl")]
    assert printed_list(meshes, counts) == text


def test_a_table_is_read_as_it_was_written() -> None:
    assert write_table(models().values()) == MODELS.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda row: replace(row, volume=row.volume * 1.0005), True),
        (lambda row: replace(row, volume=row.volume * 1.002), False),
        (lambda row: replace(row, faces=row.faces + 1), False),
        (lambda row: replace(row, pieces=2), False),
        (lambda row: replace(row, most=(row.most[0] + 0.5, *row.most[1:])), False),
        (lambda row: replace(row, file="another.step"), False),
    ],
    ids=["rounding", "volume", "faces", "pieces", "size", "name"],
)
def test_another_table_is_told_from_one_of_another_tool_version(
    change: Callable[[Measured], Measured], same: bool
) -> None:
    rows = dict(models())
    rows["reference-body.step"] = change(rows["reference-body.step"])
    assert same_table(write_table(rows.values()).encode(), MODELS.read_bytes()) is same


@pytest.mark.parametrize("page", ["README.md", "PARTS.md"])
def test_a_page_asks_for_a_bed_that_takes_every_part_of_its_build(page: str) -> None:
    size = re.compile(r"(\d+) x (\d+) ")
    lines = (HARDWARE / page).read_text(encoding="utf-8").splitlines()
    heads = ("| printer's bed |", "| 3D printer, nozzle 0.4 mm, with a bed")
    beds = size.findall(next(line for line in lines if line.startswith(heads)))
    printed = (HARDWARE / "made" / "printed.md").read_text(encoding="utf-8").splitlines()
    builds = ("solder-free", "minimal", "reference", "die-tray", "console")
    for build, bed in zip(builds, beds, strict=True):
        parts = [size.findall(line)[0] for line in printed if line.startswith(f"| {build}-")]
        assert parts
        for part in parts:
            assert all(int(side) <= int(room) for side, room in zip(part, bed, strict=True)), build


def test_the_pages_tell_the_tower_s_sizes_of_the_tables() -> None:
    case, at = read_case()["tower"], tower_sizes(read_tables())
    throws, tray = (
        " ".join((HARDWARE / page).read_text(encoding="utf-8").split())
        for page in ("THROWS.md", "DIE-TRAY.md")
    )
    wide = f"{case['inside']:g} x {case['inside']:g} mm inside"
    assert f"{wide} and {at.top - at.low:g} mm high" in throws
    assert f"{case['gap']:g} mm above it, with three baffles" in throws
    assert len(at.baffles) == 3
    assert f"{case['reach']:g} mm long as seen from above" in throws
    assert f"They have {case['play']:g} mm of play" in tray


def box(wide: float, deep: float, high: float, z: float = 0, x: float = 0) -> Any:
    """A box on the bed, or z over it."""
    import trimesh

    made = trimesh.creation.box((wide, deep, high))
    made.apply_translation((x, 0, z + high / 2))
    return made


def test_a_cube_on_the_bed_passes_every_check() -> None:
    assert [check("cube", box(20, 20, 20)) for check in CHECKS.values()] == [[], [], [], []]


def test_a_hole_in_the_surface_is_found() -> None:
    cube = box(20, 20, 20)
    cube.update_faces(range(1, len(cube.faces)))
    assert not_watertight("cube", cube)[0] == "cube: its surface has holes."


def test_a_second_body_is_found() -> None:
    import trimesh

    two = trimesh.util.concatenate([box(5, 5, 5), box(5, 5, 5, x=10)])
    assert not_watertight("pair", two) == ["pair: it is 2 bodies, not one."]


def test_a_part_wider_than_the_bed_is_found() -> None:
    assert CHECKS["fits the bed"]("plank", box(191, 20, 5)) == [
        "plank: it is 191.0 mm in x, the bed takes 190 mm."
    ]


def test_a_part_over_the_bed_is_found() -> None:
    assert "off the bed" in CHECKS["fits the bed"]("cube", box(20, 20, 20, z=1))[0]


def test_a_thin_wall_is_found_and_measured() -> None:
    cup = box(30, 30, 30).difference(box(28, 25, 30, z=3))
    assert thin_walls("cup", cup, 1.2)[0].startswith("cup: a wall of 1.00 mm at")


def test_the_tip_of_a_slant_is_no_thin_wall() -> None:
    import trimesh

    corners = [(0, 0, 0), (20, 0, 0), (0, 10, 0), (0, 0, 20), (20, 0, 20), (0, 10, 20)]
    wedge = trimesh.convex.convex_hull(corners)
    assert thin_walls("wedge", wedge, 1.2) == []


def test_a_mushroom_hangs() -> None:
    mushroom = box(10, 10, 20).union(box(20, 20, 5, z=20))
    assert "with an end in the air" in CHECKS["hangs nowhere"]("mushroom", mushroom)[0]


@pytest.mark.parametrize(("span", "holds"), [(18, True), (24, False)])
def test_a_bridge_holds_if_it_is_short(span: float, holds: bool) -> None:
    gate = box(40, 30, 20).difference(box(span, 40, 10))
    assert (CHECKS["hangs nowhere"]("gate", gate) == []) is holds


@pytest.mark.parametrize("stepped", [False, True])
def test_a_bridge_does_not_end_at_a_hole_in_the_ceiling(stepped: bool) -> None:
    import trimesh

    plate = box(20, 20, 4).difference(trimesh.creation.cylinder(2.8, 4)).difference(box(3, 3, 20))
    if stepped:
        slot = box(5.6, 3, 2.2).intersection(trimesh.creation.cylinder(2.8, 10))
        plate = plate.difference(slot)
    assert (CHECKS["hangs nowhere"]("sunk hole", plate) == []) is stepped


@pytest.mark.parametrize(("lean", "holds"), [(0.9, True), (1.3, False)])
def test_a_slope_hangs_if_it_is_flatter_than_45_degrees(lean: float, holds: bool) -> None:
    funnel = box(10, 40, 20)
    # Its upper corners go outwards by `lean` for each millimetre up.
    upper = funnel.vertices[:, 2] > 10
    funnel.vertices[upper, 0] *= 1 + 2 * lean * 20 / 10
    assert (CHECKS["hangs nowhere"]("funnel", funnel) == []) is holds
