"""Each sheet says what its own document says, and the player reads no word of another."""

import re
from itertools import groupby
from pathlib import Path

import pytest

import cdgdevice.sheets
from cdgdevice.games.sheet_library import load_sheet, read_sheet_file, sheet_ids
from cdgdevice.render.describe import describe
from cdgdevice.render.views import DiceView
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.instructions import CardSource, MoveCard, SetChits, TakeCardBack
from cdgdevice.rules.player_actions import EndTurn
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, UndoLast
from cdgdevice.rules.sheet import walk_sheet_steps
from cdgdevice.rules.texts.words import BOOK_WORDS, describe_instruction
from cdgdevice.sheet_tools.look_up import look_up_term
from cdgdevice.sheet_tools.sheet_words import sheet_lines
from tests.drawn import draw_view
from tests.sheets.reading.sheet_texts import PILE, only_mistake, read
from tests.sheets.write_words import GUIDE, page
from tests.ui.order_walks import walk_games

FATE = [id_ for id_ in sheet_ids() if id_.endswith("-2022")]
OF_THE_BOOK = re.compile(
    r"(?<!-)\b(?:chits?|Method die|Jolly Roger|draw pile|spaces?)\b", re.IGNORECASE
)


def test_a_sheet_without_words_says_what_the_book_says() -> None:
    assert read(PILE).words == BOOK_WORDS


def test_a_sheet_s_word_replaces_the_book_s() -> None:
    words = read(PILE + '[words]\ndie = "Fate Die"\n').words
    assert (words.die, words.space) == ("Fate Die", "space")


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ('dice = "Fate Die"', 'did you mean "die"'),
        ('die = "the one die of this whole game"', "a screen has room for 24"),
        ('tally = "Cards: {left}."', "must have {left} and {of}"),
        ('tally = "{left} of {of} {more}"', "must have {left} and {of}"),
        ('hand-tally = "Hand: {left}."', "must have {of}"),
        ('discard = "Discard it."', "must have {cards}"),
    ],
)
def test_a_wrong_word_is_refused_with_the_remedy(line: str, remedy: str) -> None:
    assert remedy.lower() in only_mistake(PILE + f"[words]\n{line}\n").lower()


def test_fate_s_player_counts_cards_remaining() -> None:
    words = load_sheet("caesar-rome-vs-gaul-2022").words
    count = SetChits(Side.LEFT, 5, 7, (6, 7))
    assert describe_instruction(count, words) == "Cards Remaining: 5 of 7."
    assert describe_instruction(count) == "Chits: 5 of 7 left."


def test_fate_s_die_shows_two_exclamation_marks() -> None:
    words = load_sheet("caesar-rome-vs-gaul-2022").words
    assert describe(DiceView(DieResult.JR, words))[0].startswith("The die: !!: C")


@pytest.mark.parametrize("id_", FATE)
def test_the_screen_draws_the_signs_of_fate_s_die_and_no_skull(id_: str) -> None:
    skull = draw_view(DiceView(DieResult.JR))
    drawn = draw_view(DiceView(DieResult.JR, load_sheet(id_).words))
    left = (0, 0, 64, 64)
    assert drawn.crop(left).tobytes() != skull.crop(left).tobytes()
    # Two upright strokes, each with its dot: from the left lit, dark, lit and dark columns.
    columns = [drawn.crop((x, 0, x + 1, 64)).getbbox() is not None for x in range(64)]
    assert [lit for lit, _ in groupby(columns)] == [False, True, False, True, False]


def test_a_mark_that_has_a_name_is_drawn_as_the_skull() -> None:
    named = read(PILE + '[words]\njolly-roger = "Pirates"\n').words
    assert (
        draw_view(DiceView(DieResult.JR, named)).tobytes()
        == draw_view(DiceView(DieResult.JR)).tobytes()
    )


def test_a_card_taken_back_goes_to_the_place_that_the_document_names() -> None:
    back = TakeCardBack(Side.LEFT, Place(Space.A), CardSource.DISCARDS, Facing.UP)
    words = load_sheet("paths-of-glory-2016").words
    assert describe_instruction(back, words) == "Put A back on the Played Pile, face-up."


def test_a_card_of_a_row_slides_and_one_of_two_in_a_slot_fills_the_empty_one() -> None:
    a, e, second = Place(Space.A), Place(Space.E), Place(Space.A, 2)
    slid, filled = (MoveCard(Side.LEFT, e, Side.LEFT, start) for start in (a, second))
    assert describe_instruction(slid) == "Slide A to E."
    assert describe_instruction(filled) == "Fill E with A2; keep its facing."
    taken_back = MoveCard(Side.LEFT, second, Side.LEFT, e)
    assert describe_instruction(taken_back) == "Fill A2 with E; keep its facing."


def test_five_s_dice_are_blue_and_red() -> None:
    words = load_sheet("twilight-struggle-five-card").words
    assert describe(DiceView((3, 5), words)) == ("The dice: blue 3, red 5.",)
    assert (words.nominate, words.round) == ("propose", "impulse")


@pytest.mark.parametrize("id_", FATE)
def test_no_word_of_the_book_stands_in_a_fate_sheet_s_print(id_: str) -> None:
    assert OF_THE_BOOK.findall("\n".join(sheet_lines(load_sheet(id_)))) == []


@pytest.mark.parametrize("id_", FATE)
def test_no_word_of_the_book_stands_in_a_fate_sheet_s_texts(id_: str) -> None:
    sheet = load_sheet(id_)
    texts = [text for note in sheet.notes for text in (note.title, note.text)]
    texts += [entry.title for entry in (*sheet.instead, *sheet.actions, *sheet.variants)]
    assert OF_THE_BOOK.findall("\n".join(texts)) == []


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_s_notes_speak_of_no_gadget_as_a_browser_has_the_game_too(id_: str) -> None:
    sheet = load_sheet(id_)
    texts = [entry.text for entry in (*sheet.notes, *sheet.terms)]
    assert [text for text in texts if "gadget" in text.casefold()] == []


OF_NO_DOCUMENT = re.compile(
    r"\bturn(?:s|ed|ing)? (?!\d)[^.:;,]{0,24}\bface-(?:up|down)\b"
    r"|\bturn(?:s|ed|ing)? (?:(?:it|them|C|cards) )?(?:up|over)\b"
    r"|\bturn(?:s|ed|ing)? (?:a|no|one|its|their) (?:of its )?chits?\b"
    r"|\bchits? (?:is )?turn(?:s|ed)?\b"
    r"|\b(?:lay|lays|laid|laying|throw|throws|threw|thrown)\b",
    re.IGNORECASE,
)
"""The documents flip cards and chits, place cards and roll dice."""


FIVE, V3, CRUSADE = "twilight-struggle-five-card", "paths-of-glory-2016", "last-crusade"
VERBS_OF = {
    "advance": (FIVE,),
    "cut": (),
    "decrease": ("2018", "2022"),
    "exchange": ("washingtons-war", "caesar"),
    "increase": ("2018", "2022", FIVE),
    "mount": (CRUSADE,),
    "nominate": ("2018", "2022", V3),
    "propose": (FIVE,),
    "refit": (CRUSADE,),
    "reset": ("2022", FIVE),
    "slide": (V3, FIVE),
    "split": ("2018",),
    "swap": ("empire-of-the-sun",),
}
"""What some documents say and others do not: parts of the names of the sheets that may say it."""


def find_foreign_verbs(id_: str, text: str) -> list[str]:
    """Find what an order tells to do by a verb that this sheet's document does not have."""
    others = "|".join(
        verb for verb, sheets in VERBS_OF.items() if not any(part in id_ for part in sheets)
    )
    orders = rf"(?:^|[.:;,] |\b(?:and|or|then) )(?:{others})\b"
    return [found[0] for found in re.finditer(orders, text, re.IGNORECASE)] + [
        found[0] for found in OF_NO_DOCUMENT.finditer(text)
    ]


def test_a_verb_of_another_document_is_found() -> None:
    assert find_foreign_verbs("washingtons-war-2018", "Swap A with the discard.") == ["Swap"]
    assert find_foreign_verbs(FIVE, "Discard E. Slide the others toward E.") == []
    assert find_foreign_verbs("caesar-2022", "Discard E. Slide A to E.") == [". Slide"]
    assert find_foreign_verbs("standard-2018", "Shuffle the deck and cut it.") == ["and cut"]


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_s_texts_have_the_verbs_of_its_document(id_: str) -> None:
    sheet = load_sheet(id_)
    texts = [*(note.text for note in sheet.notes), *(each.text or "" for each in sheet.variants)]
    for step in walk_sheet_steps(sheet):
        texts += [getattr(step, name, None) or "" for name in ("text", "undo")]
    assert {text: found for text in texts if (found := find_foreign_verbs(id_, text))} == {}


@pytest.mark.parametrize("id_", sheet_ids())
def test_orders_and_what_an_undo_asks_have_the_verbs_of_the_documents(id_: str) -> None:
    """Each answer of a random game, and its undo."""
    words, said = load_sheet(id_).words, set()
    for history in walk_games(id_, 120, 3):
        acts = [*history.now.instructions]
        if history.past:
            acts += answer_request(history, UndoLast()).restore
        said.update(describe_instruction(act, words) for act in acts)
        said.update(prompt(history.now).text)
    assert {text: found for text in said if (found := find_foreign_verbs(id_, text))} == {}


WHERE_NO_DIE_IS_DUE = re.compile(r'do = "(?:go-on|how-many|decide)",[^{}]*?\btext = "([^"]*)"')


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_question_that_takes_no_die_does_not_say_roll(id_: str) -> None:
    sheet = Path(cdgdevice.sheets.__path__[0]) / f"{id_}.toml"
    asked = WHERE_NO_DIE_IS_DUE.findall(sheet.read_text("utf-8"))
    assert [text for text in asked if re.search(r"(?:^|[.:] )roll\b", text, re.IGNORECASE)] == []


def test_a_season_is_over_where_the_document_counts_in_seasons() -> None:
    sheet = load_sheet("wilderness-war-2018")
    history = begin_game(sheet, NewGame(sheet.id, (7, 7)))
    titles = {action.id: action.title for action in prompt(history.now).actions}
    assert titles["end-turn"] == "End the season"
    now = prompt(answer_request(history, EndTurn()).history.now)
    assert now.text == ("Season 1 is over.",)
    assert [option.title for option in now.options] == ["Next season"]
    assert "  A season has as many rounds as cards." in sheet_lines(sheet)


def test_the_words_in_the_guide_are_what_the_sheets_explain() -> None:
    anew = "write it anew: .venv/bin/python -m tests.sheets.write_words"
    assert GUIDE.read_text(encoding="utf-8") == page(), anew


def test_every_word_that_a_sheet_explains_is_in_the_guide() -> None:
    heads = re.findall(r"(?m)^- \*\*(.+?)\*\*(?: \((.+?)\))?:", page())
    told = {word for head, others in heads for word in (head, *others.split(", "))}
    assert {term.word for id_ in sheet_ids() for term in load_sheet(id_).terms} == told - {""}


def test_what_documents_call_otherwise_is_told_once_in_the_guide() -> None:
    assert page().count("Its six sides say which cards may be played") == 1
    assert "- **Method die** (Fate Die): " in page()
    game = "### Washington's War (2022 box)\n\n- **mandatory**: A card that is played at once"
    assert game in page()


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_explains_each_word_once_and_not_by_another_document_s(id_: str) -> None:
    terms = load_sheet(id_).terms
    assert len({term.word for term in terms}) == len(terms)
    assert not [term.text for term in terms if "{" in term.text]


def test_what_several_games_share_is_explained_in_each_document_s_words() -> None:
    meant = {
        id_: {term.word: term.text for term in load_sheet(id_).terms}
        for id_ in ("standard-2018", "paths-of-glory-2022", "paths-of-glory-2016", "last-crusade")
    }
    assert "flips a chit" in meant["standard-2018"]["chits"]
    assert "lowers Cards Remaining" in meant["paths-of-glory-2022"]["Cards Remaining"]
    assert "moves a cube" in meant["paths-of-glory-2016"]["cubes"]
    assert "Method die" not in meant["paths-of-glory-2022"]
    assert "display" not in meant["last-crusade"]


def test_a_sheet_s_own_word_replaces_the_shared_one() -> None:
    (own,) = [term for term in load_sheet("washingtons-war-2022").terms if term.word == "mandatory"]
    assert own.source
    assert "played at once" in own.text


@pytest.mark.parametrize("name", ["die", "deck", "Chit", "display", "jr"])
@pytest.mark.parametrize("keys", ['word = "{}"', 'word = "mine"\nalso = ["{}"]'])
def test_a_name_of_a_sheet_s_own_word_is_asked_of_that_word_alone(name: str, keys: str) -> None:
    own = f'\n[[terms]]\n{keys.format(name)}\ntext = "Made up."\nsource = "rule"\n'
    sheet = read_sheet_file((PILE + own).encode(), "made-up.toml")
    assert look_up_term(sheet, name).endswith(": Made up.")
    assert "\n" not in look_up_term(sheet, name)


def test_every_name_of_every_word_tells_what_that_word_means() -> None:
    for sheet in map(load_sheet, sheet_ids()):
        for term in sheet.terms:
            for name in term.names:
                told = " ".join(look_up_term(sheet, name).split())
                assert f"{term.word}: {term.text}" in told, (sheet.id, name)
