"""A desk's parts go in by hand, have play, and are held. Run by name: see .ci/hardware."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from build123d import Pos

from hardware.case.assembly import Fitted, Printed
from hardware.case.bought.knob import WASHER
from hardware.case.bought.screen import TAIL, screen
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.terminals import KNOB
from hardware.case.checks.in_the_box import SHARED, rooms_taken, too_close
from hardware.case.checks.meshed import meshed
from hardware.case.checks.screws import loose_screws
from hardware.case.checks.way_in import in_the_way
from hardware.case.places import PI_GOES_IN
from hardware.case.slope import on_panel
from hardware.making.makers import ROOT
from tests.hardware_case.boxes import BOXES, TABLES

NAMES = ["solder-free", "minimal", "reference", "die-tray"]
DESKS = NAMES[:3]
SCREW = "screw"
# A board may be thinner by this than it is told to be.
THINNER = 0.3

# By the kinds of a thing and of what it touches: the least play to each side, in mm.
PLAY = {
    ("pi", "body"): 0.4,
    ("screen", "panel"): 0.5,
    ("button", "panel"): 0.15,
    ("knob", "panel"): 0.2,
    ("foot", "body"): 0.25,
    ("panel_screw", "panel"): 0.2,
    ("pi_screw", "pi"): 0.1,
    ("screen_clip_screw", "screen_clip"): 0.2,
    ("pico", "plate"): 0.2,
    ("plate_screw", "plate"): 0.2,
    ("well_screw", "well"): 0.2,
}
LIES_ON = {
    ("screen", "screen_clip"),
    ("window", "well"),
    ("window", "die"),
    ("die", "window"),
    ("sensor", "well"),
    ("foot", "plate"),
}
"""Face to face: nothing keeps it from being moved."""
THREAD = {
    ("pi_screw", "body"),
    ("panel_screw", "body"),
    ("screen_clip_screw", "panel"),
    ("plate_screw", "tray"),
    ("well_screw", "tray"),
    ("sensor_screw", "well"),
}
"""A screw that cuts its own thread: its hole is narrower than it is."""
BOUGHT_TOGETHER = {
    ("pi", "card"),
    ("card", "pi"),
    ("button", "lamp"),
    ("lamp", "button"),
    ("knob", "knob_cap"),
    ("knob_cap", "knob"),
    ("sensor_screw", "sensor"),
}
"""Bought things of one standard: their makers see to the play."""


@cache
def things(name: str) -> dict[str, Fitted | Printed]:
    box = BOXES[name]
    return {thing.name: thing for thing in (*box.printed, *box.fitted)}


@cache
def solid(box: str, name: str) -> Any:
    return meshed(things(box)[name].solid)


def kind(name: str) -> str:
    """What a thing is, whichever of its like: `left_screen_clip_2` is a `screen_clip`."""
    return re.sub(r"^(left|right)_|_\d+", "", name)


def along_the_panel(x: float, y: float, z: float = 0) -> tuple[float, float, float]:
    """A step along the panel, and out of its front, as a step in the box."""
    body = TABLES.case["body"]
    start, end = on_panel(body).position, on_panel(body, x, y, z).position
    return tuple(end - start)


def touching() -> list[tuple[str, str, str]]:
    return [
        (box, thing.name, other)
        for box in NAMES
        for thing in BOXES[box].fitted
        for other in sorted(thing.touches & things(box).keys())
    ]


def sideways(thing: Fitted | Printed, far: float) -> list[tuple[float, float, float]]:
    """Steps to a thing's own four sides."""
    place = thing.solid.location
    start = place.position
    return [
        tuple((place * Pos(x, y)).position - start)
        for x, y in ((far, 0), (-far, 0), (0, far), (0, -far))
    ]


def test_the_first_page_tells_how_large_each_box_is() -> None:
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    told = next(line for line in page.splitlines() if line.startswith("| size of the box"))
    found = []
    for name in (*NAMES, "console"):
        printed = [thing for thing in BOXES[name].printed if thing.name != "tower"]
        ends = [thing.solid.bounding_box() for thing in printed]
        wide = max(end.max.X for end in ends) - min(end.min.X for end in ends)
        deep = max(end.max.Y for end in ends) - min(end.min.Y for end in ends)
        found.append(f"{wide:.0f} x {deep:.0f} x {max(end.max.Z for end in ends):.0f} mm")
    assert [cell.strip() for cell in told.split("|")[2:-1]] == found
    tower = things("die-tray")["tower"].solid.bounding_box()
    assert f"makes it {tower.max.Z:.0f} mm high" in " ".join(page.split())


def test_everything_that_touches_has_play_or_a_reason_to_have_none() -> None:
    known = PLAY.keys() | LIES_ON | THREAD | BOUGHT_TOGETHER
    pairs = {(kind(name), kind(other)) for _, name, other in touching()}
    assert pairs == known


@pytest.mark.parametrize("box", NAMES)
def test_what_touches_has_play_to_all_sides(box: str) -> None:
    tight = []
    for where, name, other in touching():
        pair = kind(name), kind(other)
        least = PLAY.get(pair, 0.5 if pair in LIES_ON else 0.0)
        if where == box and least:
            body, ground = solid(box, name), solid(box, other)
            shared = [
                (body.translate(by) ^ ground).volume() for by in sideways(things(box)[name], least)
            ]
            if max(shared) > SHARED:
                tight.append(f"{name} in {other}: not {least} mm")
    assert tight == []


def test_a_pi_that_stands_on_its_screws_is_found() -> None:
    box = BOXES["reference"]
    moved = tuple(
        replace(thing, solid=Pos(-1.5, -2, 0) * thing.solid) if thing.name == "pi" else thing
        for thing in box.fitted
    )
    findings = too_close(
        replace(box, fitted=moved), TABLES.case["printing"]["clearance"], frozenset({SCREW})
    )
    assert any(re.match(r"pi and pi_screw_\d share", finding) for finding in findings)


def test_a_screw_that_cuts_its_thread_in_the_clip_too_is_found() -> None:
    box, mm = BOXES["minimal"], TABLES.parts[SCREW].mm
    narrow = tuple(
        replace(thing, solid=Pos(0.5, 0, 0) * thing.solid) if "clip" in thing.name else thing
        for thing in box.printed
    )
    findings = loose_screws(
        replace(box, printed=narrow), SCREW, mm("diameter"), mm("length"), mm("pilot"), 5, 0.4
    )
    assert (
        "left_screen_clip_1_screw: it cuts a thread in left_screen_clip_1 and in panel." in findings
    )


@pytest.mark.parametrize("box", DESKS)
def test_the_pi_goes_to_its_place_before_the_post_and_then_under_it(box: str) -> None:
    pi, body = things(box)["pi"].solid, things(box)["body"].solid
    assert in_the_way("pi", pi, body, PI_GOES_IN) == []
    straight_down = in_the_way("pi", pi, body, [(0, 0, 70), (0, 0, 0)])
    assert straight_down[0].startswith("pi is stopped 0, 0, "), "a way that is no way is found"


@pytest.mark.parametrize("box", DESKS)
def test_clips_press_on_a_board_that_is_thinner_than_it_is_told_to_be(box: str) -> None:
    panel = solid(box, "panel")
    for name in (name for name in things(box) if re.fullmatch(r".*_clip_\d", name)):
        clip, board = solid(box, name), solid(box, name.partition("_clip")[0])
        assert (clip.translate(along_the_panel(0, 0, 0.1)) ^ board).volume() > 0.5, "touches"
        lower = along_the_panel(0, 0, THINNER + 0.05)
        assert (clip.translate(lower) ^ panel).volume() < 0.01, "its post would stop it"
        assert (clip.translate(along_the_panel(0, 0, 0.6)) ^ panel).volume() > 0.5, "none stops it"


@pytest.mark.parametrize("box", DESKS)
def test_ribs_end_before_the_back_of_the_thinnest_board(box: str) -> None:
    sizes = TABLES.case["panel"]
    for place in (name for name in things(box) if name.endswith("screen")):
        part = TABLES.parts[things(box)[place].part]
        ribs = part.mm("front_to_back") - sizes["rib_lower"]
        assert ribs <= part.mm("front_to_back") - 1.0
        assert ribs >= part.mm("front_to_back") - part.mm("board_thickness") + 0.5, "holds its edge"


@pytest.mark.parametrize("box", DESKS)
def test_the_panel_s_front_is_whole_over_the_screws_of_its_clips(box: str) -> None:
    panel = solid(box, "panel")
    for name in (name for name in things(box) if name.endswith("_clip_1_screw")):
        head = things(box)[name].solid.location
        # From the tip on, the skin: nothing but plastic for 1.2 mm below the front.
        lift = TABLES.mm("foot", "height") - TABLES.case["body"]["foot_sunk"]
        front = Pos(0, 0, lift) * on_panel(TABLES.case["body"])
        u, v, _ = tuple((front.inverse() * head).position)
        skin = meshed(front * rod(2, -TABLES.case["printing"]["wall_least"], 0, u, v))
        assert (skin ^ panel).volume() == pytest.approx(skin.volume(), rel=1e-3), name


def test_solder_behind_the_small_screen_s_glass_has_room_in_the_panel() -> None:
    place = things("minimal")["left_screen"].solid.location
    part = TABLES.parts["small-screen"]
    tails = screen(part).bits[-1].solid
    assert tails.volume == pytest.approx(8 * TAIL * 0.64**2)
    slack = TABLES.case["panel"]["slack"]
    panel = solid("minimal", "panel")
    # Half a millimetre of solder on each, wherever the board lies in its ribs.
    for x, y in ((slack, 0), (-slack, 0), (0, slack), (0, -slack)):
        moved = meshed(place * Pos(x, y, 0.5) * tails)
        assert (moved ^ panel).volume() == 0, (x, y)
    glass = meshed(place * Pos(0, 0, 0.5) * screen(part).bits[2].solid)
    assert (glass ^ panel).volume() > 1, "the glass lies on the panel"


@pytest.mark.parametrize("box", DESKS)
def test_tongues_keep_the_panel_between_the_walls(box: str) -> None:
    panel, body = solid(box, "panel"), solid(box, "body")
    out = along_the_panel(0, 0, 0.05)
    assert (panel.translate(out) ^ body).volume() < SHARED

    def met(x: float, y: float) -> float:
        step = along_the_panel(x, y, 0.05)
        return float((panel.translate(step) ^ body).volume())

    for x, y in ((1, 0), (-1, 0), (0, 1)):
        assert met(0.2 * x, 0.2 * y) < SHARED, "they rub"
        assert met(0.6 * x, 0.6 * y) > 1, "nothing holds it"


@pytest.mark.parametrize("box", DESKS)
def test_the_panel_goes_down_into_its_place(box: str) -> None:
    way = [along_the_panel(0, 0, z) for z in (12, 0.05)]
    assert in_the_way("panel", things(box)["panel"].solid, things(box)["body"].solid, way) == []


def test_a_clip_in_its_post_is_found() -> None:
    box = BOXES["reference"]
    aside = tuple(
        replace(thing, solid=Pos(*along_the_panel(0, 0, 1)) * thing.solid)
        if thing.name == "right_screen_clip_4"
        else thing
        for thing in box.printed
    )
    findings = too_close(replace(box, printed=aside), 0.3, frozenset({SCREW}))
    assert any(line.startswith("panel and right_screen_clip_4 share") for line in findings)


@pytest.mark.parametrize("box", DESKS)
def test_two_fingers_come_to_the_nut_of_a_button(box: str) -> None:
    rooms = [room.name for room in BOXES[box].rooms if "finger at" in room.name]
    assert len(rooms) == 2 * sum(name.endswith("_button") for name in things(box))
    assert rooms_taken(BOXES[box]) == []


def test_a_wall_where_a_finger_should_be_is_found() -> None:
    box = BOXES["reference"]
    button = things("reference")["left_button"].solid.location
    wall = Printed("wall", button * block((-25, -8, -20), (-24, 8, -4)), button)
    findings = rooms_taken(replace(box, printed=(*box.printed, wall)))
    assert [finding.partition("room ")[2] for finding in findings] == [
        "a finger at left_button's nut, left."
    ]


def test_the_knob_s_thread_takes_its_whole_nut_and_its_terminals_stand_beside_its_body() -> None:
    knob, panel = TABLES.parts["knob"], TABLES.case["panel"]["knob"]
    assert knob.mm("bushing_length") >= panel + WASHER + knob.mm("nut_height")
    low, high = min(y for _, y in KNOB.values()), max(y for _, y in KNOB.values())
    assert low < -knob.mm("body_height") / 2
    assert high > knob.mm("body_height") / 2
    wires = next(room for room in BOXES["reference"].rooms if room.name == "knob's wires")
    for name, end in things("reference")["knob"].terminals.items():
        joint = meshed(Pos(*end) * block((-0.5, -0.5, -4), (0.5, 0.5, -2)))
        assert (joint ^ meshed(wires.solid)).volume() == pytest.approx(joint.volume()), name


def test_a_cap_with_the_deepest_hole_can_be_pushed() -> None:
    knob, panel = TABLES.parts["knob"], TABLES.case["panel"]["knob"]
    trap = next(line for line in TABLES.parts["knob-cap"].traps if line.startswith("A hole deeper"))
    deepest = float(trap.split()[4])
    over_the_nut = knob.mm("shaft_length") - panel - WASHER - knob.mm("nut_height")
    assert over_the_nut - deepest >= 0.5, "how far a push goes"
