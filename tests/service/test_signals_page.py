"""docs/SIGNALS.md says what the program does."""

import ast
import inspect
import re
from enum import Enum
from pathlib import Path

import pytest

from cdgdevice.service import lamps_and_buzzer
from cdgdevice.ui.sounds import Sound

PAGE = (Path(__file__).parents[2] / "docs" / "SIGNALS.md").read_text(encoding="utf-8")


def sentences(which: type[Enum]) -> dict[str, str]:
    """Give the sentence below each member, as the source has it."""
    (body,) = (
        node.body
        for node in ast.parse(inspect.getsource(inspect.getmodule(which))).body
        if isinstance(node, ast.ClassDef) and node.name == which.__name__
    )
    found, name = {}, ""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                pass
            case ast.Expr(ast.Constant(str(text))) if name:
                found[name] = text
    return found


def rows(heading: str) -> list[list[str]]:
    table = re.search(rf"^\| {heading} .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[1].splitlines()]


def test_every_code_has_a_row_with_its_flashes_its_sentence_and_a_remedy() -> None:
    told = sentences(lamps_and_buzzer.LampCode)
    assert [(int(row[0]), row[1]) for row in rows("flashes")] == [
        (code.value, told[code.name]) for code in lamps_and_buzzer.LampCode
    ]
    assert all(len(row[2]) > 40 for row in rows("flashes"))


def test_every_sound_has_a_row_with_its_length_and_its_sentence() -> None:
    told = sentences(Sound)
    of_sounds = [(row[0].split(", ")[1], row[1]) for row in rows("it sounds")[:-1]]
    assert of_sounds == [(f"{sound.value:g} s", told[sound.name]) for sound in Sound]


def test_codes_can_be_told_apart_by_counting() -> None:
    assert [code.value for code in lamps_and_buzzer.LampCode] == sorted(
        {code.value for code in lamps_and_buzzer.LampCode}
    )
    assert min(code.value for code in lamps_and_buzzer.LampCode) > 1, (
        "a single flash may be a loose contact"
    )
    assert max(code.value for code in lamps_and_buzzer.LampCode) <= 6
    assert lamps_and_buzzer.DARK_BEFORE_SECONDS >= 3 * lamps_and_buzzer.FLASH_SECONDS


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("a second of darkness", lamps_and_buzzer.DARK_BEFORE_SECONDS == 1),
        ("then four seconds", lamps_and_buzzer.PAUSE_SECONDS == 4),
        ("A code, three times.", lamps_and_buzzer.MAX_BUZZER_ROUNDS == 3),
    ],
)
def test_the_times_that_the_page_tells_are_those_of_the_program(said: str, is_so: bool) -> None:
    assert said in " ".join(PAGE.split())
    assert is_so


def test_the_commands_that_the_page_names_are_there() -> None:
    for module in re.findall(r"python -m ([\w.]+)", PAGE):
        assert (Path(__file__).parents[2] / f"{module.replace('.', '/')}.py").exists()
