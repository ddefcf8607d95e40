"""The console: all has its place, the base goes in, and no card falls in. See .ci/hardware."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from build123d import Compound, Pos, Shape

from hardware.case.assembly import Assembly, Fitted, Printed
from hardware.case.bought.pi import socket_middle
from hardware.case.bought.screen import lit_area
from hardware.case.bought.shapes import block
from hardware.case.checks.in_the_box import rooms_taken, too_close, unlike_volumes
from hardware.case.checks.meshed import meshed
from hardware.case.checks.reach import out_of_reach
from hardware.case.checks.screws import loose_screws
from hardware.case.checks.way_in import in_the_way
from hardware.case.console import BASE_GOES_IN
from hardware.case.console_printed import inlay
from hardware.case.console_sizes import card_place, console_tables, keys, layout, pi_place
from hardware.case.die_tray_sizes import ROUND
from hardware.case.exports import kinds, read_step
from hardware.case.letters import STROKES
from hardware.case.printed_list import read_stl
from hardware.case.rooms import GRIP
from hardware.case.slope import on_panel
from hardware.case.tables import Tables
from hardware.case.two_colours import volumes
from hardware.making.makers import ROOT
from hardware.places import FILES
from tests.hardware_case.boxes import BOXES, TABLES

MADE = ROOT / FILES
CONSOLE = BOXES["console"]
SCREW = "screw"
WIRES, CABLE = 200.0, 150.0
"""How long the plugs' wires are, and a screen's cable."""


@cache
def own() -> Tables:
    return console_tables(TABLES)


def things() -> dict[str, Fitted | Printed]:
    return {thing.name: thing for thing in (*CONSOLE.printed, *CONSOLE.fitted)}


def together(*names: str) -> Shape:
    return Compound(children=[part for name in names for part in things()[name].solid.solids()])


def lift() -> float:
    return TABLES.mm("foot", "height") - TABLES.case["body"]["foot_sunk"]


def loose(assembly: Assembly) -> list[str]:
    mm, printing = TABLES.parts[SCREW].mm, TABLES.case["printing"]
    sizes = (mm("diameter"), mm("length"), mm("pilot"), printing["engagement"], printing["tip"])
    return loose_screws(assembly, SCREW, *sizes)


def test_everything_has_its_clearance() -> None:
    clearance = TABLES.case["printing"]["clearance"]
    assert too_close(CONSOLE, clearance, frozenset({SCREW})) == []


def test_the_rooms_are_free() -> None:
    assert rooms_taken(CONSOLE) == []
    names = [room.name for room in CONSOLE.rooms]
    assert sum(name.startswith("plug in J") for name in names) == 11
    assert sum(name.endswith("key's wires") or "key_" in name for name in names) == 7


def test_a_key_over_a_plug_is_found() -> None:
    moved = tuple(
        replace(thing, solid=Pos(12, 40, -2) * thing.solid) if thing.name == "key_c" else thing
        for thing in CONSOLE.fitted
    )
    findings = rooms_taken(replace(CONSOLE, fitted=moved))
    assert any(finding.startswith("key_c takes") for finding in findings)


def test_the_screws_hold_and_a_screwdriver_reaches_them() -> None:
    assert loose(CONSOLE) == []
    assert out_of_reach(CONSOLE, SCREW) == []


def test_no_screw_is_seen_from_above() -> None:
    """Every screw's head is inside the hood, or below the base and over the table."""
    hood_box = things()["hood"].solid.bounding_box()
    inside = meshed(
        block((hood_box.min.X, hood_box.min.Y, 0), (hood_box.max.X, hood_box.max.Y, 99))
    )
    for thing in CONSOLE.fitted:
        if thing.part == SCREW:
            assert (meshed(thing.solid) ^ inside).volume() == pytest.approx(
                thing.solid.volume, 0.05
            )
            assert thing.solid.bounding_box().min.Z > 0.8


def test_step_and_stl_show_the_same_solids_and_3mf_both_colours() -> None:
    for file, printed, _ in kinds(CONSOLE):
        solid = read_step((MADE / "step" / f"{file}.step").read_bytes())
        mesh = read_stl((MADE / "stl" / f"{file}.stl").read_bytes())
        assert unlike_volumes(file, solid.volume, mesh.volume) == []
        assert len(solid.solids()) == len(printed.solid.solids())
        assert unlike_volumes(file, printed.solid.volume, solid.volume) == []
    both = volumes((MADE / "3mf" / "console-hood.3mf").read_bytes())
    for volume, name in zip(both, ("hood", "inlay"), strict=True):
        mesh = read_stl((MADE / "stl" / f"console-{name}.stl").read_bytes())
        assert unlike_volumes(name, mesh.volume, volume) == []


def test_the_hood_for_inserts_differs_in_its_four_posts_alone() -> None:
    plain, wide = (
        read_stl((MADE / "stl" / f"console-{name}.stl").read_bytes())
        for name in ("hood", "hood-inserts")
    )
    hole, pilot = own().case["console"]["insert_hole"], own().mm(SCREW, "pilot")
    ring = np.pi / 4 * (hole**2 - pilot**2) * own().case["console"]["insert_deep"]
    assert plain.volume - wide.volume == pytest.approx(4 * ring, rel=0.02)


def test_the_lists_buy_as_many_of_each_part_as_it_holds() -> None:
    for name, count in Counter(fitted.part for fitted in CONSOLE.fitted).items():
        part = TABLES.parts[name]
        assert count == (part.console or part.board), name


def base_with_all() -> Shape:
    return together("base", "pi", "board", *(f"bolt_{n}" for n in range(1, 5)))


def hood_with_all() -> Shape:
    on_it = [
        thing.name for thing in CONSOLE.fitted if "hood" in thing.touches and thing.part != SCREW
    ]
    return together("hood", *on_it)


def test_the_base_goes_in_with_all_that_it_carries() -> None:
    assert in_the_way("base", base_with_all(), hood_with_all(), BASE_GOES_IN) == []


def test_without_going_aside_the_wedge_at_the_card_would_stop_it() -> None:
    past = [(0, -1.05, -70), (0, -1.05, 0)]
    assert in_the_way("base", base_with_all(), hood_with_all(), past) != []


def test_its_tongues_hold_it_at_the_rear() -> None:
    straight = in_the_way("base", base_with_all(), hood_with_all(), [(0, 0, -70), (0, 0, 0)])
    assert straight[0].startswith("base is stopped 0, 0, ")
    base, rear = meshed(things()["base"].solid), meshed(things()["hood"].solid)
    assert (base.translate((0, 0, -0.9)) ^ rear).volume() > 1, "it would fall out"


def test_the_base_has_play_to_all_sides() -> None:
    base, around = meshed(things()["base"].solid), meshed(things()["hood"].solid)
    for step in ((0.25, 0, 0), (-0.25, 0, 0), (0, -0.25, 0), (-1.75, -1.05, 0)):
        assert (base.translate(step) ^ around).volume() < 0.5, step


def missed(ground: Shape, up: float) -> bool:
    """Whether a card that is pushed in so far over its slot is stopped before it is inside."""
    card = things()["card"].solid
    return in_the_way("card", card, ground, [(25, 0, up), (7.5, 0, up)]) != []


def test_a_card_that_misses_its_slot_is_stopped() -> None:
    ground = together("hood", "base", "pi")
    heights = [*np.arange(-7.0, -1.2, 0.5), *np.arange(1.4, 8.5, 0.5)]
    assert [float(up) for up in heights if not missed(ground, float(up))] == []
    assert not missed(ground, 0), "one that meets it goes in"


def test_without_the_wedge_a_card_would_fall_in() -> None:
    place = pi_place(own()).position
    y, z = card_place(own())
    wedge = block((place.X - 4, y - 12, z + 1.2), (place.X + 0.75, y + 12, z + 9))
    ground = Compound(
        children=[
            *(things()["hood"].solid - Pos(0, 0, lift()) * wedge).solids(),
            *together("base", "pi").solids(),
        ]
    )
    assert not missed(ground, 3.0)


def test_fingers_reach_the_card_and_no_plug_reaches_the_pi_s_own_supply() -> None:
    assert "fingers at the card" in [room.name for room in CONSOLE.rooms]
    at = Pos(0, 0, lift()) * pi_place(own()) * Pos(*socket_middle(own().parts["pi"], "power_x"))
    x, y, z = at.position
    wide, high, _ = GRIP
    grip = block((x - wide / 2, y + 1, z - high / 2), (x + wide / 2, y + 20, z + high / 2))
    assert (meshed(grip) ^ meshed(things()["hood"].solid)).volume() > 30


@pytest.mark.parametrize("side", [0, 1])
def test_a_window_shows_the_whole_picture_wherever_the_board_lies_in_its_ribs(side: int) -> None:
    place = layout(own()).screens[side]
    left, low, right, high = lit_area(own().parts[place.part])
    slack, panel = own().case["panel"]["slack"], meshed(things()["hood"].solid)
    seen = Pos(0, 0, lift()) * on_panel(own().case["body"], place.u, place.v)
    picture = block((left - slack, low - slack, -2.9), (right + slack, high + slack, 10))
    assert (panel ^ meshed(seen * picture)).volume() == 0
    glass = block((left - 2.5, low - 2.5, -2.9), (right + 2.5, high + 2.5, -2))
    assert (panel ^ meshed(seen * glass)).volume() > 0, "the glass would fall through"


def test_every_wire_is_long_enough_from_plug_to_key() -> None:
    ends = {thing.name: thing.terminals for thing in CONSOLE.fitted}
    board = ends["board"]
    plug = {"left_key": "J6", "right_key": "J7", "left_lamp": "J13", "right_lamp": "J14"}
    plug |= {key.name: "J9" for key in keys(own().case["console"]) if key.mark}
    plug |= {"knob": "J8"}
    far = {
        f"{name} {end}": float(np.linalg.norm(np.subtract(point, board[ref])))
        for name, ref in plug.items()
        for end, point in ends[name].items()
    }
    assert len(far) == 2 * 7 + 2 * 2 + 5
    assert {name: apart for name, apart in far.items() if 1.2 * apart > WIRES} == {}
    for screen, ref in (("left_screen", "J4"), ("right_screen", "J5")):
        for point in ends[screen].values():
            assert 1.2 * np.linalg.norm(np.subtract(point, board[ref])) < CABLE


def test_the_letters_fill_what_is_cut_into_the_hood() -> None:
    letters, solid = meshed(things()["inlay"].solid), meshed(things()["hood"].solid)
    assert (letters ^ solid).volume() < 0.01
    deep = np.array(tuple((on_panel(own().case["body"], w=-0.1)).position))
    deep -= np.array(tuple(on_panel(own().case["body"]).position))
    # A hair deeper they are in it with their whole underside.
    area = letters.volume() / own().case["console"]["inlay"]
    assert (letters.translate(tuple(deep)) ^ solid).volume() == pytest.approx(0.1 * area, rel=0.1)


def test_other_names_are_inlaid_as_well() -> None:
    named = replace(own(), names={"left": "ALLIED", "right": "CENTRAL"})
    assert len(inlay(named).solids()) == len("ALLIEDCENTRALABCDE")
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ ") <= STROKES.keys()


def test_it_is_as_round_as_the_die_tray_beside_it() -> None:
    assert TABLES.case["console"]["corner"] == ROUND
