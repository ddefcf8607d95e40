"""The menu's entry that puts the game right if the table shows something else."""

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.draw_board import find_space_centre, is_legible
from cdgdevice.render.views import BoardView, CardView
from cdgdevice.rules.card_display import Facing, Side
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.player_actions import Action
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.texts.words import LONGEST_WORD
from cdgdevice.ui.action_menu import action_entries
from cdgdevice.ui.intents_and_commands import AskGame, Press, Scroll, TapScreen
from cdgdevice.ui.state import MenuEntry
from tests.service.session_table import LEFT, Table


def commands(entry: MenuEntry) -> list[Action]:
    if isinstance(entry.command, AskGame) and isinstance(entry.command.request, Action):
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


def ringed(table: Table, side: Side = Side.LEFT) -> tuple[str, CardView]:
    """The letter of the card with a ring on this side's screen, and how it is shown."""
    board = table.view(side)
    assert isinstance(board, BoardView)
    assert is_legible(board)
    cards = zip("ABCDE", board.spaces, strict=True)
    ((letter, card),) = ((x, card) for x, held in cards for card in held if card.highlighted)
    return letter, card


def asks_for_card(side: str = "Central Powers") -> Table:
    return Table(4).enters("Put the table right", f"{side}: cards")


def test_the_knob_moves_the_ring_on_the_card_row_and_then_shows_the_card_as_it_may_be() -> None:
    table = asks_for_card()
    assert ringed(table)[0] == "A"
    assert ringed(table.does(Scroll(2)))[0] == "C"
    assert "Which card differs?" in table.reads()
    looks = [ringed(table.does(Press.KNOB))[1]]
    looks += [ringed(table.does(Scroll(steps)))[1] for steps in (-1, 2)]
    assert [(look.facing, look.gap) for look in looks] == [
        (Facing.DOWN, False),
        (Facing.UP, False),
        (Facing.UP, True),
    ]
    assert "On the table C is:" in table.reads()
    table.does(LEFT)
    assert "C: empty." in table.reads()
    assert "C: face-down." in table.does(Press.UNDO, Press.KNOB).reads()


def test_the_other_side_s_cards_are_put_right_on_its_own_screen() -> None:
    table = asks_for_card("Allied Powers")
    assert ringed(table, Side.RIGHT)[0] == "A"
    assert "Which card differs?" not in table.reads()
    assert "B: face-down." in table.takes("B: face-up", "Face-down").reads(Side.RIGHT)


def test_a_card_is_filled_in_where_there_is_none() -> None:
    table = asks_for_card().takes("B: face-up", "No card")
    table.enters("Put the table right", "Central Powers: cards")
    assert ringed(table.does(Scroll(1))) == (
        "B",
        CardView(Facing.UP, offered=True, highlighted=True, gap=True),
    )
    assert "B: face-up." in table.takes("B: no card", "Face-up").reads()


def test_a_tap_on_the_card_takes_it_and_a_further_one_turns_it() -> None:
    table = asks_for_card()
    tap = TapScreen(Side.LEFT, *find_space_centre(3))
    looks = [ringed(table.does(tap)) for _ in range(3)]
    assert [letter for letter, _ in looks] == ["D"] * 3
    assert [(look.facing, look.gap) for _, look in looks] == [
        (Facing.DOWN, False),
        (Facing.UP, True),
        (Facing.UP, False),
    ]


def test_the_last_choice_leads_back_to_the_list() -> None:
    table = asks_for_card().does(Scroll(9))
    assert "> Back" in table.reads()
    assert "Menu: Put the table right" in table.does(Press.KNOB).reads()
