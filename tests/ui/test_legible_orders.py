"""No order and no question is cut, or in the smallest letters: it is read across a table."""

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.draw_board import Row, arrange_board, is_legible
from cdgdevice.render.text import LARGE
from cdgdevice.render.views import BoardView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.requests import NewGame
from cdgdevice.ui.board import count_pages, view_screens
from cdgdevice.ui.intents_and_commands import PickSpace
from cdgdevice.ui.state import UiState
from cdgdevice.ui.update import update
from tests.ui.order_walks import list_boards, walk_games
from tools.example_views import UP, example_board
from tools.visual_angles import measure_angle, measure_pixel

PIXEL = measure_pixel("large-screen")
TABLE = 0.7
"""From the eye to the glass, in metres."""


@pytest.mark.parametrize("sheet", sheet_ids())
def test_each_order_and_question_of_every_sheet_is_whole_and_large_enough_at_a_table(
    sheet: str,
) -> None:
    for history in walk_games(sheet, 15):
        for _, pages in list_boards(history):
            for view in pages:
                assert is_legible(view), view
                text = arrange_board(view).text
                if view.lines:
                    alone = len(text.rows) == 1 and not view.quiet and view.chosen is None
                    wanted = 20 if alone else 16
                    assert measure_angle(text.font, PIXEL, TABLE) >= wanted, view


def test_the_cards_give_a_long_text_some_of_their_height_and_a_very_long_one_all() -> None:
    deals = {
        "commands-and-colors-ancients-2022": ("C, D and E face-down.", "Whoever begins rolls."),
        "paths-of-glory-2022": ("D and E face-down, deck on C.", "Roll or 1-Ops."),
    }
    rows = []
    for id_, lines in deals.items():
        of = load_sheet(id_)
        board = view_screens(UiState(), begin_game(of, NewGame(of.id)))[Side.LEFT]
        assert isinstance(board, BoardView)
        assert board.lines == ("Deal A and B face-up.", *lines)
        rows.append(arrange_board(board).row)
    assert rows == [Row.LOW, Row.NONE]


def test_an_order_of_one_line_is_in_the_largest_letters_be_it_in_two_rows() -> None:
    for order in ("Roll.", "Play A, then done.", "Nominate one or pass."):
        assert arrange_board(example_board((UP,) * 5, order)).text.font is LARGE


@pytest.mark.parametrize("screens", [tuple(Side), (Side.LEFT,)])
def test_no_key_of_a_card_answers_before_the_orders_are_read_to_their_end(
    screens: tuple[Side, ...],
) -> None:
    state, read_on = UiState(screens=screens), 0
    for history in walk_games("twilight-struggle-five-card", 30):
        if count_pages(state, history) > 1:
            after = update(state, history, PickSpace(Space.A), 0.0)
            assert (after.state.page, after.commands) == (1, ())
            read_on += 1
    assert read_on
