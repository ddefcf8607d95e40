"""Whose dice a roll brought, as the journal keeps it: the program's, a reader's, named by hand."""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.config.settings import DieSource
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.requests import RollDice
from cdgdevice.ui.intents_and_commands import DieThrown, Press
from cdgdevice.ui.state import UiContext
from tests.service.session_table import LEFT, Table

TURNED = DieConversion(tuple(reversed(DieResult)))


def last(table: Table) -> dict[str, Any]:
    return json.loads(table.disk.read("0001-paths-of-glory-2022.journal").split(b"\t")[-1])


def test_dice_that_the_gadget_threw_are_its_own() -> None:
    kept = last(Table(4).rolls())
    assert (kept["by"], kept["own"], kept["request"]["die"]) == ("button", True, 4)


def test_a_die_that_the_player_named_is_by_hand() -> None:
    kept = last(Table(context=UiContext(die=DieSource.HAND)).does(LEFT, Press.KNOB))
    assert kept["by"] == "hand"
    assert "own" not in kept


def test_a_throw_that_shows_again_is_not_thrown_by_anybody() -> None:
    kept = last(Table(4).rolls().enters("Undo").does(LEFT).rolls())
    assert kept["request"] == {"do": "roll", "side": "left"}
    assert "own" not in kept


def test_a_correction_comes_from_the_button() -> None:
    kept = last(Table(4).rolls().enters("Correct the die", "2: A or B"))
    assert kept["request"] == {"do": "correct", "result": "AB"}
    assert kept["by"] == "button"


def test_a_die_in_the_reader_is_kept_with_the_reader_and_what_its_numbers_stand_for() -> None:
    table = Table(context=UiContext(conversion=TURNED))
    table.session.send(DieThrown(RollDice(die=(1,)), (7, 1), "E661"), table.now)
    kept = last(table)
    assert kept["by"] == "reader"
    assert kept["request"]["result"] == "EVENT"
    assert kept["reader"] == {
        "uid": "E661",
        "pips": True,
        "conversion": [result.value for result in TURNED.results],
    }


@pytest.mark.parametrize(
    ("typed", "by", "own"),
    [("roll", "terminal", True), ("ABC", "hand", False), ("4", "hand", False)],
)
def test_the_terminal_tells_its_own_throws_from_those_that_are_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, by: str, own: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"skip\n{typed}\n"))
    with redirect_stdout(io.StringIO()):
        run_command(["play", "paths-of-glory-2022", "--folder", str(tmp_path)])
    (journal,) = tmp_path.glob("*.journal")
    kept = json.loads(journal.read_bytes().splitlines()[-1].split(b"\t")[2])
    assert (kept["by"], kept.get("own", False)) == (by, own)
