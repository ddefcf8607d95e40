"""Luma's real drivers, over luma's real i2c and fake-rpi's bus, in front of the model panel."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled import device as luma_device
from PIL import Image

from cdgdevice.drivers.oled.framebuffer import FRAME_BYTES, image_to_pages, pages_to_image
from cdgdevice.drivers.oled.panels import Controller
from cdgdevice.simulator.simulated_hardware import SimulatedPanel
from tests.drivers.fakes.fake_rpi_bus import RecordingSMBus

# Luma draws with a call that Pillow means to drop.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

ANY_PICTURE = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES).map(pages_to_image)


def driven(controller: Controller, panel: SimulatedPanel, rotate: int = 0) -> Any:
    """Luma's device for a controller, wired to a panel; never cleaned up at exit."""
    bus = RecordingSMBus([0x3C])
    bus.listener = lambda _address, payload: panel.receive(payload)
    driver = getattr(luma_device, controller.value)
    device = driver(i2c(bus=bus, address=0x3C), rotate=rotate // 90)
    device.persist = True
    return device


@cache
def pair(controller: Controller) -> tuple[Any, SimulatedPanel]:
    """One device and its panel for all examples: each device of luma's is kept until exit."""
    panel = SimulatedPanel(controller)
    return driven(controller, panel), panel


@pytest.mark.parametrize("controller", Controller)
@settings(max_examples=10)
@given(image=ANY_PICTURE)
def test_the_panel_shows_what_the_real_driver_was_given(
    controller: Controller, image: Image.Image
) -> None:
    device, panel = pair(controller)
    device.display(image)
    assert panel.picture() == image


@pytest.mark.parametrize("controller", Controller)
def test_the_panel_obeys_contrast_off_and_on(controller: Controller) -> None:
    panel = SimulatedPanel(controller)
    device = driven(controller, panel)
    assert panel.on
    device.contrast(12)
    device.hide()
    assert (panel.contrast, panel.on) == (12, False)
    device.show()
    assert panel.on


@pytest.mark.parametrize("controller", Controller)
def test_our_half_turn_is_the_real_drivers_half_turn(controller: Controller) -> None:
    image = lopsided()
    panel = SimulatedPanel(controller)
    driven(controller, panel, rotate=180).display(image)
    assert image_to_pages(panel.picture()) == image_to_pages(image, 180)


def test_an_sh1106_driver_before_an_ssd1306_shifts_the_picture_by_two_columns() -> None:
    image = lopsided()
    panel = SimulatedPanel(Controller.SSD1306)
    driven(Controller.SH1106, panel).display(image)
    seen, meant = image_to_pages(panel.picture()), image_to_pages(image)
    for page in range(8):
        row = slice(page * 128 + 2, (page + 1) * 128)
        assert seen[row] == meant[page * 128 : (page + 1) * 128 - 2]


def test_an_ssd1306_driver_before_an_sh1106_leaves_most_of_the_noise() -> None:
    image = lopsided()
    panel = SimulatedPanel(Controller.SH1106)
    driven(Controller.SSD1306, panel).display(image)
    assert panel.picture() != image


def lopsided() -> Image.Image:
    """A picture without any symmetry."""
    image = Image.new("1", (128, 64))
    image.paste(1, (0, 0, 40, 3))
    image.paste(1, (0, 0, 1, 30))
    image.paste(1, (100, 50, 103, 64))
    return image
