"""A new step of sheets touches the files that CONTRIBUTING names, and no other: it is tried."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.house.package_shape import PACKAGE
from tests.rules.small_sheets import action, written

ROOT = Path(__file__).parents[2]

CHANGES: dict[str, list[tuple[str, str]]] = {
    "rules/card_steps.py": [
        (
            "ResultStep = FlipSpaces",
            "class RestorePile(Struct, frozen=True):\n"
            '    """My draw pile has cards again, and I get some chits for it."""\n\n'
            '    do: ClassVar = "restore-pile"\n'
            '    words: ClassVar = "The pile has cards again. {chits} {words.chits} more."\n'
            "    chits: Annotated[int, Whole(0, 3)]\n\n\n"
            "ResultStep = FlipSpaces",
        ),
        ("PileStep = EmptyPile", "PileStep = RestorePile | EmptyPile"),
    ],
    "rules/interpreter/table_steps.py": [
        (
            "        case card_steps.EmptyPile():\n",
            "        case card_steps.RestorePile(chits):\n"
            "            game = _add_chits(game, course.side, chits)\n"
            "            seat = replace(game.seats[course.side], pile_empty=False)\n"
            "            return game.with_seat(course.side, seat), course\n"
            "        case card_steps.EmptyPile():\n",
        ),
    ],
}
"""What a newcomer writes: a type, what it does, and its words."""

PLAYED = """
import json, sys
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from cdgdevice.rules.die import DieResult
from cdgdevice.sheet_tools.step_words import step_lines
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet

sheet = read_sheet(sys.argv[1], "own.toml")
history = begin_game(sheet, NewGame(sheet.id))
seen = []
for request in (
    RollDice(result=DieResult.AB), ChooseOption("A"), TakeAction("empty"), TakeAction("restore")
):
    history = answer_request(history, request).history
    seat = history.now.seat
    seen.append([seat.pile_empty, seat.chits_left])
try:
    read_sheet(sys.argv[1].replace("chits = 2", "chits = 9"), "own.toml")
except SheetError as error:
    mistake = str(error)
words = [line for each in sheet.actions for line in step_lines(each.steps, sheet)]
print(json.dumps([seen, words, mistake]))
"""

SHEET = written(
    "pile",
    action('{ do = "empty-pile" }', id_="empty"),
    action('{ do = "restore-pile", chits = 2 }', id_="restore"),
)


def changed_package(folder: Path) -> Path:
    """The package with the changes of a newcomer, in a folder of its own."""
    copytree(PACKAGE, folder / "cdgdevice", ignore=ignore_patterns("__pycache__"))
    for file, changes in CHANGES.items():
        path = folder / "cdgdevice" / file
        text = path.read_text("utf-8")
        for before, after in changes:
            assert text.count(before) == 1, f"{before!r} in {file}"
            text = text.replace(before, after)
        path.write_text(text, "utf-8")
    return folder


def test_a_new_step_touches_only_what_contributing_names() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (row,) = re.findall(r"^\| add a step to the words of sheets \| (.*) \|$", text, re.MULTILINE)
    must, _, _may = row.partition(";")
    named = re.findall(r"`([\w./]+)`", must)
    for file in CHANGES:
        assert any(file == name or file.startswith(name) for name in named), file
    assert {name for name in named if name.startswith("docs/")} == {"docs/SHEET_STEPS.md"}
    for name in set(named) - {"docs/SHEET_STEPS.md"}:
        assert any(file.startswith(name) for file in CHANGES), f"{name} needs no change"


def test_a_new_step_is_read_told_and_done_in_a_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, SHEET],
        cwd=changed_package(tmp_path),
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    seen, words, mistake = json.loads(done.stdout)
    assert seen == [[False, 5], [False, 5], [True, 5], [False, 7]]
    assert words == [
        "The draw pile is empty: gaps stay.",
        "The pile has cards again. 2 chits more.",
    ]
    assert mistake.endswith("actions[2].steps[1].chits: must be a whole number from 0 to 3, not 9.")


def test_the_type_checker_finds_a_new_step_that_nothing_does(tmp_path: Path) -> None:
    """Whoever forgets the interpreter is told where."""
    folder = changed_package(tmp_path)
    file = "cdgdevice/rules/interpreter/table_steps.py"
    (folder / file).write_text((PACKAGE.parent / file).read_text("utf-8"), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", file],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "RestorePile" in checked.stdout
    assert "assert_never" in checked.stdout
