"""No order and no question stands in the smallest letters while both screens are there."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.draw_board import has_foot, is_crowded
from cdgdevice.render.views import BoardView
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.requests import NewGame
from cdgdevice.ui.board import overflow_to_page, view_screens
from cdgdevice.ui.choices import list_choices
from cdgdevice.ui.state import UiState
from tests.rules.walking import picked

DISPLAYS = tuple(id_ for id_ in sheet_ids() if id_ != "last-crusade")
"""The sheets with a card display; a guided list has texts of any length."""


def _walk(sheet: str, steps: int) -> Iterator[GameHistory]:
    rng = Random(7)
    of = load_sheet(sheet)
    history = begin_game(of, NewGame(sheet, (of.hands.high, of.hands.high)))
    for _ in range(steps):
        request = picked(history, rng.randrange(100_000), frozenset({"undo", "correct"}))
        if request is None:
            return
        history = answer_request(history, request).history
        yield history


@pytest.mark.parametrize("sheet", DISPLAYS)
def test_each_order_and_question_is_in_letters_that_are_read_at_a_table(sheet: str) -> None:
    for history in _walk(sheet, 40):
        state = replace(overflow_to_page(UiState(), history, 2), layer=None)
        for highlight in range(min(2, len(list_choices(history.now)))):
            seen = replace(state, highlight=highlight, looked_ahead=highlight > 0)
            for view in view_screens(seen, history).values():
                assert isinstance(view, BoardView)
                assert not view.lines or not is_crowded(view), view.lines


def test_the_foot_gives_way_to_a_third_line_and_its_figures_stand_in_the_title() -> None:
    of = load_sheet("paths-of-glory-2022")
    history = begin_game(of, NewGame(of.id))
    active = view_screens(UiState(), history)[history.now.active]
    assert isinstance(active, BoardView)
    assert active.lines == ("Deal A and B face-up.", "C, D and E face-down.", "Roll or 1-Ops.")
    assert not is_crowded(active)
    assert not has_foot(active)
