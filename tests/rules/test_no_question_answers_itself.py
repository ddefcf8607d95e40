"""No question of a sheet has an answer that a player gives without choosing it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from cdgdevice.cli.typed_words import parse_typed
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Place, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.game import Game, Playing, RunningSteps, Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, NotAllowedError
from cdgdevice.rules.sheet import walk_sheet_steps
from cdgdevice.rules.steps import Decide
from cdgdevice.rules.wants import WantsAnswer
from tests.rules.playing import new, play

GOING_ON = {"done", "next", "next-turn", "nothing"}
"""Options that end a card or a turn: whoever types them by habit answers no question of fact."""


def asked_in(game: Game) -> Iterator[Game]:
    """Yield the game at each question that the sheet has, before the player answers."""
    for step in walk_sheet_steps(game.sheet):
        if isinstance(step, Decide):
            course = RunningSteps(Side.LEFT, (step,), Playing(Place(Space.A), (CardUse.ANY,)))
            yield replace(game, stage=Waiting(WantsAnswer(step.text, step.answers), course))


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_enter_answers_no_question_of_fact_and_done_is_no_answer(sheet_id: str) -> None:
    for game in asked_in(begin_game(load_sheet(sheet_id), NewGame(sheet_id)).now):
        now = prompt(game)
        assert now.default is None
        if game.sheet.family.rolls_method_die:
            assert not {option.id for option in now.options} & GOING_ON, now.text
        with pytest.raises(NotAllowedError):
            parse_typed([], GameHistory(game), STANDARD_CONVERSION)


def test_at_tedorigawa_done_and_enter_do_not_answer_for_the_units_across() -> None:
    game = play(
        new("commands-and-colors-samurai-2022", tedorigawa=True), "roll right AB", "choose A"
    )
    assert prompt(game.now).stage == "play", "only Oda is asked"
    game = play(game, "choose done", "roll AB", "choose A1")
    for typed in ([], ["done"]):
        with pytest.raises(NotAllowedError, match="yes"):
            parse_typed(typed, game, STANDARD_CONVERSION)
    assert prompt(play(game, "choose yes").now).stage == "play"
