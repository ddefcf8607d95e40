"""German: boards and menus of Paths of Glory are whole in it, and its catalogue is in step."""

import ast
import re
from functools import cache

import pytest
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import LANGUAGES
from cdgdevice.config.settings import Setting
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.draw import check_fit
from cdgdevice.render.language import (
    CATALOGUES,
    FORMS,
    IN_ENGLISH,
    Language,
    load_language,
    read_catalogue,
)
from cdgdevice.render.text import SMALL, has_glyph
from cdgdevice.render.views import MenuView, PageView
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.texts.sentences import turn_over
from cdgdevice.rules.texts.templates import GivenName, Template
from cdgdevice.rules.texts.words import Words
from cdgdevice.ui.board import view_screens
from cdgdevice.ui.state import UiContext, UiState
from tests.house.package_shape import PACKAGE
from tests.render.language_walks import OTHERS, SHEET, list_views
from tests.whole_gadget import Gadget, plain

_ROOMS = ("rules", "ui", "render", "cli", "config", "drivers/reader", "sheets")
_TOML_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_GERMAN = Language(
    "de",
    {"{words.turn:begin} {turn} is over.": "{words.turn} {turn} ist aus.", "turn": "Zug"},
    (SHEET,),
)


@cache
def list_english() -> frozenset[str]:
    """Return every text that stands in the code of the rooms with texts, and in the sheet."""
    paths = [path for room in _ROOMS for path in (PACKAGE / room).rglob("*.py")]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    constants = {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    files = (PACKAGE / f"sheets/{SHEET}.toml", PACKAGE / "sheets/reading/terms.toml")
    data = {text for path in files for text in _TOML_TEXT.findall(path.read_text("utf-8"))}
    names = {setting.value.capitalize() for setting in Setting}
    terms = {text for term in load_sheet(SHEET).terms for text in (term.word, term.text)}
    lowered = {text.lower() for text in constants if text.istitle() or " " in text}
    return frozenset(constants | data | names | terms | lowered)


def list_gaps(template: str) -> set[str]:
    return set(Template(template).names)


def test_each_language_of_the_configuration_has_a_catalogue() -> None:
    assert {path.stem for path in CATALOGUES.glob("*.toml")} == set(OTHERS) == set(FORMS)
    assert LANGUAGES[0] == "en"
    assert load_language("en") is IN_ENGLISH


@pytest.mark.parametrize("name", OTHERS)
def test_no_text_of_boards_and_menus_is_missing(name: str) -> None:
    """See them all with: python -m tests.render.language_walks."""
    _, missing = list_views(name)
    assert sorted(missing & list_english()) == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_entry_is_of_a_text_that_there_is(name: str) -> None:
    assert sorted(set(read_catalogue(name)[0]) - list_english()) == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_entry_has_the_gaps_of_its_english(name: str) -> None:
    catalogue, _ = read_catalogue(name)
    wrong = {en for en, other in catalogue.items() if not list_gaps(other) <= list_gaps(en)}
    assert wrong == set()


@pytest.mark.parametrize("name", OTHERS)
def test_every_letter_of_a_catalogue_can_be_drawn(name: str) -> None:
    letters = {letter for text in read_catalogue(name)[0].values() for letter in text}
    assert {letter for letter in letters if not has_glyph(letter, SMALL)} == set()


@pytest.mark.parametrize("name", OTHERS)
def test_every_board_and_menu_fits_its_screen(name: str) -> None:
    views, _ = list_views(name)
    assert {sentence for view in views for sentence in check_fit(view)} == set()


def test_a_text_is_written_with_its_values_and_their_words() -> None:
    text = turn_over(3, Words(turn="turn"))
    assert text == "Turn 3 is over."
    assert _GERMAN.write(text) == "Zug 3 ist aus."


def test_a_text_within_a_text_is_written_too() -> None:
    outer = Template("{said:lines}")((turn_over(3, Words(turn="turn")), "A or B"))
    assert _GERMAN.write(outer) == "Zug 3 ist aus. A or B"


def test_a_text_without_words_joins_names_as_the_language_does() -> None:
    assert _GERMAN.write(Template("{cards:and}")(("A", "B"))) == "A und B"


def test_what_the_catalogue_lacks_stays_as_it_is() -> None:
    view = MenuView("Menu", ("turn", "Somebody's own title"), 0)
    assert _GERMAN.write(view) == MenuView("Menu", ("Zug", "Somebody's own title"), 0)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_written_in_a_language_is_not_written_again(name: str) -> None:
    """A board's text is divided as it will be read, and then the whole view is written."""
    catalogue, sheets = read_catalogue(name)
    language = Language(name, catalogue, sheets)
    twice = {written for written in catalogue.values() if language.write(written) != written}
    assert twice == set()


def test_what_a_player_has_typed_is_no_text_of_the_catalogue() -> None:
    assert _GERMAN.write(MenuView("Menu", (GivenName("turn"), "turn"), 0)).items == ("turn", "Zug")


def test_a_game_that_the_catalogue_is_not_for_stays_in_english() -> None:
    other = begin_game(load_sheet("washingtons-war-2022"), NewGame("washingtons-war-2022"))
    german, english = (
        view_screens(UiState(context=UiContext(language=load_language(name))), other)
        for name in ("de", "en")
    )
    assert german == english


def test_the_last_page_is_in_the_language_of_the_game() -> None:
    config = replace(plain(sheet=SHEET), language="de")
    with Gadget(config=config) as gadget:
        pass
    shown = gadget.front.shown_views
    assert {view.title for view in shown.values() if isinstance(view, PageView)} == {"Beendet"}
