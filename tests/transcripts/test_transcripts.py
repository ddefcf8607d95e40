"""Whole turns of every sheet, as a player reads them."""

from pathlib import Path

import pytest

from cdgdevice.fold_lines import COLUMNS
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.player_actions import Action
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import ActionMoment, SheetFamily
from tests.transcripts.transcript import FOLDER, TYPED, Session, replayed, sessions, transcripts


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def of_sheet(sheet_id: str) -> list[Session]:
    return sessions(text_of(FOLDER / f"{sheet_id}.txt"))


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_game_goes_as_its_transcript_says(path: Path) -> None:
    assert replayed(text_of(path)) == text_of(path)


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_transcript_is_read_on_eighty_columns(path: Path) -> None:
    lines = [line for line in text_of(path).splitlines() if not line.startswith(("$", "> {"))]
    assert [line for line in lines if len(line) > COLUMNS] == []


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_sheet_has_a_transcript_of_a_whole_turn(sheet_id: str) -> None:
    session = of_sheet(sheet_id)[0]
    assert session.games[0].now.sheet.id == sheet_id
    if has_turns(load_sheet(sheet_id)):
        assert [game.now.turn for game in session.games][-1] > 1
    else:
        # Commands & Colors has no turns of several rounds: a dozen of its own.
        assert session.games[-1].now.round > 6


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_result_comes_in_the_first_game_of_a_transcript(sheet_id: str) -> None:
    found = load_sheet(sheet_id)
    rolled = {game.now.roll.result for game in of_sheet(sheet_id)[0].games if game.now.roll}
    if found.family in (SheetFamily.PILE, SheetFamily.OPEN):
        assert rolled == {result.value for result in found.outcomes}
    elif found.family is SheetFamily.ROW:
        rolls = [game.now.roll for game in of_sheet(sheet_id)[0].games if game.now.roll]
        assert any(roll.numbers[0] == roll.numbers[1] for roll in rolls), "doubles"
        assert any(roll.numbers == (6, 6) for roll in rolls), "both sixes"
        assert "pile" in rolled


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_everything_that_a_sheet_can_do_is_done_in_its_transcript(sheet_id: str) -> None:
    found, played = load_sheet(sheet_id), of_sheet(sheet_id)
    text = text_of(FOLDER / f"{sheet_id}.txt")
    done = {
        request.action for one in played for request in one.taken if isinstance(request, Action)
    }
    offered = [action for action in found.actions if ActionMoment.CHOSEN not in action.moments]
    assert [action.id for action in offered if action.id not in done] == []
    questions = (step.text for each in found.actions for step in each.steps if each not in offered)
    assert [question for question in questions if question not in text] == []
    assert [way.id for way in found.instead if f"\n{TYPED} {way.id}" not in text] == []
    on = {name for one in played for name, value in one.games[0].now.options.items() if value}
    assert [variant.id for variant in found.variants if variant.id not in on] == []


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_nothing_is_refused_in_the_transcript_of_a_sheet(sheet_id: str) -> None:
    for session in of_sheet(sheet_id):
        assert len(session.taken) == len(session.at_rest)


def has_turns(found: Sheet) -> bool:
    return found.hands.counted or found.turn.rounds is not None
