"""The schematics join just what the wires join: their net list is read back from the drawing."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from schemdraw import elements

from hardware.drawings.options import options_sheet
from hardware.drawings.schematic import FOLDER, drawn, sheet_of
from hardware.drawings.sheet import Line, Sheet, Transistor, nets_drawn
from hardware.tables.builds import Build
from hardware.tables.headers import Board
from hardware.tables.nets import find_nets
from hardware.tables.pins import read_pins
from hardware.tables.wires import End, read_wires
from tests.hardware.known import made, parts

MODULE = "hardware.drawings.schematic"
LETTER = 0.2
"""About what a letter there takes, in units of schemdraw."""
DRAWN = tuple(build for build in Build if build is not Build.MOTOR)
"""Laid out from their wires; the motor's sheet is an option's."""
SHEETS = (*(build.value for build in Build), "options")


def wired(build: Build) -> set[frozenset[End]]:
    return {net.ends for net in find_nets(read_wires(build.value))}


def texts_of(svg: str) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [" ".join("".join(text.itertext()).split()) for text in found]


def test_there_is_no_other_schematic() -> None:
    assert {path.stem for path in made(MODULE)} == set(SHEETS)


@pytest.mark.parametrize("build", DRAWN)
def test_what_the_lines_join_is_what_the_wires_join(build: Build) -> None:
    assert nets_drawn(sheet_of(build, parts())) == wired(build)


@pytest.mark.parametrize("build", DRAWN)
def test_a_line_that_is_missing_is_found(build: Build) -> None:
    sheet = sheet_of(build, parts())
    for number in range(len(sheet.lines)):
        lines = sheet.lines[:number] + sheet.lines[number + 1 :]
        cut = replace(sheet, lines=lines)
        if _is_a_pull_ups(sheet, sheet.lines[number]):
            continue
        assert nets_drawn(cut) != wired(build), sheet.lines[number]


def _is_a_pull_ups(sheet: Sheet, line: Line) -> bool:
    """Say whether a line leads to a resistor inside a part: that is no wire of ours."""
    return any(line.meets(inside.a) for inside in sheet.insides)


def test_a_line_too_many_is_found() -> None:
    sheet = sheet_of(Build.MINIMAL, parts())
    sda, scl = (
        next(at for end, at in sheet.terminals if end == End("pi", pin))
        for pin in ("pin 3", "pin 5")
    )
    sheet.join(sda, scl)
    assert nets_drawn(sheet) != wired(Build.MINIMAL)


def test_lines_that_only_cross_are_not_joined() -> None:
    sheet = Sheet("crossing")
    sheet.join((0, 0), (2, 0))
    sheet.join((1, 1), (1, -1))
    assert sheet.dots == ()
    sheet.join((1, 0), (1, 1))
    assert sheet.dots == ((1, 0),)


@pytest.mark.parametrize("build", DRAWN)
def test_each_board_pin_stands_with_its_number_and_its_meaning(build: Build) -> None:
    said = texts_of(drawn(sheet_of(build, parts())))
    numbers = {word for text in said for word in text.split(", ")}
    for wire in read_wires(build.value):
        if wire.start.pin:
            assert str(wire.start.pin) in numbers
    assert any(text.startswith("cdgdevice: ") for text in said)


def test_every_part_of_a_build_is_named_and_pull_ups_are_told() -> None:
    said = texts_of(made(MODULE)[FOLDER / "reference.svg"])
    for name in ("Left screen", "Right button", "Left resistor, 220 Ω", "Right lamp", "Knob"):
        assert name in said
    assert texts_of(made(MODULE)[FOLDER / "four-pins.svg"]).count("1.8 kΩ") == 2


def net(*ends: str) -> frozenset[End]:
    return frozenset(End(*end.split(".", 1)) for end in ends)


def test_the_options_join_pin_transistor_and_buzzer_and_each_key_to_ground() -> None:
    keys = {pin.word: pin for pin in read_pins().values() if pin.word.startswith("key_")}
    buzzer = read_pins()["pi.buzzer"].header_pin
    assert nets_drawn(options_sheet(parts())) == {
        net(f"pi.pin {buzzer}", "base_resistor.1"),
        net("base_resistor.2", "transistor.base"),
        net("transistor.collector", "buzzer.minus", "diode.anode"),
        net("pi.pin 1", "buzzer.plus", "diode.ring"),
        net("pi.pin 6", "transistor.emitter", *(f"{key}.2" for key in keys)),
        *(net(f"pi.pin {pin.header_pin}", f"{key}.1") for key, pin in keys.items()),
    }


def test_the_motors_drawing_joins_just_what_its_wires_join() -> None:
    at_the_sensor = {End("sensor", "VIN")}
    its_wires = {ends - at_the_sensor for ends in wired(Build.MOTOR)}
    assert nets_drawn(options_sheet(parts(), Board.PICO)) == its_wires
    motor = read_pins()["pico.motor"].header_pin
    assert its_wires == {
        net(f"pico.pin {motor}", "base_resistor.1", "down_resistor.1"),
        net("base_resistor.2", "transistor.base"),
        net("transistor.collector", "motor.minus", "diode.anode"),
        net("pico.pin 36", "motor.plus", "diode.ring"),
        net("pico.pin 13", "transistor.emitter", "down_resistor.2"),
    }


def test_the_motors_drawing_names_its_parts() -> None:
    said = texts_of(made(MODULE)[FOLDER / "motor.svg"])
    for name in ("motor-transistor", "motor-diode"):
        assert parts()[name].number in said
    assert {"470 Ω", "4.7 kΩ"} <= set(said)


def test_the_motor_takes_no_pin_that_the_tray_has_but_that_of_3_3_v() -> None:
    def taken(build: str) -> set[int | None]:
        return {wire.start.pin for wire in read_wires(build)} - {None}

    assert taken("motor") & taken("die-tray") == {36}


def test_a_transistors_legs_are_where_they_are_drawn() -> None:
    legs = elements.BjtNpn().anchors
    drawn_at = Transistor("", "", (0, 0)).points
    for name, point in zip(("base", "collector", "emitter"), drawn_at, strict=True):
        assert tuple(legs[name]) == pytest.approx(point, abs=0.001)


def test_the_options_name_their_parts_and_only_free_grounds() -> None:
    said = texts_of(made(MODULE)[FOLDER / "options.svg"])
    for part in ("buzzer", "buzzer-transistor", "buzzer-diode"):
        assert any(parts()[part].number in text for text in said)
    assert f"{parts()['base-resistor'].figure('resistance_ohm').value / 1000:g} kΩ" in said
    taken = {wire.start.pin for wire in read_wires("reference")}
    (grounds,) = (text for text in said if " or " in text and not text.startswith("1 or"))
    assert taken.isdisjoint(map(int, grounds.split(" or ")))


@pytest.mark.parametrize("board", Board)
def test_what_is_written_in_a_box_of_the_options_has_room_in_it(board: Board) -> None:
    for box in options_sheet(parts(), board).boxes:
        right = box.corner[0] + box.size[0]
        for (x, _), word in box.words.items():
            assert x > right or len(word) * LETTER < box.size[0], word


def test_the_page_is_a4() -> None:
    for svg in made(MODULE).values():
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("297mm", "210mm")


EM = 0.5
"""About what a letter of English takes of its size, in Helvetica."""


@pytest.mark.parametrize("name", SHEETS)
def test_the_title_and_the_line_below_it_end_within_the_sheet(name: str) -> None:
    svg = ElementTree.fromstring(made(MODULE)[FOLDER / f"{name}.svg"])
    left, _, wide, _ = map(float, svg.attrib["viewBox"].split())
    head = svg.findall("{http://www.w3.org/2000/svg}text")[:2]
    for line in head:
        long = len(line.text or "") * EM * float(line.attrib["font-size"])
        assert float(line.attrib["x"]) + long < left + wide, line.text
