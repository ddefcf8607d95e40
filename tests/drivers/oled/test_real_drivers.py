"""Luma's real drivers, over luma's real i2c, in front of the model panel."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from PIL import Image

from cdgdevice.drivers.oled.framebuffer import (
    FRAME_BYTES,
    image_to_pages,
    pages_to_image,
    turn_pages,
)
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, SSD1306, SSD1309, PanelChip
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.fakes.recording_smbus import RecordingSMBus
from tests.drivers.oled.luma_drivers import find_driver, fit_driver
from tests.examples import examples

# Luma draws with a call that Pillow means to drop.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

ANY_PICTURE = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES).map(pages_to_image)


def driven(chip: PanelChip, panel: SimulatedPanel, rotate: int = 0) -> Any:
    """Luma's device for a chip, wired to a panel; never cleaned up at exit."""
    bus = RecordingSMBus([0x3C], lambda _address, payload: panel.receive(payload))
    device = find_driver(chip)(i2c(bus=bus, address=0x3C), rotate=rotate // 90)
    device.persist = True
    return device


@cache
def pair(chip: PanelChip) -> tuple[Any, SimulatedPanel]:
    """One device and its panel for all examples: each device of luma's is kept until exit."""
    panel = SimulatedPanel(fit_driver(chip))
    return driven(chip, panel), panel


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
@examples(0.1)
@given(image=ANY_PICTURE)
def test_the_panel_shows_what_the_real_driver_was_given(
    chip: PanelChip, image: Image.Image
) -> None:
    device, panel = pair(chip)
    device.display(image)
    assert panel.picture() == image


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_the_panel_obeys_contrast_off_and_on(chip: PanelChip) -> None:
    panel = SimulatedPanel(chip)
    device = driven(chip, panel)
    assert panel.on
    device.contrast(12)
    device.hide()
    assert (panel.contrast, panel.on) == (12, False)
    device.show()
    assert panel.on


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_our_half_turn_is_the_real_drivers_half_turn(chip: PanelChip) -> None:
    image = lopsided()
    panel = SimulatedPanel(fit_driver(chip))
    driven(chip, panel, rotate=180).display(image)
    assert image_to_pages(panel.picture()) == turn_pages(image_to_pages(image), 180)


@pytest.mark.parametrize("real", [SSD1306, SSD1309], ids=repr)
def test_an_ssd13xx_configured_as_an_sh1106_shows_each_picture_two_columns_off(
    real: PanelChip,
) -> None:
    panel = SimulatedPanel(real)
    bus = SimulatedI2cBus({0x3C: panel})
    show(Screen(real, bus, 0x3C), lopsided())  # it was configured rightly before
    screen = Screen(SH1106, bus, 0x3C)
    for image in (Image.new("1", (128, 64)), lopsided()):
        show(screen, image)
    seen, meant = image_to_pages(panel.picture()), image_to_pages(image)
    for page in range(8):
        row = slice(page * 128 + 2, (page + 1) * 128)
        assert seen[row] == meant[page * 128 : (page + 1) * 128 - 2]


def test_an_ssd1306_driver_before_an_sh1106_leaves_most_of_the_noise() -> None:
    image = lopsided()
    panel = SimulatedPanel(SH1106)
    driven(SSD1306, panel).display(image)
    assert panel.picture() != image


def lopsided() -> Image.Image:
    """A picture without any symmetry."""
    image = Image.new("1", (128, 64))
    image.paste(1, (0, 0, 40, 3))
    image.paste(1, (0, 0, 1, 30))
    image.paste(1, (100, 50, 103, 64))
    return image
