"""The wires: each terminal gets what it needs, once, and nothing gets what it must not."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import PIN_KEYS
from hardware.tables import TablesError
from hardware.tables.builds import BUILDS
from hardware.tables.headers import HEADERS, Board
from hardware.tables.nets import find_nets
from hardware.tables.pins import Direction, read_pin_table
from hardware.tables.wired import wrong_wires
from hardware.tables.wires import End, Wire, read_all_wires, read_wires
from tests.hardware.known import parts

HARDWARE = Path(__file__).parents[2] / "hardware"
MAIN = ("solder-free", "minimal", "reference")


def place(word: str) -> str:
    """Give a Pi's pin as the wires have it, by its word in the pin table."""
    return f"pin {read_pin_table().pins[f'pi.{word}'].header_pin}"


def ends(build: str) -> list[End]:
    return [end for wire in read_wires(build) for end in (wire.start, wire.end)]


@pytest.mark.parametrize("build", BUILDS)
def test_every_terminal_has_the_wire_that_it_needs_and_nothing_meets_that_must_not(
    build: str,
) -> None:
    assert wrong_wires(build, read_wires(build), parts()) == ()


def broken(without: str = "", *more: tuple[str, str, str, str]) -> tuple[str, ...]:
    """What is said of the reference build without a wire to `without`, and with more wires."""
    wires = [
        wire
        for wire in read_wires("reference")
        if without not in (f"{wire.end.thing}.{wire.end.terminal}", wire.end.thing)
    ]
    for thing, terminal, other, where in more:
        build = frozenset({"reference"})
        start = End(thing, place(terminal) if terminal in PIN_KEYS else terminal)
        wires.append(Wire(build, start, End(other, where), "BK", 100, ""))
    return wrong_wires("reference", wires, parts())


@pytest.mark.parametrize(
    ("without", "more", "sentence"),
    [
        ("knob.A", (), "knob.A has no wire."),
        ("", (("pi", "pin 6", "clock_splice", "joint"),), "GND and clock are joined."),
        (
            "left_screen.VCC",
            (("pi", "pin 2", "left_screen", "VCC"),),
            "left_screen.VCC is wired to 5 V, not to 3.3 V.",
        ),
        ("", (("pi", "pin 2", "pi", "pin 17"),), "3V3 and 5V are joined."),
        (
            "knob.A",
            (("pi", "pin 17", "knob", "A"),),
            "knob.A is wired to 3.3 V, not to a line.",
        ),
        (
            "right_lamp.-",
            (("pi", "key_a", "right_lamp", "-"),),
            "right_lamp.- is wired to a line, not to ground.",
        ),
        (
            "",
            (("pi", "pin 6", "left_screen", "GND"),),
            "left_screen.GND has 2 wires; join them in a splice.",
        ),
        (
            "",
            (("pi", "pin 6", "left_screen", "BS1"),),
            "left_screen.BS1 has a wire and is no terminal to be wired.",
        ),
        (
            "left_screen.D0",
            (("pi", "left_button", "left_screen", "D0"),),
            "left_screen.D0 is wired to the pin of left_button.",
        ),
        (
            "knob.A",
            (("pi", "left_lamp", "knob", "A"),),
            "knob.A is wired to the pin of left_lamp, which drives its line.",
        ),
        (
            "left_button.switch 1",
            (("pi", "right_button", "left_button", "switch 1"),),
            "left_button.switch 1 is wired to the pin of right_button.",
        ),
        ("knob.A", (("knob", "A", "b_splice", "joint"),), "knob.A leads to no pin of a board."),
        ("", (("a_splice", "joint", "b_splice", "joint"),), "a_splice joins 1 wires; "),
        ("left_lamp.-", (), "lamp_ground_splice joins 2 wires; it needs three or more."),
    ],
)
def test_a_wrong_wire_is_found(
    without: str, more: tuple[tuple[str, str, str, str], ...], sentence: str
) -> None:
    said = broken(without, *more)
    assert any(one.startswith(f"reference: {sentence}") for one in said), said


def without_motor_wire(*swapped: tuple[str, str]) -> tuple[str, ...]:
    """What is said of the motor's wires where each first end is exchanged for the second."""
    other = {End(*old.split(".")): End(*new.split(".")) for old, new in swapped}
    wires = [
        replace(wire, start=other.get(wire.start, wire.start), end=other.get(wire.end, wire.end))
        for wire in read_wires("motor")
    ]
    return wrong_wires("motor", wires, parts())


@pytest.mark.parametrize(
    ("swapped", "sentence"),
    [
        # The diode the wrong way round.
        (
            (("diode.ring", "diode.anode"), ("diode.anode", "diode.ring")),
            "diode.ring is wired to a line, not to 3.3 V.",
        ),
        # Collector and emitter exchanged.
        (
            (
                ("transistor.emitter", "transistor.collector"),
                ("transistor.collector", "transistor.emitter"),
            ),
            "transistor.emitter is wired to a line, not to ground.",
        ),
        # The two resistors exchanged.
        (
            (
                ("base_resistor.2", "down_resistor.2"),
                ("down_resistor.2", "base_resistor.2"),
            ),
            "base_resistor.2 is wired to ground, not to a line.",
        ),
        # The motor at the pin itself, the base where the motor should be.
        (
            (("down_resistor.1", "motor.minus"), ("motor.minus", "down_resistor.1")),
            "motor.minus is wired straight to the pin of motor.",
        ),
        # The sensor left without its 3.3 V.
        ((("sensor.VIN", "diode.ring"),), "sensor.VIN has no wire."),
        # Ground on the pin beside it.
        (
            (("pico.pin 13", "pico.pin 12"),),
            "transistor.emitter is wired to a line, not to ground.",
        ),
    ],
)
def test_a_wrong_wire_of_the_motor_is_found(
    swapped: tuple[tuple[str, str], ...], sentence: str
) -> None:
    said = without_motor_wire(*swapped)
    assert f"motor: {sentence}" in said, said


@pytest.mark.parametrize("build", MAIN)
def test_a_build_wires_just_the_pins_of_its_configuration(build: str, tmp_path: Path) -> None:
    file = HARDWARE / f"{build}.toml"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    told = read_config(text, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=tmp_path)
    pins, screens = told.pins, told.screens
    configured = {*pins.inputs.values(), *pins.lamps.values()}
    header = HEADERS[Board.PI]
    gpios = {header[end.pin].gpio for end in ends(build) if end.pin} - {None}
    bus = {pin.gpio for pin in read_pin_table().of(Board.PI) if pin.direction is Direction.BUS}
    assert gpios == configured | (bus if screens.on_i2c else {*read_pin_table().spi.gpios})
    assert pins.buzzer is None


@pytest.mark.parametrize("build", MAIN)
def test_a_pin_is_wired_to_the_thing_that_it_is_named_after(build: str) -> None:
    """The program's word for a pin and the thing at the wire's other end are the same thing."""
    partner = {net_end: net for net in find_nets(read_wires(build)) for net_end in net.ends}
    for pin in read_pin_table().of(Board.PI):
        net = partner.get(End("pi", f"pin {pin.header_pin}"))
        if net is None or pin.direction is Direction.BUS:
            continue
        things = {end.thing for end in net.ends} - {"pi"}
        expected = "knob" if pin.word.startswith("knob") else pin.word.replace("lamp", "resistor")
        assert things == {expected}
        assert pin.word in PIN_KEYS


def test_the_die_tray_wires_all_the_pins_of_the_firmware() -> None:
    header = HEADERS[Board.PICO]
    gpios = {header[end.pin].gpio for end in ends("die-tray") if end.thing == "pico" and end.pin}
    assert gpios - {None} == {pin.gpio for pin in read_pin_table().of(Board.PICO) if pin.fitted}


@pytest.mark.parametrize("build", BUILDS)
def test_colours_tell_power_ground_and_bus(build: str) -> None:
    # The cable of STEMMA QT is sold with a blue wire for the data.
    data = "BU" if build == "solder-free" else "GN"
    usual = {"GND": "BK", "3V3": "RD", "sda": data, "scl": "YE"}
    for net in find_nets(read_wires(build)):
        ends = net.ends
        wires = [wire for wire in read_wires(build) if wire.start in ends or wire.end in ends]
        wires = [wire for wire in wires if not wire.is_leg]
        if not wires:  # legs alone, soldered to each other
            continue
        (colour,) = {wire.colour for wire in wires}
        assert colour == usual.get(net.name, colour)
        assert net.name in usual or colour not in ("BK", "RD")


def mistaken(tmp_path: Path, old: str, new: str) -> tuple[Wire, ...]:
    path = tmp_path / "wires.toml"
    path.write_text(
        '[[wire]]\nbuilds = ["minimal"]\nfrom = "pi.sda"\nto = "left_screen.Data"\n'
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
        (".Data", "", 'to: must name a terminal too, like "left_screen.GND".'),
        ('"GN"', '"GG"', 'colour: "GG" is not known.'),
        ('"minimal"', '"maximal"', 'builds[1]: "maximal" is not known. Did you mean "minimal"?'),
        ('["minimal"]', "[]", "builds: must not be empty."),
        ("200", "2000", "length_mm: must be a whole number from 10 to 400, not 2000."),
        ("length_mm", "long_mm", "long_mm: is not a known key."),
        (
            "left_screen",
            "left_sreen",
            'to: no file of parts/ has "left_sreen" wired in minimal. Did you mean "left_screen"?',
        ),
        (
            ".Data",
            ".Dta",
            'to: left_screen has no terminal "Dta" in minimal. Did you mean "Data"?',
        ),
        ('"minimal"', '"minimal", "reference"', 'no terminal "Data" in reference.'),
        ("pi.sda", "sda_splyce", 'from: no file of parts/ has "sda_splyce" wired in minimal.'),
        ("pi.sda", "sdb_splice", "sdb_splice joins 1 in minimal; a splice joins three wires or"),
        ("[[wire]]", "[[wires]]", "wire: is missing; write at least one such section."),
    ],
)
def test_a_mistake_in_a_wire_is_told_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(TablesError, match=re.escape(sentence)) as caught:
        mistaken(tmp_path, old, new)
    assert re.match(r"\S+/wires\.toml line \d+: ", str(caught.value))
