"""The whole gadget with its screens on SPI, beside the same gadget with its screens on I2C."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.screen import REFRESH_INTERVAL
from cdgdevice.rules.card_display import Side
from cdgdevice.service.front_panel import DIM_CONTRAST
from cdgdevice.simulator.simulation import Simulation
from tests.selftest.pi_trees import zero_2_w
from tests.selftest.tried import Tried
from tests.whole_gadget import Gadget, plain

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
SELECTS = {Side.LEFT: 0, Side.RIGHT: 1}


@contextmanager
def on_spi(*dice: int, **built: int) -> Iterator[Gadget]:
    config = plain(**built)
    screens = replace(config.screens, bus="/dev/spidev0")
    with Gadget(*dice, config=replace(config, screens=screens)) as gadget:
        yield gadget


def seen(gadget: Gadget) -> list[bytes]:
    return [gadget.picture(side) for side in Side]


def test_each_press_gives_the_pictures_that_it_gives_on_i2c() -> None:
    with Gadget(4, 2, 5) as usual, on_spi(4, 2, 5) as gadget:
        for _ in range(3):
            for control in (LEFT, KNOB, LEFT, RIGHT):
                usual.press(control)
                gadget.press(control)
                assert seen(gadget) == seen(usual)
            for each in (usual, gadget):
                each.turn(1)
                each.passes(2.0)
            assert seen(gadget) == seen(usual)
        assert any(any(picture) for picture in seen(gadget))
        assert not gadget.service.front_panel.faults


def test_a_screen_that_nobody_touches_dims_goes_dark_and_comes_back() -> None:
    with (
        Gadget(4, dim_after=120, dark_after=300) as usual,
        on_spi(4, dim_after=120, dark_after=300) as gadget,
    ):
        gadget.passes(121.0)
        assert [panel.contrast for panel in gadget.spi_panels.values()] == 2 * [DIM_CONTRAST]
        gadget.passes(200.0)
        assert not any(any(picture) for picture in seen(gadget))
        usual.passes(321.0)
        for each in (usual, gadget):
            each.press(LEFT)
        assert seen(gadget) == seen(usual)
        assert any(any(picture) for picture in seen(gadget))


def test_a_screen_put_back_shows_the_game_again_and_stops_nothing_meanwhile() -> None:
    with on_spi(4) as gadget:
        gadget.spi.unplug(SELECTS[Side.LEFT])
        gadget.press(LEFT)
        assert gadget.answers() == 1
        gadget.spi.replug(SELECTS[Side.LEFT])
        gadget.passes(REFRESH_INTERVAL + 1.0)
        gadget.turn(1)
        assert gadget.reads()
        assert any(gadget.picture(Side.LEFT))


def test_the_self_test_asks_what_is_seen_on_screens_that_can_t_answer(tmp_path: Path) -> None:
    config = plain()
    config = replace(config, screens=replace(config.screens, bus="/dev/spidev0"))
    with Tried(4, tree=zero_2_w(tmp_path), config=config) as gadget:
        gadget.begins()
        assert gadget.reads() == "Test pattern: left screen\nCE0 SSD1309\nPress to go on."
        gadget.press(KNOB)
        gadget.turn(-1)
        gadget.turn(8)
        assert "Nothing, highlighted" in gadget.reads()
        gadget.press(KNOB).turn(5)
        assert "As it was\nPress: none fits." in gadget.reads()
        gadget.press(KNOB)
        gadget.until("Note: Controls").touches_all()
        told = "\n".join(gadget.told())
    assert "1 fault." in told
    for wire in ("CS to GPIO8", "DC to GPIO24", "RES to GPIO25", "D0 to GPIO11", "D1 to GPIO10"):
        assert wire in " ".join(told.split())


def test_the_simulator_simulates_the_bus_that_is_configured(tmp_path: Path) -> None:
    config = plain()
    config = replace(config, screens=replace(config.screens, bus="/dev/spidev0"))
    with Simulation(config) as simulation:
        bus = simulation.world.buses[Side.RIGHT]
        assert (bus.name, bus.answers) == ("/dev/spidev0", False)
        bus.open_serial(1).command(0xA5, 0xAF)
        assert simulation.picture(Side.RIGHT).getextrema() == (1, 1)
        assert simulation.picture(Side.LEFT).getbbox() is None
