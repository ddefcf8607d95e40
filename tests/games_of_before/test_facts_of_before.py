"""Random answers lead to the table that they led to in version 0.1."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game import Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import PLAY_NOTHING, prompt
from cdgdevice.rules.requests import ChooseOption, Request, UndoLast, read_request
from cdgdevice.rules.texts.sentences import ANOTHER_OCCASION
from cdgdevice.rules.wants import WantsDone
from tests.standing import hashed

HERE = Path(__file__).parent
GAMES = [
    json.loads(line) for line in (HERE / "random_answers.jsonl").read_text("utf-8").splitlines()
]
"""Of each sheet the requests that the first version was asked, and the facts after each, hashed."""


def facts_of_before(history: GameHistory) -> dict[str, Any]:
    """The facts that were kept when these were written down.

    The end of a turn was not yet one, nor was who is trapped.
    """
    facts: dict[str, Any] = write_facts(history)
    facts.pop("over", None)
    for side in ("left", "right"):
        facts[side].pop("states", None)
    return facts


def _answer(history: GameHistory, request: Request) -> GameHistory:
    """Answer, and pass over what the first version did not ask: "Done", and another occasion.

    Where a result offered nothing, its round was over with `nothing`, also of a sheet that has by
    now a way for it.
    """
    # Version 0.1 let each side play the one card #24.
    forgetful = history.now
    for side in Side:
        forgetful = forgetful.change_seat(side, used_since_deal=frozenset())
    history = replace(history, now=forgetful)
    ways = [option.id for option in prompt(history.now).options]
    if request == ChooseOption(PLAY_NOTHING) and PLAY_NOTHING not in ways:
        history = answer_request(history, ChooseOption(ways[0])).history
        request = ChooseOption("done")
    history = answer_request(history, request).history
    if prompt(history.now).question == (ANOTHER_OCCASION,):
        history = answer_request(history, ChooseOption("yes")).history
    stage = history.now.stage
    if not isinstance(stage, Waiting) or not isinstance(stage.want, WantsDone):
        return history
    done: Request = UndoLast() if isinstance(request, UndoLast) else ChooseOption("next")
    return answer_request(history, done).history


@pytest.mark.parametrize(("sheet", "answers"), GAMES, ids=[sheet for sheet, _ in GAMES])
def test_random_answers_lead_where_they_led(sheet: str, answers: list[tuple[dict, str]]) -> None:
    history = None
    for raw, facts in answers:
        request = read_request(raw)
        if history is None:
            # As `cdgdevice games convert` does: mandatory cards could be played in battles, too.
            history = begin_game(replace(load_sheet(sheet), plays_as_0_1=True), request)
        else:
            history = _answer(history, request)
        assert hashed(facts_of_before(history)) == facts, raw
