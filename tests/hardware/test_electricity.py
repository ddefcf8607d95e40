"""The sums of electricity hold, and would not if something dangerous were wired or bought."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isinf, log
from pathlib import Path

import pytest

from hardware.electricity.builds import circuit_of, sums_of
from hardware.electricity.bus import FAST, STANDARD
from hardware.electricity.lamps import glows
from hardware.electricity.sums import Sum
from hardware.electricity.things import Circuit
from hardware.tables.builds import Build
from hardware.tables.nets import find_nets
from hardware.tables.parts import Joint, Part, Wired
from hardware.tables.pins import read_pins
from hardware.tables.wires import End, Wire
from tests.hardware.known import parts


def reference() -> Circuit:
    return circuit_of(Build.REFERENCE, parts())


def broken(circuit: Circuit) -> set[str]:
    return {row.what for row in sums_of(circuit) if not row.holds}


def row_of(circuit: Circuit, what: str) -> Sum:
    return next(row for row in sums_of(circuit) if what in row.what)


def with_figure(part: str, name: str, value: float) -> Mapping[str, Part]:
    old = parts()[part]
    figure = replace(old.figure(name), value=value)
    return {**parts(), part: replace(old, electric={**old.electric, name: figure})}


def rewired(circuit: Circuit, change: Callable[[Wire], Wire | None]) -> Circuit:
    wires = (change(wire) for wire in circuit.wires)
    return replace(circuit, wires=tuple(wire for wire in wires if wire is not None))


@pytest.mark.parametrize("build", Build)
def test_every_sum_of_a_build_holds(build: Build) -> None:
    assert broken(circuit_of(build, parts())) == set()


@pytest.mark.parametrize("build", Build)
def test_every_figure_of_a_sum_says_who_tells_it(build: Build) -> None:
    for row in sums_of(circuit_of(build, parts())):
        assert row.limit.told_by
        assert all(figure.told_by for figure in row.figures)
        assert row.figures, row.what


def test_the_list_of_parts_tells_what_a_supply_must_give() -> None:
    page = (Path(__file__).parents[2] / "hardware" / "PARTS.md").read_text(encoding="utf-8")
    (trap,) = (line for line in page.split("\n- ") if line.startswith("**Supply:**"))
    text = " ".join(trap.split())
    for build in (Build.SOLDER_FREE, Build.REFERENCE):
        assert f" {row_of(circuit_of(build, parts()), 'supply').total:,.0f} mA" in text


def test_every_pin_that_is_wired_or_an_option_has_its_sum() -> None:
    both = (reference(), circuit_of(Build.FOUR_PINS, parts()))
    rows = {row.what for circuit in both for row in sums_of(circuit)}
    pins = [pin for pin in read_pins().values() if pin.board.value == "pi"]
    assert {f"pin {pin.header_pin}, {pin.name}: {pin.meaning}" for pin in pins} <= rows


def test_a_lamps_current_is_what_ohm_says_at_the_worst() -> None:
    high = parts()["pi"].figure("rail_high_V").value
    drop = parts()["lit-button"].figure("forward_low_V").value
    ohm = parts()["lamp-resistor"].figure("resistance_ohm").value
    tolerance = parts()["lamp-resistor"].figure("tolerance_percent").value
    pin = row_of(reference(), "lamp in the left button")
    assert pin.total == pytest.approx(1000 * (high - drop) / (ohm * (1 - tolerance / 100)))


def test_the_supply_gives_what_both_boards_take() -> None:
    supply = row_of(reference(), "supply")
    rail = row_of(reference(), "3.3 V rail of the Pi, at its most")
    loads = {load.what: load.amount for load in supply.loads}
    assert loads["Pi itself"] == parts()["pi"].figure("most_mA").value
    assert loads["Pico itself"] == parts()["pico"].figure("most_mA").value
    assert loads["3.3 V rail of the Pi, at its most, seen from 5 V"] * 4.75 > rail.total * 3.3


def test_a_resistor_of_ten_ohms_is_found() -> None:
    circuit = replace(reference(), parts=with_figure("lamp-resistor", "resistance_ohm", 10))
    found = broken(circuit)
    assert {what for what in found if "lamp in the" in what} != set()
    assert "all pins at once" in found
    assert "left resistor: heat" in found


def test_a_lamp_without_a_resistor_is_found() -> None:
    def past_the_resistor(wire: Wire) -> Wire | None:
        if wire.end.thing == "left_resistor":
            return replace(wire, end=End("left_lamp", "+"))
        return None if wire.start.thing == "left_resistor" else wire

    circuit = rewired(reference(), past_the_resistor)
    assert isinf(row_of(circuit, "lamp in the left button").total)
    assert any("lamp in the left button" in what for what in broken(circuit))


def test_screens_fed_with_five_volts_are_found_at_the_pis_pins() -> None:
    def from_five(wire: Wire) -> Wire:
        fed = wire.end.terminal == "VCC"
        return replace(wire, start=End("pi", "pin 2")) if fed else wire

    circuit = rewired(reference(), from_five)
    five = parts()["power-supply"].figure("supply_V")
    assert broken(circuit) == {"highest voltage at a pin of the Pi"}
    assert row_of(circuit, "highest voltage").total == five.value


def test_three_more_modules_on_the_bus_are_found() -> None:
    circuit = circuit_of(Build.FOUR_PINS, parts())
    more = ("third_screen", "fourth_screen", "fifth_screen")
    screen = parts()["large-screen"]
    wired = tuple(
        Wired(thing, circuit.build, screen.wired[0].terminals, Joint.SOCKET) for thing in more
    )
    wires = tuple(
        replace(wire, end=replace(wire.end, thing=thing))
        for thing in more
        for wire in circuit.wires
        if wire.end.thing == "right_screen"
    )
    crowded = replace(
        circuit,
        wires=circuit.wires + wires,
        parts={**parts(), "large-screen": replace(screen, wired=screen.wired + wired)},
    )
    assert {
        "SDA and SCL of the Pi: current at 0.4 V",
        "3.3 V rail of the Pi, at its most",
    } <= broken(crowded)


def rises(circuit: Circuit) -> list[Sum]:
    return [row for row in sums_of(circuit) if "rise" in row.what]


def test_the_tray_s_bus_holds_at_its_slow_clock_with_wires_of_any_ribbon() -> None:
    tray = circuit_of(Build.DIE_TRAY, parts())
    for length in (150, 200, 300):
        longer = rewired(tray, lambda wire, mm=length: replace(wire, length_mm=mm))
        assert broken(longer) == set()
    assert {row.limit for row in rises(tray)} == {STANDARD}


def test_at_the_fast_clock_the_sensor_s_own_side_would_rise_too_slowly() -> None:
    tray = circuit_of(Build.DIE_TRAY, parts())
    assert [row.what for row in rises(tray) if row.total > FAST.amount] == [
        "SDA and SCL of the Pico: rise, through the Pico and sensor",
        "SDA and SCL of the Pico: rise, at sensor's chip",
    ]


def test_behind_a_level_shifter_a_line_rises_as_its_two_parts_say() -> None:
    (_, far) = rises(circuit_of(Build.DIE_TRAY, parts()))
    sensor = parts()["colour-sensor"]
    alone = 1.05 * sensor.figure("pull_up_ohm").value
    held = sum(
        sensor.figure(f"{name}_pF").value for name in ("i2c_input", "chip_tracks", "shifter_chip")
    )
    lets_go = 3.3 - sensor.figure("shifter_threshold_V").value
    second = alone * held * log((3.3 - lets_go) / (0.3 * 3.3)) / 1000
    first = next(load.amount for load in far.loads if "both sides" in load.what)
    assert far.total == pytest.approx(first + second)


def test_a_bus_of_weak_pull_ups_rises_too_slowly() -> None:
    circuit = circuit_of(Build.DIE_TRAY, with_figure("colour-sensor", "pull_up_ohm", 47_000))
    assert any("rise" in what for what in broken(circuit))


def test_a_short_circuit_between_supply_and_ground_is_one_net() -> None:
    wire = Wire(frozenset(), End("pi", "pin 1"), End("pi", "pin 6"), "RD", 100, "")
    (net,) = find_nets((wire,))
    assert net.name == "3V3 and GND"


def test_a_part_that_nobody_wired_is_told_with_a_remedy() -> None:
    with pytest.raises(KeyError, match=r"no file in parts/ is wired as middle_screen"):
        reference().part("middle_screen")


def test_a_lamp_of_the_listed_part_is_dim_and_by_how_much() -> None:
    here, bare, made_for = glows(reference())
    assert here.amount == pytest.approx(1000 * (3.3 - 2.8) / (220 + 500))
    assert bare.amount == pytest.approx(1000 * (3.3 - 2.8) / 500)
    assert made_for.amount > 4 * here.amount
    worst = row_of(reference(), "lamp in the left button").total
    assert worst > 4 * here.amount, "the pin is counted at its worst, not as it is"
    assert glows(circuit_of(Build.MINIMAL, parts())) == ()


def test_a_transistor_that_cannot_switch_the_buzzer_is_found() -> None:
    weak = with_figure("buzzer-transistor", "collector_for_1_base_mA", 30)
    assert broken(replace(reference(), parts=weak)) == {"the buzzer's transistor"}
    large = with_figure("base-resistor", "resistance_ohm", 4700)
    assert broken(replace(reference(), parts=large)) == {"the buzzer's transistor"}


@pytest.mark.parametrize(
    ("part", "figure", "value", "what"),
    [
        ("motor-transistor", "collector_for_1_base_mA", 30, "the motor's transistor"),
        ("motor-base-resistor", "resistance_ohm", 2200, "the motor's transistor"),
        ("vibration-motor", "most_mA", 200, "the motor's transistor"),
        (
            "motor-down-resistor",
            "resistance_ohm",
            10_000,
            "the motor's pin, asked whether it is there",
        ),
    ],
)
def test_a_motor_that_is_not_switched_or_not_noticed_is_found(
    part: str, figure: str, value: float, what: str
) -> None:
    tray = circuit_of(Build.DIE_TRAY, with_figure(part, figure, value))
    assert broken(tray) == {what}


def test_the_motor_is_in_the_sums_of_its_rail_and_of_the_supply() -> None:
    tray = circuit_of(Build.DIE_TRAY, with_figure("vibration-motor", "most_mA", 0))
    here = circuit_of(Build.DIE_TRAY, parts())
    rail = "3.3 V rail of the Pico, at its most"
    most = parts()["vibration-motor"].figure("most_mA").value
    assert row_of(here, rail).total - row_of(tray, rail).total == pytest.approx(most)
    box = circuit_of(Build.REFERENCE, tray.parts)
    supply = "supply, with the die tray"
    assert row_of(reference(), supply).total - row_of(box, supply).total > 0.7 * most
