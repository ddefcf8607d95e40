"""The pictures of headers and terminals say just what is wired, and where."""

import re
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.drawings.colours import DRAWN
from hardware.drawings.headers import FOLDER, made_texts, pi_picture
from hardware.drawings.terminals import bands
from hardware.making.makers import ROOT
from hardware.tables.headers import HEADERS, Board
from hardware.tables.parts import read_parts
from hardware.tables.wires import COLOURS, read_wires

MADE = made_texts()
PARTS = read_parts()
SVG = "{http://www.w3.org/2000/svg}"


def texts_of(name: str) -> list[str]:
    found = ElementTree.fromstring(MADE[FOLDER / f"{name}.svg"]).iter(f"{SVG}text")
    return ["".join(text.itertext()) for text in found]


@pytest.mark.parametrize("path", MADE, ids=str)
def test_a_kept_picture_is_what_the_tables_make(path: Path) -> None:
    there = (ROOT / path).read_text(encoding="utf-8")
    assert there == MADE[path], f"{path} is out of date: run `make hardware`."


def test_every_part_with_terminals_has_a_picture() -> None:
    drawn = {path.stem for path in MADE}
    assert drawn >= {part.id for part in PARTS.values() if part.wired}


@pytest.mark.parametrize(
    ("name", "board", "build"),
    [
        ("pi-minimal", Board.PI, "minimal"),
        ("pi-reference", Board.PI, "reference"),
        ("pico", Board.PICO, "die-tray"),
    ],
)
def test_a_header_names_each_wired_pin_once_and_no_other(
    name: str, board: Board, build: str
) -> None:
    said = [text for text in texts_of(name) if text.count(" · ") == 2]
    wired = {wire.start.pin: wire.colour for wire in read_wires(build) if wire.start.pin}
    wanted = sorted((HEADERS[board][pin].name, COLOURS[colour]) for pin, colour in wired.items())
    assert sorted((text.split(" · ")[0], text.split(" · ")[2]) for text in said) == wanted


def test_every_pin_has_its_number_so_that_nobody_counts() -> None:
    numbers = [text for text in texts_of("pi-reference") if text.isdigit()]
    assert sorted(map(int, numbers)) == list(range(1, 41))


def test_pin_1_is_at_the_card_and_away_from_the_front() -> None:
    svg = ElementTree.fromstring(pi_picture(PARTS["pi"], read_wires("minimal")))
    at = {
        "".join(text.itertext()): (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in svg.iter(f"{SVG}text")
    }
    assert at["1"][0] > at["39"][0], "pin 1 is at the card's end"
    assert at["1"][1] < at["2"][1], "the odd row is the inner one"
    assert at["card"][0] > at["1"][0]
    assert at["PWR IN"][1] < at["1"][1] < at["front of the box: you"][1]


def test_the_pis_five_volts_are_marked_as_a_danger() -> None:
    assert texts_of("pi-minimal").count("5V · leave free") == 2


@pytest.mark.parametrize("path", MADE, ids=str)
def test_letters_are_large_enough_where_a_page_is_830_wide(path: Path) -> None:
    root = ElementTree.fromstring(MADE[path])
    wide = float(root.get("viewBox", "").split()[2])
    sizes = [float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text")]
    assert min(sizes) * min(1.0, 830 / wide) >= 10


@pytest.mark.parametrize("path", MADE, ids=str)
def test_no_line_runs_out_of_its_picture(path: Path) -> None:
    root = ElementTree.fromstring(MADE[path])
    wide, high = map(float, root.get("viewBox", "").split()[2:])
    for text in root.iter(f"{SVG}text"):
        size, said = float(text.get("font-size", 0)), "".join(text.itertext())
        x, y = float(text.get("x", 0)), float(text.get("y", 0))
        turned = radians(
            float((text.get("transform") or "rotate(0").split("(")[1].split()[0].strip(")"))
        )
        length = 0.56 * size * len(said)
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        for along in (-before * length, (1 - before) * length):
            assert -1 <= x + along * cos(turned) <= wide + 1, said
            assert -1 <= y + along * sin(turned) <= high + 1, said


@pytest.mark.parametrize("path", MADE, ids=str)
def test_no_picture_asks_for_anything_from_elsewhere(path: Path) -> None:
    links = re.findall(r"(?:href|src|url|@import)\W", MADE[path])
    assert links == []


def test_a_terminal_says_its_wires_colour_and_where_it_leads() -> None:
    assert "switch 1, left: blue to pin 29 (GPIO5)" in texts_of("lit-button")
    assert "B: violet to pin 13 (GPIO27)" in texts_of("knob")


def test_the_resistors_bands_are_its_value() -> None:
    assert list(bands(PARTS["lamp-resistor"])) == [
        DRAWN[colour] for colour in ("RD", "RD", "BK", "BK", "BN")
    ]
