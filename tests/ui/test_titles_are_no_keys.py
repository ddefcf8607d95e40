"""An own sheet may call its actions and answers whatever it likes."""

import pytest
from msgspec.structs import replace

from cdgdevice.config.settings import Setting, Settings
from cdgdevice.render.views import BoardView
from cdgdevice.rules.engine import answer_request, describe_undone
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.requests import ChooseOption
from cdgdevice.rules.sheet import Sheet
from cdgdevice.ui.board import view_screens
from cdgdevice.ui.intents_and_commands import ChangeSetting, Press
from cdgdevice.ui.menu import build_menu, change_setting, update_menu
from cdgdevice.ui.state import MenuLayer, PageLayer, UiContext, UiState
from tests.rules.small_sheets import played, small

CONTEXT = UiContext(settings=Settings())
YEARS = ("1861", "1862", "1864")


def with_action(title: str, *steps: str) -> Sheet:
    return small(
        "checks",
        f"""
[[actions]]
id = "look-up"
title = "{title}"
when = ["ready"]
who = "active"
source = "mine"
steps = [{", ".join(steps)}]

[[instead]]
id = "pass"
title = "Pass"
source = "mine"
steps = [{{ do = "go-on", text = "Pass." }}]
""",
    )


def begun(title: str) -> GameHistory:
    return played(with_action(title, '{ do = "tell", text = "Look it up." }'))


@pytest.mark.parametrize("title", ["Gadget", "Settings", "Back", "Game"])
def test_a_setting_is_changed_beside_an_action_of_any_title(title: str) -> None:
    history = begun(title)
    for setting, value in ((Setting.SLEEP, 60), (Setting.CHANCES, False)):
        state = UiState(context=CONTEXT)
        layer = change_setting(state, history, ChangeSetting(setting, value)).layer
        assert isinstance(layer, MenuLayer)
        assert layer.below.title == "Settings"
        assert layer.below.below.title == "Gadget"


def test_an_action_called_back_is_taken() -> None:
    menu = build_menu(begun("Back"), CONTEXT)
    at = [entry.title for entry in menu.entries].index("Back")
    after = update_menu(UiState(layer=menu), replace(menu, highlighted=at), Press.KNOB)
    assert after.commands
    assert not isinstance(after.state.layer, PageLayer)


def deciding() -> GameHistory:
    answers = ", ".join(f'{{ id = "y{year}", title = "{year}" }}' for year in YEARS)
    sheet = with_action("Scenario", f'{{ do = "decide", text = "When?", answers = [{answers}] }}')
    return answer_request(played(sheet), TakeAction("look-up")).history


def test_answers_that_are_years_are_counted_and_no_range_of_numbers() -> None:
    history = deciding()
    boards = view_screens(UiState(highlight=1), history)
    board = boards[history.now.active]
    assert isinstance(board, BoardView)
    assert (board.chosen, board.among) == ("1862", "<2/3>")


def test_the_undo_of_an_answer_called_done_tells_its_whole_title() -> None:
    answers = '{ id = "next", title = "Done with it" }, { id = "no", title = "No" }'
    sheet = with_action("Ask", f'{{ do = "decide", text = "So?", answers = [{answers}] }}')
    asked = answer_request(played(sheet), TakeAction("look-up")).history
    past = answer_request(asked, ChooseOption("next")).history.past[-1]
    assert describe_undone(past).endswith(", Done with it")
