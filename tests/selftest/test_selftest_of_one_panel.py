"""The self-test of a gadget whose one panel, which luma.oled drives, shows both sides."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import choose_panel
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import FindingKind
from cdgdevice.selftest.in_terminal import Person, look_at_screens
from cdgdevice.selftest.person_checks import screen_pattern
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from tests.drawn import draw_view
from tests.drivers.oled.luma_chips import SSD1362
from tests.selftest.pi_trees import zero_2_w
from tests.selftest.tried import Tried
from tests.whole_gadget import plain

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def configured() -> Config:
    config = plain(fitted=(Side.LEFT,))
    left = PanelConfig(choose_panel("ssd1362"))
    return replace(config, screens=replace(config.screens, left=left))


def half_of(chip: SSD1362, side: Side) -> Image.Image:
    left = 128 * (side is Side.RIGHT)
    half = chip.picture().crop((left, 0, left + 128, 64))
    return half.point(lambda level: 255 * (level > 0)).convert("1")


class OnOnePanel(Tried):
    """A gadget with an SSD1362 of 256 x 64 as its left screen."""

    def _bus_of(self, side: Side) -> Any:
        self.chip = SSD1362()
        bus = super()._bus_of(side)
        bus.panels[0x3C] = self.chip
        return bus

    def picture(self, side: Side = Side.LEFT) -> bytes:
        return half_of(self.chip, side).tobytes()


def test_on_the_gadget_each_side_has_its_own_pattern_and_the_panel_is_asked_about_once(
    tmp_path: Path,
) -> None:
    with OnOnePanel(tree=zero_2_w(tmp_path), config=configured()) as gadget:
        gadget.begins()
        for side in Side:
            assert gadget.reads(side).startswith(
                f"Test pattern: {side.value} screen\n0x3C SSD1362\n"
            )
        gadget.press(Control.KNOB)
        assert gadget.shown_menu().title == "left screen shows:"
        gadget.press(Control.KNOB)
        assert gadget.reads().startswith("Note: Lamps")


def test_in_a_terminal_each_side_has_its_own_pattern_too_and_is_looked_for() -> None:
    chip, config = SSD1362(), configured()
    bus, told = SimulatedI2cBus({0x3C: chip}), []

    def answer(_question: str) -> str:
        for side in Side:
            wanted = screen_pattern(side, "0x3C", choose_panel("ssd1362"))
            assert half_of(chip, side) == draw_view(wanted)
        return "1"

    person = Person(told.append, answer)
    (found,) = look_at_screens(config, {Side.LEFT: bus}, frozenset({Side.LEFT}), person)
    assert found.what is FindingKind.SCREENS_WHOLE
    assert told[0] == (
        "The left screen is to show a frame round the picture of each side, and its name."
    )
    assert not chip.on
