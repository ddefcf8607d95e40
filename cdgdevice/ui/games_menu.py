"""The entries of the menu that begin, switch, delete and rename games."""

from collections.abc import Callable
from functools import partial
from string import ascii_uppercase, digits

from msgspec.structs import replace

from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.texts.templates import GivenName
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import (
    ON_THE_TABLE,
    BeginGame,
    DeleteGame,
    RenameGame,
    ResumeGame,
)
from cdgdevice.ui.new_game import begin_setup, list_setup_entries
from cdgdevice.ui.state import MenuEntry, MenuLayer, OfferedSheet, UiContext


def confirm_entry(entry: MenuEntry) -> MenuEntry:
    """Ask once more; two pushes by mistake end nothing, for the way back is highlighted."""
    return MenuEntry(
        entry.title, entries=(MenuEntry(texts.YES_TITLE, entry.command),), highlighted=1
    )


def game_entries(context: UiContext) -> tuple[MenuEntry, ...]:
    """Return what there is to do with games other than to play this one."""
    entries = []
    if context.sheets is not None:
        begin = partial(_new_game_entries, context.sheets, context.played)
        entries.append(MenuEntry(texts.NEW_GAME_TITLE, load_entries=begin))
    games = _list_games(context)
    if games:
        resumes = tuple(MenuEntry(title, ResumeGame(game)) for game, title in games)
        entries.append(MenuEntry(texts.SWITCH_GAME_TITLE, entries=resumes))
        deletes = (confirm_entry(MenuEntry(title, DeleteGame(game))) for game, title in games)
        entries.append(MenuEntry(texts.DELETE_GAME_TITLE, entries=tuple(deletes)))
    if context.sheets is not None:
        entries.append(MenuEntry(texts.RENAME_GAME_TITLE, entries=_rename_entries(context)))
    return tuple(entries)


def _list_games(context: UiContext) -> tuple[tuple[str, GivenName], ...]:
    return tuple((game, GivenName(title)) for game, title in context.games())


_LETTERS = (*ascii_uppercase, *digits, "-")
_LONGEST_NAME = 20


def _rename_entries(context: UiContext) -> tuple[MenuEntry, ...]:
    return tuple(
        MenuEntry(
            title, load_entries=partial(_letter_entries, game, ""), heading=texts.NEW_NAME_TITLE
        )
        for game, title in ((ON_THE_TABLE, texts.THIS_GAME), *_list_games(context))
    )


def _letter_entries(game: str, written: str) -> tuple[MenuEntry, ...]:
    """Offer the letters that may come next in a name; the way back takes the last one back."""
    name = GivenName(written.strip())
    keep = (MenuEntry(texts.keep_name(name), RenameGame(game, written)),)
    blank = (MenuEntry(texts.BLANK, heading=f"{written} "),)
    letters = tuple(MenuEntry(letter, heading=written + letter) for letter in _LETTERS)
    more = (*(blank if written.strip() else ()), *letters) if len(written) < _LONGEST_NAME else ()
    return (
        *(keep if written.strip() else ()),
        *(replace(e, load_entries=partial(_letter_entries, game, e.heading)) for e in more),
    )


def build_first_game_menu(context: UiContext) -> MenuLayer | None:
    """Return the menu that asks which game to begin; None where no list of games is known."""
    if context.sheets is None:
        return None
    return MenuLayer(texts.FIRST_GAME_TITLE, _new_game_entries(context.sheets, context.played))


def _new_game_entries(
    sheets: Callable[[], tuple[OfferedSheet, ...]], played: Callable[[], tuple[str, ...]]
) -> tuple[MenuEntry, ...]:
    return tuple(map(_new_game_entry, sort_offered(sheets(), played())))


def sort_offered(every: tuple[OfferedSheet, ...], ids: tuple[str, ...]) -> list[OfferedSheet]:
    """Return the sheets: those played last first, then others of the same games, then all others.

    `ids` are those of the sheets that were played, the last one first.
    """
    games = {sheet.game for sheet in every if sheet.id in ids}

    def rank(sheet: OfferedSheet) -> tuple[int, bool]:
        place = ids.index(sheet.id) if sheet.id in ids else len(ids)
        return place, sheet.game not in games

    return sorted(every, key=rank)


def _new_game_entry(sheet: OfferedSheet) -> MenuEntry:
    if len(sheet.hands) > 1 or sheet.variants:  # there is something to choose first
        return MenuEntry(sheet.title, load_entries=partial(list_setup_entries, begin_setup(sheet)))
    return MenuEntry(sheet.title, BeginGame(NewGame(sheet.id, set_up=True)))
