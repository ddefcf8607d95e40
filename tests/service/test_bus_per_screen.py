"""Two panels at one address: each screen has a bus of its own."""

import errno
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.cli.gadget_commands import _KeepsSplash
from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled import last_words, panels, splash
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.drivers.oled.screen import STUCK_RETRY_INTERVAL
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import FindingKind
from cdgdevice.selftest.hardware_checks import open_screens
from cdgdevice.selftest.in_terminal import run_all
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern
from cdgdevice.service.world import open_buses
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.simulator.simulation import Simulation
from cdgdevice.system.folders import locate_splash_file
from cdgdevice.system.system_files import SystemFiles
from tests.selftest.found import a_bus, bench
from tests.selftest.pi_trees import zero_2_w
from tests.selftest.tried import Tried
from tests.whole_gadget import Gadget, plain

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
BOTH_AT_3C = '[screens.right]\nbus = "/dev/i2c-3"\naddress = 0x3C\n'
MIXED = '[screens.right]\nbus = "/dev/spidev1"\nchip_select = 0\n'


def configured(text: str = BOTH_AT_3C, **built: int) -> Config:
    """Return the configuration of a gadget whose screens this text says."""
    read = read_config(text, "c.toml", sheets=(), games=Path("/games")).screens
    config = plain(**built)
    return replace(config, screens=replace(config.screens, left=read.left, right=read.right))


@pytest.mark.parametrize("text", [BOTH_AT_3C, MIXED])
def test_each_press_gives_the_pictures_that_it_gives_on_one_bus(text: str) -> None:
    with Gadget(4, 2, 5) as usual, Gadget(4, 2, 5, config=configured(text)) as gadget:
        for control in (LEFT, KNOB, LEFT, RIGHT, KNOB):
            for each in (usual, gadget):
                each.press(control)
                each.passes(2.0)
            assert [gadget.picture(side) for side in Side] == [usual.picture(s) for s in Side]
        assert all(any(gadget.picture(side)) for side in Side)
        assert not gadget.front.faults


def test_a_bus_that_is_stuck_takes_the_other_screen_neither_picture_nor_press() -> None:
    with Gadget(4, 2, 5, config=configured()) as gadget:
        gadget.second.stuck, gadget.second.on_stuck = True, gadget.time.late
        gadget.press(LEFT).passes(2.0)
        assert list(gadget.front.faults) == [Side.RIGHT]
        began = gadget.picture(Side.LEFT)
        gadget.press(KNOB)
        assert gadget.reads(Side.LEFT)
        assert gadget.picture(Side.LEFT) != began
        gadget.second.stuck = False
        gadget.passes(STUCK_RETRY_INTERVAL + 1.0)
        assert not gadget.front.faults
        assert gadget.reads(Side.RIGHT)


def test_buses_are_opened_once_by_name() -> None:
    one = open_buses(configured("").screens.buses)
    assert one[Side.LEFT] is one[Side.RIGHT]
    two = open_buses(configured().screens.buses)
    assert [bus.name for bus in two.values()] == ["/dev/i2c-1", "/dev/i2c-3"]


def test_the_splash_and_the_last_words_are_on_both_buses(tmp_path: Path) -> None:
    config = configured()
    keeps = _KeepsSplash(config, tmp_path)
    with Gadget(config=config) as gadget:
        keeps(gadget.service)
    kept = Path(locate_splash_file(str(tmp_path)))
    places = splash.recall_places(str(kept))
    assert [(way, address) for _, way, address, _ in places] == [
        ("/dev/i2c-1", 0x3C),
        ("/dev/i2c-3", 0x3C),
    ]
    buses = {way: SimulatedI2cBus({0x3C: SimulatedPanel(SSD1309)}) for _, way, *_ in places}

    def send(way: str, address: int, payloads: list[bytes]) -> None:
        if way == "/dev/i2c-1":
            raise OSError(errno.ETIMEDOUT, "stuck")
        buses[way].replay((address, payload) for payload in payloads)

    mounts = tmp_path / "mounts"
    mounts.write_text("26 1 0:5 / /dev rw - devtmpfs udev rw\n")
    assert last_words.show_last_words(str(kept), str(mounts), send) == 0
    assert buses["/dev/i2c-3"].picture(0x3C).getbbox() is not None
    assert panels.find_panel(places[1][0]) is SSD1309


def test_the_self_test_scans_each_bus_and_names_it(tmp_path: Path) -> None:
    both = {Side.LEFT: a_bus(0x3C), Side.RIGHT: a_bus(0x3C, name="/dev/i2c-3")}
    told = [
        each.sentence
        for each in run_all(bench(zero_2_w(tmp_path), config=configured(), buses=both), None)
    ]
    assert "On /dev/i2c-1 answers 0x3C." in told
    assert "The left screen answers at 0x3C." in told
    assert "On /dev/i2c-3 answers 0x3C." in told
    assert "The right screen answers at 0x3C." in told


@pytest.mark.parametrize(
    ("text", "other", "advised"), [("", a_bus(0x3C), True), (BOTH_AT_3C, a_bus(0x50), False)]
)
def test_a_bus_of_its_own_is_advised_only_where_there_is_none(
    tmp_path: Path, text: str, other: SimulatedI2cBus, advised: bool
) -> None:
    config = configured(text)
    left = a_bus(0x3C) if text else other
    found = open_screens(
        config, {Side.LEFT: left, Side.RIGHT: other}, SystemFiles(zero_2_w(tmp_path))
    ).found
    told = next(each for each in found if each.what is FindingKind.SCREENS_MISSING).sentence
    assert told.startswith("The right screen does not answer")
    assert ("a bus of its own by the overlay i2c-gpio" in told) is advised


def test_of_an_overlay_s_bus_its_own_pins_and_speed_are_told(tmp_path: Path) -> None:
    tree = zero_2_w(tmp_path)
    speed = tree / "sys/bus/i2c/devices/i2c-3/of_node"
    speed.mkdir(parents=True)
    (speed / "clock-frequency").write_bytes((100_000).to_bytes(4, "big"))
    both = {Side.LEFT: a_bus(0x3C), Side.RIGHT: a_bus(name="/dev/i2c-3")}
    told = {
        each.what: each.sentence
        for each in open_screens(configured(), both, SystemFiles(tree)).found
    }
    assert "SDA and SCL to the pins of its overlay" in told[FindingKind.BUS_EMPTY]
    assert "add baudrate=400000 to its overlay" in told[FindingKind.BUS_SLOW]


def test_the_gadget_s_own_self_test_asks_no_stuck_bus_but_the_other_one(tmp_path: Path) -> None:
    with Tried(4, tree=zero_2_w(tmp_path), config=configured()) as gadget:
        gadget.second.stuck, gadget.second.on_stuck = True, gadget.time.late
        gadget.press(LEFT).passes(5.0)
        found = gadget.checks_in_time()
    told = {each.what: each.sentence for each in found}
    assert told[FindingKind.SCREENS_ANSWER] == "The left screen answers at 0x3C."
    assert "0x3C on /dev/i2c-3" in told[FindingKind.SCREENS_MISSING]


def test_screens_in_each_other_s_places_are_exchanged_by_the_keys_that_place_them() -> None:
    told = judge_pattern(SeenPattern.SWAPPED, Side.LEFT, configured().screens).sentence
    assert "bus, address, chip_select and reset in [screens.left] and [screens.right]" in told


def test_of_another_spi_bus_no_pins_are_told_that_are_not_its_own() -> None:
    told = judge_pattern(SeenPattern.DARK, Side.RIGHT, configured(MIXED).screens).sentence
    assert "DC to GPIO24, RES to GPIO23 and CS, D0 and D1 to the pins of /dev/spidev1" in told
    assert "GPIO11" not in told


@pytest.mark.parametrize("text", [BOTH_AT_3C, MIXED])
def test_the_simulator_has_a_bus_for_each_screen(text: str) -> None:
    with Simulation(configured(text)) as simulation:
        left, right = (simulation.world.buses[side] for side in Side)
        assert left is not right
        right.open_serial(simulation._addresses[Side.RIGHT]).command(0xA5, 0xAF)
        assert simulation.picture(Side.RIGHT).getextrema() == (1, 1)
        assert simulation.picture(Side.LEFT).getbbox() is None
