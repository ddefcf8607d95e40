"""The menu's entry that puts the game right where the table lies otherwise."""

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.requests import NewGame, TakeAction
from cdgdevice.rules.texts.words import LONGEST_WORD
from cdgdevice.ui.action_menu import action_entries
from cdgdevice.ui.intents_and_commands import AskGame
from cdgdevice.ui.state import MenuEntry


def commands(entry: MenuEntry) -> list[TakeAction]:
    if isinstance(entry.command, AskGame) and isinstance(entry.command.request, TakeAction):
        return [entry.command.request]
    return [found for below in entry.entries for found in commands(below)]


def test_it_shows_how_the_game_takes_the_table_to_lie_the_active_side_first() -> None:
    game = begin_game(load_sheet("paths-of-glory-2022"), NewGame("paths-of-glory-2022")).now
    entry = dict(action_entries(game))["set-table"]
    assert entry.title == "Put the table right"
    assert [each.title for each in entry.entries] == [
        "Central Powers: cards",
        "Central Powers: 7 left",
        "Allied Powers: cards",
        "Allied Powers: 7 left",
        "Turn: 1",
        "Round: 1",
        "To play: Central Powers",
    ]
    cards = entry.entries[0].entries
    assert [card.title for card in cards][::4] == ["A: face-up", "E: face-down"]
    assert [each.title for each in cards[4].entries] == ["Face-up", "Face-down", "No card"]
    assert cards[4].highlighted == 1


def test_all_that_it_says_is_accepted_in_every_game() -> None:
    for sheet in sheet_ids():
        history = begin_game(load_sheet(sheet), NewGame(sheet))
        for request in commands(dict(action_entries(history.now))["set-table"]):
            answer_request(history, request)


def test_its_entries_fit_a_line_with_the_largest_hands() -> None:
    for sheet in sheet_ids():
        found = load_sheet(sheet)
        hands = (found.hands.high, found.hands.high) if found.hands.vary else None
        game = begin_game(found, NewGame(sheet, hands)).now
        titles = [each.title for each in dict(action_entries(game))["set-table"].entries]
        assert [title for title in titles if len(title) > LONGEST_WORD] == [], sheet
