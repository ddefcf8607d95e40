"""The guides name every wire once, and nothing that is not there."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.config.default_pins import DATA_COMMAND, RESETS, SPI_WIRES
from cdgdevice.selftest.findings import FindingKind
from hardware.guide import tables
from hardware.pictures.scenes import GUIDES, OF_STEPS
from hardware.pictures.step_wires import wires_of
from hardware.tables.blocks import with_blocks
from hardware.tables.headers import HEADERS, Board
from hardware.tables.nets import find_nets
from hardware.tables.resistors import bands
from hardware.tables.wires import read_wires
from tests.hardware.known import made, parts, pin

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
BY_STEPS = {**GUIDES, "console": "CONSOLE.md"}
"""The pages that are built by; the console has no wires of its own, and no table of them."""
MADE = (
    *(Path("hardware") / page for page in GUIDES.values()),
    *(tables.FOUR_PINS, tables.START, tables.SELF_TEST, tables.SPLICE, tables.NO_ACK),
)
COMMON = HARDWARE / "EVERY-BOX.md"
"""What the guides have in common."""
TO_BUILD_BY = (
    *(HARDWARE / page for page in BY_STEPS.values()),
    *(COMMON, ROOT / tables.FOUR_PINS, HARDWARE / "README.md"),
)
MADE_BLOCK = re.compile(r"^<!-- made: \S+ -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]+\.(png|svg)\)")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
COMMAND = re.compile(r"(?:^    +|`)(?:sudo )?cdgdevice ([^`\n]*)", re.MULTILINE)
A_PIN = re.compile(r"\b(?:pins? \d+|GPIO ?\d+|GP\d+)\b", re.IGNORECASE)


def by_page(page: Path) -> str:
    return page.stem


def test_the_pages_with_tables_of_wires_are_these() -> None:
    assert set(made("hardware.guide.tables")) == set(MADE)


@pytest.mark.parametrize("build", GUIDES)
def test_every_wire_of_a_build_stands_in_the_table_of_just_one_step(build: str) -> None:
    laid = Counter(wire for scene in tables.wiring_steps(build) for wire in wires_of(scene))
    assert laid == Counter(read_wires(build))
    page = (HARDWARE / GUIDES[build]).read_text(encoding="utf-8")
    for wire in laid:
        assert page.count("| " + " | ".join(tables.row(wire)) + " |") == 1, wire


@pytest.mark.parametrize("build", GUIDES)
def test_the_table_of_a_step_stands_after_the_picture_that_shows_its_wires(build: str) -> None:
    page = (HARDWARE / GUIDES[build]).read_text(encoding="utf-8")
    for scene in tables.wiring_steps(build):
        step = next(part for part in page.split("\n## ") if f"made: {scene.name} -->" in part)
        picture = f"(made/pictures/{scene.name}.png)"
        assert step.index(picture) < step.index(f"<!-- made: {scene.name} -->")


def test_a_row_says_from_where_to_where_and_how() -> None:
    (wire,) = (one for one in read_wires("reference") if one.end.terminal == "push 1")
    assert tables.row(wire) == (
        f"**{wire.start.terminal}**, {pin('pi.knob_push').name}",
        "Knob: **push 1**",
        "brown, 200",
        "socket, solder",
    )


def test_the_page_of_four_pins_has_each_wire_of_the_bus_after_its_picture() -> None:
    page = (ROOT / tables.FOUR_PINS).read_text(encoding="utf-8")
    (scene,) = tables.wiring_steps("four-pins")
    assert page.index(f"(made/pictures/{scene.name}.png)") < page.index(f"made: {scene.name} -->")
    assert all(page.count("| " + " | ".join(tables.row(w)) + " |") == 1 for w in wires_of(scene))


def test_the_reference_build_s_screens_are_wired_to_just_the_program_s_pins_of_spi() -> None:
    header = HEADERS[Board.PI]
    things = ("left_screen", "right_screen")
    nets = [net for net in find_nets(read_wires("reference")) if any(map(net.at, things))]
    wired = {header[end.pin].gpio for net in nets for end in net.ends if end.pin}
    mine = {*SPI_WIRES["selects"], *SPI_WIRES["clock"], *SPI_WIRES["data"], *RESETS.values()}
    assert wired - {None} == {*mine, DATA_COMMAND}


def test_the_motors_wires_stand_in_the_guide_once_and_legs_not_at_all() -> None:
    page = (HARDWARE / "DIE-TRAY.md").read_text(encoding="utf-8")
    (scene,) = tables.wiring_steps("motor")
    assert page.index(f"(made/pictures/{scene.name}.png)") < page.index(f"made: {scene.name} -->")
    for wire in read_wires("motor"):
        if not wire.is_leg:
            assert page.count("| " + " | ".join(tables.row(wire)) + " |") == 1, wire
    assert "| tin |" not in page


@pytest.mark.parametrize(
    ("part", "thing", "leg"),
    [
        ("motor-down-resistor", "down_resistor", "left, emitter"),
        ("motor-base-resistor", "base_resistor", "middle, base"),
    ],
)
def test_the_motors_resistors_are_told_by_their_bands_and_values(
    part: str, thing: str, leg: str
) -> None:
    page = (HARDWARE / "DIE-TRAY.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith(f"| {leg} |"))
    assert f"({', '.join(bands(parts()[part]))})" in line
    ohm = parts()[part].figure("resistance_ohm").value
    (label,) = (
        label.text
        for scene in OF_STEPS
        if scene.build == "motor"
        for label in scene.labels
        if label.thing == thing
    )
    assert label.startswith(f"{ohm:g} ohm,")
    assert leg.split(",")[0] in label


def test_the_screen_that_is_tried_alone_gets_the_pins_of_its_lines() -> None:
    on_spi = {"VCC": "3V3", "GND": "GND", "D0": "GPIO11", "D1": "GPIO10", "CS": "GPIO8"}
    on_i2c = {"VCC": "3V3", "GND": "GND", "SDA": "GPIO2", "SCL": "GPIO3"}
    for build, names in (("reference", on_spi), ("four-pins", on_i2c)):
        alone = tables.wire_blocks(build)["alone"]
        for terminal, name in names.items():
            assert re.search(rf"^\| {terminal} \| \*\*pin \d+\*\* \| {name} \|", alone, re.M)


def test_a_guide_without_the_table_of_a_step_is_refused() -> None:
    scene = tables.wiring_steps("minimal")[0]
    with pytest.raises(ValueError, match="write <!-- made: NAME -->"):
        with_blocks("# A guide\n", {scene.name: tables.wire_table(scene)})


@pytest.mark.parametrize("page", TO_BUILD_BY, ids=by_page)
def test_every_picture_has_words_for_those_who_cannot_see_it(page: Path) -> None:
    for mark, words, target in LINK.findall(page.read_text(encoding="utf-8")):
        assert not mark or (len(words.split()) >= 3 and len(words) > 12), target


@pytest.mark.parametrize("build", BY_STEPS)
def test_each_step_shows_something_and_the_steps_are_counted(build: str) -> None:
    page = (HARDWARE / BY_STEPS[build]).read_text(encoding="utf-8")
    steps = [part for part in page.split("\n## ")[1:] if part[0].isdigit()]
    assert [int(step.partition(".")[0]) for step in steps] == list(range(1, len(steps) + 1))
    assert [step.splitlines()[0] for step in steps if not PICTURE.search(step)] == []


def test_every_file_to_print_is_named_in_its_build_s_guide() -> None:
    models = (HARDWARE / "made" / "models.tsv").read_text(encoding="utf-8")
    there = set(re.findall(r"^([\w-]+\.stl)\t", models, re.MULTILINE))
    named: dict[str, set[str]] = {}
    for build, page in BY_STEPS.items():
        text = (HARDWARE / page).read_text(encoding="utf-8")
        assert "[the files to print](README.md#files-to-print-and-to-order)" in text
        named[build] = set(re.findall(r"`([\w-]+\.stl)`", text))
        assert named[build] >= {name for name in there if name.startswith(f"{build}-")}
    assert set.union(*named.values()) == there


@pytest.mark.parametrize("page", TO_BUILD_BY, ids=by_page)
def test_every_command_is_one_of_the_program(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = COMMAND.findall(page.read_text(encoding="utf-8"))
    for command in commands:
        words = shlex.split(command)
        named = [word for word in words if not word.startswith("-")]
        shown = [*named[: 2 if named[0] == "reader" else 1], "--help"]
        assert run_command(shown) == 0, command
        help_text = capsys.readouterr().out
        assert all(word in help_text for word in words if word.startswith("-")), command
    assert commands or page.name == "README.md"


@pytest.mark.parametrize("build", GUIDES)
def test_every_outcome_that_a_guide_names_is_one_of_the_self_test(build: str) -> None:
    guide = (HARDWARE / GUIDES[build]).read_text(encoding="utf-8")
    named = outcomes(guide)
    if build != "die-tray":  # which is no box
        assert "(EVERY-BOX.md#the-self-test)" in guide
        common = outcomes(COMMON.read_text(encoding="utf-8"))
        assert not set(named) & set(common), "once is enough"
        named += common
    assert len(named) >= 10
    assert set(named) <= {what.id for what in FindingKind}


def outcomes(page: str) -> list[str]:
    """Give the outcomes of the self-test that a page's table says more about."""
    table = page[page.index("| outcome |") :]
    return re.findall(r"`([\w-]+)`", "".join(re.findall(r"^\| (`[^|]+)\|", table, re.MULTILINE)))


@pytest.mark.parametrize("page", TO_BUILD_BY, ids=by_page)
def test_pins_are_numbered_only_where_the_table_of_wires_says_so(page: Path) -> None:
    by_hand = MADE_BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert A_PIN.findall(by_hand) == []


def test_a_pin_that_is_numbered_by_hand_is_found() -> None:
    for text in ("to pin 29", "pins 2 and 4", "GPIO3", "GP4"):
        assert A_PIN.search(text)
