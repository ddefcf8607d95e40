"""A mistake in any table is told in sentences before anything is made, whatever it would break."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from hardware.electricity.builds import circuit_of
from hardware.electricity.overloads import overloads
from hardware.tables import TablesError
from hardware.tables.builds import Build
from hardware.tables.mistaken import HERE
from hardware.tables.sound import check, mistakes
from tests.hardware.known import parts, pin


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """Copy the tables, and change one line of one file."""
    made = folder / "hardware"
    copytree(HERE, made, ignore=lambda at, _: [] if Path(at).name == "parts" else _others(at))
    text = (made / file).read_text(encoding="utf-8")
    assert old in text
    (made / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return made


def _others(folder: str) -> list[str]:
    return [one.name for one in Path(folder).iterdir() if not one.suffix and one.name != "parts"]


def test_the_tables_as_they_stand_are_sound() -> None:
    assert mistakes() == ()
    assert overloads() == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "wires.toml",
            '"pi.3v3.17"\nto = "right_screen.VCC"',
            '"pi.5v.2"\nto = "right_screen.VCC"',
            "reference: right_screen.VCC is wired to 5 V, not to 3.3 V.",
        ),
        ("wires.toml", "left_screen.GND", "left_sreen.GND", 'no file of parts/ has "left_sreen"'),
        (
            "wires.toml",
            '"data_splice"',
            '"dart_splice"',
            "dart_splice joins 1 in reference; a splice",
        ),
        ("wires.toml", '"pi.left_button"', '"pi.key_a"', "reference: pi.left_button has no wire."),
        (
            "pins.toml",
            "[pi.pins.left_lamp]\ngpio = 1",
            "[pi.pins.left_lamp]\ngpio = 4 # 1",
            "is pulled up while the Pi starts",
        ),
        ("parts/knob.toml", 'C = "gnd"', 'C = "3v3"', "knob.C is wired to ground, not to 3.3 V."),
        (
            "parts/lamp-resistor.toml",
            "tolerance_percent = { value = 1,",
            "tolerance_percent = { value = 3,",
            "parts/lamp-resistor.toml: tolerance_percent: 3 has no band",
        ),
        ("case.toml", "clip_width", "clip_wdth", "panel.clip_width: is missing; write this key."),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    said = mistakes(changed(tmp_path, file, old, new))
    assert any(sentence in one for one in said), said


def test_the_mistakes_of_several_tables_are_told_at_once_and_once(tmp_path: Path) -> None:
    left, right = (f"gpio = {pin(f'pi.{side}_button').gpio}\n" for side in ("left", "right"))
    folder = changed(tmp_path, "pins.toml", right, left)
    (folder / "parts" / "knob.toml").write_text("= 1", encoding="utf-8")
    with pytest.raises(TablesError) as caught:
        check(folder)
    told = str(caught.value).splitlines()
    assert len(told) == len(set(told)) == 2


def test_a_sum_that_passes_its_limit_is_told_with_both() -> None:
    old = parts()["lamp-resistor"]
    weak = replace(old.figure("resistance_ohm"), value=10)
    known = {**parts(), old.id: replace(old, electric={**old.electric, "resistance_ohm": weak})}
    said = overloads([circuit_of(Build.REFERENCE, known)])
    assert any("lamp in the left button" in one and "the limit of 16 mA" in one for one in said)
