"""The table of panels: all that goes by a chip goes by its entry."""

from pathlib import Path

import pytest

from cdgdevice.config.config_file import read_config, write_config
from cdgdevice.drivers.oled import i2c_bus, last_words, splash
from cdgdevice.drivers.oled.panels import CHIPS, PanelChip
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.drivers.oled.splash import read_splash_places
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.person_checks import screen_pattern
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import draw_view, show
from tests.drivers.oled.pictures import PICTURE
from tools.make_splash import load_splash_picture


@pytest.fixture(
    params=[
        PanelChip("brand-new", "a83f d300 a1 c8", by_window=False, margin=4),
        PanelChip("brand-new", "2000 a1 c8 8d14", by_window=True, pumped=True),
        PanelChip("brand-new", "20 a87f d360", by_window=False, columns=64),
    ],
    ids=["by page", "by window", "on its side"],
)
def new_chip(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> PanelChip:
    """A chip that has an entry in the table and is named nowhere else."""
    chip: PanelChip = request.param
    monkeypatch.setitem(CHIPS, chip.name, chip)
    return chip


def test_one_entry_makes_a_panel_known_to_the_configuration(
    new_chip: PanelChip, tmp_path: Path
) -> None:
    text = '[screens.left]\ncontroller = "brand-new"\n'
    config = read_config(text, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=tmp_path)
    assert config.screens.left.controller is new_chip
    assert ("screens.left.controller", '"brand-new"') in write_config(config)
    file = tmp_path / "cdgdevice.toml"
    file.write_text(text)
    assert read_splash_places((str(file),))[0] == ("brand-new", "/dev/i2c-1", 0x3C, 0)


def test_one_entry_makes_a_panel_show_pictures(new_chip: PanelChip) -> None:
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(new_chip)})
    screen = Screen(new_chip, bus, 0x3C)
    for view in (PICTURE, draw_view(screen_pattern(Side.LEFT, "0x3C", new_chip)), PICTURE):
        show(screen, view)
        assert bus.picture(0x3C) == view
    assert screen.fault is None


def test_one_entry_makes_a_panel_show_the_splash(new_chip: PanelChip, tmp_path: Path) -> None:
    sent, places = tmp_path / "sent", str(tmp_path / "screens")
    splash.remember_places(places, [(new_chip.name, f"record:{sent}", 0x3C, 180)])
    splash.show_splash(splash.recall_places(places))
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(new_chip)})
    with sent.open("rb") as file:
        bus.replay(i2c_bus.parse_transfers(file))
    assert bus.picture(0x3C) == load_splash_picture("splash").rotate(180)


def test_one_entry_makes_a_panel_show_the_last_words(new_chip: PanelChip, tmp_path: Path) -> None:
    places, mounts = tmp_path / "screens", tmp_path / "mounts"
    splash.remember_places(str(places), [(new_chip.name, "/dev/i2c-1", 0x3C, 0)])
    mounts.write_text("1 1 179:2 / / ro,relatime shared:1 - ext4 /dev/mmcblk0p2 ro\n")
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(new_chip)})

    def send(_bus: str, address: int, payloads: list[bytes]) -> None:
        bus.replay((address, payload) for payload in payloads)

    assert last_words.show_last_words(str(places), str(mounts), send) == 0
    assert bus.picture(0x3C) == load_splash_picture("last_words")


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_what_sets_a_panel_up_goes_in_one_transfer(chip: PanelChip) -> None:
    assert len(chip.init) <= 32  # what luma's i2c takes


SCROLLS = [chip for chip in CHIPS.values() if not chip.name.startswith("sh")]


def left_scrolling(chip: PanelChip) -> SimulatedPanel:
    """A panel that another program left scrolling to the right."""
    panel = SimulatedPanel(chip)
    panel.take(bytes((0xAF, 0x27, 0, 0, 7, 7, 0, 0xFF, 0x2F)), pixels=False)
    return panel


@pytest.mark.parametrize("chip", SCROLLS, ids=repr)
def test_a_panel_that_was_left_scrolling_shows_the_first_picture(chip: PanelChip) -> None:
    bus = SimulatedI2cBus({0x3C: left_scrolling(chip)})
    screen = Screen(chip, bus, 0x3C)
    for view in (PICTURE, draw_view(screen_pattern(Side.LEFT, "0x3C", chip))):
        show(screen, view)
        assert bus.picture(0x3C) == view


@pytest.mark.parametrize("chip", SCROLLS, ids=repr)
@pytest.mark.parametrize("picture", ["splash", "last_words"])
def test_a_panel_that_was_left_scrolling_shows_what_lies_ready(
    chip: PanelChip, picture: str
) -> None:
    panel = left_scrolling(chip)
    for payload in splash.picture_payloads(picture, chip, 0):
        panel.receive(payload)
    assert panel.picture() == load_splash_picture(picture)


@pytest.mark.parametrize("chip", SCROLLS, ids=repr)
def test_pixels_sent_to_a_scrolling_panel_are_lost(chip: PanelChip) -> None:
    panel = left_scrolling(chip)
    for payload in splash.picture_payloads("splash", chip, 0):
        panel.receive(payload.replace(b"\0\x2e", b"\0", 1))
    assert panel.picture() != load_splash_picture("splash")
