"""What a player types by hand, and what is said to what makes no sense."""

import pytest

from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.table.shelf import sheet
from cdgdevice.terminal import COLUMNS, folded
from cdgdevice.typed import Aside, LookUp, understood


def game(*requests: Request, of: str = "paths-of-glory-2022") -> History:
    history = begin(sheet(of), New(of))
    for request in requests:
        history = answer(history, request).history
    return history


READY = game()
CHOOSING = game(Roll(result=Result.AB))
PLAYING = game(Roll(result=Result.AB), Choose("A"))
VARYING = game(of="standard-2018")


def typed(line: str, history: History = READY) -> Request | Aside | LookUp:
    return understood(line.split(), history, Conversion())


@pytest.mark.parametrize(
    ("line", "history", "meant"),
    [
        ("", READY, Roll()),
        ("r", READY, Roll()),
        ("JR", READY, Roll(result=Result.JR)),
        ("left", READY, Roll(Side.LEFT)),
        ("RIGHT abc", READY, Roll(Side.RIGHT, result=Result.ABC)),
        ("a", CHOOSING, Choose("A")),
        ("correct abc", CHOOSING, Correct(result=Result.ABC)),
        ("", PLAYING, Choose("done")),
        (
            "combat-card left b",
            PLAYING,
            Do("combat-card", (("side", "left"), ("card", "B"))),
        ),
        ("hand-size right 5", VARYING, Do("hand-size", (("side", "right"), ("of", 5)))),
        (
            "mark left a Mandatory",
            VARYING,
            Do("mark", (("side", "left"), ("card", "A"), ("as", "mandatory"))),
        ),
        ("end-game", READY, Do("end-game")),
        ("u", READY, Undo()),
        ("help", READY, Aside.HELP),
        ("Q", READY, Aside.QUIT),
        ("notes", CHOOSING, LookUp("")),
        ("Notes #22", READY, LookUp("#22")),
        ("notes  mata hari", PLAYING, LookUp("mata hari")),
    ],
)
def test_what_is_typed_is_understood(
    line: str, history: History, meant: Request | Aside | LookUp
) -> None:
    assert typed(line, history) == meant


@pytest.mark.parametrize(
    ("line", "history", "sentence"),
    [
        ("undo 3", READY, "Nothing follows undo: type it alone."),
        ("quit now", READY, "Nothing follows quit: type it alone."),
        ("help me", READY, "Nothing follows help: type it alone."),
        ("end-game now", READY, "Nothing follows end-game: type it alone."),
        ("combat-card", PLAYING, "combat-card needs a side and a card: combat-card left B."),
        (
            "combat-card right E",
            PLAYING,
            '"combat-card right E" can\'t be done now. Type combat-card left|right B or '
            "combat-card right A.",
        ),
        ("hand-size left", VARYING, "hand-size needs a side and a number: hand-size left 1."),
        ("correct", CHOOSING, "correct needs what the die shows: correct 4, or correct ABC."),
        ("correct 9", CHOOSING, "correct needs what the die shows: correct 4, or correct ABC."),
        (
            "correct 4",
            PLAYING,
            "Only the last roll can be corrected, before anything is chosen on it. "
            "Carry A out, then done.",
        ),
        ("4", CHOOSING, "No roll is due now. Play A or B."),
        ("JR", CHOOSING, "No roll is due now. Play A or B."),
        ("left", CHOOSING, "No roll is due now. Play A or B."),
        ("roll ABC", CHOOSING, "No roll is due now. Play A or B."),
        ("roll 9", READY, "Only what your own die shows may follow roll: roll 4, or roll ABC."),
        (
            "left AB DE",
            READY,
            "Only what your own die shows may follow left: left 4, or left ABC.",
        ),
        ("a B", CHOOSING, "Nothing follows A: type it alone."),
        ("7", CHOOSING, '"7" means nothing now. Play A or B. Or type help.'),
        (
            "hepl",
            READY,
            '"hepl" means nothing now. Did you mean "help"? Roll or 1-Ops. Or type help.',
        ),
    ],
)
def test_what_makes_no_sense_is_answered_in_words_that_can_be_typed(
    line: str, history: History, sentence: str
) -> None:
    with pytest.raises(NotAllowedError) as refused:
        typed(line, history)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("number", ["1" * 5000, "1000", "\u0663", "-1", "0x5"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(NotAllowedError, match=r"can't be done now\. Type hand-size"):
        typed(f"hand-size left {number}", VARYING)


def test_a_word_is_not_broken_at_its_hyphen() -> None:
    lines = folded("x" * (COLUMNS - 5) + " end-game").splitlines()
    assert lines[-1] == "end-game"
