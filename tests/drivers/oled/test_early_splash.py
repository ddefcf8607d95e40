"""The splash that the card image shows before systemd, as root."""

from pathlib import Path

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.early_splash import show_early_splash
from cdgdevice.drivers.oled.panels import SH1106, SSD1309, PanelChip
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tools.make_splash import load_splash_picture

PICTURE = load_splash_picture("splash")


class Card:
    """A card's partitions before systemd, and two panels."""

    def __init__(self, folder: Path, left: PanelChip = SSD1309) -> None:
        self.remembered = folder / "screens"
        self.configuration = folder / "cdgdevice.toml"
        panels = {0x3C: SimulatedPanel(left), 0x3D: SimulatedPanel(SSD1309)}
        self.bus = SimulatedI2cBus(panels)
        self.ways: list[str] = []

    def starts(self) -> None:
        show_early_splash(str(self.remembered), (str(self.configuration),), self.send)

    def send(self, way: str, address: int, payloads: list[bytes]) -> None:
        self.ways.append(way)
        self.bus.replay((address, payload) for payload in payloads)


def test_at_a_first_start_it_comes_where_the_configuration_has_the_screens(tmp_path: Path) -> None:
    card = Card(tmp_path)
    card.configuration.write_text("[screens.right]\nrotate = 180\n")
    card.starts()
    assert card.bus.picture(0x3C) == PICTURE
    assert card.bus.picture(0x3D) == PICTURE.rotate(180)


def test_later_it_comes_where_the_screens_were_last_well(tmp_path: Path) -> None:
    card = Card(tmp_path, left=SH1106)
    splash.remember_places(str(card.remembered), [("sh1106", "/dev/i2c-1", 0x3C, 180)])
    card.starts()
    assert card.bus.picture(0x3C) == PICTURE.rotate(180)
    assert card.ways == ["/dev/i2c-1"]


def test_root_writes_to_no_file_that_an_ordinary_user_names(tmp_path: Path) -> None:
    card = Card(tmp_path)
    victim = tmp_path / "passwd"
    splash.remember_places(str(card.remembered), [("ssd1309", f"record:{victim}", 0x3C, 0)])
    card.configuration.write_text(f'[screens]\nbus = "record:{victim}"\n')
    card.starts()
    assert card.ways == []
