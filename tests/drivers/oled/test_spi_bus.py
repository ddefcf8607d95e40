"""Screens on SPI: our own driver and luma's `spi`, over simulated lines and a simulated spidev."""

import errno
import math
import sys

import pytest

from cdgdevice.drivers.oled.panels import SH1106, SSD1306, SSD1309, PanelChip
from cdgdevice.drivers.oled.screen import REFRESH_INTERVAL, BusSettings, Screen
from cdgdevice.drivers.oled.spi_bus import CLOCK_HZ, SharedLines, SpiBus, open_spidev, shared_lines
from cdgdevice.errors import HardwareError
from cdgdevice.rules.card_display import Side
from cdgdevice.service.world import open_bus, open_buses
from cdgdevice.simulator.simulated_hardware import DATA_COMMAND, RESETS, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.oled.pictures import BLACK, WHITE, noise

LEFT, RIGHT = 0, 1


def simulated(chip: PanelChip = SSD1309) -> SimulatedSpiBus:
    return SimulatedSpiBus({LEFT: SimulatedPanel(chip), RIGHT: SimulatedPanel(chip)})


@pytest.mark.parametrize(("chip", "most"), [(SSD1306, 60), (SH1106, 100)], ids=repr)
def test_a_changed_corner_takes_few_bytes(chip: PanelChip, most: int) -> None:
    bus = simulated(chip)
    screen = Screen(chip, bus, LEFT)
    show(screen, BLACK)
    sent = bus.wire_bytes
    corner = BLACK.copy()
    corner.paste(1, (0, 0, 20, 16))
    show(screen, corner)
    assert 0 < bus.wire_bytes - sent <= most
    assert bus.picture(LEFT) == corner


def test_each_screen_has_its_own_picture_and_is_reset_without_the_other() -> None:
    bus = simulated()
    left, right = Screen(SSD1309, bus, LEFT), Screen(SSD1309, bus, RIGHT)
    show(right, noise(2))
    show(left, noise(1))
    assert (bus.picture(LEFT), bus.picture(RIGHT)) == (noise(1), noise(2))
    left.sleep()
    left.wake()
    assert (bus.picture(LEFT), bus.picture(RIGHT)) == (noise(1), noise(2))
    assert bus.clock_hz == CLOCK_HZ


def test_the_lines_are_taken_while_a_screen_uses_them_and_then_let_go_of() -> None:
    bus = simulated()
    left, right = Screen(SSD1309, bus, LEFT), Screen(SSD1309, bus, RIGHT)
    assert bus.levels == {}
    show(left, BLACK)
    show(right, BLACK)
    assert set(bus.levels) == {DATA_COMMAND, *RESETS.values()}
    assert bus.levels[RESETS[LEFT]]
    left.close()
    assert set(bus.levels) == {DATA_COMMAND, RESETS[RIGHT]}
    show(right, WHITE)
    assert bus.picture(RIGHT) == WHITE
    right.close()
    assert bus.levels == {}
    assert bus.picture(RIGHT) == WHITE


def test_a_board_without_a_reset_pin_needs_no_line_for_it() -> None:
    panel = SimulatedPanel(SSD1309)
    bus = SimulatedSpiBus({LEFT: panel}, resets={LEFT: None})
    show(Screen(SSD1309, bus, LEFT), noise(1))
    assert set(bus.levels) == {DATA_COMMAND}
    assert bus.picture(LEFT) == noise(1)


def test_a_panel_that_is_pulled_out_is_not_missed_and_disturbs_nobody() -> None:
    bus = simulated()
    left, right = Screen(SSD1309, bus, LEFT), Screen(SSD1309, bus, RIGHT)
    bus.unplug(LEFT, after=3)
    show(left, noise(1))
    show(right, noise(2))
    assert (left.fault, left.deadline()) == (None, math.inf)
    assert (bus.picture(LEFT), bus.picture(RIGHT)) == (BLACK, noise(2))


def test_a_panel_that_came_up_confused_is_reset_when_it_wakes() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, noise(1))
    bus.unplug(LEFT)
    bus.replug(LEFT, confused=True)
    screen.check(0.0)
    screen.check(REFRESH_INTERVAL)
    assert bus.picture(LEFT) == BLACK
    screen.sleep()
    screen.wake()
    assert bus.picture(LEFT) == noise(1)


def test_a_bus_that_is_switched_off_is_a_sentence_and_tried_again() -> None:
    bus = simulated()
    bus.missing = True
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, noise(1))
    assert screen.fault == (
        "There is no SPI bus /dev/spidev0.0: switch SPI on with "
        '"sudo raspi-config nonint do_spi 0" and restart.'
    )
    assert bus.levels == {}
    bus.missing = False
    screen.check(0.0)
    assert (screen.fault, bus.picture(LEFT)) == (None, noise(1))


def test_a_transfer_that_fails_is_a_sentence_and_the_screen_comes_back() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, BLACK)
    bus.missing = True
    show(screen, noise(1))
    assert screen.fault.startswith("/dev/spidev0.0 fails (")
    bus.missing = False
    screen.check(0.0)
    assert bus.picture(LEFT) == noise(1)


def test_a_line_that_another_program_has_is_named() -> None:
    bus = simulated()
    other = Screen(SSD1309, bus, LEFT)
    show(other, BLACK)
    mine = SpiBus("/dev/spidev0", DATA_COMMAND, RESETS, SharedLines(lambda: bus), bus.open_device)
    with pytest.raises(HardwareError, match=f"GPIO{DATA_COMMAND} is in use by cdgdevice"):
        mine.open_serial(RIGHT)
    assert set(bus.levels) == {DATA_COMMAND, RESETS[LEFT]}


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "sudo usermod -aG spi USER"),
        (errno.ENOENT, "sudo raspi-config nonint do_spi 0"),
        (errno.ENOTTY, "check the buses of the screens in the configuration"),
    ],
)
def test_a_file_that_does_not_open_is_a_sentence_with_the_remedy(
    number: int, sentence: str
) -> None:
    bus = simulated()
    bus.refusal = number
    with pytest.raises(HardwareError, match=sentence):
        bus.open_serial(LEFT)
    assert sentence in bus.find_fault()
    assert bus.levels == {}


def test_without_its_library_the_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(HardwareError, match=r"A screen on SPI needs the package spidev: run `"):
        open_spidev()


def test_a_bus_of_spi_says_that_nothing_on_it_answers() -> None:
    bus = open_bus(BusSettings("/dev/spidev7", data_command=24, resets={0: 25}))
    assert isinstance(bus, SpiBus)
    assert not bus.answers
    assert bus.scan_addresses() == ()
    assert [bus.name_address(select) for select in (0, 1)] == ["CE0", "CE1"]
    assert bus.find_fault() == (
        "There is no SPI bus /dev/spidev7.0: add the line dtoverlay=spi7-1cs to config.txt and "
        "restart."
    )


def test_two_buses_share_the_line_that_tells_pixels_from_commands() -> None:
    wires = simulated()
    lines = SharedLines(lambda: wires)
    first, second = (
        Screen(
            SSD1309,
            SpiBus(name, DATA_COMMAND, {at: RESETS[at]}, lines, wires.open_device, (0.0, 0.0)),
            at,
        )
        for name, at in (("/dev/spidev0", LEFT), ("/dev/spidev1", RIGHT))
    )
    for number in range(3):
        show(first, noise(number))
        show(second, noise(number + 9))
        assert first.fault is second.fault is None
        assert (wires.picture(LEFT), wires.picture(RIGHT)) == (noise(number), noise(number + 9))
    first.close()
    show(second, noise(7))
    assert wires.picture(RIGHT) == noise(7)
    second.close()
    assert wires.levels == {}


def test_the_buses_of_this_computer_share_its_lines() -> None:
    shared = shared_lines()
    settings = {
        side: BusSettings(f"/dev/spidev{number}", data_command=24)
        for number, side in enumerate(Side)
    }
    buses = open_buses(settings)
    assert [bus.name for bus in buses.values()] == ["/dev/spidev0", "/dev/spidev1"]
    assert all(isinstance(bus, SpiBus) and bus._lines is shared for bus in buses.values())
