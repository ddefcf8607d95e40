"""Random players at every build of the gadget: no way through the screens leads to a dead end."""

from collections.abc import Iterator
from dataclasses import replace
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.deeds import deeds
from cdgdevice.gadget.desk.dice import results
from cdgdevice.gadget.desk.intents import (
    Confirm,
    Intent,
    Menu,
    Move,
    MoveOn,
    Pick,
    Press,
    Push,
    TakeBack,
)
from cdgdevice.gadget.desk.menu import menu
from cdgdevice.gadget.desk.moment import Around, Entry, Moment, OpenMenu
from cdgdevice.gadget.desk.room import spread
from cdgdevice.gadget.desk.setting_up import begun, setting_up
from cdgdevice.gadget.desk.settings import DieSource, Settings
from cdgdevice.gadget.desk.show import single, views
from cdgdevice.gadget.desk.wishes import Ask, BeginGame, ResumeGame
from cdgdevice.gadget.reader.messages import Hello
from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.draw import draw, fits
from cdgdevice.gadget.views.view import Menu as MenuView
from cdgdevice.gadget.views.view import View
from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.history import answer, begin
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Roll
from cdgdevice.parts import offered_sheets
from cdgdevice.sitting import Sitting
from cdgdevice.table.dice import with_die
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games
from cdgdevice.table.shelf import sheet, sheet_ids
from cdgdevice.table.simulated import SimulatedDisk
from tests.method.walking import long_walks, new_games, walked

BOTH = (Side.LEFT, Side.RIGHT)
SHEETS = offered_sheets()
READER = Hello(1, 99, "W" * 16, "W" * 24, 7, frozenset({"cal"}))
"""A reader with the longest names."""
BUILDS = st.builds(
    Around,
    die=st.sampled_from(DieSource),
    knob=st.booleans(),
    buttons=st.sampled_from([frozenset(Side), frozenset({Side.LEFT})]),
    sheets=st.just(lambda: SHEETS),
    reader=st.sampled_from([None, READER]),
    settings=st.none() | st.builds(Settings, die=st.just(DieSource.BUTTON), sound=st.booleans()),
)
INTENTS: st.SearchStrategy[Intent] = st.one_of(
    st.sampled_from([Press(side) for side in Side]),
    st.sampled_from([Push(), MoveOn(), Confirm(), Menu(), TakeBack()]),
    st.sampled_from([Move(steps) for steps in (-3, -1, 1, 2, 7)]),
    st.sampled_from([Pick(space) for space in Space]),
)
DOINGS = st.one_of(INTENTS, INTENTS, INTENTS, st.sampled_from(Result), st.just(None))
"""An intent, a die in the reader, or waiting until the result is gone."""

WALKS = st.one_of(
    st.lists(DOINGS, max_size=10),
    st.lists(DOINGS, min_size=40, max_size=60),
    st.lists(DOINGS, min_size=40, max_size=60),
)
"""Short ones first, so that a failure shrinks to a short one."""

_pictures: dict[View, bytes] = {}


def _check(view: View) -> None:
    assert fits(view) == []
    assert describe(view)
    picture = draw(view).tobytes()
    assert _pictures.setdefault(view, picture) == picture, "equal views look equal"


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=6)
@given(BUILDS, st.sampled_from([BOTH, (Side.LEFT,), (Side.RIGHT,)]), st.data())
def test_whatever_the_player_does_every_screen_can_be_read(
    id_: str, around: Around, seen: tuple[Side, ...], data: st.DataObject
) -> None:
    new = data.draw(new_games((id_,)))
    dice = iter(data.draw(st.lists(st.integers(1, 6), min_size=80, max_size=80)))
    games = Games(GameFolder(SimulatedDisk()), new)
    sitting = Sitting(games, around, lambda: next(dice), 1.0)
    now = 0.0
    for doing in data.draw(WALKS):
        now += 0.1
        match doing:
            case None:
                now += 1.0
            case Result():
                sitting.throw_die(Roll(result=doing), now, None)
            case _:
                sitting.intend(doing, now)
        sitting.tick(now)
        shown = sitting.views(seen)
        assert set(seen) <= set(shown)
        for side in seen:
            _check(shown[side])


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=6)
@given(st.data(), long_walks, BUILDS)
def test_every_entry_of_every_menu_is_granted(
    id_: str, data: st.DataObject, numbers: list[int], around: Around
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    opened = [menu(history, around)]
    if history.now.active in prompt(history.now).rollers:
        opened.append(results(history.now, around, history.now.active))
    for top in opened:
        for entry in _all(top.entries):
            match entry.wish:
                case Ask(request):
                    answer(history, with_die(history, request, lambda: 1))
                case BeginGame(game):
                    begin(sheet(game.sheet), game)
                case ResumeGame() | None if entry.sheet is not None:
                    wish = begun(setting_up(entry.sheet))
                    begin(sheet(wish.new.sheet), wish.new)
                case ResumeGame() | None:
                    assert _inner(entry) or entry.page or entry.title == "Back"


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=6)
@given(st.data(), long_walks)
def test_what_can_be_done_in_one_way_only_is_one_press(
    id_: str, data: st.DataObject, numbers: list[int]
) -> None:
    game = walked(data.draw(new_games((id_,))), numbers).history.now
    entries = dict(deeds(game))
    for action in prompt(game).actions:
        ways = prod(len(values) for _, values in action.args)
        alone = [other.id for other in prompt(game).actions].count(action.id) == 1
        if ways == 1 and alone:
            assert isinstance(entries[action.id].wish, Ask)


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=6)
@given(st.data(), long_walks, st.sampled_from([1, 2]))
def test_every_choice_can_be_highlighted_and_read(
    id_: str, data: st.DataObject, numbers: list[int], screens: int
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    moment = replace(spread(Moment(), history, screens), layer=None)
    for highlight in range(len(choices(history.now)) + 1):
        seen = replace(moment, highlight=highlight, glance=moment.glance or highlight > 0)
        shown = [single(seen, history)] if screens == 1 else list(views(seen, history).values())
        for view in shown:
            _check(view)
        if highlight > 0:
            marked = "highlighted", "> "
            assert any(any(m in line for m in marked) for v in shown for line in describe(v))


@pytest.mark.parametrize("id_", sheet_ids())
@settings(max_examples=4)
@given(st.data(), long_walks, BUILDS)
def test_every_menu_and_page_that_can_be_opened_fits(
    id_: str, data: st.DataObject, numbers: list[int], around: Around
) -> None:
    history = walked(data.draw(new_games((id_,))), numbers).history
    for opened in _opened(menu(history, around)):
        _check(MenuView(opened.title, tuple(e.title for e in opened.entries), 0))
        for entry in opened.entries:
            if entry.page is not None:
                _check(entry.page)


def test_the_names_and_titles_of_every_sheet_fit_the_menus() -> None:
    titles = tuple(offered.title for offered in SHEETS)
    _check(MenuView("New game", (*titles, "Back"), 0))
    assert len(set(titles)) == len(titles)
    games = tuple(f"{sheet(id_).title} T{sheet(id_).turn.last or 99}" for id_ in sheet_ids())
    _check(MenuView("Switch game", (*games, "Back"), 0))


def _all(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _all(_inner(entry))


def _opened(top: OpenMenu) -> Iterator[OpenMenu]:
    yield top
    for entry in top.entries:
        if _inner(entry):
            yield from _opened(OpenMenu(entry.title, _inner(entry)))


def _inner(entry: Entry) -> tuple[Entry, ...]:
    return entry.entries if entry.opens is None else entry.opens()
