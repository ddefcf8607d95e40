"""The wires: each terminal gets what it needs, once, and nothing gets what it must not."""

import re
from pathlib import Path

import pytest

from cdgdevice.config import read_config
from cdgdevice.config.pins import WIRING
from hardware.tables import TablesError
from hardware.tables.builds import BUILDS
from hardware.tables.headers import HEADERS, Board
from hardware.tables.nets import find_nets
from hardware.tables.parts import read_parts
from hardware.tables.pins import Direction, read_pin_table
from hardware.tables.wired import wrong_wires
from hardware.tables.wires import End, Wire, read_all_wires, read_wires

HARDWARE = Path(__file__).parents[2] / "hardware"
PINS = read_pin_table()
PARTS = read_parts()
MAIN = ("minimal", "reference")


def ends(build: str) -> list[End]:
    return [end for wire in read_wires(build) for end in (wire.start, wire.end)]


@pytest.mark.parametrize("build", BUILDS)
def test_every_terminal_has_the_wire_that_it_needs_and_nothing_meets_that_must_not(
    build: str,
) -> None:
    assert wrong_wires(build, read_wires(build), PARTS) == ()


def broken(without: str = "", *more: tuple[str, str, str, str]) -> tuple[str, ...]:
    """What is said of the reference build without a wire to `without`, and with more wires."""
    wires = [
        wire
        for wire in read_wires("reference")
        if without not in (f"{wire.end.thing}.{wire.end.terminal}", wire.end.thing)
    ]
    for thing, terminal, other, where in more:
        build = frozenset({"reference"})
        wires.append(Wire(build, End(thing, terminal), End(other, where), "BK", 100, ""))
    return wrong_wires("reference", wires, PARTS)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (broken("knob.A"), "knob.A has no wire."),
        (broken("", ("pi", "pin 6", "sda_splice", "joint")), "GND and sda are joined."),
        (
            broken("left_screen.VCC", ("pi", "pin 2", "left_screen", "VCC")),
            "left_screen.VCC is wired to 5 V, not to 3.3 V.",
        ),
        (broken("", ("pi", "pin 2", "pi", "pin 17")), "3V3 and 5V are joined."),
        (
            broken("knob.A", ("pi", "pin 17", "knob", "A")),
            "knob.A is wired to 3.3 V, not to a line.",
        ),
        (
            broken("right_lamp.-", ("pi", "pin 36", "right_lamp", "-")),
            "right_lamp.- is wired to a line, not to ground.",
        ),
        (
            broken("", ("pi", "pin 6", "left_screen", "GND")),
            "left_screen.GND has 2 wires; join them in a splice.",
        ),
        (
            broken("", ("pi", "pin 6", "left_screen", "RES")),
            "left_screen.RES has a wire and is no terminal to be wired.",
        ),
        (broken("left_lamp.-"), "lamp_ground_splice joins 2 wires; it needs three or more."),
    ],
)
def test_a_wrong_wire_is_found(said: tuple[str, ...], sentence: str) -> None:
    assert f"reference: {sentence}" in said


@pytest.mark.parametrize("build", MAIN)
def test_a_build_wires_just_the_pins_of_its_configuration(build: str, tmp_path: Path) -> None:
    text = (HARDWARE / "minimal.toml").read_text(encoding="utf-8") if build == "minimal" else ""
    pins = read_config(text, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=tmp_path).pins
    configured = {*pins.inputs.values(), *pins.lamps.values()}
    header = HEADERS[Board.PI]
    gpios = {header[end.pin].gpio for end in ends(build) if end.pin} - {None}
    bus = {pin.gpio for pin in PINS.of(Board.PI) if pin.direction is Direction.BUS}
    assert gpios == configured | bus
    assert pins.buzzer is None


@pytest.mark.parametrize("build", MAIN)
def test_a_pin_is_wired_to_the_thing_that_it_is_named_after(build: str) -> None:
    """The program's word for a pin and the thing at the wire's other end are the same thing."""
    partner = {net_end: net for net in find_nets(read_wires(build)) for net_end in net.ends}
    for pin in PINS.of(Board.PI):
        net = partner.get(End("pi", f"pin {pin.header_pin}"))
        if net is None or pin.direction is Direction.BUS:
            continue
        things = {end.thing for end in net.ends} - {"pi"}
        expected = "knob" if pin.word.startswith("knob") else pin.word.replace("lamp", "resistor")
        assert things == {expected}
        assert pin.word in WIRING


def test_the_die_tray_wires_all_the_pins_of_the_firmware() -> None:
    header = HEADERS[Board.PICO]
    gpios = {header[end.pin].gpio for end in ends("die-tray") if end.thing == "pico" and end.pin}
    assert gpios - {None} == {pin.gpio for pin in PINS.of(Board.PICO)}


@pytest.mark.parametrize("build", BUILDS)
def test_colours_tell_power_ground_and_bus(build: str) -> None:
    usual = {"GND": "BK", "3V3": "RD", "sda": "GN", "scl": "YE"}
    for net in find_nets(read_wires(build)):
        ends = net.ends
        wires = [wire for wire in read_wires(build) if wire.start in ends or wire.end in ends]
        (colour,) = {wire.colour for wire in wires}
        assert colour == usual.get(net.name, colour)
        assert net.name in usual or colour not in ("BK", "RD")


def mistaken(tmp_path: Path, old: str, new: str) -> tuple[Wire, ...]:
    path = tmp_path / "wires.toml"
    path.write_text(
        '[[wire]]\nbuilds = ["minimal"]\nfrom = "pi.sda"\nto = "left_screen.SDA"\n'
        'colour = "GN"\nlength_mm = 200\n'.replace(old, new),
        encoding="utf-8",
    )
    return read_all_wires(path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("pi.sda", "pi.sdb", 'from: "pi.sdb" is no key of pins.toml and no power pin like'),
        ("pi.sda", "pi.gnd.10", 'from: "pi.gnd.10" is no key of pins.toml and no power pin'),
        ("pi.sda", "pi.3v3.9", 'from: "pi.3v3.9" is no key of pins.toml and no power pin'),
        ("pi.sda", "sda_splice.1", 'from: a splice has one joint; write "sda_splice".'),
        (".SDA", "", 'to: must name a terminal too, like "left_screen.GND".'),
        ('"GN"', '"GG"', 'colour: "GG" is not known.'),
        ('"minimal"', '"maximal"', 'builds[1]: "maximal" is not known. Did you mean "minimal"?'),
        ('["minimal"]', "[]", "builds: must name the builds that have this wire."),
        ("200", "2000", "length_mm: must be a whole number from 10 to 400, not 2000."),
        ("length_mm", "long_mm", "long_mm: is not a known key."),
    ],
)
def test_a_mistake_in_a_wire_is_told_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(TablesError, match=re.escape(sentence)):
        mistaken(tmp_path, old, new)
