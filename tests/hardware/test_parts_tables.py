"""The parts' files: complete, sourced, and refused with a sentence where they are not."""

import re
from datetime import date
from pathlib import Path

import pytest

from hardware.tables import TablesError
from hardware.tables.builds import BUILDS
from hardware.tables.figure import Figure, Source
from hardware.tables.parts import PARTS, Part, Terminal, read_part, read_parts

GOOD = """\
name = "a part"
what_for = "shows"
looks = "a box"
euro = { low = 1, high = 2.5 }
priced = "2026-11"

[builds]
reference = 1

[[wired]]
things = ["left_screen"]
builds = ["reference"]
terminals = { GND = "gnd" }

[size]
width = { value = 65, source = "maker", told_by = "its page" }

[electric]
current_typical_mA = { value = 40, source = "assumption", told_by = "others like it" }
"""


def read(folder: Path, text: str) -> Part:
    path = folder / "a-part.toml"
    path.write_text(text, encoding="utf-8")
    return read_part(path)


def test_a_part_is_read_whole(tmp_path: Path) -> None:
    part = read(tmp_path, GOOD)
    assert (part.id, part.name, part.maker, part.number) == ("a-part", "a part", "", "")
    assert (part.builds, part.euro, part.priced) == ({"reference": 1}, (1, 2.5), date(2026, 11, 1))
    assert [(w.thing, w.build, w.terminals) for w in part.wired] == [
        ("left_screen", "reference", {"GND": Terminal.GROUND})
    ]
    assert part.mm("width") == 65
    assert part.figure("current_typical_mA") == Figure(40, Source.ASSUMPTION, "others like it")


def test_a_figure_that_is_not_there_is_asked_for_in_a_sentence(tmp_path: Path) -> None:
    part = read(tmp_path, GOOD)
    with pytest.raises(TablesError, match=r"a-part\.toml has no size\.height; write it there\."):
        part.mm("height")
    with pytest.raises(TablesError, match=r"a-part\.toml has no electric\.forward_V; write"):
        part.figure("forward_V")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('looks = "a box"\n', "", "looks: is missing; write this key."),
        ("looks", "look", 'look: is not a known key. Did you mean "looks"?'),
        ('name = "a part"', 'name = ""', "name: must not be empty."),
        (', source = "maker"', "", "size.width.source: is missing; write this key."),
        ('"maker"', '"hearsay"', 'size.width.source: "hearsay" is not known.'),
        (', told_by = "its page"', "", "size.width.told_by: is missing; write this key."),
        ("value = 65", 'value = "65"', "size.width.value: must be a number"),
        ("width = {", "width = 65 #", "size.width: must be a section, not 65."),
        ("_mA", "", "electric.current_typical: must end with its unit, as current_typical_mA"),
        ("reference = 1", "reference = 0", "builds.reference: must be a whole number from 1"),
        ("reference = 1", "refrence = 1", "builds.refrence: is not a known key. Did you mean"),
        ("[builds]\nreference = 1\n", "", "builds: is missing; write this section."),
        ("reference = 1", "reference = 2", "things: has 1 for reference; builds must say so too."),
        (
            '"left_screen"]',
            '"left_sreen"]',
            'wired[1].things: "left_sreen" must end with what it is, like "left_screen".',
        ),
        ('"gnd"', '"earth"', 'terminals.GND: "earth" is not known.'),
        ("low = 1", "low = 3", "euro: must go from low to high; exchange the two."),
        (
            'priced = "2026-11"',
            'priced = "2026-11"\nsold = { LCSC = "C1" }',
            "looked_up: is missing; write this key.",
        ),
        (
            'priced = "2026-11"',
            'priced = "2026-11"\nlooked_up = "2026-11-30"\nsold = { LSCS = "C1" }',
            'sold.LSCS: is not a known key. Did you mean "LCSC"?',
        ),
        ("2026-11", "2026-13", 'priced: must be like "2026-11", not "2026-13".'),
    ],
)
def test_a_mistake_in_a_part_s_file_is_told_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in GOOD
    with pytest.raises(TablesError, match=re.escape(sentence)) as caught:
        read(tmp_path, GOOD.replace(old, new))
    assert re.match(r"\S+/a-part\.toml line \d+: ", str(caught.value))


def test_the_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("", encoding="utf-8")
    (tmp_path / "two.toml").write_text("= 1", encoding="utf-8")
    with pytest.raises(TablesError) as caught:
        read_parts(tmp_path)
    told = str(caught.value)
    assert "one.toml" in told
    assert "two.toml" in told


def test_a_part_that_has_no_file_is_asked_for_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TablesError, match=r"parts/pi\.toml is not there; write it, or"):
        read_parts(tmp_path)["pi"]


def test_every_build_has_all_that_it_takes() -> None:
    parts = read_parts(PARTS)
    needed = {
        "solder-free": {
            "pi",
            "small-screen",
            "plain-button",
            "knob-board",
            "qt-cable",
            "jumper-leads",
        },
        "minimal": {"pi", "small-screen", "plain-button", "power-supply", "memory-card", "screw"},
        "reference": {"pi", "spi-screen", "lit-button", "knob", "lamp-resistor", "power-supply"},
        "four-pins": {"large-screen"},
        "motor": {"vibration-motor", "motor-transistor", "motor-diode", "motor-down-resistor"},
        "die-tray": {"pico", "colour-sensor", "window", "die", "otg-adapter", "data-cable"},
    }
    for build in BUILDS:
        assert needed[build] <= {part.id for part in parts.values() if build in part.builds}


def test_what_has_no_maker_s_number_is_described_all_the_better() -> None:
    for part in read_parts().values():
        assert len(part.looks) > (10 if part.number else 13), part.id
        assert part.euro[1] > 0, part.id


def test_nothing_that_is_an_assumption_is_told_by_a_data_sheet() -> None:
    """A figure from memory says so, whatever sheet it remembers."""
    for part in read_parts().values():
        for name, figure in {**part.size, **part.electric}.items():
            sure = figure.source is not Source.ASSUMPTION
            assert not (sure and re.search("memory|assum", figure.told_by)), f"{part.id}.{name}"


def test_no_figure_is_told_from_memory() -> None:
    for part in read_parts().values():
        for name, figure in {**part.size, **part.electric}.items():
            assert not re.search(r"\bmemory\b", figure.told_by), f"{part.id}.{name}"
