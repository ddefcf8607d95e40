"""Panels on I2C whose board leaves RES to its user: they acknowledge nothing until it was low."""

from pathlib import Path
from typing import Any

import pytest
from luma.core.interface.serial import i2c

from cdgdevice.config.config_file import read_config
from cdgdevice.drivers.oled import i2c_bus, splash
from cdgdevice.drivers.oled.i2c_bus import I2cBus
from cdgdevice.drivers.oled.panels import CHIPS, SSD1309, PanelChip
from cdgdevice.drivers.oled.reset_lines import ResetLines
from cdgdevice.drivers.oled.screen import RETRY_INTERVAL, Screen
from cdgdevice.errors import HardwareError
from cdgdevice.rules.card_display import Side
from cdgdevice.service.world import open_bus
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.fakes.recording_smbus import RecordingSMBus
from tests.drivers.oled.pictures import BLACK, PICTURE
from tests.drivers.oled.raw_kernel import RawKernel
from tools import make_splash

LEFT, RIGHT, PIN = 0x3C, 0x3D, 16


def bus_with(resets: dict[int, int | None], chip: PanelChip = SSD1309) -> SimulatedI2cBus:
    """A bus with a panel that needs a reset, and one that does not."""
    panels = {LEFT: SimulatedPanel(chip, needs_reset=True), RIGHT: SimulatedPanel(chip)}
    return SimulatedI2cBus(panels, resets=resets)


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_a_panel_that_needs_a_reset_shows_its_pictures_over_its_line(chip: PanelChip) -> None:
    bus = bus_with({LEFT: PIN, RIGHT: None}, chip)
    left, right = Screen(chip, bus, LEFT), Screen(chip, bus, RIGHT)
    for image in (PICTURE, BLACK, PICTURE):
        show(left, image)
        show(right, image)
        assert (bus.picture(LEFT), bus.picture(RIGHT)) == (image, image)
    assert (left.fault, right.fault) == (None, None)


def test_a_panel_that_needs_a_reset_does_not_answer_without_its_line() -> None:
    bus = bus_with({})
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, PICTURE)
    assert "No screen answers at 0x3C" in screen.fault
    assert bus.scan_addresses() == (RIGHT,)


def test_a_panel_that_was_pulled_out_is_reset_when_it_is_back() -> None:
    bus = bus_with({LEFT: PIN})
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, BLACK)
    bus.unplug(LEFT)
    show(screen, PICTURE)
    assert screen.fault is not None
    bus.replug(LEFT)
    screen.check(RETRY_INTERVAL)
    assert (screen.fault, bus.picture(LEFT)) == (None, PICTURE)


def test_a_panel_that_was_back_before_anybody_missed_it_is_reset_too() -> None:
    bus = bus_with({LEFT: PIN})
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, BLACK)
    bus.unplug(LEFT)
    bus.replug(LEFT)
    show(screen, PICTURE)
    screen.check(RETRY_INTERVAL)
    assert (screen.fault, bus.picture(LEFT)) == (None, PICTURE)


def test_a_scan_finds_a_panel_that_was_not_reset_yet_and_blanks_none_that_is_lit() -> None:
    bus = bus_with({LEFT: PIN})
    assert bus.scan_addresses() == (LEFT, RIGHT)
    show(Screen(SSD1309, bus, LEFT), PICTURE)
    assert bus.scan_addresses() == (LEFT, RIGHT)
    assert bus.picture(LEFT) == PICTURE


def test_a_line_that_another_program_holds_is_told_with_its_owner() -> None:
    bus = bus_with({LEFT: PIN})
    screen = Screen(SSD1309, bus, LEFT)
    held = ResetLines({LEFT: PIN}, lambda: bus, (0.0, 0.0))
    lent = held.attach(LEFT, i2c_bus.TransferInterface(bus.transfer, LEFT))
    show(screen, PICTURE)
    assert f"GPIO{PIN}" in screen.fault
    lent.cleanup()
    screen.check(RETRY_INTERVAL)
    assert (screen.fault, bus.picture(LEFT)) == (None, PICTURE)


def test_luma_s_own_i2c_reaches_a_panel_that_was_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = bus_with({LEFT: PIN})

    def opened(port: object, address: int) -> Any:
        assert port == 1
        return i2c(bus=RecordingSMBus(listener=wires.transfer), address=address)

    monkeypatch.setattr(i2c_bus, "i2c", opened)
    bus = I2cBus("/dev/i2c-1", resets=ResetLines({LEFT: PIN}, lambda: wires, (0.0, 0.0)))
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, PICTURE)
    assert (screen.fault, wires.picture(LEFT)) == (None, PICTURE)


def test_the_configuration_s_reset_is_driven_on_i2c(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[screens.left]\nreset = 16\n"
    config = read_config(text, "c.toml", sheets=["paths-of-glory-2022"], games=Path("/games"))
    wires = bus_with({LEFT: PIN})
    monkeypatch.setattr("cdgdevice.drivers.gpio.pin_factory.open_real_chips", lambda: wires)
    monkeypatch.setattr("cdgdevice.drivers.oled.reset_lines.time.sleep", lambda _: None)
    smbus = RecordingSMBus(listener=wires.transfer)
    monkeypatch.setattr(i2c_bus, "i2c", lambda port, address: i2c(bus=smbus, address=address))
    screen = Screen(SSD1309, open_bus(config.screens.buses[Side.LEFT]), LEFT)
    show(screen, PICTURE)
    assert (screen.fault, wires.picture(LEFT)) == (None, PICTURE)


def test_a_bus_that_is_missing_keeps_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(port: object, address: int) -> Any:
        raise FileNotFoundError

    wires = bus_with({LEFT: PIN})
    lines = ResetLines({LEFT: PIN}, lambda: wires, (0.0, 0.0))
    monkeypatch.setattr(i2c_bus, "i2c", missing)
    with pytest.raises(HardwareError, match="There is no I2C bus"):
        I2cBus("/dev/i2c-1", resets=lines).open_serial(LEFT)
    lines.attach(LEFT, i2c_bus.TransferInterface(wires.transfer, LEFT)).cleanup()


@pytest.mark.parametrize("rotate", [0, 180])
def test_the_splash_resets_a_panel_on_i2c(rotate: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = RawKernel({LEFT: SimulatedPanel(SSD1309, needs_reset=True)}, {LEFT: PIN})
    kernel.install(monkeypatch)
    splash.show_splash([("ssd1309", "/dev/i2c-1", LEFT, rotate)])
    assert not kernel.panels[LEFT].on
    splash.show_splash([("ssd1309", f"/dev/i2c-1 {PIN}", LEFT, rotate)])
    assert kernel.panels[LEFT].picture() == make_splash.load_splash_picture("splash").rotate(rotate)
    assert (kernel.levels, kernel.pulled_up) == ({}, {PIN})


@pytest.mark.parametrize(
    ("way", "right"),
    [
        ("/dev/i2c-1 16", True),
        ("/dev/i2c-3 unacknowledged 16", True),
        ("/dev/i2c-3 16 unacknowledged", False),
        ("/dev/i2c-1 28", False),
        ("/dev/i2c-1 16 17", False),
        ("/dev/i2c-1 -1", False),
    ],
)
def test_a_way_on_i2c_ends_in_one_reset_line_at_most(way: str, right: bool) -> None:
    assert splash.is_way(way, LEFT) is right
