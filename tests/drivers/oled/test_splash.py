from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c

from cdgdevice.drivers.oled import i2c_bus, splash
from cdgdevice.drivers.oled.panels import CHIPS, PanelChip
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drivers.fakes.recording_smbus import RecordingSMBus
from tests.drivers.oled.early_imports import SPLASH, find_imports
from tests.drivers.oled.luma_drivers import find_driver
from tests.examples import examples
from tools import make_splash

PLACES: list[splash.PanelPlace] = [
    ("ssd1309", "/dev/i2c-1", 0x3C, 0),
    ("sh1106", "record:a b", 61, 180),
]


@pytest.mark.parametrize("picture", splash.CONTRAST)
def test_the_stored_pictures_are_up_to_date(picture: str) -> None:
    kept = make_splash.frames_file(picture).read_bytes()
    assert kept == make_splash.make_frames(picture), "run: python -m tools.make_splash"


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_dark_panel_shows_the_splash(chip: PanelChip, rotation: int, tmp_path: Path) -> None:
    path = tmp_path / "sent"
    splash.show_splash([(chip.name, f"record:{path}", 0x3C, rotation)])
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(chip)})
    with path.open("rb") as file:
        bus.replay(i2c_bus.parse_transfers(file))
    assert bus.picture(0x3C) == make_splash.load_splash_picture("splash").rotate(rotation)


# What luma sends and the chip's data sheet does not have, and what we send instead.
NOT_AS_LUMA = {
    "ssd1305": [("8d10", "")],
    "sh1106": [("2010", "2002")],  # to an SSD13xx the page mode
    "sh1107": [("da12", ""), ("20a6", "20a0a6"), ("a4", "a4c0"), ("db35", "db35dc00")],
    # The contrast comes on its own; another program may have left it breathing, or turned segments.
    "ch1115": [("da12", ""), ("817f", ""), ("d580", "2300d580"), ("a1", "a1a2")],
}


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_the_splash_sets_a_panel_up_with_the_bytes_of_the_real_driver(
    chip: PanelChip, tmp_path: Path
) -> None:
    real = RecordingSMBus()
    find_driver(chip)(i2c(bus=real, address=0x3C)).persist = True
    path = tmp_path / "sent"
    splash.show_splash([(chip.name, f"record:{path}", 0x3C, 0)])
    with path.open("rb") as file:
        off, set_up, *_, on = [payload for _, payload in i2c_bus.parse_transfers(file)]
    first, *_, last = real.written(0x3C)
    ours = set_up[1:].removeprefix(b"\x2e")  # which stops scrolling, and luma never sends
    for said in NOT_AS_LUMA.get(chip.name, ()):
        first = first.replace(*map(bytes.fromhex, said), 1)
    assert (off + ours, on) == (first, last)


def test_a_screen_that_is_not_there_does_not_keep_the_other_from_its_splash(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sent"
    splash.show_splash(
        [
            ("ssd1306", f"record:{tmp_path}/none/sent", 0x3C, 0),
            ("ssd1306", "/dev/i2c-999", 0x3C, 0),
            ("ssd1306", "/dev/i2c-\0", 0x3C, 0),
            ("ssd1306", f"record:{path}", 0x3D, 0),
        ]
    )
    assert path.read_bytes().startswith(b"3d 00")


def test_a_file_that_is_no_bus_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"mine")
    splash.show_splash([("ssd1306", str(path), 0x3C, 0)])
    assert path.read_bytes() == b"mine"


def test_a_chip_that_is_not_known_does_not_keep_the_other_from_its_splash(tmp_path: Path) -> None:
    path = tmp_path / "sent"
    splash.show_splash([(name, f"record:{path}", 0x3D, 0) for name in ("ssd1307", "ssd1306")])
    assert path.read_bytes().startswith(b"3d 00ae\n3d 002ed5")


def test_places_that_an_older_version_wrote_are_read(tmp_path: Path) -> None:
    path = tmp_path / "screens"
    path.write_bytes(b"ssd1309 60 0 /dev/i2c-1\nsh1106 61 180 record:a b\n")
    assert splash.recall_places(str(path)) == PLACES


def test_the_same_places_are_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "screens"
    splash.remember_places(str(path), PLACES)
    before = path.stat().st_ino
    splash.remember_places(str(path), PLACES)
    assert path.stat().st_ino == before


def test_places_are_remembered_in_a_folder_that_is_made_for_them(tmp_path: Path) -> None:
    path = str(tmp_path / "state" / "cdgdevice" / "screens")
    assert splash.recall_places(path) == []
    splash.remember_places(path, PLACES)
    assert splash.recall_places(path) == PLACES


def test_a_file_that_can_t_be_written_is_no_splash(tmp_path: Path) -> None:
    (tmp_path / "none").touch()
    path = str(tmp_path / "none" / "screens")
    splash.remember_places(path, PLACES)
    assert splash.recall_places(path) == []


@examples(0.4)
@given(garbage=st.binary() | st.text().map(str.encode))
def test_garbage_is_no_splash(garbage: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "garbage"
    path.write_bytes(garbage)
    assert splash.recall_places(str(path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "ssd1307 60 0 /dev/i2c-1",
        "ssd1306 3c 0 /dev/i2c-1",
        "ssd1306 300 0 /dev/i2c-1",
        "ssd1306 60 90 /dev/i2c-1",
        "ssd1306 60 0 /dev/sda",
        "ssd1306 60 0",
    ],
)
def test_a_place_that_can_not_be_is_no_splash(line: str, tmp_path: Path) -> None:
    path = tmp_path / "screens"
    path.write_text(f"ssd1309 60 0 /dev/i2c-1\n{line}\n")
    assert splash.recall_places(str(path)) == []


def test_the_splash_imports_nothing_that_takes_time() -> None:
    program = (
        "from cdgdevice.drivers.oled import splash;"
        "splash.show_splash([('ssd1306', '/dev/i2c-999', 60, 0)])"
    )
    assert find_imports(program) <= {*SPLASH, "fcntl"}
