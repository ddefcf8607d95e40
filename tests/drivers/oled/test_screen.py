"""A screen on a simulated bus: on I2C, straight and through luma's real i2c, and on SPI."""

import errno
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import smbus2
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c

from cdgdevice.drivers.oled.framebuffer import Rotation
from cdgdevice.drivers.oled.i2c_bus import I2cBus
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, SSD1306, SSD1309, PanelChip
from cdgdevice.drivers.oled.screen import (
    REFRESH_INTERVAL,
    RETRY_INTERVAL,
    STUCK_RETRY_INTERVAL,
    PanelBus,
    Screen,
    SerialInterface,
)
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.fakes.recording_smbus import RecordingSMBus
from tests.drivers.oled.pictures import BLACK, WHITE, noise, number

LEFT = 0x3C
RIGHT = 0x3D


class LumaBus:
    """The simulated bus as luma's real i2c drives it when given an smbus."""

    def __init__(self, simulated: SimulatedI2cBus) -> None:
        self.name = simulated.name
        self.answers = simulated.answers
        self.transfer_cost = simulated.transfer_cost
        self.find_fault = simulated.find_fault
        self.scan_addresses = simulated.scan_addresses
        self.name_address = simulated.name_address
        self.explain_failure = simulated.explain_failure
        self._smbus = RecordingSMBus(listener=simulated.transfer)

    def open_serial(self, address: int) -> SerialInterface:
        serial: SerialInterface = i2c(bus=self._smbus, address=address)
        return serial


Wires = SimulatedI2cBus | SimulatedSpiBus


@dataclass(frozen=True, slots=True)
class Way:
    """A bus, where its left panel is, and what drives it."""

    bus: Callable[[dict[int, SimulatedPanel]], Wires]
    left: int
    over: Callable[[Any], PanelBus] = lambda wires: wires

    def lead_to(self, chip: PanelChip, **more: Any) -> tuple[Wires, SimulatedPanel, Screen]:
        """Give the bus, the left panel, and a screen that shows on it."""
        panel = SimulatedPanel(chip)
        wires = self.bus({self.left: panel})
        return wires, panel, Screen(chip, self.over(wires), self.left, **more)


I2C, LUMA_I2C = Way(SimulatedI2cBus, LEFT), Way(SimulatedI2cBus, LEFT, LumaBus)
SPI = Way(SimulatedSpiBus, 0)
WAYS = {"I2C": I2C, "luma's I2C": LUMA_I2C, "SPI": SPI}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def simulated(chip: PanelChip = SSD1309) -> SimulatedI2cBus:
    return SimulatedI2cBus({LEFT: SimulatedPanel(chip), RIGHT: SimulatedPanel(chip)})


@each_way
@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
@pytest.mark.parametrize("rotate", [0, 180])
def test_the_panel_shows_each_picture_in_turn(way: Way, chip: PanelChip, rotate: Rotation) -> None:
    _, panel, screen = way.lead_to(chip, rotate=rotate)
    for image in (number(1), number(2), noise(3), BLACK, WHITE, number(4)):
        show(screen, image)
        assert panel.picture() == image.rotate(rotate)
    assert screen.fault is None


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_the_panel_shows_the_picture_through_lumas_own_bus(
    chip: PanelChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = SimulatedPanel(chip)
    fake = RecordingSMBus([LEFT], lambda _address, payload: panel.receive(payload))
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: fake)
    screen = Screen(chip, I2cBus("/dev/i2c-1"), LEFT)
    show(screen, noise(1))
    show(screen, noise(2))
    assert panel.picture() == noise(2)
    screen.close()
    assert fake.closed


def test_nothing_is_sent_before_the_first_picture() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    screen.set_contrast(5)
    screen.check(0.0)
    assert (bus.wire_bytes, screen.deadline()) == (0, math.inf)


def test_the_same_picture_again_sends_nothing() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, number(1))
    sent = bus.wire_bytes
    show(screen, number(1))
    assert bus.wire_bytes == sent


@pytest.mark.parametrize(("chip", "most"), [(SSD1306, 40), (SH1106, 60)], ids=repr)
def test_a_changed_digit_takes_few_bytes(chip: PanelChip, most: int) -> None:
    bus = simulated(chip)
    screen = Screen(chip, bus, LEFT)
    show(screen, number(3))
    sent = bus.wire_bytes
    show(screen, number(4))
    assert 0 < bus.wire_bytes - sent <= most


def test_dimming_reaches_the_panel_and_stays_when_it_comes_back() -> None:
    panel = SimulatedPanel(SSD1309)
    bus = SimulatedI2cBus({LEFT: panel})
    screen = Screen(SSD1309, bus, LEFT, contrast=200)
    show(screen, number(1))
    assert panel.contrast == 200
    screen.set_contrast(10)
    assert panel.contrast == 10
    bus.unplug(LEFT)
    show(screen, number(2))
    bus.replug(LEFT)
    screen.check(0.0)
    assert panel.contrast == 10


def test_a_sleeping_panel_is_dark_and_wakes_with_the_newest_picture() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, number(1))
    screen.sleep()
    show(screen, number(2))
    assert bus.picture(LEFT) == BLACK
    screen.wake()
    assert bus.picture(LEFT) == number(2)


def test_a_panel_lost_while_asleep_comes_back_dark() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, number(1))
    screen.sleep()
    bus.unplug(LEFT)
    show(screen, number(2))
    bus.replug(LEFT)
    screen.check(0.0)
    assert (screen.fault, bus.picture(LEFT)) == (None, BLACK)
    screen.wake()
    assert bus.picture(LEFT) == number(2)


@pytest.mark.parametrize("way", [I2C, LUMA_I2C], ids=["I2C", "luma's I2C"])
@pytest.mark.parametrize("after", range(6))
def test_a_lost_panel_is_a_sentence_that_names_bus_address_and_who_answers(
    way: Way, after: int
) -> None:
    bus = simulated()
    screen = Screen(SSD1309, way.over(bus), LEFT)
    bus.unplug(LEFT, after)
    show(screen, noise(1))
    show(screen, noise(2))
    assert screen.fault == (
        "No screen answers at 0x3C on simulated I2C (these do: 0x3D): "
        "check its plug, and its address in the configuration."
    )


def test_with_no_panel_at_all_the_sentence_says_so() -> None:
    screen = Screen(SSD1306, SimulatedI2cBus({}), LEFT)
    show(screen, BLACK)
    assert "nor does anything else there" in screen.fault


def test_the_other_screen_goes_on_when_one_is_lost() -> None:
    bus = simulated()
    left = Screen(SSD1309, bus, LEFT)
    right = Screen(SSD1309, bus, RIGHT)
    bus.unplug(LEFT)
    show(left, number(1))
    show(right, number(2))
    assert (bus.picture(RIGHT), right.fault) == (number(2), None)


def test_a_healthy_screen_never_asks_to_be_woken() -> None:
    screen = Screen(SSD1309, simulated(), LEFT)
    show(screen, number(1))
    screen.check(0.0)
    assert screen.deadline() == math.inf


def test_a_lost_panel_is_tried_again_every_two_seconds_and_no_sooner() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    bus.unplug(LEFT)
    show(screen, number(1))
    screen.check(100.0)
    assert screen.deadline() == 100.0 + RETRY_INTERVAL
    sent = bus.wire_bytes
    screen.check(100.0 + RETRY_INTERVAL - 0.1)
    show(screen, number(2))
    screen.set_contrast(3)
    screen.sleep()
    screen.wake()
    assert bus.wire_bytes == sent
    bus.replug(LEFT)
    screen.check(100.0 + RETRY_INTERVAL)
    assert (screen.fault, screen.deadline()) == (None, math.inf)
    assert bus.picture(LEFT) == number(2)


def test_a_stuck_bus_is_tried_rarely_for_each_try_holds_the_game_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stuck = RecordingSMBus([LEFT])
    stuck.fail(LEFT, errno.ETIMEDOUT)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: stuck)
    screen = Screen(SSD1309, I2cBus("/dev/i2c-1"), LEFT)
    show(screen, number(1))
    screen.check(50.0)
    assert screen.deadline() == 50.0 + STUCK_RETRY_INTERVAL


def test_a_panel_put_back_unnoticed_shows_the_picture_after_the_next_refresh() -> None:
    bus = simulated()
    screen = Screen(SSD1309, bus, LEFT)
    show(screen, number(1))
    screen.check(0.0)
    bus.unplug(LEFT)
    bus.replug(LEFT)
    assert bus.picture(LEFT) == BLACK
    screen.check(REFRESH_INTERVAL)
    assert bus.picture(LEFT) == number(1)


@each_way
def test_a_refresh_never_blanks_a_panel_that_is_well(way: Way) -> None:
    bus, _, screen = way.lead_to(SSD1309)
    show(screen, noise(1))
    screen.check(0.0)
    seen = []
    bus.listen(lambda place: seen.append(bus.picture(place)))
    screen.check(REFRESH_INTERVAL)
    assert len(seen) > 3
    assert all(picture == noise(1) for picture in seen)


FRAMES = st.integers(0, 40).map(lambda value: number(value) if value < 20 else noise(value))
STEPS = st.one_of(
    st.tuples(st.just("show"), FRAMES),
    st.tuples(st.just("unplug"), st.integers(0, 12)),
    st.tuples(st.sampled_from(["replug", "sleep", "wake", "off", "on"]), st.none()),
    st.tuples(st.just("check"), st.floats(0, 15)),
    st.tuples(st.just("dim"), st.integers(0, 255)),
)


@each_way
@given(st.sampled_from(list(CHIPS.values())), st.lists(STEPS, max_size=25))
def test_whatever_happened_a_panel_put_back_shows_the_last_picture(
    way: Way, chip: PanelChip, steps: list[tuple[str, Any]]
) -> None:
    bus, panel, screen = way.lead_to(chip, contrast=99)
    now, last, light = 0.0, BLACK, 99
    show(screen, BLACK)
    for step, value in steps:
        match step:
            case "show":
                show(screen, value)
                last = value
            case "unplug":
                bus.unplug(way.left, value)
            case "replug":
                bus.replug(way.left)
            case "check":
                now += value
                screen.check(now)
            case "dim":
                screen.set_contrast(value)
                light = value
            case "sleep":
                screen.sleep()
            case "wake":
                screen.wake()
            case "off" | "on":
                bus.refusal = errno.ENOENT if step == "off" else 0
    bus.refusal = 0
    bus.replug(way.left)
    screen.wake()
    for wait in (RETRY_INTERVAL, REFRESH_INTERVAL):
        now += wait
        screen.check(now)
    assert (screen.fault, panel.contrast) == (None, light)
    assert bus.picture(way.left) == last
