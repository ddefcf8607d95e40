"""The table lies otherwise: the player puts the game right, one thing at a time."""

from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Mark, Place, Side, Space
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.game import Choosing, TurnEnd
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import DealCard
from cdgdevice.rules.player_actions import PutCard, PutCardsLeft, TableChange
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, NotAllowedError, UndoLast, read_request
from cdgdevice.rules.snapshot import write_instructions, write_state
from tests.examples import examples
from tests.rules.playing import play
from tests.rules.walking import long_walks, new_games, offered, walked

GAME = "paths-of-glory-2022"
ROW = "paths-of-glory-2016"
C = Place(Space.C)


def begun(sheet: str = GAME, **options: int) -> GameHistory:
    return begin_game(load_sheet(sheet), NewGame(sheet, options=tuple(options.items())))


def asked(history: GameHistory, do: str, **fields: Any) -> GameHistory:
    request = read_request({"do": do, **fields})
    assert not isinstance(request, NewGame)
    return answer_request(history, request).history


def told(history: GameHistory, **args: str | int) -> GameHistory:
    return asked(history, "act", action="set-table", **args)


def all_told(history: GameHistory, *changes: TableChange) -> GameHistory:
    for change in changes:
        history = answer_request(history, change).history
    return history


def options(history: GameHistory) -> list[str]:
    return [option.id for option in prompt(history.now).options]


def restored(history: GameHistory) -> Any:
    return write_instructions(answer_request(history, UndoLast()).restore)


def test_a_card_turned_down_is_offered_no_more_and_its_order_goes() -> None:
    history = asked(begun(), "roll", result="ABC")
    history = told(history, side="left", card="C", facing="down")
    assert options(history) == ["A", "B"]
    assert history.orders.every == ()
    assert history.now.instructions == ()


def test_who_says_how_a_card_lies_has_dealt_and_no_half_of_the_deal_is_left() -> None:
    history = told(begun("washingtons-war-2022"), side="left", card="C", facing="up")
    assert {act.side for act in history.orders.every if isinstance(act, DealCard)} == {Side.RIGHT}
    back = answer_request(history, UndoLast()).history
    assert {act.side for act in back.orders.every if isinstance(act, DealCard)} == {Side.RIGHT}


def test_a_card_turned_up_is_offered_by_the_roll_that_stands() -> None:
    history = asked(begun(), "roll", result="JR")
    assert "D" not in options(history)
    assert "D" in options(told(history, side="left", card="D", facing="up"))


def test_it_is_offered_too_where_the_result_says_something_beside() -> None:
    history = asked(begun("commands-and-colors-2018"), "roll", result="JR")
    history = told(history, side="left", card="D", facing="up")
    assert options(history) == ["A", "B", "C", "D"]


def test_a_card_put_right_is_offered_by_what_an_action_put_on_offer() -> None:
    history = begun("commands-and-colors-2018", **{"tacticians-always": True})
    history = asked(asked(history, "roll", result="JR"), "act", action="no-section-card")
    history = told(history, side="left", card="D", facing="up")
    assert options(history) == ["A", "B", "D"]
    assert options(told(history, side="left", card="A", facing="down")) == ["B", "D"]


def test_a_card_put_right_is_offered_by_a_way_that_offers_every_card() -> None:
    history = told(begun("caesar-rome-vs-gaul-2022"), turn=3)
    history = told(history, side="left", card="E", facing="empty")
    history = asked(asked(history, "act", action="pile-empty"), "choose", option="all-up")
    assert options(history) == ["A", "B", "C", "D"]
    assert options(told(history, side="left", card="E", facing="up")) == ["A", "B", "C", "D", "E"]


def test_an_undo_lists_what_to_put_back_on_the_table() -> None:
    ready = begun()
    assert restored(told(ready, side="left", card="A", facing="down")) == [
        {"do": "flip", "side": "left", "cards": ["A"]}
    ]
    assert restored(told(ready, side="right", card="A", facing="empty")) == [
        {"do": "put-back", "side": "right", "card": "A", "facing": "up"}
    ]
    assert restored(told(ready, side="left", left=3)) == [
        {"do": "count", "side": "left", "left": 7, "of": 7}
    ]
    assert restored(told(ready, turn=3)) == []


def test_the_mark_of_a_card_that_is_turned_down_or_taken_away_goes() -> None:
    history = asked(begun("for-the-people-2018"), "roll", result="AB")
    marked = asked(
        history, "act", action="mark", side="left", card="A", **{"as": Mark.MANDATORY.value}
    )
    assert marked.now.seat.display.marks
    for facing in ("down", "empty"):
        assert not told(marked, side="left", card="A", facing=facing).now.seat.display.marks
    assert told(marked, side="left", card="A", facing="up").now.seat.display.marks


def test_without_a_card_on_c_the_pile_is_empty_and_with_one_it_is_not() -> None:
    history = told(begun("paths-of-glory-2018"), side="left", card="C", facing="empty")
    assert history.now.seats[Side.LEFT].pile_empty
    history = told(history, side="left", card="C", facing="down")
    assert not history.now.seats[Side.LEFT].pile_empty


def test_a_row_is_turned_up_again_for_the_round_of_its_side() -> None:
    history = told(begun(ROW), side="left", card="B", facing="down")
    assert write_instructions(history.now.instructions) == [
        {"do": "flip", "side": "left", "cards": ["B"]}
    ]
    assert restored(history) == []


def test_the_last_card_of_a_row_can_not_be_taken_away() -> None:
    history = begun(ROW)
    for card in "ABCD":
        history = told(history, side="left", card=card, facing="empty")
    with pytest.raises(NotAllowedError, match="E is the last card of"):
        told(history, side="left", card="E", facing="empty")


def test_the_turn_and_the_round_are_what_the_player_says() -> None:
    history = told(told(begun(), turn=3), round=4)
    assert (history.now.turn, history.now.round) == (3, 4)
    assert history.now.active is Side.LEFT
    history = told(history, active="right")
    assert (history.now.active, history.now.round) == (Side.RIGHT, 4)


def test_a_side_that_has_no_card_left_has_no_round_left() -> None:
    history = told(begun("standard-2018"), side="left", left=0)
    assert history.now.active is Side.RIGHT
    history = told(history, side="right", left=0)
    assert isinstance(history.now.stage, TurnEnd)
    history = told(told(history, side="right", left=2), active="right")
    assert prompt(history.now).rollers == (Side.RIGHT,)


def test_a_hand_that_is_larger_doubles_the_other_spaces_and_leaves_the_cards_left() -> None:
    history = begun("standard-2018", **{"doubled-spaces": True})
    seat = history.now.seats[Side.LEFT]
    assert seat.hand_size is not None
    history = told(history, side="left", of=seat.hand_size + 1)
    seat = history.now.seats[Side.LEFT]
    assert seat.chits_left == 7
    assert seat.display.is_doubled(Space.A)


def test_a_guided_list_has_no_cards_to_put_right_but_a_turn() -> None:
    history = begun("last-crusade")
    with pytest.raises(NotAllowedError, match="has no card display"):
        told(history, side="left", card="A", facing="up")
    assert told(history, turn=2).now.turn == 2


def test_a_number_that_is_kept_is_put_right_and_undo_brings_the_old_one_back() -> None:
    history = play(begun("last-crusade"), "choose 20", "roll 4")
    told_so = told(history, kept="supply", number=13)
    assert told_so.now.lists.numbers["supply"] == 13
    assert prompt(told_so.now).text == prompt(history.now).text
    assert play(told_so, "undo").now == history.now
    with pytest.raises(NotAllowedError, match="from 0 to 99"):
        told(history, kept="supply", number=100)
    with pytest.raises(NotAllowedError, match="Kept now: aggression, supply, on-cap"):
        told(history, kept="launched", number=1)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"side": "left", "card": "Q", "facing": "up"}, "Its places are A, B, C, D and E"),
        ({"side": "left", "card": "A", "facing": "sideways"}, "up, down or empty, not"),
        ({"side": "middle", "left": 2}, "must be left or right"),
        ({"side": "left", "left": 8}, "a number from 1 to 7"),
        ({"side": "left", "left": "5"}, "a number from 1 to 7"),
        ({"turn": 0}, "a number from 1 to 20"),
        ({"active": "right"}, "A round is under way"),
        ({"side": "left"}, "one thing at a time"),
        ({"turn": 2, "round": 2}, "one thing at a time"),
        ({"side": "left", "card": "A", "facing": "up"}, "A is needed for what is open now"),
    ],
)
def test_what_can_not_be_so_is_refused_in_one_sentence(
    args: dict[str, str | int], says: str
) -> None:
    history = asked(asked(begun(), "roll", result="AB"), "choose", option="A")
    before = write_state(history.now)
    with pytest.raises(NotAllowedError, match=says):
        told(history, **args)
    assert write_state(history.now) == before


def test_a_die_can_no_longer_be_corrected_once_cards_have_moved() -> None:
    history = asked(begun(), "roll", result="ABC")
    history = told(history, side="left", card="C", facing="down")
    with pytest.raises(NotAllowedError, match="undo that first"):
        asked(history, "correct", result="AB")


@examples(0.1)
@given(new_games(), long_walks)
def test_wherever_a_game_stands_a_hand_emptied_by_mistake_keeps_its_round(
    new: Any, numbers: list[int]
) -> None:
    history = walked(new, numbers).history
    seats, offers = history.now.seats, offered(history).get("set-table", [])
    emptied = [each for each in offers if isinstance(each, PutCardsLeft) and not each.left]
    for mistaken in (emptied[:1], emptied[1:], emptied):
        right = [replace(each, left=seats[each.side].chits_left or 0) for each in mistaken]
        assert all_told(history, *mistaken, *right).now == all_told(history, *right).now


@examples(0.25)
@given(new_games(), long_walks)
def test_wherever_a_game_stands_what_is_put_right_can_be_undone_and_is_in_the_facts(
    new: Any, numbers: list[int]
) -> None:
    history = walked(new, numbers).history
    beginning = begin_game(load_sheet(new.sheet), new)
    for request in offered(history).get("set-table", [])[:: max(1, len(numbers) // 2)]:
        assert isinstance(request, TableChange)
        after = answer_request(history, request).history
        back = answer_request(after, UndoLast()).history
        assert back.now == history.now
        assert write_facts(back) == write_facts(history)
        game = after.now
        if isinstance(request, PutCard) and isinstance(game.stage, Choosing):
            display = game.seats[request.side].display
            assert display.facing_at(request.card) is request.facing
        assert restore_facts(beginning, write_facts(after)).now.turn == game.turn
