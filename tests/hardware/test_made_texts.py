"""What is made from the tables is in the repository as it is made."""

import csv
import re
from pathlib import Path

import pytest

from hardware.board.circuit import circuit
from hardware.board.page import parts_soldered_by_the_factory
from hardware.tables.blocks import Marks, table, with_blocks
from hardware.tables.builds import LISTS
from hardware.tables.headers import Board
from hardware.tables.pins import read_pin_table
from tests.hardware.known import made, parts

ROOT = Path(__file__).parents[2]
PROGRAM = (
    "cdgdevice/config/default_pins.py",
    "docs/cdgdevice.toml",
    "firmware/board.py",
    "docs/INSTALL.md",
    "firmware/README.md",
    "hardware/solder-free.toml",
    "hardware/minimal.toml",
)
PAGES = (
    "hardware/PARTS.md",
    "hardware/PROOF.md",
    "hardware/made/parts.csv",
    "hardware/made/figures.csv",
    "hardware/made/deciding.csv",
)


def test_all_that_says_pins_is_made() -> None:
    assert {str(path) for path in made("hardware.program.texts")} == set(PROGRAM)
    assert {str(path) for path in made("hardware.tables.pages")} == set(PAGES)


def test_a_block_is_put_into_its_place_and_the_rest_stays() -> None:
    text = "a\n<!-- made: one -->\nold\n<!-- end -->\nb\n<!-- made: two -->\n<!-- end -->\n"
    assert with_blocks(text, {"one": "new\\1\n", "two": "2"}) == (
        "a\n<!-- made: one -->\nnew\\1\n<!-- end -->\nb\n<!-- made: two -->\n2\n<!-- end -->\n"
    )


def test_a_block_of_a_toml_file_stands_between_comments() -> None:
    text = "[pins]\n# made: pins\nold = 1\n# end\nb = 2\n"
    assert with_blocks(text, {"pins": "new = 1\n"}, Marks.TOML) == text.replace("old", "new")
    with pytest.raises(ValueError, match="write # made: NAME and # end around"):
        with_blocks(text, {"buttons": ""}, Marks.TOML)


@pytest.mark.parametrize("name", ["two", "one", ""])
def test_a_block_without_a_place_and_a_place_without_a_block_are_told(name: str) -> None:
    text = f"<!-- made: {name or 'one'} -->\n<!-- end -->\n" * (2 if name == "one" else 1)
    with pytest.raises(ValueError, match="write <!-- made: NAME --> and <!-- end --> around"):
        with_blocks(text, {"one": "1"} if name else {})


def test_a_table_is_written_as_markdown_has_it() -> None:
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n|---|---|\n| 1 | 2 |"


def test_every_part_stands_in_the_list_of_each_build_that_needs_it() -> None:
    page = (ROOT / "hardware" / "PARTS.md").read_text(encoding="utf-8")
    flat = parts_soldered_by_the_factory()
    boxes = ("solder-free", "minimal", "reference", "console")
    for part in parts().values():
        lists = sum(part.count(what) > 0 for what in LISTS) - (part.id in flat)
        if len({part.count(box) for box in boxes}) == 1 and part.count("console"):
            lists -= len(boxes) - 1  # listed once, under what every box takes
        assert page.count(f"{part.name}: {part.what_for} |") == lists, part.id
        assert part.number in page or not lists


def test_every_part_has_a_line_of_its_own_in_the_data_with_every_trap() -> None:
    with (ROOT / "hardware" / "made" / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(parts())
    for row, part in zip(rows, parts().values(), strict=True):
        assert (row["part"], row["what to look for"]) == (part.name, part.looks)
        assert row["maker's number"] == part.number
        assert all(number in row["sold as"] for number in part.sold.values())
        assert all(trap in row["traps"] for trap in part.traps)
        assert all(other in row["fits as well"] for other in part.substitutes)
        assert [int(row[what] or 0) for what in LISTS] == [part.count(what) for what in LISTS]


def test_the_factory_solders_all_but_what_the_board_s_page_tells_it_to_leave_out() -> None:
    page = (ROOT / "hardware" / "BOARD.md").read_text(encoding="utf-8")
    (left_out,) = re.findall(r"<!-- made: left-out -->\n(.*)\n<!-- end -->", page)
    fitted = {
        part.ref: part.part for part in circuit(read_pin_table()) if part.fitted and part.part
    }
    by_hand = left_out.split(", ")
    assert {fitted[ref] for ref in fitted.keys() - by_hand} == parts_soldered_by_the_factory()
    assert {fitted[ref] for ref in by_hand}.isdisjoint(parts_soldered_by_the_factory())


def test_every_figure_is_in_the_data_once_and_counted_on_the_page_of_proof() -> None:
    page = (ROOT / "hardware" / "PROOF.md").read_text(encoding="utf-8")
    rows = (ROOT / "hardware" / "made" / "figures.csv").read_text(encoding="utf-8").splitlines()
    figures = sum(len(part.size) + len(part.electric) for part in parts().values())
    counted = re.findall(r"^\| [^`|]+ \| (\d+) \|$", page, re.MULTILINE)
    assert len(rows) - 1 == figures == sum(map(int, counted))


def test_an_idle_bus_is_as_slow_as_the_page_says_and_the_lines_that_it_names_keep_it_fast() -> None:
    """The driver divides the core clock by an even number, rounded up; it is set for the fast one.

    `clk_bcm2835_i2c_calc_divider` in the kernel's i2c-bcm2835.c.
    """
    page = " ".join((ROOT / "docs" / "INSTALL.md").read_text(encoding="utf-8").split())
    asked = read_pin_table().buses[Board.PI].frequency_hz
    assert f"i2c_arm_baudrate={asked}" in page

    def kilohertz(core: int, fast: int) -> int:
        divider = -(-fast * 1_000_000 // asked)
        return round(core * 1000 / (divider + divider % 2))

    idle = kilohertz(250, 400), kilohertz(200, 500)
    assert f"it falls to {idle[0]} kHz on an idle Zero or 3, and to {idle[1]} kHz on a 4" in page
    assert [kilohertz(core, core) for core in (250, 500)] == [399, 400]


def test_the_licence_of_the_designs_is_whole() -> None:
    licence = (ROOT / "hardware" / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    sections = re.findall(r"^(\d) [A-Z]", licence, re.MULTILINE)
    assert sections == [str(number) for number in range(1, 8)]
