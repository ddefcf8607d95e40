"""What is copied to a board: the same files from a checkout and from an installed package."""

import tomllib
from pathlib import Path

from cdgdevice.reader_tools.flash_firmware import (
    FIRMWARE_SOURCES,
    PACKED_FOLDER,
    read_board_files,
    read_firmware_name,
)

CHECKOUT = Path(__file__).parents[2]


def test_every_file_of_the_firmware_is_copied_and_nothing_of_the_simulation() -> None:
    there = {path.name for path in (CHECKOUT / "firmware").glob("*.py")}
    assert set(FIRMWARE_SOURCES) == there - {"__init__.py"}
    assert set(read_board_files()) == {*FIRMWARE_SOURCES, "line.py"}


def test_the_protocol_on_the_board_is_the_host_s_own_file() -> None:
    line = CHECKOUT / "cdgdevice" / "drivers" / "reader" / "line.py"
    assert read_board_files()["line.py"] == line.read_bytes()


def test_the_installed_package_brings_the_same_files() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {
        f"firmware/{name}": f"cdgdevice/{PACKED_FOLDER}/{name}" for name in FIRMWARE_SOURCES
    }


def test_the_firmware_s_name_fits_the_hello() -> None:
    name = read_firmware_name(read_board_files())
    assert name.startswith("cdg-reader ")
    assert len(name) <= 16
