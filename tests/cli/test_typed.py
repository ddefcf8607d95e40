"""What a player types by hand, and what is said to what makes no sense."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.cli.known_words import SideQuestion
from cdgdevice.cli.terminal_board import board_lines
from cdgdevice.cli.terminal_help import help_page
from cdgdevice.cli.typed_words import LookUpNotes, LookUpTerm, parse_typed
from cdgdevice.fold_lines import COLUMNS, fold_text
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules import player_actions
from cdgdevice.rules.card_display import Mark, Place, Side, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NewGame,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
)
from tests.examples import examples
from tests.rules.walking import long_walks, new_games, walked


def game(*requests: Request, of: str = "paths-of-glory-2022") -> GameHistory:
    history = begin_game(load_sheet(of), NewGame(of))
    for request in requests:
        history = answer_request(history, request).history
    return history


READY = game()
CHOOSING = game(RollDice(result=DieResult.AB))
PLAYING = game(RollDice(result=DieResult.AB), ChooseOption("A"))
VARYING = game(of="standard-2018")
NOMINATED = game(ChooseOption("B"), of="paths-of-glory-2016")
WHITE = game(ChooseOption("B"), RollDice(die=(6,)), of="paths-of-glory-2016")
THROWN = game(ChooseOption("B"), RollDice(die=(2, 5)), of="paths-of-glory-2016")
LEVEL = game(ChooseOption("0"), of="last-crusade")
ANSWERING = game(of="twilight-struggle-five-card")
PROPOSING = game(
    *(ChooseOption(each) for each in ("left-event", "right-event", "next")),
    of="twilight-struggle-five-card",
)
TRAPPED = game(
    *(ChooseOption(each) for each in ("left-event", "right-event", "next")),
    player_actions.TakeAction("bear-trap-played", side=Side.LEFT),
    ChooseOption("quagmire"),
    of="twilight-struggle-five-card",
)
SHORT_OF_OPS = game(
    *(ChooseOption(each) for each in ("left-event", "right-event", "next", "C")),
    RollDice(die=(1, 2)),
    player_actions.TakeAction("space-race"),
    of="twilight-struggle-five-card",
)
MARKED = player_actions.MarkCard(Side.LEFT, Place(Space.A), Mark.MANDATORY)
TURN_OVER = game(player_actions.EndTurn(), of="washingtons-war-2022")
LED = begin_game(load_sheet("washingtons-war-2022"), NewGame("washingtons-war-2022", set_up=True))
FIGHTING = game(RollDice(result=DieResult.AB), of="commands-and-colors-2018")
LEADING = begin_game(
    load_sheet("paths-of-glory-2022"),
    NewGame("paths-of-glory-2022", set_up=True, few_questions=True),
)
SIZING = answer_request(
    begin_game(load_sheet("for-the-people-2018"), NewGame("for-the-people-2018", set_up=True)),
    ChooseOption("no"),
).history
COUNTING = game(
    ChooseOption("0"),
    RollDice(die=(4,)),
    player_actions.TakeAction("random-choice"),
    of="last-crusade",
)


def typed(
    line: str, history: GameHistory = READY
) -> Request | SideQuestion | LookUpNotes | LookUpTerm:
    return parse_typed(line.split(), history, DieConversion())


@pytest.mark.parametrize(
    ("line", "history", "meant"),
    [
        ("", READY, RollDice()),
        ("r", READY, RollDice()),
        ("JR", READY, RollDice(result=DieResult.JR)),
        ("left", READY, RollDice(Side.LEFT)),
        ("RIGHT abc", READY, RollDice(Side.RIGHT, result=DieResult.ABC)),
        ("a", CHOOSING, ChooseOption("A")),
        ("left b", CHOOSING, ChooseOption("B")),
        ("EVENT", game(of="illusions-of-glory-2022"), RollDice(result=DieResult.EVENT)),
        ("correct abc", CHOOSING, CorrectRoll(result=DieResult.ABC)),
        ("", PLAYING, ChooseOption("done")),
        ("right one-ops", READY, ChooseOption("one-ops", Side.RIGHT)),
        ("left one-ops", READY, ChooseOption("one-ops")),
        (
            "combat-card left b",
            PLAYING,
            player_actions.PlayCombatCard(Side.LEFT, Place(Space.B)),
        ),
        ("hand-size right 5", VARYING, player_actions.ChangeHandSize(Side.RIGHT, 5)),
        (
            "mark left a Mandatory",
            VARYING,
            player_actions.MarkCard(Side.LEFT, Place(Space.A), Mark.MANDATORY),
        ),
        ("3 5", NOMINATED, RollDice(die=(3, 5))),
        ("3", NOMINATED, RollDice(die=(3,))),
        ("roll 3 5", NOMINATED, RollDice(die=(3, 5))),
        ("5", WHITE, RollDice(die=(5,))),
        ("correct 3 5", THROWN, CorrectRoll((3, 5))),
        ("4", LEVEL, RollDice(die=(4,))),
        ("right-event", ANSWERING, ChooseOption("right-event")),
        ("4", COUNTING, ChooseOption("4")),
        ("none", SHORT_OF_OPS, ChooseOption("enough")),
        ("China Card", PROPOSING, ChooseOption("china")),
        ("Propose C", PROPOSING, ChooseOption("C")),
        ("no such card", TRAPPED, ChooseOption("none")),
        ("2 short", SHORT_OF_OPS, ChooseOption("two")),
        ("2", SHORT_OF_OPS, ChooseOption("two")),
        ("mark A mandatory", VARYING, MARKED),
        ("1 ops", READY, ChooseOption("one-ops")),
        ("One Ops", READY, ChooseOption("one-ops")),
        ("right 1-ops", READY, ChooseOption("one-ops", Side.RIGHT)),
        ("y", LEADING, ChooseOption("yes")),
        ("n", LEADING, ChooseOption("no")),
        ("combat card left b", PLAYING, player_actions.PlayCombatCard(Side.LEFT, Place(Space.B))),
        ("end game", READY, player_actions.EndGame()),
        ("Mata Hari/Cloak & Dagger", PLAYING, player_actions.TakeAction("reveal-display")),
        ("range a 6", THROWN, player_actions.SetRange(Space.A, 6)),
        ("end-game", READY, player_actions.EndGame()),
        ("u", READY, UndoLast()),
        ("help", READY, SideQuestion.HELP),
        ("Q", READY, SideQuestion.QUIT),
        ("notes", CHOOSING, LookUpNotes("")),
        ("Notes #22", READY, LookUpNotes("#22")),
        ("notes  mata hari", PLAYING, LookUpNotes("mata hari")),
        ("help Fate  Die", PLAYING, LookUpTerm("Fate Die")),
        ('help "Fate Die"', PLAYING, LookUpTerm("Fate Die")),
    ],
)
def test_what_is_typed_is_understood(
    line: str, history: GameHistory, meant: Request | SideQuestion | LookUpNotes | LookUpTerm
) -> None:
    assert typed(line, history) == meant


@pytest.mark.parametrize(
    ("line", "history", "sentence"),
    [
        ("undo 3", READY, "Nothing follows undo: type it alone."),
        ("quit now", READY, "Nothing follows quit: type it alone."),
        ("end-game now", READY, "Nothing follows end-game: type it alone."),
        ("combat-card", PLAYING, "combat-card needs a side and a card: combat-card left B."),
        (
            "combat-card right E",
            PLAYING,
            '"combat-card right E" can\'t be done now. Allowed: combat-card left|right B or '
            "combat-card right A.",
        ),
        ("hand-size left", VARYING, "hand-size needs a side and a number: hand-size left 1."),
        ("correct", CHOOSING, "correct needs what the die shows: correct 4, or correct ABC."),
        ("correct 9", CHOOSING, "correct needs what the die shows: correct 4, or correct ABC."),
        (
            "correct 4",
            PLAYING,
            "Only the last roll can be corrected, before anything is chosen on it. "
            "To correct it, type undo first. Play A, then done.",
        ),
        (
            "correct 4",
            READY,
            "Only the last roll can be corrected, before anything is chosen on it. Roll or 1-Ops.",
        ),
        ("mark A", ANSWERING, "This game has no marks. Headline: deal a card. Whose event?"),
        *(
            (
                line,
                NOMINATED,
                "Two dice are typed as 3 5: each 1 to 6, the white one first. Roll: B on 1-4.",
            )
            for line in ("7 7", "2,3")
        ),
        *(
            (
                line,
                CHOOSING,
                f"No roll is due now. Play A or B. Was the roll misread? Type correct {shown}. "
                "To take the roll back, type undo.",
            )
            for line, shown in (("4", "4"), ("JR", "JR"), ("roll ABC", "ABC"), ("left 4", "4"))
        ),
        (
            "left",
            CHOOSING,
            "No roll is due now. Play A or B. To take the roll back, type undo.",
        ),
        (
            "EVENT",
            PLAYING,
            "No roll is due now. Play A, then done. "
            "To go back to the roll, type undo, once for each answer since.",
        ),
        (
            "3 5",
            THROWN,
            "No roll is due now. White 2: play B, any purpose, then done. * events leave the game. "
            "Was the roll misread? Type correct 3 5. To take the roll back, type undo.",
        ),
        (
            "EVENT",
            ANSWERING,
            "No roll is due now. Headline: deal a card. Whose event? "
            "Type left-event, right-event or mixed.",
        ),
        (
            "3 5",
            WHITE,
            '"3 5" means nothing now. White is 6. Roll the coloured die. Or type help.',
        ),
        (
            "ABC",
            LEVEL,
            '"ABC" means nothing now. Last of all: the enemy\'s aggression level. Roll. '
            "Or type help.",
        ),
        (
            "first-strike",
            FIGHTING,
            '"first-strike" is not possible now, only while a card is played, with a face-up card, '
            'with "Jolly Roger only", on JR. Play A or B. First Strike, Tactician, Combat only in '
            "reaction. Or type why first-strike for its rule.",
        ),
        (
            "combat-card A",
            PLAYING,
            "combat-card needs a side and a card: combat-card right A.",
        ),
        (
            "combat-card b",
            PLAYING,
            "combat-card needs a side and a card: combat-card left B or combat-card right B.",
        ),
        ("correct 3 2", WHITE, "correct needs what the die shows: correct 4."),
        ("correct 3", THROWN, "correct needs what the dice show: correct 3 5, white and coloured."),
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
        (
            "hand",
            SIZING,
            '"hand" means nothing now. Union\'s hand: how many cards? Type 1 to 12 or skip. '
            "Or type help.",
        ),
        (
            "9",
            SHORT_OF_OPS,
            '"9" means nothing now. Space race: how many Ops short? Type enough, one, two or '
            "three. Or type help.",
        ),
        ("", ANSWERING, "Type left-event, right-event or mixed."),
        ("roll 9", READY, "Only what your own die shows may follow roll: roll 4, or roll ABC."),
        (
            "left AB DE",
            READY,
            "Only what your own die shows may follow left: left 4, or left ABC. "
            "Or type left one-ops.",
        ),
        (
            "discard b",
            CHOOSING,
            '"discard b" means nothing now. Play A or B. Or type help.',
        ),
        ("rol", CHOOSING, '"rol" means nothing now. Play A or B. Or type help.'),
        ("rol", LED, '"rol" means nothing now. Set-up, 1 of 3. Type next or skip. Or type help.'),
        (
            "nxt",
            TURN_OVER,
            '"nxt" means nothing now. Did you mean "next-turn"? Turn 1 is over. '
            "Type next-turn. Or type help.",
        ),
        (
            "table crds 3",
            READY,
            '"crds" is nothing on the table. Did you mean "cards"? Say after table what is '
            "different there: table A down, table right A empty, table cards 2, table turn 3, "
            "table active right.",
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
    line: str, history: GameHistory, sentence: str
) -> None:
    with pytest.raises(NotAllowedError) as refused:
        typed(line, history)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("number", ["1" * 5000, "1000", "\u0663", "-1", "0x5"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(NotAllowedError, match=r"can't be done now\. Allowed: hand-size"):
        typed(f"hand-size left {number}", VARYING)


def test_the_owner_s_conversion_is_for_the_method_die_alone() -> None:
    reversed_die = DieConversion(tuple(reversed(DieResult)))
    assert parse_typed(["1"], READY, reversed_die) == RollDice(result=DieResult.EVENT)
    assert parse_typed(["1"], LEVEL, reversed_die) == RollDice(die=(1,))


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.05)
@given(st.data(), long_walks)
def test_the_screen_and_the_help_of_every_sheet_fit_80_columns(
    id_: str, data: st.DataObject, numbers: list[int]
) -> None:
    now = walked(data.draw(new_games((id_,))), numbers).history.now
    for line in (*board_lines(now).splitlines(), *help_page(now).splitlines()):
        assert len(line) <= COLUMNS


def test_a_board_without_cards_shows_none() -> None:
    assert "[A]" not in board_lines(LEVEL.now)
    assert "(A)" not in board_lines(LEVEL.now)


def test_marks_and_ranges_are_told() -> None:
    mark = player_actions.MarkCard(Side.LEFT, Place(Space.A), Mark.SCORING)
    assert "Marked, Left side: A scoring." in board_lines(game(mark, of="standard-2018").now)
    row = board_lines(game(of="paths-of-glory-2016").now)
    assert "White plays a nominated card: A 1-3, B 1-4, C 1-3, D 1-4, E 1-5." in row


def test_the_answers_of_a_question_are_told_with_what_to_type() -> None:
    assert "  right-event  US's event" in board_lines(ANSWERING.now)
    assert "Type 0 to 20." in board_lines(COUNTING.now)


def test_the_help_lists_the_numbers_of_an_answer_in_one_line() -> None:
    _, _, now_also = help_page(COUNTING.now).partition("Now also:\n")
    assert now_also.splitlines()[0] == "    0|...|20"


def test_two_dice_are_told_by_number() -> None:
    assert "The dice: white 2, coloured 5." in board_lines(THROWN.now)


def test_a_word_is_not_broken_at_its_hyphen() -> None:
    lines = fold_text("x" * (COLUMNS - 5) + " end-game").splitlines()
    assert lines[-1] == "end-game"


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("table c up", (("side", "left"), ("card", "C"), ("facing", "up"))),
        ("table right a empty", (("side", "right"), ("card", "A"), ("facing", "empty"))),
        ("table left 5", (("side", "left"), ("left", 5))),
        ("table right cards 5", (("side", "right"), ("left", 5))),
        ("table right left 5", (("side", "right"), ("left", 5))),
        ("table turn 3", (("turn", 3),)),
        ("table active right", (("active", "right"),)),
    ],
)
def test_the_word_table_puts_the_game_right(
    line: str, args: tuple[tuple[str, str | int], ...]
) -> None:
    assert typed(line, READY) == player_actions.read_action("set-table", dict(args))


def test_the_cards_left_in_the_right_side_s_round_are_not_taken_for_the_left_side_s() -> None:
    theirs = game(RollDice(result=DieResult.AB), ChooseOption("A"), ChooseOption("done"))
    said = "Type table cards 5 for Allied Powers, or table left cards 5 for Central Powers."
    with pytest.raises(NotAllowedError, match=said):
        typed("table left 5", theirs)
    args = (("side", "right"), ("left", 5))
    assert typed("table cards 5", theirs) == player_actions.read_action("set-table", dict(args))


def test_the_word_table_puts_a_kept_number_right_by_its_name() -> None:
    args = (("kept", "supply"), ("number", 12))
    assert typed("table supply 12", LEVEL) == player_actions.read_action("set-table", dict(args))
    with pytest.raises(NotAllowedError, match="from 0 to 99"):
        typed("table supply 120", LEVEL)


@pytest.mark.parametrize(
    "line", ["a up", "right cards 7", "turn 1", "round 1", "active left", "right e down"]
)
def test_the_word_table_takes_nothing_that_the_game_has_already(line: str) -> None:
    with pytest.raises(NotAllowedError, match=f'"table {line}" is what the program has'):
        typed(f"table {line}", READY)


def test_the_word_table_alone_shows_what_can_follow_it() -> None:
    with pytest.raises(NotAllowedError, match="table A down, table right A empty, table cards 2"):
        typed("table", READY)


def test_a_mark_needs_neither_the_active_side_nor_the_only_kind_of_the_sheet() -> None:
    combat = player_actions.MarkCard(Side.LEFT, Place(Space.A), Mark.COMBAT)
    assert typed("mark A", CHOOSING) == typed("mark left A combat", CHOOSING) == combat
    kept = player_actions.MarkCard(Side.LEFT, Place(Space.A), Mark.MANDATORY)
    assert typed("mark a mandatory", VARYING) == kept
    marked = answer_request(CHOOSING, combat).history
    assert typed("mark A none", marked) == replace(combat, kind=None)


def test_the_only_side_that_an_action_belongs_to_need_not_be_typed() -> None:
    playing = game(RollDice(result=DieResult.AB), ChooseOption("A"), of="1866-2018")
    assert typed("france-intervenes", playing) == typed("france-intervenes right", playing)


def test_a_mark_without_its_kind_is_refused_where_a_sheet_has_several() -> None:
    with pytest.raises(NotAllowedError, match="mark needs a side, a card and a mark"):
        typed("mark A", VARYING)


SAID_OF_SOMETHING_ELSE = ("no", "n", "y", "ok", "combat-card left B", "discard B", "combat-over A")


@examples(0.2)
@given(new_games(), long_walks)
def test_no_guess_leads_to_what_the_word_does_not_mean(new: NewGame, numbers: list[int]) -> None:
    history = walked(new, numbers).history
    for line in SAID_OF_SOMETHING_ELSE:
        with suppress(NotAllowedError):
            typed(line, history)
            continue
        with pytest.raises(NotAllowedError) as refused:
            typed(line, history)
        assert "Did you mean" not in str(refused.value), line
