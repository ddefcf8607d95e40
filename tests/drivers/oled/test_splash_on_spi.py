"""Splash and last words over SPI, by the kernel's own calls; and the way that a file remembers."""

from pathlib import Path

import pytest

from cdgdevice.drivers.oled import last_words, splash
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, SSD1309, PanelChip
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drivers.oled.raw_kernel import RawKernel
from tools import make_splash

LEFT, RIGHT = "/dev/spidev0.0 24 25", "/dev/spidev0.1 24 23"
PLACES: list[splash.PanelPlace] = [("ssd1309", LEFT, 0, 0), ("sh1106", RIGHT, 1, 180)]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> RawKernel:
    panels = {0: SimulatedPanel(SSD1309), 1: SimulatedPanel(SH1106)}
    kernel = RawKernel(panels, {0: 25, 1: 23})
    kernel.install(monkeypatch)
    return kernel


def test_both_screens_show_the_splash(kernel: RawKernel) -> None:
    splash.show_splash(PLACES)
    picture = make_splash.load_splash_picture("splash")
    assert kernel.panels[0].picture() == picture
    assert kernel.panels[1].picture() == picture.rotate(180)
    assert kernel.levels == {}
    assert kernel.pulled_up == {23, 24, 25}
    assert kernel.calls == 2 * [
        (0x40016B01, b"\0"),
        (0x40046B04, (4_000_000).to_bytes(4, "little")),
    ]


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_a_panel_of_each_kind_shows_the_splash(
    chip: PanelChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = RawKernel({0: SimulatedPanel(chip)}, {0: 25})
    kernel.install(monkeypatch)
    splash.show_splash([(chip.name, LEFT, 0, 0)])
    assert kernel.panels[0].picture() == make_splash.load_splash_picture("splash")


def test_a_board_without_a_reset_pin_shows_the_splash(kernel: RawKernel) -> None:
    splash.show_splash([("ssd1309", "/dev/spidev0.0 24 -", 0, 0)])
    assert kernel.pulled_up == {24}
    assert kernel.panels[0].picture() == make_splash.load_splash_picture("splash")


def test_a_bus_or_a_line_that_is_not_available_keeps_the_other_screen_from_nothing(
    kernel: RawKernel,
) -> None:
    kernel.levels[25] = True  # another program has it
    splash.show_splash([("ssd1309", "/dev/spidev7.0 24 25", 0, 0), *PLACES])
    assert not kernel.panels[0].on
    assert kernel.panels[1].on


def test_the_last_words_find_their_way_over_spi(kernel: RawKernel, tmp_path: Path) -> None:
    places, mounts = tmp_path / "screens", tmp_path / "mountinfo"
    mounts.write_text("1 1 179:2 / / ro,relatime shared:1 - ext4 /dev/mmcblk0p2 ro\n")
    splash.remember_places(str(places), PLACES)
    carry = splash.send_payloads
    assert last_words.show_last_words(str(places), str(mounts), carry) == 0
    assert kernel.panels[0].picture() == make_splash.load_splash_picture("last_words")


def test_ways_are_remembered_until_the_next_start(tmp_path: Path) -> None:
    path = str(tmp_path / "screens")
    unheard: splash.PanelPlace = ("ssd1309", "/dev/i2c-3 unacknowledged", 0x3C, 0)
    splash.remember_places(path, [*PLACES, unheard])
    assert splash.recall_places(path) == [*PLACES, unheard]


def test_wherever_a_power_cut_ends_the_file_no_line_is_taken_for_another(tmp_path: Path) -> None:
    path = tmp_path / "screens"
    splash.remember_places(str(path), PLACES)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert splash.recall_places(str(path)) in ([], PLACES[:1])
        path.write_bytes(whole[:length] + bytes(len(whole) - length))
        assert splash.recall_places(str(path)) in ([], PLACES[:1])


@pytest.mark.parametrize(
    ("way", "address"),
    [
        ("/dev/spidev0.0 24 25", 1),
        ("/dev/spidev0.0 24", 0),
        ("/dev/spidev0.0", 0),
        ("/dev/spidev0.0 24 28", 0),
        ("/dev/spidev0.0 -1 25", 0),
        ("/dev/spidev0.0 x 25", 0),
        ("/dev/spidev.0 24 25", 0),
        ("/dev/spidev0/../mem.0 24 25", 0),
        ("/dev/spidev0.0 24 25 26", 0),
        ("/dev/i2c-1 loudly", 0x3C),
        ("/dev/i2c-1", 0),
        ("/dev/mem 24 25", 0),
    ],
)
def test_what_is_no_way_is_not_gone(way: str, address: int) -> None:
    assert not splash.is_way(way, address)


@pytest.mark.parametrize("way", ["/dev/null", "/dev/spidev0.0 24 25"])
def test_only_a_bus_is_written_to(way: str) -> None:
    with pytest.raises(OSError, match=r"no bus of screens|No such file"):
        splash.send_payloads(way, 0, [b"\0\xae"], checked=True)
