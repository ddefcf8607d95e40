"""Panels that luma.oled drives, from the lines of a configuration to what is seen on them."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cdgdevice.config.config_file import read_config, write_config
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.drivers.oled.panels import CHIPS, LUMA_PANELS, choose_panel
from cdgdevice.drivers.oled.screen import RETRY_INTERVAL
from cdgdevice.errors import ConfigError
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern, screen_pattern
from cdgdevice.service.front_panel import FrontPanel, ScreenPower, fit_screens
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulation import Simulation
from tests.drawn import draw_view
from tests.drivers.oled import luma_chips
from tests.drivers.oled.early_imports import find_imports

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

SPI = '[screens]\nbus = "/dev/spidev0"\n'
ALONE = "[screens.right]\nfitted = false\n"
VIEWS = {
    Side.LEFT: PageView(PageKind.NOTE, "To the left", ("Flip A.",)),
    Side.RIGHT: PageView(PageKind.NOTE, "To the right", ("Fill C.",)),
}
PICTURES = {side: draw_view(view) for side, view in VIEWS.items()}


def read(text: str, tmp_path: Path) -> ScreensConfig:
    return read_config(text, "c.toml", sheets=["ask"], games=tmp_path).screens


def shown_by(screens: ScreensConfig, bus: object) -> FrontPanel:
    fitted = fit_screens(screens, dict.fromkeys(screens.fitted, bus))
    front = FrontPanel(fitted)
    front.show(VIEWS)
    return front


def whiten(image: Image.Image) -> Image.Image:
    return image.convert("L").point(lambda level: 255 * (level > 0)).convert("1")


def test_one_panel_of_256_pixels_shows_both_sides(tmp_path: Path) -> None:
    screens = read(
        f'{SPI}[screens.left]\ncontroller = "ssd1322"\ncontrast = 100\n{ALONE}', tmp_path
    )
    chip = luma_chips.SSD1322()
    front = shown_by(screens, SimulatedSpiBus({0: chip}))
    seen = whiten(chip.picture())
    assert seen.crop((0, 0, 128, 64)) == PICTURES[Side.LEFT]
    assert seen.crop((128, 0, 256, 64)) == PICTURES[Side.RIGHT]
    front.set_power(ScreenPower.DARK)
    assert not chip.on
    front.set_power(ScreenPower.FULL)
    assert (chip.on, chip.contrast) == (True, 100)
    assert whiten(chip.picture()) == seen
    front.close()
    assert chip.on


def test_a_colour_panel_alone_has_the_sides_in_their_colours_one_above_the_other(
    tmp_path: Path,
) -> None:
    screens = read(f'{SPI}[screens.left]\ncontroller = "ssd1351"\n{ALONE}', tmp_path)
    chip = luma_chips.SSD1351()
    shown_by(screens, SimulatedSpiBus({0: chip}))
    red, blue = (chip.picture().crop((0, top, 128, top + 64)) for top in (0, 64))
    assert (whiten(red), whiten(blue)) == (PICTURES[Side.LEFT], PICTURES[Side.RIGHT])
    (r, _, b), (r2, _, b2) = (half.getextrema() for half in (red, blue))
    assert r[1] > b[1]
    assert b2[1] > r2[1]


def test_a_panel_for_each_side_has_its_picture_in_the_middle(tmp_path: Path) -> None:
    text = "".join(f'[screens.{side.value}]\ncontroller = "ssd1327"\n' for side in Side)
    chips = {0x3C: luma_chips.SSD1327(), 0x3D: luma_chips.SSD1327()}
    shown_by(read(text, tmp_path), SimulatedI2cBus(chips))
    for side, chip in zip(Side, chips.values(), strict=True):
        seen = whiten(chip.picture())
        assert seen.crop((0, 32, 128, 96)) == PICTURES[side]
        assert seen.getbbox()[1] >= 32


def test_a_panel_of_128_rows_that_is_wide_enough_shows_one_picture_doubled(tmp_path: Path) -> None:
    screens = read(f'{SPI}[screens.left]\ncontroller = "ssd1363"\n{ALONE}', tmp_path)
    chip = luma_chips.SSD1363()
    front = shown_by(screens, SimulatedSpiBus({0: chip}))
    assert whiten(chip.picture()) == PICTURES[Side.LEFT].resize((256, 128))
    assert front.visible_sides == (Side.LEFT,)


def test_one_fault_of_a_panel_with_both_sides_is_told_once_and_goes(tmp_path: Path) -> None:
    screens = read(f'[screens.left]\ncontroller = "ssd1362"\n{ALONE}', tmp_path)
    chip = luma_chips.SSD1362()
    bus = SimulatedI2cBus({0x3C: chip})
    front = shown_by(screens, bus)
    before = chip.picture()
    bus.unplug(0x3C)
    front.set_contrast(50)
    assert len(front.faults) == 1
    assert front.is_blind
    assert front.deadline() < RETRY_INTERVAL
    bus.replug(0x3C)
    front.check(RETRY_INTERVAL)
    assert (front.faults, front.is_blind) == ({}, False)
    assert ImageChops.difference(chip.picture(), before).getbbox() is None
    assert chip.contrast == 50


@pytest.mark.parametrize("panel", LUMA_PANELS, ids=repr)
def test_every_panel_of_the_table_can_be_named_by_chip_and_size(
    panel: object, tmp_path: Path
) -> None:
    lines = f'{SPI}[screens.left]\ncontroller = "{panel.name}"\nsize = "{panel.size}"\n'
    config = read_config(lines, "c.toml", sheets=["ask"], games=tmp_path)
    assert config.screens.left.panel is panel
    written = dict(write_config(config))
    assert written["screens.left.controller"] == f'"{panel.name}"'
    assert written["screens.left.size"] == f'"{panel.size}"'
    assert set(luma_chips.CHIPS) == {repr(each) for each in LUMA_PANELS}


def test_a_chip_that_we_drive_is_driven_by_us_whatever_way_its_size_is_written() -> None:
    for name, chip in CHIPS.items():
        assert choose_panel(name) is choose_panel(name, "128x64") is chip
    assert choose_panel("sh1107", "64x128") is CHIPS["sh1107"]
    assert choose_panel("sh1107", "128x128") in LUMA_PANELS


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            'controller = "ssd1331"',
            "line 2: screens.left.controller: an SSD1331 panel shows 96 x 64 pixels, and the "
            "gadget draws 128 x 64: use another panel.",
        ),
        (
            'controller = "ssd1306"\nsize = "128x32"',
            "line 3: screens.left.size: a panel of 128x32 pixels is too small, as the gadget "
            "draws 128 x 64: use another panel.",
        ),
        (
            'controller = "ssd1327"\nsize = "96x96"',
            "line 3: screens.left.size: a panel of 96x96 pixels is too small, as the gadget "
            "draws 128 x 64: use another panel.",
        ),
        (
            'controller = "ssd1327"\nsize = "256x64"',
            "line 3: screens.left.size: an SSD1327 can have 128x128; write that.",
        ),
        (
            'controller = "ssd1322"',
            "line 2: screens.left.controller: luma.oled drives an SSD1322 only on SPI: write "
            'bus = "/dev/spidev0" in [screens].',
        ),
        (
            'controller = "ssd1327"\nmirror = true',
            "line 3: screens.left.mirror: luma.oled, which drives an SSD1327, does not have it: "
            "remove this line.",
        ),
        (
            'controller = "ssd1327"\nmultiplex = 128',
            "line 3: screens.left.multiplex: luma.oled, which drives an SSD1327, does not have it: "
            "remove this line.",
        ),
        (
            'controller = "ssd1362"\ncolumn_offset = 2',
            "line 3: screens.left.column_offset: luma.oled, which drives an SSD1362, does not have "
            "it: remove this line.",
        ),
    ],
)
def test_a_panel_that_can_t_be_is_one_sentence(lines: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as told:
        read(f"[screens.left]\n{lines}\n", tmp_path)
    assert told.value.mistakes == (f"c.toml {sentence}",)


def test_every_key_that_such_a_panel_can_t_have_is_told_at_once(tmp_path: Path) -> None:
    keys = ("column_offset = 1", "row_offset = 1", "mirror = true", "com_pins = 0x02")
    lines = ('controller = "ssd1327"', *keys, "multiplex = 64")
    with pytest.raises(ConfigError) as told:
        read("[screens.left]\n" + "\n".join(lines), tmp_path)
    assert [line.partition(":")[0] for line in told.value.mistakes] == [
        f"c.toml line {line}" for line in range(3, 8)
    ]


@pytest.mark.parametrize("seen", SeenPattern)
def test_the_self_test_advises_no_line_that_such_a_panel_can_t_have(
    seen: SeenPattern, tmp_path: Path
) -> None:
    screens = read('[screens.left]\ncontroller = "ssd1327"\n', tmp_path)
    pattern = screen_pattern(Side.LEFT, "0x3C", screens.left.panel)
    assert pattern.text[0] == "0x3C SSD1327"
    told = judge_pattern(seen, Side.LEFT, screens).sentence
    for key in ("mirror", "column_offset", "com_pins", "controller"):
        assert f"{key} = " not in told
    if seen is SeenPattern.UPSIDE_DOWN:
        assert "rotate = 180" in told


def test_the_simulator_shows_the_pictures_on_panels_of_the_usual_kind(tmp_path: Path) -> None:
    text = f'{SPI}[screens.left]\ncontroller = "ssd1322"\n'
    config = read_config(text, "c.toml", sheets=["ask"], games=tmp_path)
    with Simulation(config) as simulation:
        front = shown_by(simulation.config.screens, simulation.buses[Side.LEFT])
        assert not front.faults
        assert {side: simulation.picture(side) for side in Side} == PICTURES


def test_a_gadget_whose_screens_we_drive_imports_none_of_luma_s_drivers() -> None:
    found = find_imports(
        "from cdgdevice.config.keys_and_defaults import ScreensConfig\n"
        "from cdgdevice.rules.card_display import Side\n"
        "from cdgdevice.service.front_panel import fit_screens\n"
        "from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus\n"
        "fit_screens(ScreensConfig(), dict.fromkeys(Side, SimulatedI2cBus({})))",
        packages=True,
    )
    assert not any(name.startswith("luma.oled") for name in found)
