"""The list of Bluetooth dice in the menu: those that are taken first, one press takes or forgets.

When a second one is taken, it is asked which is the white one.

A module of its own, for it is loaded only where the die reader can choose among dice.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_conditions import HOW_TO_CHOOSE
from cdgdevice.drivers.reader.reader_messages import (
    DICE_QUESTION,
    DieInRange,
    encode_choice,
    encode_first,
)
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.texts.templates import GivenName
from cdgdevice.rules.texts.words import Words
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import SendToReader
from cdgdevice.ui.state import BACK_ENTRY, EntryId, MenuEntry, MenuLayer, Transition, UiState

_HELP = PageView(PageKind.DIE, texts.DICE_TITLE, HOW_TO_CHOOSE)
_ASK_INTERVAL = 2.0
"""Seconds between two questions for the dice in range, while their list is open."""


def list_entries(dice: tuple[DieInRange, ...]) -> tuple[MenuEntry, ...]:
    """Return the entries for these dice, in an order that stays as it is while none is taken."""
    taken = _sort_taken(dice)
    others = (die for die in dice if not die.place and die.signal is not None)
    return (
        *(
            MenuEntry(texts.title_die_in_range(die), SendToReader(encode_choice(die)), die=die)
            for die in (*taken, *others)
        ),
        *(MenuEntry(texts.EXCHANGE_TITLE, SendToReader(encode_first(die))) for die in taken[1:]),
        MenuEntry(texts.NO_DIE_TITLE, page=_HELP),
        BACK_ENTRY,
    )


def ask_for_dice(state: UiState, now: float) -> Transition:
    """Ask for the dice in range, if it is time to."""
    if now < state.ask_dice_at:
        return Transition(state)
    after = replace(state, ask_dice_at=now + _ASK_INTERVAL)
    return Transition(after, (SendToReader(DICE_QUESTION),))


def show_die(menu: MenuLayer, die: DieInRange, words: Words) -> MenuLayer:
    """Return the list with a die as it is now; the highlight stays on its entry.

    From a die that goes it moves to none: the next press would take or forget another one. If it is
    the second that is taken, the question which one is white lies over the list.
    """
    if menu.id is EntryId.WHITE_DIE and menu.below is not None:
        listed = show_die(menu.below, die, words)
        asks_of_it = any(_is_of(entry, die) for entry in menu.entries)
        return listed if asks_of_it and not die.place else replace(menu, below=listed)
    before = {entry.die.id: entry.die for entry in menu.entries if entry.die is not None}
    dice = {**before, die.id: die}
    listed = _replace_entries(menu, list_entries(tuple(dice.values())))
    is_new = die.id in before and not before[die.id].place
    return _ask_which_is_white(listed, _sort_taken(dice.values()), words) if is_new else listed


def _ask_which_is_white(menu: MenuLayer, taken: list[DieInRange], words: Words) -> MenuLayer:
    """Return the question over the list, if two are taken."""
    if [die.place for die in taken] != [1, 2]:
        return menu
    entries = (
        MenuEntry(name(GivenName(die.name)), SendToReader(encode_first(die)), die=die)
        for name, die in zip(texts.name_blinking_die, taken, strict=True)
    )
    title = texts.title_white_question(words)
    return MenuLayer(title, (*entries, BACK_ENTRY), below=menu, id=EntryId.WHITE_DIE)


def _sort_taken(dice: Iterable[DieInRange]) -> list[DieInRange]:
    return sorted((die for die in dice if die.place), key=lambda die: die.place)


def _replace_entries(menu: MenuLayer, entries: tuple[MenuEntry, ...]) -> MenuLayer:
    at = menu.entries[menu.highlighted].die
    places = (n for n, entry in enumerate(entries) if at is not None and _is_of(entry, at))
    # What is no die is below them all, the help first.
    from_end = 2 if at is not None else len(menu.entries) - menu.highlighted
    number = next(places, len(entries) - from_end)
    if at is None and entries[number].die is not None:  # what was highlighted is gone
        number = len(entries) - 2
    return replace(menu, entries=entries, highlighted=number)


def _is_of(entry: MenuEntry, die: DieInRange) -> bool:
    return entry.die is not None and entry.die.id == die.id
