from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.method.history import answer, begin
from cdgdevice.method.request import Choose, New, Roll
from cdgdevice.method.wire import digest
from cdgdevice.table import shelf
from tests.method.small_sheets import played, small

SHEET = "paths-of-glory-2022"


def test_a_digest_is_the_same_in_every_release_or_no_journal_could_be_read_again() -> None:
    history = begin(shelf.sheet(SHEET), New(SHEET))
    found = [digest(history)]
    for request in (Roll(Side.LEFT, result=Result.AB), Choose("A"), Choose("done")):
        history = answer(history, request).history
        found.append(digest(history))
    assert found == ["d66c31777cd254d8", "3c8a71fc800009b9", "f97aace767c920de", "e0f851e0d2b9b63a"]


def waiting(steps: str) -> str:
    """The digest of a game that waits in a list of such steps."""
    of = small("checks", LIST.format(steps=steps))
    return digest(played(of, "choose enemy"))


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
