"""The board under the panel joins what the tables say, and what is committed was made from them."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, radians, sin
from zipfile import ZipFile

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
    header_place,
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
from tests.hardware.known import kept, made, parts

OUT_OF_DATE = "is out of date: run `make board`."
_NET = re.compile(r'\(net (?:\d+ )?"([^"]+)"\)')
_SEGMENT = re.compile(
    r"\(segment\s+\(start ([-\d.]+) ([-\d.]+)\)\s+\(end ([-\d.]+) ([-\d.]+)\)\s+"
    r'\(width ([\d.]+)\)\s+\(layer "(\w)\.Cu"\)\s+\(net (?:"([^"]+)"|(\d+))\)'
)


@cache
def laid_out() -> str:
    """Give the layout that is committed."""
    return (MADE / "board.kicad_pcb").read_text(encoding="utf-8")


@cache
def names() -> Mapping[str, str]:
    """Give the names of the layout's nets by their numbers."""
    return dict(re.findall(r'^\t\(net (\d+) "([^"]*)"\)', laid_out(), re.MULTILINE))


def footprints() -> Iterator[tuple[str, str]]:
    """Give each part's reference and its text in the layout."""
    for block in laid_out().split("\n\t(footprint ")[1:]:
        found = re.search(r'\(property "Reference" "([^"]+)"', block)
        assert found
        yield found[1], block.split("\n\t)\n")[0]


@cache
def board() -> Mapping[str, Component]:
    """Give the circuit's parts by what is printed beside them."""
    return {part.ref: part for part in circuit(read_pin_table())}


def joined(ref: str, pad: str) -> str | None:
    return board()[ref].nets.get(pad)


def test_the_board_is_made_from_the_tables_and_programs_as_they_are() -> None:
    assert is_made(), OUT_OF_DATE


def test_kicad_found_nothing_in_schematic_and_layout_and_every_pad_is_joined() -> None:
    assert "ERC messages: 0  Errors 0  Warnings 0" in (MADE / "erc.rpt").read_text("utf-8")
    found = re.findall(r"\*\* Found (\d+) (.+) \*\*", (MADE / "drc.rpt").read_text("utf-8"))
    assert found == [("0", "DRC violations"), ("0", "unconnected pads"), ("0", "Footprint errors")]


def test_each_pad_of_the_layout_is_on_the_net_that_the_tables_say() -> None:
    there: dict[str, dict[str, str]] = defaultdict(dict)
    for ref, block in footprints():
        for pad in block.split("\n\t\t(pad ")[1:]:
            net = _NET.search(pad)
            if net and not net[1].startswith("unconnected-"):
                there[ref][pad.split('"')[1]] = net[1]
    assert there == {ref: dict(part.nets) for ref, part in board().items() if part.nets}


def test_the_pi_s_socket_is_below_and_each_hole_over_its_pin() -> None:
    block = dict(footprints())["J1"]
    assert '(layer "B.Cu")' in block[:300]
    at = re.search(r"\n\t\t\(at ([-\d.]+) ([-\d.]+)(?: ([-\d.]+))?\)", block)
    assert at
    x, y, turn = float(at[1]), float(at[2]), radians(float(at[3] or 0))
    pads = re.findall(r'\(pad "(\d+)" \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+)', block)
    there = {
        int(pad): (
            x + float(dx) * cos(turn) + float(dy) * sin(turn),
            y - float(dx) * sin(turn) + float(dy) * cos(turn),
        )
        for pad, dx, dy in pads
    }
    assert there.keys() == HEADERS[Board.PI].keys()
    mm = {name: parts()["pi"].mm(name) for name in ("pin_1_x", "pin_1_y", "pin_pitch")}
    for number in HEADERS[Board.PI]:
        column, even = divmod(number - 1, 2)
        # The Pi lies turned, its sockets to the rear: what is at its left is at the board's right.
        assert header_place(number) == pytest.approx(
            (PI_RIGHT - mm["pin_1_x"] - column * mm["pin_pitch"], mm["pin_1_y"] + even * 2.54)
        )
        assert there[number] == pytest.approx(header_place(number), abs=0.01)


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


def test_the_tracks_are_wide_enough_and_no_bus_line_is_longer_than_its_sum_takes() -> None:
    long: dict[str, float] = defaultdict(float)
    segments = _SEGMENT.findall(laid_out())
    assert len(segments) > 200
    for x0, y0, x1, y1, width, _, net, number in segments:
        assert float(width) >= 0.25
        way = abs(float(x1) - float(x0)) + abs(float(y1) - float(y0))
        long[net or names()[number]] += way
    # A tenth of a picofarad for a millimetre, as board-blank.toml has it.
    most = 10 * parts()["board-blank"].figure("tracks_pF").value
    buses = {net: mm for net, mm in long.items() if net in ("SDA", "SCL") or net[:4] == "SPI_"}
    assert {"SDA", "SCL", "SPI_CLOCK", "SPI_DATA"} <= buses.keys()
    assert max(buses.values()) <= most, buses


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


def test_kicad_s_places_are_written_as_factories_read_them() -> None:
    said = "Ref,Val,Package,PosX,PosY,Rot,Side\nR1,1k,R,1.5,-2.0,90.0,top\n"
    assert placed(said) == "Designator,Mid X,Mid Y,Rotation,Layer\nR1,1.5,-2.0,90.0,Top\n"


def test_the_gerbers_have_copper_mask_and_print_of_both_sides_the_edge_and_the_holes() -> None:
    with ZipFile(MADE / "gerbers.zip") as packed:
        names = " ".join(packed.namelist())
    for layer in ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts", ".drl"):
        assert layer in names


@pytest.mark.parametrize("module", ["hardware.board.page", "hardware.board.pictures"])
def test_the_guide_and_its_pictures_are_up_to_date(module: str) -> None:
    for path, text in made(module).items():
        assert kept(path) == text, f"{path} is out of date: run `make hardware`."


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
