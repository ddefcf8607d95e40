"""The pictures of headers and terminals say just what is wired, and where."""

import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest

from hardware.drawings.colours import DRAWN
from hardware.drawings.headers import FOLDER, pi_picture, pico_spots
from hardware.drawings.svg import Spot
from hardware.drawings.terminals import bands, spots
from hardware.tables.headers import HEADERS, Board
from hardware.tables.wires import COLOURS, read_wires
from tests.hardware.known import made, parts, pin

# Kept pictures' names: what is drawn is only known once the tables are read.
PICTURES = (
    "pi-four-pins",
    "spi-screen",
    "pi-solder-free",
    "pi-minimal",
    "pi-reference",
    "pico",
    "small-screen",
    "large-screen",
    "plain-button",
    "lit-button",
    "knob",
    "knob-board",
    "small-screen-cable",
    "lamp-resistor",
    "colour-sensor",
    "vibration-motor",
    "motor-transistor",
    "motor-diode",
    "motor-base-resistor",
    "motor-down-resistor",
)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str) -> str:
    return made("hardware.drawings.headers")[FOLDER / f"{name}.svg"]


def texts_of(name: str) -> list[str]:
    found = ElementTree.fromstring(drawn(name)).iter(f"{SVG}text")
    return ["".join(text.itertext()) for text in found]


def test_every_part_with_terminals_has_a_picture() -> None:
    there = {path.stem for path in made("hardware.drawings.headers")}
    assert there == set(PICTURES)
    assert there >= {part.id for part in parts().values() if part.wired}


@pytest.mark.parametrize(
    ("name", "board", "build"),
    [
        ("pi-solder-free", Board.PI, "solder-free"),
        ("pi-minimal", Board.PI, "minimal"),
        ("pi-four-pins", Board.PI, "four-pins"),
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
    svg = ElementTree.fromstring(pi_picture(parts()["pi"], read_wires("minimal")))
    at = {
        "".join(text.itertext()): (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in svg.iter(f"{SVG}text")
    }
    assert at["1"][0] > at["39"][0], "pin 1 is at the card's end"
    assert at["1"][1] < at["2"][1], "the odd row is the inner one"
    assert at["card"][0] > at["1"][0]
    assert at["PWR IN"][1] < at["1"][1] < at["front of the box: you"][1]


def labels(name: str) -> dict[str, Spot]:
    """Give where each word of a picture is written."""
    root = ElementTree.fromstring(drawn(name))
    return {
        "".join(text.itertext()): Spot(float(text.get("x", 0)), float(text.get("y", 0)))
        for text in root.iter(f"{SVG}text")
    }


@pytest.mark.parametrize(("name", "board"), [("pi-reference", Board.PI), ("pico", Board.PICO)])
def test_a_line_leads_from_each_label_to_its_own_pin(name: str, board: Board) -> None:
    root = ElementTree.fromstring(drawn(name))
    ways = [
        [tuple(map(float, spot.split(","))) for spot in line.get("points", "").split()]
        for line in root.iter(f"{SVG}polyline")
    ]
    numbers = labels(name)
    for said, at in numbers.items():
        if said.count(" · ") != 2:
            continue
        (start,) = (a for a, b in ways if abs(b[0] - at.x) + abs(b[1] - at.y) <= 12)
        pin = next(n for n, spot in numbers.items() if (spot.x, spot.y) == start)
        assert HEADERS[board][int(pin)].name == said.split(" · ")[0]


@pytest.mark.parametrize("name", ["large-screen", "small-screen"])
def test_a_screen_is_drawn_from_behind_with_its_pins_towards_you(name: str) -> None:
    drawn = spots(parts()[name])
    in_file = list(parts()[name].wired[0].terminals)
    assert sorted(drawn, key=lambda terminal: drawn[terminal].x) == in_file
    said = labels(name)
    assert any(text.startswith("Seen from behind") for text in said)
    assert said["the back"].y < said["GND"].y < drawn["GND"].y + said["the back"].y


def test_the_pico_is_drawn_from_its_pins_side() -> None:
    drawn = pico_spots(parts()["pico"])
    assert drawn[1].x > drawn[40].x, "turned over, pin 1 is at the right"
    assert drawn[1].y < drawn[20].y, "its socket is away from you"


def test_the_switchs_tabs_are_staggered_and_the_lamps_are_in_line() -> None:
    drawn = spots(parts()["lit-button"])
    assert drawn["+"].y == drawn["-"].y
    assert drawn["switch 1"].y != drawn["switch 2"].y
    assert drawn["switch 1"].x != drawn["switch 2"].x
    assert "Tabs in line: a lamp; leave them." in " ".join(texts_of("plain-button"))


def test_the_pis_five_volts_are_marked_as_a_danger() -> None:
    assert texts_of("pi-minimal").count("5V · leave free") == 2


@pytest.mark.parametrize("name", PICTURES)
def test_letters_are_large_enough_where_a_page_is_830_wide(name: str) -> None:
    root = ElementTree.fromstring(drawn(name))
    wide = float(root.get("viewBox", "").split()[2])
    sizes = [float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text")]
    assert min(sizes) * min(1.0, 830 / wide) >= 10


@pytest.mark.parametrize("name", PICTURES)
def test_no_line_runs_out_of_its_picture(name: str) -> None:
    root = ElementTree.fromstring(drawn(name))
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


@pytest.mark.parametrize("name", PICTURES)
def test_no_picture_asks_for_anything_from_elsewhere(name: str) -> None:
    links = re.findall(r"(?:href|src|url|@import)\W", drawn(name))
    assert links == []


def test_a_terminal_says_its_wires_colour_and_where_it_leads() -> None:
    button, knob = pin("pi.left_button"), pin("pi.knob_second")
    left = f"switch 1, left: blue to pin {button.header_pin} ({button.name})"
    assert left in texts_of("lit-button")
    assert f"B: violet to pin {knob.header_pin} ({knob.name})" in texts_of("knob")


def test_the_resistors_bands_are_its_value() -> None:
    assert list(bands(parts()["lamp-resistor"])) == [
        DRAWN[colour] for colour in ("RD", "RD", "BK", "BK", "BN")
    ]
