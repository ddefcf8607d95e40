"""The board under the panel joins what the tables say, and what is committed was made from them."""

import csv
from collections.abc import Mapping
from datetime import date
from functools import cache

import pytest

from hardware.board.circuit import (
    FIVE,
    GROUND,
    HEIGHT,
    PI_RIGHT,
    THREE,
    WIDTH,
    Component,
    circuit,
    unlike_tables,
)
from hardware.board.files import MADE, bill_of_materials, is_made, placed
from hardware.board.page import PAGE
from hardware.board.pictures import PICTURES, outline_of
from hardware.board.router import NotRoutedError, Pad, route
from hardware.electricity.board import board_sums, lamp_in_play
from hardware.electricity.builds import circuit_of
from hardware.electricity.lamps import glows
from hardware.tables.builds import Build
from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.pins import Direction, read_pin_table
from tests.hardware.known import kept, parts

OUT_OF_DATE = "is out of date: run `make board`."


@cache
def board() -> Mapping[str, Component]:
    """Give the circuit's parts by what is printed beside them."""
    return {part.ref: part for part in circuit(read_pin_table())}


def joined(ref: str, pad: str) -> str | None:
    return board()[ref].nets.get(pad)


def test_the_board_is_made_from_the_tables_and_programs_as_they_are() -> None:
    assert is_made(), OUT_OF_DATE


def test_the_pi_s_pins_get_the_power_of_their_header_and_no_other() -> None:
    power = {Kind.GROUND: GROUND, Kind.THREE: THREE, Kind.FIVE: FIVE}
    for number, pin in HEADERS[Board.PI].items():
        if pin.kind in power:
            assert joined("J1", str(number)) == power[pin.kind]
        else:
            assert joined("J1", str(number)) not in power.values()


def test_the_bolts_stand_in_the_pi_s_own_holes() -> None:
    mm = parts()["pi"].mm
    near, wide, deep = mm("hole_inset"), mm("hole_pitch_x"), mm("hole_pitch_y")
    expected = {(PI_RIGHT - near - x, near + y) for x in (0, wide) for y in (0, deep)}
    assert {board()[f"H{number}"].at for number in range(1, 5)} == expected


def test_each_contact_has_its_resistor_its_capacitor_and_a_place_to_be_plugged_in() -> None:
    contacts = [p for p in read_pin_table().of(Board.PI) if p.direction is Direction.IN]
    for pin in contacts:
        net = pin.word.upper()
        on = {p.part for p in board().values() if net in p.nets.values()}
        assert on == {"board-socket", "board-1k", "board-10n"}, pin.key
        outside = {p.ref[0] for p in board().values() if f"{net}_CONTACT" in p.nets.values()}
        assert outside == {"R", "J"}, pin.key


def test_each_output_is_switched_by_a_transistor_that_is_off_at_the_start() -> None:
    for pin in read_pin_table().of(Board.PI):
        if pin.direction is Direction.OUT:
            net = pin.word.upper()
            on = {p.part for p in board().values() if net in p.nets.values()}
            assert on == {"board-socket", "board-transistor", "board-100k"}, pin.key
            switched = {p.part for p in board().values() if f"{net}_LOW" in p.nets.values()}
            assert "board-transistor" in switched
            assert len(switched) > 1, pin.key


def test_the_lamps_get_5_volts_through_a_resistor_and_nothing_else_of_the_front_does() -> None:
    fed = {ref for ref, part in board().items() if FIVE in part.nets.values()}
    assert fed == {"J1", "J11", "J12", "C31", "R31", "R32"}
    assert not board()["J12"].fitted


def test_a_screen_s_pins_stand_in_the_order_of_the_listed_screens() -> None:
    order = list(parts()["spi-screen"].wired[0].terminals)
    for ref in ("J2", "J3"):
        printed = [mark.text for mark in board()[ref].marks[1:]]
        assert printed == order


def test_no_part_lies_on_another_and_none_over_the_edge() -> None:
    above = [part for part in board().values() if part.nets and not part.below]
    boxes = {part.ref: outline_of(part) for part in above}
    for ref, (left, top, right, bottom) in boxes.items():
        assert 0 <= left < right <= WIDTH, ref
        assert -0.01 <= top < bottom <= HEIGHT, ref
        for other, (x0, y0, x1, y1) in boxes.items():
            assert ref >= other or x1 <= left or right <= x0 or y1 <= top or bottom <= y0, (
                ref,
                other,
            )


def test_every_sum_of_the_board_holds() -> None:
    assert [row.what for row in board_sums(parts()) if not row.holds] == []


def test_a_lamp_is_several_times_as_bright_as_from_its_pin() -> None:
    at_its_pin = glows(circuit_of(Build.REFERENCE, parts()))[0].amount
    assert lamp_in_play(parts()) > 4 * at_its_pin


def test_the_board_takes_just_the_parts_that_the_list_has() -> None:
    every = circuit(read_pin_table())
    assert unlike_tables(every, parts()) == ()
    (told,) = unlike_tables([p for p in every if p.ref != "R10"], parts())
    assert told == "the board takes 9 of board-1k; write board = 9 into parts/board-1k.toml."


def test_the_factory_s_lists_have_each_part_once() -> None:
    bill = (MADE / "bom.csv").read_text(encoding="utf-8")
    assert bill == bill_of_materials(circuit(read_pin_table()), parts()), OUT_OF_DATE
    rows = list(csv.DictReader(bill.splitlines()))
    listed = [ref for row in rows for ref in row["Designator"].split(",")]
    fitted = [ref for ref, part in board().items() if part.part and part.fitted]
    assert sorted(listed) == sorted(fitted)
    places = (MADE / "positions.csv").read_text(encoding="utf-8").splitlines()
    there = {row["Designator"] for row in csv.DictReader(places)}
    assert {ref for ref in fitted if ref[0] in "RCQD" and ref != "C31"} <= there
    assert "J12" not in there


def test_each_line_of_the_bill_has_a_maker_s_number_and_a_seller_s_with_its_day() -> None:
    rows = list(csv.DictReader((MADE / "bom.csv").read_text(encoding="utf-8").splitlines()))
    sellers = ("JLCPCB Part #", "DigiKey Part", "Mouser Part")
    assert all(row["Manufacturer"] and row["Manufacturer Part"] for row in rows)
    unsold = [row for row in rows if not any(row[seller] for seller in sellers)]
    assert [row["Designator"] for row in unsold] == ["BZ1"], "BOARD.md says so"
    assert all(date.fromisoformat(row["Looked up"]) for row in rows if row not in unsold)


def test_kicad_s_places_are_written_as_factories_read_them() -> None:
    said = "Ref,Val,Package,PosX,PosY,Rot,Side\nR1,1k,R,1.5,-2.0,90.0,top\n"
    assert placed(said) == "Designator,Mid X,Mid Y,Rotation,Layer\nR1,1.5,-2.0,90.0,Top\n"


def test_the_guide_counts_its_steps_and_each_shows_something() -> None:
    page = kept(PAGE)
    steps = [part for part in page.split("\n## ")[1:] if part[0].isdigit()]
    assert [int(step.partition(".")[0]) for step in steps] == list(range(1, len(steps) + 1))
    assert [step.splitlines()[0] for step in steps if "![" not in step] == []
    for picture in PICTURES:
        assert f"(made/board/{picture.name}.svg)" in page


def test_a_net_finds_its_way_around_another_and_one_without_any_is_told() -> None:
    def pad(net: str, x: float, y: float) -> Pad:
        return Pad(net, (x, y), (0,), (x - 0.4, y - 0.4, x + 0.4, y + 0.4))

    ends = [pad("ONE", 2, 5), pad("ONE", 8, 5), pad("TWO", 5, 2), pad("TWO", 5, 8)]
    drawn, _ = route((10, 10), [*ends, pad("GND", 8, 8)], "GND", [])
    assert drawn["ONE"].vias or drawn["TWO"].vias or len(drawn["ONE"].tracks) > 1
    wall = Pad("", (5, 5), (0, 1), (4.9, 0, 5.1, 10))
    with pytest.raises(NotRoutedError, match="No way was found for ONE"):
        route((10, 10), [*ends[:2], pad("GND", 8, 8), wall], "GND", [])
