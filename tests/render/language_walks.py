"""Everything that boards and menus of a game say, asked of a language: what its catalogue lacks.

`python -m tests.render.language_walks` prints what the German catalogue lacks.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from random import Random
from string import Formatter, ascii_uppercase, digits

from msgspec.structs import replace

from cdgdevice.cli.terminal_board import Look, resumed_lines
from cdgdevice.cli.terminal_rules import describe_rule
from cdgdevice.config.keys_and_defaults import LANGUAGES
from cdgdevice.config.settings import Settings
from cdgdevice.drivers.reader.port_lookup import UnpluggedError, sentence_for_player
from cdgdevice.drivers.reader.reader_conditions import (
    CHOICE_REFUSALS,
    CONDITION_SENTENCES,
    LinkState,
    with_battery,
)
from cdgdevice.drivers.reader.reader_messages import DieInRange, DieState, Hello
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.describe import describe
from cdgdevice.render.language import Language, read_catalogue
from cdgdevice.render.views import PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.ui.action_menu import build_mark_menu
from cdgdevice.ui.bluetooth_menu import list_entries, show_die
from cdgdevice.ui.board import count_pages, view_screens, view_single_screen
from cdgdevice.ui.choices import after_answer, build_roll_menu, list_choices, list_kept_dice
from cdgdevice.ui.intents_and_commands import PageId
from cdgdevice.ui.menu import build_menu
from cdgdevice.ui.state import BACK_ENTRY, Layer, MenuLayer, PageLayer, UiContext, UiState
from cdgdevice.ui.texts import (
    BLUETOOTH_TITLE,
    DIE_TITLE,
    build_not_now_page,
    build_reader_page,
)
from tests.rules.walking import picked

SHEET = "paths-of-glory-2022"
OTHERS = tuple(name for name in LANGUAGES if name != "en")
_SAID_ON_THE_PAGE = (DieState.ABSENT, DieState.MOVING, DieState.SETTLED, LinkState.REFUSED)
"""What no screen says, or with numbers that it has no gaps for."""
_OTHER_LETTERS = frozenset(ascii_uppercase[1:] + digits + "-")
_WORD = re.compile(r"[^\W\d_]{2}")


class AskedCatalogue(dict[str, str]):
    """A catalogue that remembers what it was asked for and does not have."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        super().__init__(catalogue)
        self.missing: set[str] = set()
        self._written = set(catalogue.values())

    def get(self, english: str, default: object = None) -> object:  # type: ignore[override]
        if english not in self and english not in self._written and has_words(english):
            self.missing.add(english)
        return super().get(english, default)


def has_words(english: str) -> bool:
    """Return whether a template or text has words of its own, or chooses between some."""
    parts = Formatter().parse(english) if "{" in english else [(english, "", "", None)]
    return any(
        _WORD.search(literal) or (spec and "|" in spec and has_words(spec))
        for literal, _, spec, _ in parts
    )


@cache
def list_views(name: str) -> tuple[tuple[View, ...], frozenset[str]]:
    """Return the views of two games and their menus in a language, and what it lacks."""
    catalogue, sheets = read_catalogue(name)
    asked = AskedCatalogue(catalogue)
    language = Language(name, asked, sheets)
    offered = tuple(sheet for sheet in list_offered_sheets() if sheet.id == SHEET)
    context = UiContext(
        language=language,
        sheets=lambda: offered,
        games=lambda: (("game-1", "Paths of Glory"),),
        settings=Settings(sound=True),
        about=(),
        shut_down=lambda: None,
    )
    views = tuple(dict.fromkeys(_walk(context)))
    for view in views:
        language.write(describe(view))
    for history, _ in _list_moments(context):
        resumed_lines(history, Look(language))
        describe_rule(history, "", language)
    return views, frozenset(asked.missing)


def _walk(context: UiContext) -> Iterator[View]:
    opened: set[object] = set()
    for number, (history, state) in enumerate(_list_moments(context)):
        screens = tuple(Side) if number % 3 else (Side.LEFT,)
        at_rest = UiState(screens=screens, context=context, kept_dice=list_kept_dice(history))
        states = [
            replace(at_rest, layer=state.layer),
            *(replace(at_rest, highlight=n) for n in range(len(list_choices(history.now)) + 1)),
            *(replace(at_rest, armed_side=side) for side in Side),
            replace(at_rest, throwing_side=history.now.active),
        ]
        layers = _list_layers(history, context)
        if number % 10 == 0:  # they are the same at most moments
            layers = chain(layers, _list_reader_layers(history, context))
        for layer in layers:
            # The same menu again says nothing new.
            shown = _name_layer(layer)
            if shown not in opened:
                opened.add(shown)
                states.append(replace(at_rest, layer=layer))
        for each in states:
            yield from _see(each, history)


def _name_layer(layer: Layer) -> object:
    match layer:
        case MenuLayer(title, entries):
            return title, tuple(entry.title for entry in entries)
        case PageLayer(page=page):
            return page
        case _:
            return type(layer)


def _see(state: UiState, history: GameHistory) -> Iterator[View]:
    for page in range(1 if state.highlight or state.layer else count_pages(state, history)):
        turned = replace(state, page=page)
        if len(state.screens) == 1:
            yield view_single_screen(turned, history)
        else:
            yield from view_screens(turned, history).values()


def _list_moments(context: UiContext) -> Iterator[tuple[GameHistory, UiState]]:
    """Give moments of games with every option, and the state after each answer."""

    sheet = load_sheet(SHEET)
    variants = tuple((variant.id, True) for variant in sheet.variants)
    for seed, new in enumerate(
        (
            NewGame(SHEET, set_up=True),
            NewGame(SHEET, options=variants),
            NewGame(SHEET, options=variants, set_up=True),
        )
    ):
        rng = Random(seed)
        history = begin_game(sheet, new)
        yield history, UiState(context=context)
        for _ in range(40):
            request = picked(history, rng.randrange(100_000), frozenset())
            if request is None:
                break
            answer = answer_request(history, request)
            history = answer.history
            yield history, replace(after_answer(request, answer, 1.0), context=context)


def _list_layers(history: GameHistory, context: UiContext) -> Iterator[Layer]:
    menu = build_menu(history, context)
    yield from _list_below(menu)
    yield from _list_below(build_roll_menu(history.now, context, history.now.active))
    marks = build_mark_menu(history.now)
    if marks is not None:
        yield from _list_below(marks)


def _list_reader_layers(history: GameHistory, context: UiContext) -> Iterator[Layer]:
    """Give what is said of a die reader, and of Bluetooth dice."""
    for word in ("cal", "dice"):
        reader = Hello(1, 3, "reader 1", "7", 7, frozenset({word}))
        yield from _list_below(build_menu(history, replace(context, reader=reader)))
    sentences = {
        LinkState.LOST: sentence_for_player("/dev/die", UnpluggedError()),
        **CONDITION_SENTENCES,
        LinkState.LINKED: with_battery(CONDITION_SENTENCES[LinkState.LINKED], 80),
    }
    for state, sentence in sentences.items():
        if isinstance(state, DieState):
            page: PageView | None = PageView(PageKind.NOTE, DIE_TITLE, (sentence,))
        else:
            page = build_reader_page(state, sentence, needed=True, lists_dice=True)
        if page is not None and state not in _SAID_ON_THE_PAGE:
            yield PageLayer(PageId.READER, page)
    dice = (DieInRange("1", "Rolly", "Pixels", 80, 0), DieInRange("2", "GoDice_1", "", None, 1))
    yield from _list_below(MenuLayer(BLUETOOTH_TITLE, listed := list_entries(dice)))
    second, words = DieInRange("1", "Rolly", "Pixels", 80, 2), history.now.sheet.words
    yield from _list_below(show_die(MenuLayer(BLUETOOTH_TITLE, listed), second, words))
    for refusal in CHOICE_REFUSALS.values():
        yield PageLayer(PageId.REFUSED, build_not_now_page(refusal))


def _list_below(menu: MenuLayer, deep: int = 4) -> Iterator[Layer]:
    """Give a menu and all that its entries open.

    A name is written letter by letter for ever: one letter stands for all.
    """
    yield menu
    for entry in menu.entries:
        if entry.load_entries is not None and entry.title in _OTHER_LETTERS:
            continue
        if entry.page is not None:
            yield PageLayer(PageId.READING, entry.page, None)
        entries = entry.load_entries() if entry.load_entries is not None else entry.entries
        if entries and deep:
            title = entry.heading or entry.title
            yield from _list_below(
                MenuLayer(title, (*entries, BACK_ENTRY), entry.highlighted), deep - 1
            )


if __name__ == "__main__":
    for language in OTHERS:
        _, missing = list_views(language)
        for english in sorted(missing):
            print(f"{english!r}")
