"""What a journal keeps of the table after each answer."""

import json

import pytest

from cdgdevice.games import sheet_library
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import PutTurn
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from tests.rules.playing import actions, new, play
from tests.rules.small_sheets import played, small

SHEET = "paths-of-glory-2022"


def facts(history: GameHistory) -> dict:
    """The facts as a journal gives them back."""
    return json.loads(json.dumps(write_facts(history)))


def test_the_facts_are_the_same_in_every_release_or_no_journal_could_be_read_again() -> None:
    history = begin_game(sheet_library.load_sheet(SHEET), NewGame(SHEET))
    left = {"cards": "u u d d d", "chits": 7, "hand": 7}
    right = {"cards": "u u d d d", "chits": 7, "hand": 7}
    at_first = {"turn": 1, "round": 1, "active": "left", "left": left, "right": right}
    assert facts(history) == at_first
    history = answer_request(history, RollDice(Side.LEFT, result=DieResult.AB)).history
    assert facts(history) == at_first | {"roll": [2, "AB"]}
    history = answer_request(history, ChooseOption("A")).history
    played = at_first | {"roll": [2, "AB"], "playing": "A", "left": left | {"cards": "- u d d d"}}
    assert facts(history) == played
    history = answer_request(history, ChooseOption("done")).history
    after = {"cards": "d u d d d", "chits": 6, "hand": 7, "rounds": 1}
    assert facts(history) == at_first | {"active": "right", "left": after}


LIST = """
[[instead]]
id = "enemy"
title = "Enemy turn"
source = "turn"
steps = [{steps}]
"""


def waiting(*steps: str) -> dict:
    """The facts of a game that waits in a list of such steps, the first of which sets a number."""
    kept = '{ do = "set", name = "level", number = 3 }'
    of = small("checks", LIST.format(steps=", ".join((kept, *steps))))
    return facts(played(of, "choose enemy"))


def test_the_facts_tell_what_is_kept_but_not_what_is_said_asked_or_still_to_be_done() -> None:
    moved = waiting('{ do = "go-on", text = "Move." }')
    assert moved["numbers"] == {"level": 3}
    assert moved == waiting('{ do = "go-on", text = "March." }', '{ do = "tell", text = "Go." }')
    assert moved == waiting('{ do = "how-many", name = "units", text = "Units?", high = 6 }')


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("choose A", "combat left B"), ("choose B", "combat left A")),
        (("choose A1",), ("choose A2",)),
    ],
)
def test_the_facts_tell_apart_which_card_is_being_played(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    hands = (6, 4) if "A1" in one[0] else (6, 6)
    rolled = play(new("standard-2018", hands), "roll AB")
    assert facts(play(rolled, *one)) != facts(play(rolled, *other))


def test_an_answer_taken_back_leaves_the_facts_as_they_were() -> None:
    rolled = play(new("standard-2018", (6, 4)), "roll AB")
    assert facts(play(rolled, "choose A1", "undo")) == facts(rolled)


def test_a_draw_from_the_other_display_is_still_due_in_a_restored_game() -> None:
    caesar = play(
        answer_request(new("caesar-rome-vs-gaul-2022"), PutTurn(3)).history,
        *("pile-empty", "roll DE", "choose D", "surprise card=A"),
    )
    asked = prompt(play(caesar, "choose done").now).text
    assert asked[0].startswith("Roll for Gaul's card")
    begun = new("caesar-rome-vs-gaul-2022")
    assert prompt(play(restore_facts(begun, facts(caesar)), "choose done").now).text == asked


@pytest.mark.parametrize("sheet", ["washingtons-war-2018", "washingtons-war-2022"])
def test_a_restored_game_offers_no_exchange_for_a_discard_that_may_be_shuffled(sheet: str) -> None:
    round_ = ("choose A", "choose done", "roll AB")
    offered = play(new(sheet), "roll AB", *round_)
    assert "exchange-card" in actions(offered)
    restored = restore_facts(offered, facts(offered))
    assert "exchange-card" not in actions(restored)
    assert "exchange-card" in actions(play(restored, *round_)), "of the card played since"
