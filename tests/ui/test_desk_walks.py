"""Random players at every build of the gadget: no way through the screens leads to a dead end."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource, Settings
from cdgdevice.drivers.reader.reader_messages import Hello
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.games.tabletop import Games
from cdgdevice.render.describe import describe
from cdgdevice.render.draw import check_fit
from cdgdevice.render.draw_board import is_legible
from cdgdevice.render.views import BoardView, MenuView, View
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.rules.texts.sentences import MANDATORY_QUESTION
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui import intents_and_commands
from cdgdevice.ui.action_menu import action_entries
from cdgdevice.ui.board import count_pages, view_screens, view_single_screen
from cdgdevice.ui.choices import build_roll_menu, find_highlighted, list_choices
from cdgdevice.ui.menu import build_menu
from cdgdevice.ui.state import KeptDice, MenuEntry, MenuLayer, UiContext, UiState
from tests.drawn import draw_view
from tests.examples import examples
from tests.rules.walking import long_walks, new_games, walked
from tests.simulated_disk import SimulatedDisk

BOTH = (Side.LEFT, Side.RIGHT)
SHEETS = list_offered_sheets()
READER = Hello(1, 99, "W" * 16, "W" * 24, 7, frozenset({"cal"}))
"""A reader with the longest names."""
BUILDS = st.builds(
    UiContext,
    die=st.sampled_from(DieSource),
    knob=st.booleans(),
    buttons=st.sampled_from([frozenset(Side), frozenset({Side.LEFT})]),
    sheets=st.just(lambda: SHEETS),
    reader=st.sampled_from([None, READER]),
    settings=st.none() | st.builds(Settings, die=st.just(DieSource.BUTTON), sound=st.booleans()),
)
INTENTS: st.SearchStrategy[intents_and_commands.Intent] = st.one_of(
    st.sampled_from([intents_and_commands.PressSide(side) for side in Side]),
    st.sampled_from(
        [
            intents_and_commands.Press.KNOB,
            intents_and_commands.Press.ADVANCE,
            intents_and_commands.Press.CONFIRM,
            intents_and_commands.Press.MENU,
            intents_and_commands.Press.UNDO,
        ]
    ),
    st.sampled_from([intents_and_commands.Scroll(steps) for steps in (-3, -1, 1, 2, 7)]),
    st.sampled_from([intents_and_commands.PickSpace(space) for space in Space]),
)
DOINGS = st.one_of(INTENTS, INTENTS, INTENTS, st.sampled_from(DieResult), st.just(None))
"""An intent, a die in the reader, or waiting until the result is gone."""

WALKS = st.one_of(
    st.lists(DOINGS, max_size=10),
    st.lists(DOINGS, min_size=40, max_size=60),
    st.lists(DOINGS, min_size=40, max_size=60),
)
"""Short ones first, so that a failure shrinks to a short one."""

_pictures: dict[View, bytes] = {}


def _check(view: View) -> None:
    assert check_fit(view) == []
    assert not isinstance(view, BoardView) or is_legible(view)
    assert describe(view)
    picture = draw_view(view).tobytes()
    assert _pictures.setdefault(view, picture) == picture, "equal views look equal"


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.06)
@given(BUILDS, st.sampled_from([BOTH, (Side.LEFT,), (Side.RIGHT,)]), st.data())
def test_whatever_the_player_does_every_screen_can_be_read(
    id_: str, context: UiContext, seen: tuple[Side, ...], data: st.DataObject
) -> None:
    new = data.draw(new_games((id_,)))
    dice = iter(data.draw(st.lists(st.integers(1, 6), min_size=80, max_size=80)))
    games = Games(GameFolder(SimulatedDisk()), new)
    session = Session(games, context, lambda: next(dice), 1.0)
    now = 0.0
    for doing in data.draw(WALKS):
        now += 0.1
        match doing:
            case None:
                now += 1.0
            case DieResult():
                session.send(intents_and_commands.DieThrown(RollDice(result=doing), None), now)
            case _:
                session.send(doing, now)
        session.tick(now)
        shown = session.views(seen)
        assert set(seen) <= set(shown)
        for side in seen:
            _check(shown[side])


@pytest.mark.parametrize("screens", [1, 2])
@pytest.mark.parametrize("name", ["Left side", "W" * 24])
def test_the_die_that_stays_is_told_whole_beside_every_way_and_the_last_card_s_question(
    screens: int, name: str
) -> None:
    ways = ("one-ops", "pass", "free-round")
    for on in product((False, True), repeat=len(ways)):
        options = tuple(zip(ways, on, strict=True))
        sheet = load_sheet("standard-2018")
        sheet = replace(sheet, sides={**sheet.sides, Side.LEFT: name})
        history = begin_game(sheet, NewGame(sheet.id, (1, 1), options))
        asked = prompt(history.now).text
        assert asked[1:] == (MANDATORY_QUESTION,)
        state = UiState(kept_dice={Side.LEFT: KeptDice((1,))}, screens=BOTH[:screens])
        told = ""
        for page in range(count_pages(state, history)):
            read = replace(state, page=page)
            views = view_screens(read, history) if screens == 2 else {}
            shown = views.get(Side.LEFT, view_single_screen(read, history))
            _check(shown)
            told += " ".join(describe(shown))
        assert asked[0] in told
        assert "You took back JR: it counts here." in told


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.06)
@given(st.data(), long_walks, BUILDS)
def test_every_entry_of_every_menu_is_granted(
    id_: str, data: st.DataObject, numbers: list[int], context: UiContext
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    opened = [build_menu(history, context)]
    if history.now.active in prompt(history.now).rollers:
        opened.append(build_roll_menu(history.now, context, history.now.active))
    for top in opened:
        for entry in _all(top.entries):
            match entry.command:
                case intents_and_commands.AskGame(request):
                    answer_request(history, throw_missing_dice(history, request, lambda: 1))
                case intents_and_commands.BeginGame(game):
                    begin_game(load_sheet(game.sheet), game)
                case None if entry.change_menu is not None:
                    begin, *_ = entry.change_menu(0)[0]
                    assert isinstance(begin.command, intents_and_commands.BeginGame)
                    begin_game(load_sheet(begin.command.new.sheet), begin.command.new)
                case intents_and_commands.ResumeGame() | None:
                    assert (
                        entry.load_entries or entry.entries or entry.page or entry.title == "Back"
                    )


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.06)
@given(st.data(), long_walks)
def test_what_can_be_done_in_one_way_only_is_one_press(
    id_: str, data: st.DataObject, numbers: list[int]
) -> None:
    game = walked(data.draw(new_games((id_,))), numbers).history.now
    entries = dict(action_entries(game))
    for action in prompt(game).actions:
        ways = prod(len(values) for _, values in action.args)
        alone = [other.id for other in prompt(game).actions].count(action.id) == 1
        if ways == 1 and alone:
            assert isinstance(entries[action.id].command, intents_and_commands.AskGame)


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.06)
@given(st.data(), long_walks, st.sampled_from([1, 2]))
def test_every_choice_can_be_highlighted_and_read(
    id_: str, data: st.DataObject, numbers: list[int], screens: int
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    for highlight in range(len(list_choices(history.now)) + 1):
        seen = UiState(highlight=highlight - find_highlighted(history.now, 0))
        shown = (
            [view_single_screen(seen, history)]
            if screens == 1
            else list(view_screens(seen, history).values())
        )
        for view in shown:
            _check(view)
        if highlight > 0:
            marked = "highlighted", "> "
            assert any(any(m in line for m in marked) for v in shown for line in describe(v))


@pytest.mark.parametrize("id_", sheet_ids())
@examples(0.04)
@given(st.data(), long_walks, BUILDS)
def test_every_menu_and_page_that_can_be_opened_fits(
    id_: str, data: st.DataObject, numbers: list[int], context: UiContext
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    for opened in _opened(build_menu(history, context)):
        _check(MenuView(opened.title, tuple(e.title for e in opened.entries), 0))
        for entry in opened.entries:
            if entry.page is not None:
                _check(entry.page)


def test_the_names_and_titles_of_every_sheet_fit_the_menus() -> None:
    titles = tuple(offered.title for offered in SHEETS)
    _check(MenuView("New game", (*titles, "Back"), 0))
    assert len(set(titles)) == len(titles)
    games = tuple(
        f"{load_sheet(id_).title} T{load_sheet(id_).turn.last or 99}" for id_ in sheet_ids()
    )
    _check(MenuView("Switch game", (*games, "Back"), 0))


Loaders = frozenset[object]
"""The functions that made the lists above an entry."""


def _all(entries: tuple[MenuEntry, ...], above: Loaders = frozenset()) -> Iterator[MenuEntry]:
    for entry in entries:
        yield entry
        yield from _all(_inner(entry, above), above | _loader(entry))


def _opened(top: MenuLayer, above: Loaders = frozenset()) -> Iterator[MenuLayer]:
    yield top
    for entry in top.entries:
        if inner := _inner(entry, above):
            below = MenuLayer(entry.heading or entry.title, inner)
            yield from _opened(below, above | _loader(entry))


def _inner(entry: MenuEntry, above: Loaders = frozenset()) -> tuple[MenuEntry, ...]:
    """Return the list within an entry; of those that go on and on, as letters do, the first."""
    if entry.load_entries is None:
        return entry.entries
    return () if _loader(entry) <= above else entry.load_entries()


def _loader(entry: MenuEntry) -> Loaders:
    load = entry.load_entries
    return (
        frozenset()
        if load is None
        else frozenset({load.func if isinstance(load, partial) else load})
    )
