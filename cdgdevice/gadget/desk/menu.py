"""The menu: what the moment allows beside the plain press, and nothing else."""

from collections.abc import Callable
from functools import partial

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.deeds import deeds
from cdgdevice.gadget.desk.dice import last_rolls, naming
from cdgdevice.gadget.desk.moment import BACK, Around, Entry, OfferedSheet, OpenMenu
from cdgdevice.gadget.desk.notes import notes
from cdgdevice.gadget.desk.reader_menu import reader_menu
from cdgdevice.gadget.desk.setting_up import needs_setting_up
from cdgdevice.gadget.desk.settings_menu import settings_menu
from cdgdevice.gadget.desk.wishes import Ask, BeginGame, ResumeGame, SelfTest, ShutDown
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.game import Game
from cdgdevice.method.history import History
from cdgdevice.method.request import Choose, New, Undo
from cdgdevice.method.stage import Nominating, Ready

_SETTINGS = ("hand-size", "range")
"""Actions that change a number of the game: seldom wanted."""
_ENDS = ("end-turn", "end-game")
"""Actions that end something: they ask once more."""


def menu(history: History, around: Around) -> OpenMenu:
    """Give the menu of this moment: what the game offers first, what ends something last."""
    game = history.now
    doing = deeds(game)
    undo = (Entry("Undo", Ask(Undo())),) if history.past else ()
    entries = (
        *_ways(game),
        *(entry for id_, entry in doing if id_ not in (*_SETTINGS, *_ENDS)),
        *naming(history, around),
        *undo,
        *(entry for id_, entry in doing if id_ in _SETTINGS),
        *last_rolls(history),
        *(() if around.dice is None else (Entry("Dice", dice=partial(around.dice, around.die)),)),
        *notes(game.sheet.notes),
        *reader_menu(around.reader),
        *_games(around),
        *settings_menu(around.settings),
        *_version(game, around),
        *(() if around.self_test is None else (Entry("Self-test", SelfTest()),)),
        *(_sure(entry) for id_, entry in doing if id_ in _ENDS),
        *(() if around.shut_down is None else (_sure(Entry("Shut down", ShutDown())),)),
        BACK,
    )
    return OpenMenu("Menu", entries)


def _ways(game: Game) -> tuple[Entry, ...]:
    """Give the other ways to take the round: not the plain one, which is the next press."""
    if not isinstance(game.stage, Ready | Nominating):
        return ()
    return tuple(
        Entry(choice.title, Ask(choice.request))
        for choice in choices(game)[1:]
        if choice.card is None and isinstance(choice.request, Choose)
    )


def _sure(entry: Entry) -> Entry:
    return Entry(entry.title, entries=(Entry("Yes", entry.wish),))


def _version(game: Game, around: Around) -> tuple[Entry, ...]:
    if not around.about:
        return ()
    program, *rest = around.about
    text = (program, f"Sheet {game.sheet.id}", *rest)
    return (Entry("Version", page=Page(Mood.NOTE, "Version", text)),)


def _games(around: Around) -> tuple[Entry, ...]:
    entries = []
    games = tuple(Entry(title, ResumeGame(game)) for game, title in around.games())
    if games:
        entries.append(Entry("Switch game", entries=games))
    if around.sheets is not None:
        entries.append(Entry("New game", opens=partial(_new_games, around.sheets)))
    return tuple(entries)


def _new_games(sheets: Callable[[], tuple[OfferedSheet, ...]]) -> tuple[Entry, ...]:
    return tuple(map(_new_game, sheets()))


def _new_game(sheet: OfferedSheet) -> Entry:
    if needs_setting_up(sheet):
        return Entry(sheet.title, sheet=sheet)
    return Entry(sheet.title, BeginGame(New(sheet.id)))
