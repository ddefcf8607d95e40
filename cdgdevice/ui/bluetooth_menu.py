"""The list of Bluetooth dice in the menu: those that are taken first, one press takes or forgets.

A module of its own, for it is loaded only where the die reader can choose among dice.
"""

from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_conditions import HOW_TO_CHOOSE
from cdgdevice.drivers.reader.reader_messages import DICE_QUESTION, DieInRange, encode_choice
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import SendToReader
from cdgdevice.ui.state import BACK_ENTRY, MenuEntry, MenuLayer, Transition, UiState

_HELP = PageView(PageKind.DIE, texts.DICE_TITLE, HOW_TO_CHOOSE)
_ASK_INTERVAL = 2.0
"""Seconds between two questions for the dice in range, while their list is open."""


def list_entries(dice: tuple[DieInRange, ...]) -> tuple[MenuEntry, ...]:
    """Return the entries for these dice, in an order that stays as it is while none is taken."""
    taken = sorted((die for die in dice if die.place), key=lambda die: die.place)
    others = (die for die in dice if not die.place and die.signal is not None)
    return (
        *(
            MenuEntry(texts.title_die_in_range(die), SendToReader(encode_choice(die)), die=die)
            for die in (*taken, *others)
        ),
        MenuEntry(texts.NO_DIE_TITLE, page=_HELP),
        BACK_ENTRY,
    )


def ask_for_dice(state: UiState, now: float) -> Transition:
    """Ask for the dice in range, if it is time to."""
    if now < state.ask_dice_at:
        return Transition(state)
    after = replace(state, ask_dice_at=now + _ASK_INTERVAL)
    return Transition(after, (SendToReader(DICE_QUESTION),))


def show_die(menu: MenuLayer, die: DieInRange) -> MenuLayer:
    """Return the list with a die as it is now; the highlight stays on its entry.

    From a die that goes it moves to none: the next press would take or forget another one.
    """
    dice = {entry.die.id: entry.die for entry in menu.entries if entry.die is not None}
    entries = list_entries(tuple({**dice, die.id: die}.values()))
    at = menu.entries[menu.highlighted].die
    places = (n for n, entry in enumerate(entries) if at is not None and _is_of(entry, at))
    # What is no die is below them all, the help first.
    from_end = 2 if at is not None else len(menu.entries) - menu.highlighted
    number = next(places, len(entries) - from_end)
    return replace(menu, entries=entries, highlighted=number)


def _is_of(entry: MenuEntry, die: DieInRange) -> bool:
    return entry.die is not None and entry.die.id == die.id
