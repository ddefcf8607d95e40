"""The files of a die reader's board: the one list of what is copied to a Pico."""

import ast
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

PACKED = "firmware_files"
"""The folder of the firmware inside an installed package; a checkout has it beside the package."""
SOURCES = (
    "board.py",
    "calibration.py",
    "classify.py",
    "main.py",
    "reader.py",
    "rolls.py",
    "sensor.py",
    "settle.py",
    "window.py",
)
"""The firmware's own files. Beside them goes `line.py`, the protocol's, shared with the host."""


def board_files() -> Mapping[str, bytes]:
    """Give the content of each file of the board by its name there."""
    folder = _folder()
    found = {name: (folder / name).read_bytes() for name in SOURCES}
    found["line.py"] = (files(__package__) / "line.py").read_bytes()
    return dict(sorted(found.items()))


def firmware_name(contents: Mapping[str, bytes]) -> str:
    """Give the name and version that a board with these files says in its hello."""
    for each in ast.parse(contents["reader.py"]).body:
        match each:
            case ast.Assign([ast.Name("FIRMWARE")], ast.Constant(str(name))):
                return name
    raise LookupError("The firmware's reader.py names no FIRMWARE.")


def _folder() -> Traversable:
    packed = files("cdgdevice") / PACKED
    return packed if packed.is_dir() else Path(__file__).parents[3] / "firmware"
