"""The wooden console: its panels fit each other, computed from what the laser is given."""

from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import combinations
from math import hypot

import ezdxf
import numpy as np
import pytest
from build123d import Circle, Compound, Plane, Polyline, Pos, Shape, extrude, make_face

from hardware.case.assembly import Assembly
from hardware.case.checks.way_in import in_the_way
from hardware.case.dxf import CUT, ENGRAVE, drawing, same_drawing
from hardware.case.tables import Tables, read_tables
from hardware.case.wood import CROSS, Piece, aside, fingers, guard, runs, wooden_tables
from hardware.case.wooden import AROUND, by_name, face, wooden_console
from hardware.case.wooden import plane as panel_plane
from hardware.making.makers import ROOT
from hardware.pictures.scenes.console import SCENES

FILE = ROOT / "hardware" / "made" / "dxf" / "console-wood.dxf"


@cache
def tables() -> Tables:
    return wooden_tables(read_tables())


@cache
def panels() -> dict[str, Piece]:
    return by_name(read_tables())


def plane(name: str) -> Plane:
    return panel_plane(name, read_tables())


@cache
def standing() -> dict[str, Shape]:
    thick = tables().case["console"]["wood"]
    return {
        name: plane(name).location * extrude(face(panels()[name], holes=False), -thick)
        for name in AROUND
    }


def shared(one: Shape, other: Shape) -> float:
    both = one & other
    return float(both.volume) if both else 0.0


def test_no_panel_is_in_another() -> None:
    found = {
        (one, other): volume
        for one, other in combinations(standing(), 2)
        if (volume := shared(standing()[one], standing()[other])) > 0.01
    }
    assert found == {}


def test_every_finger_goes_through_a_side_and_fills_its_notch() -> None:
    own = tables().case["console"]
    for side in ("left side", "right side"):
        solid = standing()[side]
        whole = solid.bounding_box()
        for name in CROSS:
            number = CROSS.index(name)
            inside = sum(
                part.volume
                for part in (standing()[name] & _slab(whole.min.X, whole.max.X)).solids()
            )
            long = sum(high - low for low, high in fingers(own, number))
            assert inside == pytest.approx(long * own["wood"] ** 2, rel=1e-3), (side, name)
        without = _area(panels()[side]) - _area_of_outline()
        notches = sum(
            (high - low) * own["wood"] for n in range(len(CROSS)) for low, high in fingers(own, n)
        )
        assert without == pytest.approx(-notches, rel=1e-6)


def _slab(low: float, high: float) -> Shape:
    from hardware.case.bought.shapes import block

    return block((low, -500, -500), (high, 500, 500))


def _area(piece: Piece) -> float:
    return float(face(piece, holes=False).area)


def _area_of_outline() -> float:
    from hardware.case.console_sizes import outer

    return float(make_face(Polyline(*outer(tables().case["console"]), close=True)).area)


def test_a_panel_that_is_moved_is_found() -> None:
    moved = Pos(0, 1, 0) * standing()["slope"]
    assert shared(moved, standing()["left side"]) > 1


def test_panels_meet_at_their_insides() -> None:
    own = tables().case["console"]
    for (_, _, _, after), (_, _, before, _) in zip(runs(own), runs(own)[1:], strict=False):
        assert after == before
    for one, other in (("front", "slope"), ("slope", "top"), ("top", "rear")):
        near = standing()[one].distance_to(standing()[other])
        assert near == pytest.approx(0, abs=0.01), (one, other)


def test_holes_are_within_their_panels() -> None:
    for piece in panels().values():
        plate = face(piece, holes=False)
        for line in piece.holes:
            hole = make_face(Polyline(*line, close=True))
            assert (plate & hole).area == pytest.approx(hole.area), piece.name
        for x, y, wide in piece.circles:
            hole = Pos(x, y) * Circle(wide / 2)
            assert (plate & hole).area == pytest.approx(hole.area), piece.name


def test_a_frame_takes_its_screen_and_covers_the_window() -> None:
    frame, slope = panels()["frame"], panels()["slope"]
    across = {round(x, 3) for x, _ in frame.holes[0]}
    assert max(across) - min(across) > tables().mm("large-screen", "width")
    wide, tall = (max(points) for points in zip(*frame.outline, strict=True))
    own = tables().case["console"]
    assert own["screen_u"] - wide > tables().mm("knob", "tabs_width") / 2
    assert own["screen_u"] + wide < own["width"] / 2 - own["wood"]
    assert own["screen_v"] - tall > own["key_v"] + tables().mm("key-switch", "flange") / 2
    window = slope.holes[0]
    wide = max(x for x, _ in window) - min(x for x, _ in window)
    assert wide > tables().mm("large-screen", "active_width")
    assert wide < tables().mm("large-screen", "glass_width"), "the glass would fall through"


def test_the_drawing_is_one_that_a_program_reads_and_all_of_it_is_there() -> None:
    text = FILE.read_text(encoding="ascii")
    document = ezdxf.read(StringIO(text))
    audit = document.audit()
    assert not audit.errors
    assert not audit.fixes
    space = document.modelspace()
    closed = [line for line in space.query(f'POLYLINE[layer=="{CUT}"]') if line.is_closed]
    assert len(closed) == sum(p.count * (1 + len(p.holes)) for p in panels().values())
    circles = space.query("CIRCLE")
    assert len(circles) == sum(p.count * len(p.circles) for p in panels().values())
    strokes = space.query(f'POLYLINE[layer=="{ENGRAVE}"]')
    assert len(strokes) == sum(p.count * len(p.engraved) for p in panels().values())


def test_no_two_panels_lie_over_each_other_on_the_sheet() -> None:
    document = ezdxf.read(StringIO(FILE.read_text(encoding="ascii")))
    boxes = []
    for line in document.modelspace().query(f'POLYLINE[layer=="{CUT}"]'):
        points = [vertex.dxf.location for vertex in line.vertices]
        xs, ys = [p.x for p in points], [p.y for p in points]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    outlines = [a for a in boxes if not any(a != b and _within(a, b) for b in boxes)]
    assert len(outlines) == sum(piece.count for piece in panels().values())
    for a, b in combinations(outlines, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (a, b)


def _within(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def test_a_hole_that_is_moved_by_a_tenth_is_another_drawing() -> None:
    here = drawing(panels().values()).encode()
    assert same_drawing(here, here)
    (x, y, wide), *others = panels()["base"].circles
    for off, same in ((0.001, True), (0.1, False)):
        base = replace(panels()["base"], circles=((x + off, y, wide), *others))
        assert same_drawing(here, drawing({**panels(), "base": base}.values()).encode()) is same
    assert not same_drawing(here, drawing(list(panels().values())[1:]).encode())


def test_fingers_are_about_as_long_as_the_table_says() -> None:
    own = tables().case["console"]
    for number, (start, end, before, after) in enumerate(runs(own)):
        long = hypot(end[0] - start[0], end[1] - start[1]) - before - after
        marks = fingers(own, number)
        assert marks[0][0] - before == pytest.approx(long + before - marks[-1][1])
        assert all(0.5 * own["wood_finger"] < b - a < 2 * own["wood_finger"] for a, b in marks)


@cache
def wooden() -> Assembly:
    return wooden_console(read_tables())


@cache
def whole() -> dict[str, Shape]:
    """The panels with their holes, and what keeps a card out, in their places."""
    return {printed.name: printed.solid for printed in wooden().printed}


@cache
def carried() -> dict[str, Shape]:
    """What goes in with the base, and the card, which goes in later."""
    return {fitted.name: fitted.solid for fitted in wooden().fitted}


def together(*names: str) -> Shape:
    every = {**whole(), **carried()}
    return Compound(children=[part for name in names for part in every[name].solids()])


GROUND = ("right side", "base", "pi")
KEEPS_IT_OUT = ("guard", "rib")


def falls_in(up: float, *ground: str) -> bool:
    """Whether a card that is pushed in so far over its slot gets inside."""
    way = [(25, 0, up), (7.5, 0, up)]
    return in_the_way("card", carried()["card"], together(*ground), way) == []


def test_a_card_that_misses_its_slot_is_stopped_in_wood_too() -> None:
    ground = together(*GROUND, *KEEPS_IT_OUT)
    for up in (*np.arange(-7.0, -1.2, 0.5), *np.arange(1.4, 8.5, 0.5)):
        way = [(25, 0, float(up)), (7.5, 0, float(up))]
        assert in_the_way("card", carried()["card"], ground, way), up
    assert falls_in(0, *GROUND, *KEEPS_IT_OUT), "one that meets its slot goes in"


def test_without_guard_and_rib_a_card_would_fall_in() -> None:
    assert falls_in(3.0, *GROUND, "rib")
    assert falls_in(-2.8, *GROUND, "guard")
    assert not falls_in(3.0, *GROUND, "guard")
    assert not falls_in(-2.8, *GROUND, "rib")


def test_guard_and_rib_touch_nothing_but_what_they_are_glued_to() -> None:
    for name in KEEPS_IT_OUT:
        for other in ("pi", "board"):
            assert whole()[name].distance_to(carried()[other]) > 0.25, (name, other)
    assert shared(whole()["guard"], whole()["right side"]) < 0.01
    assert shared(whole()["rib"], whole()["base"]) < 0.01
    assert whole()["guard"].distance_to(whole()["right side"]) == pytest.approx(0, abs=0.01)


def test_the_guard_has_wood_to_be_glued_to_above_the_opening() -> None:
    opening = panels()["right side"].holes[0]
    near, _, far, high = guard(tables())
    assert high - max(z for _, z in opening) > 3.5
    assert near < min(y for y, _ in opening) + 1 < max(y for y, _ in opening) < far
    for y, z, wide in panels()["guard"].circles:
        assert (y, z, wide) in panels()["right side"].circles


def test_the_base_goes_in_past_the_guard_and_not_straight() -> None:
    base, around = (
        together("base", "rib", "pi", "board"),
        together("left side", "right side", "guard", *CROSS),
    )
    left = -aside(tables())
    page = (ROOT / "hardware" / "CONSOLE.md").read_text(encoding="utf-8")
    assert page.count(f"{-left:g} mm") == 2, "how far aside, and what stays open"
    way = [(left, 0, -70), (left, 0, 0), (0, 0, 0)]
    assert in_the_way("base", base, around, way) == []
    assert in_the_way("base", base, around, [(0, 0, -70), (0, 0, 0)]) != []


def test_fingertips_reach_the_card_from_above_and_below() -> None:
    (left, low), *_, (_, high) = panels()["right side"].holes[0]
    right = panels()["right side"].holes[0][1][0]
    bounds = carried()["card"].bounding_box()
    assert right - left >= 14
    assert bounds.min.Z - low >= 4
    assert high - bounds.max.Z >= 4.5


def test_the_picture_has_the_base_as_far_aside_as_it_goes_in() -> None:
    (picture,) = (scene for scene in SCENES if scene.name == "console-wood")
    moved = [shown.moved[0] for shown in picture.things if shown.name in ("base", "rib", "pi")]
    assert moved == pytest.approx(3 * [-aside(tables())])
    assert f"{aside(tables()):g} mm" in picture.labels[0].text
