"""A press at a question about a number keeps the number, on screens and in menus."""

from cdgdevice.render.views import BoardView, MenuView
from cdgdevice.ui.intents_and_commands import Press, Scroll
from cdgdevice.ui.state import UiContext
from tests.service.session_table import BOTH, Table


def crusade(context: UiContext | None = None) -> Table:
    """A game of The Last Crusade: 5 Supply, aggression 4, and 7 victory points."""
    table = Table(4, sheet="last-crusade", context=context)
    table.does(Scroll(5), Press.KNOB, Press.KNOB).waits(1.0)
    table.reads_on().enters("Victory points")
    return table.does(Scroll(7), Press.KNOB, Press.KNOB).reads_on()


def chosen(table: Table) -> str | None:
    board = table.session.views(BOTH)[table.session.history.now.active]
    assert isinstance(board, BoardView)
    return board.chosen


def test_two_presses_keep_both_victory_points_and_the_win() -> None:
    table = crusade().enters("A Headquarters is taken").does(Scroll(1), Press.KNOB)
    assert chosen(table) == "7"
    table.does(Press.KNOB)
    assert chosen(table) == "0"
    table.does(Press.KNOB).reads_on()
    assert "7 to 0 victory points: you have won." in table.reads(table.session.history.now.active)


def test_the_knob_turns_both_ways_from_the_kept_number() -> None:
    table = crusade().enters("A Headquarters is taken").does(Scroll(1), Press.KNOB)
    assert chosen(table.does(Scroll(-2))) == "5"
    assert chosen(table.does(Scroll(4))) == "9"
    assert chosen(table.does(Scroll(-20))) == "0"


def test_the_only_button_moves_on_from_the_kept_number_and_around() -> None:
    table = crusade().enters("A Headquarters is taken").does(Scroll(1), Press.KNOB)
    assert chosen(table.does(Press.ADVANCE)) == "8"
    assert chosen(table.does(*[Press.ADVANCE] * 92)) == "0"


def test_lists_of_hand_sizes_and_ranges_start_at_what_is_in_force() -> None:
    table = Table(sheet="for-the-people-2018").enters("Hand size")
    title = next(item for item in menu(table).items if item.startswith("Union: "))
    table.takes(title)
    assert title.endswith(f": {menu(table).items[menu(table).highlighted]}")
    table = Table(sheet="paths-of-glory-2016").reads_on().enters("Range of a space", "D: 4")
    assert menu(table).items[menu(table).highlighted] == "4"


def menu(table: Table) -> MenuView:
    return table.shown_menu()
