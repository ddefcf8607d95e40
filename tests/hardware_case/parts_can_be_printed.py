"""Each STL file can be printed without supports. Run by .ci/hardware, which makes the files."""

from pathlib import Path

import pytest

from hardware.case.checks.hanging import overhangs
from hardware.case.checks.on_the_printer import not_watertight, off_the_bed, thin_walls
from hardware.case.printed_list import read_stl
from hardware.making.makers import ROOT
from hardware.places import FILES
from hardware.tables.case import read_case, read_names

STL = sorted((ROOT / FILES / "stl").glob("*.stl"))


def bodies_of(name: str) -> int:
    """Return how many bodies a file must have: of inlaid letters each is one."""
    letters = "".join((*read_names().values(), "ABCDE")).replace(" ", "")
    return len(letters) if name == "console-inlay" else 1


@pytest.mark.parametrize("file", STL, ids=[file.stem for file in STL])
def test_a_part_can_be_printed_without_supports(file: Path) -> None:
    name, mesh, printing = file.stem, read_stl(file.read_bytes()), read_case()["printing"]
    assert not_watertight(name, mesh, bodies_of(name)) == []
    assert off_the_bed(name, mesh, printing["bed"]) == []
    assert overhangs(name, mesh, printing["steepest"], printing["bridge"]) == []
    assert thin_walls(name, mesh, printing["wall_least"]) == []


def test_there_are_files_to_look_at() -> None:
    assert STL
