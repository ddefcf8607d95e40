"""The boxes with everything in them. Run by name, with build123d: see .ci/hardware."""

from dataclasses import replace

import pytest
from build123d import Pos, Rot

from hardware.case.assembly import Assembly, Fitted
from hardware.case.bought.knob import cap_bottom, knob
from hardware.case.bought.screen import lit_area
from hardware.case.bought.shapes import block
from hardware.case.checks.in_the_box import rooms_taken, too_close, unlike_volumes
from hardware.case.checks.meshed import meshed
from hardware.case.checks.reach import out_of_reach
from hardware.case.checks.screws import loose_screws
from hardware.case.exports import MODELS, kinds, made_files, read_step
from hardware.case.models_table import same_table
from hardware.case.printed_list import read_stl
from hardware.case.slope import on_panel
from hardware.case.spare_cap import spare_cap
from hardware.making.makers import ROOT
from hardware.places import FILES
from hardware.tables.wires import read_wires
from tests.hardware_case.boxes import BOXES, TABLES

NAMES = ["solder-free", "minimal", "reference", "die-tray"]
DESKS = NAMES[:3]
SCREW = "screw"


def crowded(assembly: Assembly) -> list[str]:
    return too_close(assembly, TABLES.case["printing"]["clearance"], frozenset({SCREW}))


def loose(assembly: Assembly) -> list[str]:
    mm, printing = TABLES.parts[SCREW].mm, TABLES.case["printing"]
    return loose_screws(
        assembly,
        SCREW,
        thread=mm("diameter"),
        length=mm("length"),
        pilot=mm("pilot"),
        least=printing["engagement"],
        tip=printing["tip"],
    )


def with_moved(assembly: Assembly, name: str, by: Pos) -> Assembly:
    """The assembly with one of its fitted things moved, as if it were badly placed."""
    moved = [
        replace(thing, solid=by * thing.solid) if thing.name == name else thing
        for thing in assembly.fitted
    ]
    assert moved != list(assembly.fitted)
    return replace(assembly, fitted=tuple(moved))


def fitted(assembly: Assembly, name: str) -> Fitted:
    return next(thing for thing in assembly.fitted if thing.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_everything_has_its_clearance(name: str) -> None:
    assert crowded(BOXES[name]) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_rooms_are_free(name: str) -> None:
    assert rooms_taken(BOXES[name]) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_screws_hold(name: str) -> None:
    assert loose(BOXES[name]) == []


@pytest.mark.parametrize("name", DESKS)
def test_a_screwdriver_reaches_every_screw(name: str) -> None:
    assert out_of_reach(BOXES[name], SCREW) == []


@pytest.mark.parametrize("name", NAMES)
def test_as_many_screws_and_feet_are_fitted_as_are_bought(name: str) -> None:
    for part in (SCREW, "foot"):
        count = sum(thing.part == part for thing in BOXES[name].fitted)
        assert count == TABLES.parts[part].builds[name], part


@pytest.mark.parametrize("name", NAMES)
def test_step_and_stl_show_the_same_solid(name: str) -> None:
    for file, printed, _ in kinds(BOXES[name]):
        solid = read_step((ROOT / FILES / "step" / f"{file}.step").read_bytes())
        mesh = read_stl((ROOT / FILES / "stl" / f"{file}.stl").read_bytes())
        assert unlike_volumes(file, solid.volume, mesh.volume) == []
        assert len(solid.solids()) == 1
        assert unlike_volumes(file, printed.solid.volume, solid.volume) == []


@pytest.mark.parametrize("name", DESKS)
def test_windows_show_the_whole_picture_wherever_the_board_lies_in_its_ribs(name: str) -> None:
    assembly, case = BOXES[name], TABLES.case
    own = case[name.replace("-", "_")]
    panel = next(meshed(thing.solid) for thing in assembly.printed if thing.name == "panel")
    lift = TABLES.mm("foot", "height") - case["body"]["foot_sunk"]
    for screen in (thing for thing in assembly.fitted if thing.name.endswith("screen")):
        place = {
            "left_screen": -own.get("screen_u", 0),
            "right_screen": own.get("screen_u", 0),
        }[screen.name]
        left, low, right, high = lit_area(TABLES.parts[screen.part])
        slack = case["panel"]["slack"]
        seen = Pos(0, 0, lift) * on_panel(case["body"], place, own["screen_v"])
        pictures = block((left - slack, low - slack, -3), (right + slack, high + slack, 10))
        assert (panel ^ meshed(seen * pictures)).volume() == 0, screen.name
        glass = block((left - 2.5, low - 2.5, -3), (right + 2.5, high + 2.5, -2))
        assert (panel ^ meshed(seen * glass)).volume() > 0, "the glass would fall through"


@pytest.mark.parametrize("name", DESKS)
def test_the_panel_s_screws_are_out_of_the_way_of_the_pi(name: str) -> None:
    pi = fitted(BOXES[name], "pi").solid.bounding_box()
    for thing in BOXES[name].fitted:
        if thing.name.startswith("panel_screw"):
            assert thing.solid.bounding_box().min.Z > pi.max.Z


@pytest.mark.parametrize("name", NAMES)
def test_every_wire_is_long_enough_from_terminal_to_terminal(name: str) -> None:
    ends = {thing.name: thing.terminals for thing in BOXES[name].fitted}
    short = []
    for wire in read_wires(name):
        points = [ends.get(end.thing, {}).get(end.terminal) for end in (wire.start, wire.end)]
        if None not in points:
            apart = sum((a - b) ** 2 for a, b in zip(*points, strict=True)) ** 0.5
            if wire.length_mm < 1.2 * apart:
                short.append(f"{wire.start} to {wire.end}: {apart:.0f} mm")
    assert short == []


def test_the_models_measure_what_is_committed_and_come_out_the_same_twice() -> None:
    made = made_files()
    assert same_table(made[MODELS], (ROOT / MODELS).read_bytes())
    for path, content in made.items():
        if path.is_relative_to(FILES):
            assert (ROOT / path).read_bytes() == content, path


def test_the_printed_cap_goes_on_the_shaft_one_way_only() -> None:
    cap = spare_cap(TABLES).printed[0].solid
    high, encoder = TABLES.mm("knob-cap", "height"), TABLES.parts["knob"]
    bottom = cap_bottom(encoder, TABLES.case["panel"]["knob"])
    # Turned over, so that its underside is where the bought cap's is.
    on = Pos(0, 0, high + bottom) * Rot(0, 180, 0) * cap
    shaft = knob(encoder, TABLES.case["panel"]["knob"]).bits[2].solid
    assert (meshed(on) ^ meshed(shaft)).volume() == 0
    assert (meshed(on) ^ meshed(Rot(0, 0, 180) * shaft)).volume() > 5


def test_a_pi_in_the_wall_is_found() -> None:
    bad = with_moved(BOXES["minimal"], "pi", Pos(1, 0, 0))
    assert any(finding.startswith("pi and body share") for finding in crowded(bad))


def test_a_knob_cap_that_rubs_is_found() -> None:
    bad = with_moved(BOXES["reference"], "knob_cap", Pos(0, 0, -4.1))
    assert any("knob_cap is 0." in finding for finding in crowded(bad))


def test_a_pi_that_sinks_into_its_posts_is_found() -> None:
    bad = with_moved(BOXES["minimal"], "pi", Pos(0, 0, -1))
    assert any(finding.startswith("pi and body share") for finding in crowded(bad))


def test_a_button_in_a_screen_is_found() -> None:
    bad = with_moved(BOXES["reference"], "left_button", Pos(0, 30, 6))
    assert any("left_screen" in finding for finding in crowded(bad))


def test_a_room_that_is_taken_is_found() -> None:
    bad = with_moved(BOXES["reference"], "right_button", Pos(0, 50, 0))
    assert any("jumper wires on the Pi" in finding for finding in rooms_taken(bad))


def test_a_screw_that_does_not_reach_is_found() -> None:
    bad = with_moved(BOXES["minimal"], "pi_screw_1", Pos(0, 0, 3))
    assert loose(bad) == ["pi_screw_1: 3.6 mm of thread hold; at least 5 mm."]


def test_a_screw_that_is_too_long_for_its_hole_is_found() -> None:
    bad = with_moved(BOXES["minimal"], "pi_screw_1", Pos(0, 0, -1))
    assert loose(bad) == ["pi_screw_1: its hole is not free to 8.4 mm."]


def test_a_screw_under_a_post_is_found() -> None:
    bad = with_moved(BOXES["minimal"], "pi_screw_1", Pos(0, 0, 0))
    roof = replace(
        bad.printed[0],
        solid=bad.printed[0].solid + Pos(0, 0, 60) * block((-42, 0, 0), (42, 104, 3)),
    )
    findings = out_of_reach(replace(bad, printed=(roof, *bad.printed[1:])), SCREW)
    assert any(finding.startswith("pi_screw_1") for finding in findings)


def test_another_volume_is_found() -> None:
    assert unlike_volumes("box", 1000, 990) == ["box: 1000 mm3 as STEP, but 990 mm3 as STL."]
