"""The minimal build's configuration: a game is played with it, on one screen and by one button."""

from pathlib import Path

from msgspec.structs import replace

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import SSD1306
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.rules.card_display import Side
from hardware.tables.parts import read_parts
from tests.drawn import draw_view
from tests.whole_gadget import ADDRESSES, Gadget

MINIMAL = Path(__file__).parents[2] / "hardware" / "minimal.toml"


def config() -> Config:
    text = MINIMAL.read_text(encoding="utf-8")
    return read_config(text, MINIMAL.name, sheets=sheet_ids(), games=Path("/games"))


def test_it_has_one_screen_and_one_button_and_nothing_else() -> None:
    built = config()
    assert set(built.pins.inputs) == {Control.LEFT}
    assert (built.pins.lamps, built.pins.buzzer, built.reader.port) == ({}, None, None)
    assert built.screens.left is not None
    assert built.screens.right is None


def test_its_screen_is_the_one_of_the_parts_list() -> None:
    screen = config().screens.left
    part = read_parts()["small-screen"]
    assert screen.controller is SSD1306
    assert "SSD1306" in part.name
    assert any(f"0x{screen.address:02X} as shipped" in trap for trap in part.traps)


def test_a_round_is_played_with_it() -> None:
    with Gadget(4, config=replace(config(), sheet="paths-of-glory-2022")) as gadget:
        screen = config().screens.left
        assert screen is not None
        before = gadget.answers()
        gadget.press(Control.LEFT).passes(2.0)
        assert gadget.answers() == before + 1
        assert gadget.log == ["playing paths-of-glory-2022"]
        seen = gadget.bus.picture(screen.address).convert("1").tobytes()
        assert seen == draw_view(gadget.front.shown_views[Side.LEFT]).tobytes()
        (unfitted,) = set(ADDRESSES.values()) - {screen.address}
        assert gadget.bus.picture(unfitted).getbbox() is None
