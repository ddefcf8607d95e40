"""What a board asks: the order to play a card, a question with its answer, which choice it is."""

import msgspec
import pytest

from cdgdevice.cli.terminal_board import board_lines
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.describe import describe
from cdgdevice.render.views import BoardView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.requests import NewGame
from cdgdevice.ui.board import count_pages, view_single_screen
from cdgdevice.ui.board_text import write_board_text
from cdgdevice.ui.intents_and_commands import Press, Scroll
from cdgdevice.ui.state import UiContext, UiState
from tests.rules.playing import play
from tests.rules.small_sheets import action, played, small
from tests.service.session_table import LEFT, RIGHT, Table


@pytest.mark.parametrize(
    ("die", "sheet", "order"),
    [
        (1, "washingtons-war-2022", "Play A as lowest Ops, or discard it, then done."),
        (6, "paths-of-glory-2022", "Play A as event, or freely as lowest Ops, then done."),
        (6, "standard-2018", "Play A as event, or freely as lowest Ops, then done."),
        (2, "commands-and-colors-2018", "Play A, then done."),
    ],
)
def test_glass_and_terminal_order_a_card_to_be_played_once_whatever_it_is_for(
    die: int, sheet: str, order: str
) -> None:
    table = Table(die, sheet=sheet).reads_on().rolls().reads_on().does(LEFT)
    history = table.session.history
    for text in (table.reads(), board_lines(history.now, history.orders.latest)):
        assert text.count("Play A") == 1, text
        assert order in text


def test_a_question_says_how_it_is_answered_and_its_answer_where_it_leads() -> None:
    table = Table(1, sheet="commands-and-colors-2018").reads_on().rolls()
    assert "No Section card, C unplayable?" in table.does(LEFT).reads()
    table.reads_on()
    table.does(Scroll(3))
    assert "No Section card, C unplayable?\n> Play any face-up card\n" in table.reads()
    table.does(Press.KNOB)
    assert "Play A or B." in table.reads()
    without = Table(1, sheet="commands-and-colors-2018", context=UiContext(knob=False))
    assert "knob" not in without.reads_on().rolls().reads_on().reads()


def test_no_press_for_a_card_answers_what_is_asked_of_it() -> None:
    options = (("tedorigawa", True),)
    table = Table(4, sheet="commands-and-colors-samurai-2022", options=options).rolls()
    table.does(LEFT)
    asked = table.reads()
    assert "3 or more Oda units across the river?\n> Choose an answer" in asked
    assert table.does(LEFT, LEFT, Press.KNOB).reads() == asked
    assert "> Yes, 3 or more (1/2)" in table.does(Scroll(1)).reads()
    assert "Decrease Max Hand Size by one." in table.does(Scroll(1), LEFT).reads()


def test_while_one_side_is_asked_whether_it_begins_the_other_is_not() -> None:
    table = Table(sheet="washingtons-war-2022")
    assert "Whoever begins rolls." in table.reads()
    table.does(RIGHT)
    assert "Whoever begins rolls." not in table.reads()
    assert "Do you begin?\nPress again to roll." in table.reads(Side.RIGHT)


def test_the_last_round_names_its_card_after_a_mark_too() -> None:
    table = Table(4, sheet="paths-of-glory-2018").rolls()
    table.does(Scroll(-1), Press.KNOB, LEFT, LEFT)
    view = table.view(Side.LEFT)
    assert isinstance(view, BoardView)
    assert view.result == "ABC: A"


def test_a_choice_and_a_page_are_counted_each_in_its_own_form() -> None:
    table = Table(sheet="twilight-struggle-five-card")
    view = table.view()
    assert isinstance(view, BoardView)
    assert view.among == "page 1/5"
    choice = table.reads_on().view()
    assert isinstance(choice, BoardView)
    assert choice.among == "<1/3>"


def test_the_only_screen_tells_a_skipped_set_up_in_the_order_of_the_hands() -> None:
    history = play(
        begin_game(
            load_sheet("washingtons-war-2022"), NewGame("washingtons-war-2022", set_up=True)
        ),
        "choose skip",
    )
    state = UiState(screens=(Side.LEFT,))
    told = []
    for page in range(count_pages(state, history)):
        view = view_single_screen(msgspec.structs.replace(state, page=page), history)
        assert isinstance(view, BoardView)
        told.extend(view.lines)
    assert told == [
        "Shuffle the deck. Both sides draw from it.",
        "Both sides: Deal A and B face-up. C, D and E face-down.",
        "Whoever begins rolls.",
        "Or does a British Campaign begin? Turn the knob.",
    ]


def test_a_real_die_is_asked_for_whatever_a_sheet_asks_beside_it() -> None:
    asked = action(
        '{ do = "tell", text = "So be it." }', when='["ready"]', asks='"Roll again later?"'
    )
    begun = played(small("open", asked))
    waiting = UiState(throwing_side=Side.LEFT)
    says = write_board_text(waiting, begun.now, Side.LEFT, begun.orders)
    assert says.prompt == ("Roll again later?", "Roll the die.")


def test_a_number_to_be_thrown_for_is_asked_for_once() -> None:
    wants = '{ do = "remember", name = "wind", text = "The wind." }'
    begun = played(
        small("open", f'\n[turn]\nfirst = "left"\nbegins = [{wants}]\nsource = "turn"\n')
    )
    for state in (UiState(), UiState(throwing_side=Side.LEFT)):
        says = write_board_text(state, begun.now, Side.LEFT, begun.orders)
        assert says.prompt == ("The wind. Roll.",)


def test_how_many_dice_a_round_has_is_no_matter_of_how_its_result_is_written() -> None:
    table = Table(5, sheet="paths-of-glory-2018").rolls()
    view = table.view(Side.LEFT)
    assert isinstance(view, BoardView)
    assert not view.two_dice
    signs = msgspec.structs.replace(view, result="! !")
    assert "The die: ! !." in describe(signs)
    two = Table(sheet="paths-of-glory-2016").view(Side.LEFT)
    assert isinstance(two, BoardView)
    assert two.two_dice
