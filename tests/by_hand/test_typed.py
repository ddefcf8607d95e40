"""What a player types by hand, and what is said to what makes no sense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.by_hand.terminal import help_page, screen
from cdgdevice.by_hand.typed import Aside, LookUp, understood
from cdgdevice.columns import COLUMNS, folded
from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.table.shelf import sheet, sheet_ids
from tests.method.walking import long_walks, new_games, walked


def game(*requests: Request, of: str = "paths-of-glory-2022") -> History:
    history = begin(sheet(of), New(of))
    for request in requests:
        history = answer(history, request).history
    return history


READY = game()
CHOOSING = game(Roll(result=Result.AB))
PLAYING = game(Roll(result=Result.AB), Choose("A"))
VARYING = game(of="standard-2018")
NOMINATED = game(Choose("B"), of="paths-of-glory-2016")
WHITE = game(Choose("B"), Roll(die=(6,)), of="paths-of-glory-2016")
THROWN = game(Choose("B"), Roll(die=(2, 5)), of="paths-of-glory-2016")
LEVEL = game(of="last-crusade")
ANSWERING = game(of="twilight-struggle-five-card")
COUNTING = game(Roll(die=(4,)), Choose("your-turn"), Do("random-choice"), of="last-crusade")


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
        ("3 5", NOMINATED, Roll(die=(3, 5))),
        ("3", NOMINATED, Roll(die=(3,))),
        ("roll 3 5", NOMINATED, Roll(die=(3, 5))),
        ("5", WHITE, Roll(die=(5,))),
        ("correct 3 5", THROWN, Correct((3, 5))),
        ("4", LEVEL, Roll(die=(4,))),
        ("right-event", ANSWERING, Choose("right-event")),
        ("4", COUNTING, Choose("4")),
        ("range a 6", THROWN, Do("range", (("space", "A"), ("to", 6)))),
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
        (
            "3 5",
            WHITE,
            '"3 5" means nothing now. White is 6. Throw the coloured die. Or type help.',
        ),
        (
            "ABC",
            LEVEL,
            '"ABC" means nothing now. Last of all: the enemy\'s aggression level. Or type help.',
        ),
        (
            "correct ABC",
            THROWN,
            "correct needs what the dice show: correct 3 5, white and coloured.",
        ),
        (
            "roll ABC",
            NOMINATED,
            "Only what your own dice show may follow roll: roll 3 5, white and coloured.",
        ),
        ("", COUNTING, "Type 0 to 20."),
        ("", ANSWERING, "Type left-event, right-event or mixed."),
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


def test_the_owner_s_conversion_is_for_the_method_die_alone() -> None:
    reversed_die = Conversion(tuple(reversed(Result)))
    assert understood(["1"], READY, reversed_die) == Roll(result=Result.EVENT)
    assert understood(["1"], LEVEL, reversed_die) == Roll(die=(1,))


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=5)
@given(st.data(), long_walks)
def test_the_screen_and_the_help_of_every_sheet_fit_80_columns(
    id_: str, data: st.DataObject, numbers: list[int]
) -> None:
    now = walked(data.draw(new_games((id_,))), numbers).history.now
    for line in (*screen(now).splitlines(), *help_page(now).splitlines()):
        assert len(line) <= COLUMNS


def test_a_board_without_cards_shows_none() -> None:
    assert "[A]" not in screen(LEVEL.now)
    assert "(A)" not in screen(LEVEL.now)


def test_marks_and_ranges_are_told() -> None:
    mark = Do("mark", (("side", "left"), ("card", "A"), ("as", "scoring")))
    assert "Marked, Left side: A scoring." in screen(game(mark, of="standard-2018").now)
    row = screen(game(of="paths-of-glory-2016").now)
    assert "White plays a nominated card: A 1-3, B 1-4, C 1-5, D 1-4, E 1-3." in row


def test_the_answers_of_a_question_are_told_with_what_to_type() -> None:
    assert "  right-event  US's event" in screen(ANSWERING.now)
    assert "Type 0 to 20." in screen(COUNTING.now)


def test_two_dice_are_told_by_number() -> None:
    assert "The dice: white 2, coloured 5." in screen(THROWN.now)


def test_a_word_is_not_broken_at_its_hyphen() -> None:
    lines = folded("x" * (COLUMNS - 5) + " end-game").splitlines()
    assert lines[-1] == "end-game"
