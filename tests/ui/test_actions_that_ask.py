"""Actions that sweep a display or a draw pile away ask once more, and never stand first."""

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.views import MenuView
from cdgdevice.rules.sheet import list_sweeping_actions
from cdgdevice.ui.intents_and_commands import Press, Scroll
from tests.service.session_table import LEFT, RIGHT, Table


def menu(table: Table) -> MenuView:
    return table.shown_menu()


def test_a_reshuffle_asks_and_the_way_back_is_highlighted() -> None:
    for sheet, title in (
        ("washingtons-war-2022", "Reshuffle"),
        ("wilderness-war-2018", "Pile empty"),
    ):
        table = Table(4, sheet=sheet).rolls().does(LEFT, LEFT)
        before = table.session.history.now
        table.enters(title)
        assert (menu(table).items, menu(table).highlighted) == (("Yes", "Back"), 1), sheet
        assert table.does(Press.KNOB).session.history.now is before, sheet
        assert table.takes(title, "Yes").session.history.now is not before, sheet


def test_what_a_list_sweeps_away_counts_for_the_action_that_runs_it() -> None:
    sweeping = list_sweeping_actions(load_sheet("standard-2018"))
    assert {"pile-empty", "no-card-left"} <= sweeping


def test_neither_a_reshuffle_nor_a_correction_is_highlighted_where_a_roll_is_due() -> None:
    for sheet in ("washingtons-war-2022", "wilderness-war-2018"):
        table = Table(4, sheet=sheet).rolls().does(LEFT, LEFT, Press.MENU)
        assert menu(table).items[menu(table).highlighted].startswith("Rule: The roll"), sheet
        assert menu(table).items[1] == "Mark a card", sheet


def test_a_reshuffle_asks_for_a_side_too() -> None:
    table = Table().enters("Reshuffle", "Allied Powers")
    assert menu(table).items == ("Yes", "Back")


def test_the_die_is_corrected_from_what_fell() -> None:
    table = Table(4, sheet="last-crusade").does(Press.KNOB, Press.KNOB).waits(1.0)
    assert "Aggression: 4." in table.reads(RIGHT.side)
    table.does(Press.MENU)
    assert menu(table).items[0] != "Correct the die"
    table.takes("Correct the die")
    assert menu(table).items[menu(table).highlighted] == "4"
    table.takes("3").does(Press.KNOB).enters("Correct the die")
    assert menu(table).items[menu(table).highlighted] == "3"


def test_two_dice_are_corrected_from_what_fell() -> None:
    table = Table(2, 5, sheet="paths-of-glory-2016").reads_on().does(LEFT).rolls()
    table.enters("Correct the dice")
    assert menu(table).items[menu(table).highlighted] == "White 2"
    table.does(Press.KNOB)
    assert menu(table).items[menu(table).highlighted] == "Coloured 5"


def test_a_card_that_the_other_side_did_not_draw_is_no_choice_beside_ones_own() -> None:
    table = Table(4, 2).rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT)
    assert "No card" not in table.does(Scroll(2)).reads()
    before = table.does(Scroll(-2)).session.history.now
    table.enters("No card: Allied Powers C")
    assert menu(table).items == ("Yes", "Back")
    assert table.does(Press.KNOB).session.history.now is before
