"""What is copied to a board: the same files from a checkout and from an installed package."""

import tomllib
from pathlib import Path

from cdgdevice.gadget.reader.firmware import PACKED, SOURCES, board_files, firmware_name

CHECKOUT = Path(__file__).parents[2]


def test_every_file_of_the_firmware_is_copied_and_nothing_of_the_simulation() -> None:
    there = {path.name for path in (CHECKOUT / "firmware").glob("*.py")}
    assert set(SOURCES) == there - {"__init__.py"}
    assert set(board_files()) == {*SOURCES, "line.py"}


def test_the_protocol_on_the_board_is_the_host_s_own_file() -> None:
    line = CHECKOUT / "cdgdevice" / "gadget" / "reader" / "line.py"
    assert board_files()["line.py"] == line.read_bytes()


def test_the_installed_package_brings_the_same_files() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {f"firmware/{name}": f"cdgdevice/{PACKED}/{name}" for name in SOURCES}


def test_the_firmware_s_name_fits_the_hello() -> None:
    name = firmware_name(board_files())
    assert name.startswith("cdg-reader ")
    assert len(name) <= 16
