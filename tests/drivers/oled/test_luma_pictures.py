"""The splash and the last words on panels that luma.oled drives, which need no driver then."""

from pathlib import Path
from typing import Any

import pytest

from cdgdevice.drivers.oled import i2c_bus, last_words, luma_screen, splash
from cdgdevice.drivers.oled.luma_pictures import FRAMES
from cdgdevice.drivers.oled.panels import LUMA_PANELS, LumaPanel, find_panel
from cdgdevice.drivers.oled.splash import read_splash_places
from tests.drivers.oled.early_imports import find_imports
from tests.drivers.oled.luma_chips import CHIPS, Chip
from tests.drivers.oled.test_luma_screen import expected
from tools.make_splash import load_splash_picture, make_luma_frames

each_panel = pytest.mark.parametrize("panel", LUMA_PANELS, ids=repr)


def seen_on(panel: LumaPanel, payloads: Any) -> tuple[Chip, Any]:
    chip = CHIPS[repr(panel)]()
    for payload in payloads:
        chip.receive(payload)
    return chip, chip.picture()


@each_panel
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_dark_panel_shows_the_splash(panel: LumaPanel, rotation: int, tmp_path: Path) -> None:
    sent, places = tmp_path / "sent", str(tmp_path / "screens")
    splash.remember_places(places, [(panel.word, f"record:{sent}", 0x3C, rotation)])
    splash.show_splash(splash.recall_places(places))
    with sent.open("rb") as file:
        payloads = [payload for _, payload in i2c_bus.parse_transfers(file)]
    chip, seen = seen_on(panel, payloads)
    wanted = expected(panel, chip, load_splash_picture("splash"), colours=("white",))
    assert seen == wanted.rotate(rotation)
    assert chip.contrast == splash.CONTRAST["splash"]
    assert max(map(len, payloads)) <= 1025  # what a bus takes at once


@each_panel
def test_the_last_words_are_shown_too(panel: LumaPanel, tmp_path: Path) -> None:
    places, mounts = tmp_path / "screens", tmp_path / "mounts"
    splash.remember_places(str(places), [(panel.word, "/dev/spidev0.0 24 25", 0, 0)])
    mounts.write_text("1 1 179:2 / / ro,relatime shared:1 - ext4 /dev/mmcblk0p2 ro\n")
    sent: list[bytes] = []
    carry = lambda _way, _address, payloads: sent.extend(payloads)  # noqa: E731
    assert last_words.show_last_words(str(places), str(mounts), carry) == 0
    chip, seen = seen_on(panel, sent)
    assert seen == expected(panel, chip, load_splash_picture("last_words"), colours=("white",))


@each_panel
def test_the_first_start_finds_the_panel_in_the_configuration(
    panel: LumaPanel, tmp_path: Path
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(
        '[screens]\nbus = "/dev/spidev0"\n[screens.right]\nfitted = false\n'
        f'[screens.left]\ncontroller = "{panel.name}"\nsize = "{panel.size}"\nrotate = 180\n'
    )
    assert read_splash_places((str(file),)) == [(panel.word, "/dev/spidev0.0 24 25", 0, 180)]
    assert find_panel(panel.word) is panel


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
def test_what_lies_ready_is_what_luma_s_drivers_send() -> None:
    if not all(hasattr(luma_screen.device, panel.name) for panel in LUMA_PANELS):
        pytest.skip("this luma.oled lacks a driver")
    assert Path(FRAMES).read_text(encoding="ascii") == make_luma_frames()


def test_the_splash_of_such_a_panel_imports_no_driver(tmp_path: Path) -> None:
    program = (
        "from cdgdevice.drivers.oled import splash;"
        f"splash.show_splash([('ssd1322/256x64', 'record:{tmp_path}/sent', 0x3C, 0)])"
    )
    slow = {"PIL", "luma", "luma.core", "luma.oled", "typing", "pathlib"}
    assert find_imports(program).isdisjoint(slow)
    assert (tmp_path / "sent").stat().st_size > 1000
