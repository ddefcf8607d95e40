"""What `help` says at the terminal, of the moment, of every word and of every action."""

import pytest

from cdgdevice.cli.known_words import list_completions
from cdgdevice.cli.terminal_help import help_page
from cdgdevice.fold_lines import COLUMNS
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.requests import NewGame
from tests.cli.typed_lines import begun, said


@pytest.mark.parametrize(
    ("of", "told", "left_out"),
    [
        ("paths-of-glory-2022", ("A to E", "ABC", "right 4"), ("3 5", "nominate")),
        ("paths-of-glory-2016", ("A to E", "3 5", "nominate"), ("ABC", "right 4", "left, ")),
        ("last-crusade", ("1 to 6", "correct 4"), ("A to E", "ABC", "3 5", "right 4", "face-up")),
    ],
)
def test_help_tells_only_what_can_be_typed_in_this_game(
    of: str, told: tuple[str, ...], left_out: tuple[str, ...]
) -> None:
    page = help_page(begun(of).now)
    assert [words for words in told if words not in page] == []
    assert [words for words in left_out if words in page] == []
    assert max(map(len, page.splitlines())) <= COLUMNS


def test_help_lists_what_answers_a_question_and_is_an_action_too_only_once() -> None:
    lines = ("9", "3", "your-turn", "none", "help all")
    assert said("last-crusade", *lines)[-1].count("\n    headquarters\n") == 1


@pytest.mark.parametrize(
    ("of", "word", "told"),
    [
        ("last-crusade", "cap", "CAP: Combat air patrol."),
        ("paths-of-glory-2022", "JR", "!!: The mark beside C on one side of the Fate Die"),
        ("paths-of-glory-2018", "Method die", "Method die: Its six sides"),
        ("standard-2018", "chit", "chits: How many cards"),
        ("standard-2018", "special", "special: A card that the Jolly Roger forces"),
        ("commands-and-colors-2018", "EVENT", "EVENT: The result that names no space"),
        ("last-crusade", "words", "Words: aggression,"),
    ],
)
def test_help_before_a_word_tells_what_it_means(of: str, word: str, told: str) -> None:
    assert said(of, f"help {word}")[0].startswith(told)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("chts", '"chts" is not explained here. Did you mean "chits"?\n'),
        ("halving", '"halving" is not explained here. Type help words for a list of them.\n'),
        ("split", '"split" is not explained here. Type notes split: notes have it.\n'),
    ],
)
def test_a_word_that_is_not_explained_is_refused_with_where_to_look(word: str, told: str) -> None:
    assert said("standard-2018", f"help {word}") == [told]


@pytest.mark.parametrize(
    ("of", "word", "told"),
    [
        ("standard-2018", "undo", "  undo  take back the last answer, with "),
        ("standard-2018", "u", "  undo  take back the last answer, with "),
        ("standard-2018", "why", "  why  the rule for what is done now"),
        ("standard-2018", "roll", "  roll  the program rolls the die\n"),
        ("standard-2018", "table", "  table C down   C is face-down on your table"),
        ("standard-2018", "notes", "  notes        a list of the notes"),
        ("standard-2018", "?", "  help        what may be typed now (of a command: "),
        ("standard-2018", "AB", "  ABC  your own Method die shows"),
        ("standard-2018", "mark B combat", "  mark A mandatory  card A is a mandatory card"),
        ("standard-2018", "end-turn", "End the turn: type end-turn. Before a round"),
        ("last-crusade", "dice", "  1 to 6  the die that you rolled yourself\n"),
    ],
)
def test_help_before_a_command_tells_the_help_page_s_own_line(
    of: str, word: str, told: str
) -> None:
    assert said(of, f"help {word}")[0].startswith(told)


@pytest.mark.parametrize("of", sheet_ids())
def test_a_word_of_the_document_is_explained_even_if_an_action_is_called_so(of: str) -> None:
    terms = load_sheet(of).terms
    told = said(of, *(f"help {term.word}" for term in terms))
    for term, lines in zip(terms, told, strict=False):
        assert f"{term.word}: {term.text}" in " ".join(lines.split())


def test_the_help_page_asks_of_an_ordinary_word() -> None:
    assert "\n  help combat " in said("paths-of-glory-2022", "help all")[0]
    assert "\n  help CC " in said("paths-of-glory-2016", "help all")[0]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_help_is_one_screen_of_what_may_be_typed_now(sheet: str) -> None:
    lines = said(sheet, "help")[0].splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= COLUMNS
    assert lines[0].startswith("  Enter ")


def test_help_says_what_each_word_of_the_moment_is() -> None:
    told, then = (said("paths-of-glory-2022", *lines)[-1] for lines in (["help"], ["4", "help"]))
    assert "  one-ops                   1-Ops\n" in told
    assert "  A, B or C  a card with a star\n" in then
    assert "one-ops" not in then


def test_help_names_the_side_that_alone_may_take_an_action() -> None:
    (now,) = said("caesar-rome-vs-gaul-2022", "help")
    assert "  winter-campaign left A|B  Winter Campaign (Rome)\n" in now
    assert "\n  left is Rome, right is Gaul.\n" in now
    _, later, refused = said(
        "caesar-rome-vs-gaul-2022", "left 4", "help winter-campaign", "winter-campaign A"
    )
    assert later.startswith("Winter Campaign: not now. Rome, before the roll, with a face-up card")
    assert "only for Rome, before the roll" in refused


@pytest.mark.parametrize(
    ("of", "word", "told"),
    [
        ("caesar-rome-vs-gaul-2022", "discard-surprise", "Discard a Surprise: type "),
        ("caesar-rome-vs-gaul-2022", "winter-campaign", "Winter Campaign: not now. Rome, "),
        ("caesar-rome-vs-gaul-2022", "all-up", "Flip all and play any: not now. Either side, "),
        ("paths-of-glory-2018", "combat-card", "Combat card: not now. Either side, while "),
        ("paths-of-glory-2018", "combat-over", "Combat over: refill: not now. While a "),
        ("paths-of-glory-2018", "end-turn", "End the turn: not now. Before a round "),
        ("standard-2018", "hand-size", "Hand size: type hand-size left|right "),
        ("paths-of-glory-2018", "end-game", "End the game: type end-game. Once the "),
    ],
)
def test_help_says_of_every_action_whether_it_is_possible_and_when(
    of: str, word: str, told: str
) -> None:
    assert told in " ".join(said(of, "AB", f"help {word}")[-1].split())


def test_help_of_an_action_that_this_game_never_has_explains_nothing() -> None:
    (told,) = said("caesar-rome-vs-gaul-2022", "help combat-card")
    assert told.startswith('"combat-card" is not explained here.')


def test_help_names_the_word_table_only_where_it_is_taken() -> None:
    of_set_up, refused, _, of_game = said(
        "paths-of-glory-2018", "help", "table A down", "skip", "help", set_up=True
    )
    assert "why, notes, quit." in of_set_up
    assert "means nothing now" in refused
    assert "why, notes, table, quit." in of_game


@pytest.mark.parametrize("of", ["standard-2018", "paths-of-glory-2022"])
def test_the_mark_beside_c_is_typed_as_its_explanation_says(of: str) -> None:
    assert "Type JR or !! for it." in " ".join(said(of, "help JR")[0].split())
    assert said(of, "JR") == said(of, "!!")


@pytest.mark.parametrize("of", sheet_ids())
def test_help_explains_all_that_tab_offers_after_it(of: str) -> None:
    offered = list_completions(begin_game(load_sheet(of), NewGame(of)), "help ")
    assert len(offered) > 10
    told = said(of, *(f"help {word}" for word in offered))
    assert [each for each in told if " is not explained here." in each] == []


def test_the_dice_are_explained_as_the_die_is() -> None:
    assert said("standard-2018", "help dice") == said("standard-2018", "help die")
    assert [
        line for line in said("paths-of-glory-2016", "help dice")[0].splitlines() if line[0] != " "
    ] == [
        "coloured die: Of the two dice the one that names another card, where the",
        "white die: Of the two dice the one that says whether the nominated card is",
    ]


@pytest.mark.parametrize("word", ['""', "-", "caf\udce9", "undue"])
def test_for_what_is_near_to_no_word_nothing_is_guessed(word: str) -> None:
    (told,) = said("commands-and-colors-2018", f"help {word}")
    assert told.endswith(" is not explained here. Type help words for a list of them.\n")
    assert told.isascii()


def test_a_word_of_the_notes_is_not_taken_for_another_that_is_explained() -> None:
    (told,) = said("commands-and-colors-2018", "help troop card")
    assert told.endswith(" is not explained here. Type notes troop card: notes have it.\n")


def test_the_beginning_of_a_word_of_two_is_taken_for_it() -> None:
    (told,) = said("standard-2018", "help jolly")
    assert told == '"jolly" is not explained here. Did you mean "Jolly Roger"?\n'


def test_the_help_says_how_a_card_is_marked_where_the_game_has_marks() -> None:
    assert "\n  mark A mandatory " in help_page(begun("washingtons-war-2022").now)
    assert "mark A" not in help_page(begun("twilight-struggle-five-card").now)
