from cdgdevice.games import sheet_library
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from cdgdevice.rules.snapshot import compute_digest
from tests.rules.small_sheets import played, small

SHEET = "paths-of-glory-2022"


def test_a_digest_is_the_same_in_every_release_or_no_journal_could_be_read_again() -> None:
    history = begin_game(sheet_library.load_sheet(SHEET), NewGame(SHEET))
    found = [compute_digest(history)]
    for request in (
        RollDice(Side.LEFT, result=DieResult.AB),
        ChooseOption("A"),
        ChooseOption("done"),
    ):
        history = answer_request(history, request).history
        found.append(compute_digest(history))
    assert found == ["d66c31777cd254d8", "3c8a71fc800009b9", "f97aace767c920de", "e0f851e0d2b9b63a"]


def waiting(steps: str) -> str:
    """The digest of a game that waits in a list of such steps."""
    of = small("checks", LIST.format(steps=steps))
    return compute_digest(played(of, "choose enemy"))


LIST = """
[[instead]]
id = "enemy"
title = "Enemy turn"
source = "turn"
steps = [{{ do = "go-on", text = "Move." }}, {steps}]
"""


def test_the_digest_tells_apart_what_is_still_to_be_done_but_not_how_it_is_worded() -> None:
    level = waiting('{ do = "set", name = "level", number = 3 }, { do = "tell", text = "Go." }')
    assert level == waiting(
        '{ do = "set", name = "level", number = 3 }, { do = "tell", text = "Go now." }'
    )
    assert level != waiting(
        '{ do = "set", name = "level", number = 4 }, { do = "tell", text = "Go." }'
    )


def test_the_digest_of_steps_is_the_same_in_every_release_too() -> None:
    assert waiting('{ do = "set", name = "level", number = 3 }') == "174e6f9cf1ff2d9d"
