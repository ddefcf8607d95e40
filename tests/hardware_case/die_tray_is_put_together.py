"""The die tray's parts go in by hand: the Pico, the screws and the cable."""

from dataclasses import replace
from functools import cache

import pytest
from build123d import Pos, Shape, Vector

from hardware.case.assembly import Assembly, Fitted
from hardware.case.bought.shapes import block
from hardware.case.bought.small import LEAD, diode, transistor
from hardware.case.checks.in_the_box import rooms_taken, too_close
from hardware.case.checks.meshed import meshed
from hardware.case.checks.reach import out_of_reach
from hardware.case.die_tray import die_tray_with_motor
from hardware.case.die_tray_printed import hook_strain, plate
from hardware.case.tables import Tables
from hardware.tables.wires import read_wires
from tests.hardware_case.boxes import BOXES, TABLES

TRAY = BOXES["die-tray"]
# Between a hard part of the Pico and what is printed: the posts may be a little thick and aside.
FREE = 0.5
# The hook stands across the layers, and breaks there from about this on. Assumed; not tried.
BREAKS = 0.015
# What a stub adapter has for a grip, wide and high: the shell of a USB-A socket.
STUB = (13.0, 7.0)
DESKS = ["solder-free", "minimal", "reference"]


def with_figures(**figures: float) -> Tables:
    """The tables with other figures of the die tray."""
    return replace(TABLES, case={**TABLES.case, "die_tray": {**TABLES.case["die_tray"], **figures}})


def pico() -> Fitted:
    return next(thing for thing in TRAY.fitted if thing.name == "pico")


def socket_gap(printed: Shape) -> float:
    """How near the plate comes to the Pico's socket, in mm; the socket is what looks out."""
    socket = max(pico().bits, key=lambda bit: bit.solid.bounding_box().max.Y)
    return float(meshed(printed).min_gap(meshed(socket.solid), 2.0))


def test_the_pico_s_socket_is_clear_of_its_posts() -> None:
    assert socket_gap(plate(TABLES).solid) >= FREE


def test_round_posts_would_be_too_near_to_it() -> None:
    assert socket_gap(plate(with_figures(post_flat=4.2)).solid) < FREE


def test_the_pico_lies_on_its_posts() -> None:
    board, ground = pico().bits[0].solid, meshed(plate(TABLES).solid)
    assert ground.min_gap(meshed(board), 1.0) < 0.01
    assert (ground ^ meshed(Pos(0, 0, -0.1) * board)).volume() > 4 * 0.1 * 2


def test_the_hook_is_stretched_far_less_than_what_breaks_it() -> None:
    assert hook_strain(TABLES) < 0.6 * BREAKS


def test_a_short_hook_would_break() -> None:
    assert hook_strain(with_figures(pico_lift=6.2)) >= BREAKS


def test_a_screwdriver_reaches_every_screw_of_the_tray() -> None:
    assert out_of_reach(TRAY, "screw") == []


def test_a_screw_behind_a_wall_of_the_tray_is_found() -> None:
    box, *others = TRAY.printed
    half = TABLES.case["die_tray"]["half"]
    floor = block((-half, -half, -10), (half, half, -8))
    shut = replace(TRAY, printed=(replace(box, solid=box.solid + floor), *others))
    assert any(finding.startswith("plate_screw_1") for finding in out_of_reach(shut, "screw"))


def plugged_in(name: str, wide: float, high: float) -> tuple[float, float]:
    """What the adapter's grip shares with the desk's wall and with the power plug's, in mm3."""
    desk = BOXES[name]
    rooms = {room.name: room.solid for room in desk.rooms}
    place = rooms["data plug"].bounding_box()
    middle = place.center()
    grip = meshed(
        block(
            (middle.X - wide / 2, place.min.Y, middle.Z - high / 2),
            (middle.X + wide / 2, place.max.Y, middle.Z + high / 2),
        )
    )
    body = next(meshed(thing.solid) for thing in desk.printed if thing.name == "body")
    return (grip ^ body).volume(), (grip ^ meshed(rooms["power plug"])).volume()


@pytest.mark.parametrize("name", DESKS)
def test_the_adapter_goes_into_the_wall_beside_the_power_plug(name: str) -> None:
    grip = TABLES.parts["otg-adapter"].mm
    assert plugged_in(name, grip("grip_width"), grip("grip_height")) == (0, 0)


@pytest.mark.parametrize("name", DESKS)
def test_a_stub_adapter_does_not(name: str) -> None:
    wall, _ = plugged_in(name, *STUB)
    assert wall > 0


@cache
def with_motor() -> Assembly:
    return die_tray_with_motor(TABLES)


def at(terminal: str) -> Vector:
    """Where a leg or a lead of the motor's circuit ends."""
    thing, _, name = terminal.partition(".")
    fitted = next(one for one in with_motor().fitted if one.name == thing)
    return Vector(*fitted.terminals[name])


def test_the_motor_and_its_circuit_have_room_in_the_tray() -> None:
    clearance = TABLES.case["printing"]["clearance"]
    assert too_close(with_motor(), clearance, frozenset({"screw"})) == []
    assert rooms_taken(with_motor()) == []


def test_the_plugs_of_all_wires_are_among_the_rooms_that_stay_free() -> None:
    for tray, builds in ((TRAY, ("die-tray",)), (with_motor(), ("die-tray", "motor"))):
        ends = [wire.start for build in builds for wire in read_wires(build)]
        board = next(one for one in tray.fitted if one.name == "pico")
        rows = [room for room in tray.rooms if room.name.startswith("plugs at the Pico")]
        for end in ends:
            if end.thing == "pico":
                x, y, _ = board.terminals[end.terminal]
                bounds = [room.solid.bounding_box() for room in rows]
                assert any(
                    box.min.X < x < box.max.X and box.min.Y < y < box.max.Y for box in bounds
                ), end


def test_a_circuit_in_the_wall_or_a_motor_that_is_too_wide_is_found() -> None:
    clearance = TABLES.case["printing"]["clearance"]
    deep = die_tray_with_motor(with_figures(circuit=1.0))
    assert any("resistor" in told for told in too_close(deep, clearance, frozenset({"screw"})))
    near = die_tray_with_motor(with_figures(motor_y=19.0))
    assert any("motor" in told for told in too_close(near, clearance, frozenset({"screw"})))


def test_the_motors_leads_reach_its_circuit_with_slack_for_a_bow() -> None:
    lead = TABLES.mm("vibration-motor", "lead")
    for ours, theirs in (("plus", "diode.ring"), ("minus", "diode.anode")):
        far = (at(f"motor.{ours}") - at(theirs)).length + LEAD
        assert 1.2 * far < lead


def test_flat_side_to_you_and_legs_down_the_emitter_is_left_and_the_collector_right() -> None:
    model = transistor(TABLES.parts["motor-transistor"])
    body = model.bits[0].solid.bounding_box()
    assert abs(body.min.Y) < body.max.Y  # the flat side is before the legs, towards you
    assert body.min.Z >= 0
    legs = model.terminals
    assert legs["emitter"][0] < legs["base"][0] < legs["collector"][0]
    assert all(z < 0 for _, _, z in legs.values())


def test_each_part_hangs_below_the_leg_that_it_is_soldered_to() -> None:
    for leg, part in (
        ("emitter", "down_resistor.2"),
        ("base", "base_resistor.2"),
        ("collector", "diode.anode"),
    ):
        here = at(f"transistor.{leg}")
        others = {other: at(f"transistor.{other}") for other in ("emitter", "base", "collector")}
        nearest = min(others, key=lambda other: abs(others[other].X - at(part).X))
        assert nearest == leg
        assert at(part).Z < here.Z


def test_the_ring_that_is_seen_is_at_the_diodes_ring() -> None:
    model = diode(TABLES.parts["motor-diode"])
    ring = model.bits[1].solid.bounding_box()
    assert ring.min.Y > 0
    assert model.terminals["ring"][1] > 0 > model.terminals["anode"][1]
