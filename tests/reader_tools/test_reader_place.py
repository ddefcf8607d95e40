"""Which port a command talks to, and what is said when there is none."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from cdgdevice.cli.reader_commands import choose_port
from cdgdevice.errors import ConfigError, HardwareError
from cdgdevice.reader_tools.reader_connection import PortAddress, check_port_opens


@dataclass
class Port:
    device: str
    vid: int | None = None
    pid: int | None = None


PICO = Port("/dev/ttyACM7", 0x2E8A, 0x0005)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "cdgdevice.toml"
    file.write_text('[reader]\nport = "/dev/ttyUSB3"\nbaud = 9600\n')
    return file


def test_the_port_is_the_one_that_is_named_or_else_the_configured_one(config: Path) -> None:
    assert choose_port("/dev/ttyACM9", config) == PortAddress("/dev/ttyACM9", 9600)
    assert choose_port(None, config) == PortAddress("/dev/ttyUSB3", 9600)


def test_auto_is_the_one_pico_that_is_plugged_in(config: Path, tmp_path: Path) -> None:
    pico = Port(str(tmp_path / "ttyACM7"), 0x2E8A, 0x0005)
    others = Port("/dev/ttyS0"), Port(str(tmp_path / "ttyUSB0"), 0x1A86, 0x7523)
    found = choose_port("auto", config, ports=lambda: (*others, pico))
    assert found == PortAddress(pico.device, 9600)


def test_a_configuration_without_a_reader_asks_for_the_port(tmp_path: Path) -> None:
    file = tmp_path / "cdgdevice.toml"
    file.write_text('[reader]\nport = "none"\n')
    with pytest.raises(HardwareError, match="name its port with --port"):
        choose_port(None, file)


def test_a_configuration_with_a_mistake_is_told(tmp_path: Path) -> None:
    file = tmp_path / "cdgdevice.toml"
    file.write_text("[reader]\nbaud = 1\n")
    with pytest.raises(ConfigError, match="baud"):
        choose_port("auto", file)


def test_where_no_reader_is_plugged_in_that_is_said(config: Path, tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="No die reader is plugged in"):
        choose_port("auto", config, ports=lambda: (), usb=tmp_path / "nothing")


@pytest.mark.parametrize(
    ("id_product", "words"),
    [
        ("0003", r"The Pico .*/RPI_PICO/ .*\(that is for a Pico; for a Pico W, RPI_PICO_W\)"),
        (
            "000f",
            r"The Pico 2 .*/RPI_PICO2/ .*\(that is for a Pico 2; for a Pico 2 W, RPI_PICO2_W\)",
        ),
    ],
)
def test_a_pico_that_is_a_drive_is_told_where_its_micropython_is(
    config: Path, tmp_path: Path, id_product: str, words: str
) -> None:
    for name, vendor, product in (("1-1", "1d6b", "0002"), ("1-2", "2e8a", id_product)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(f"{vendor}\n")
        (tmp_path / name / "idProduct").write_text(f"{product}\n")
    with pytest.raises(HardwareError, match="runs no MicroPython: hold its BOOTSEL button"):
        choose_port("auto", config, ports=lambda: (), usb=tmp_path)
    with pytest.raises(HardwareError, match=words):
        choose_port("auto", config, ports=lambda: (), usb=tmp_path)
    assert choose_port("auto", config, ports=lambda: (PICO,), usb=tmp_path).name == PICO.device


def test_a_port_that_can_t_be_opened_says_why(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(HardwareError, match="can't be opened as a serial port"):
        check_port_opens(PortAddress(str(file), 115200))
    with pytest.raises(HardwareError, match="Nothing answers at"):
        check_port_opens(PortAddress("socket://127.0.0.1:1", 115200))
