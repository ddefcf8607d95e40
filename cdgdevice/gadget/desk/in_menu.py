"""What an intent does in an open menu, and while a new game is set up."""

from dataclasses import replace

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
from cdgdevice.gadget.desk.moment import (
    BACK,
    Entry,
    LookingAtDice,
    Moment,
    OpenMenu,
    Reading,
    SettingUp,
)
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.setting_up import begun, changed, items, setting_up
from cdgdevice.gadget.desk.wishes import Change


def in_menu(moment: Moment, menu: OpenMenu, intent: Intent) -> Reaction:
    """Move through a menu, or take what is highlighted."""
    match intent:
        case Move(steps):
            return Reaction(replace(moment, layer=_moved(menu, steps)))
        case MoveOn():
            return Reaction(replace(moment, layer=_moved(menu, 1, around=True)))
        case TakeBack() | Menu():
            return Reaction(replace(moment, layer=None))
        case Press() | Push() | Confirm():
            return _enter(moment, menu, menu.entries[menu.highlighted])
        case Pick():
            return Reaction(moment)


def _enter(moment: Moment, menu: OpenMenu, entry: Entry) -> Reaction:
    if entry == BACK:
        return Reaction(replace(moment, layer=menu.below))
    if entry.page is not None:
        return Reaction(replace(moment, layer=Reading(entry.page, menu)))
    if entry.dice is not None:
        return Reaction(replace(moment, layer=LookingAtDice(entry.dice, entry.dice(), below=menu)))
    if entry.sheet is not None:
        setting = replace(setting_up(entry.sheet), below=menu)
        return Reaction(replace(moment, layer=setting))
    entries = entry.entries if entry.opens is None else entry.opens()
    if entries:
        entries = entries if entries[-1] == BACK else (*entries, BACK)
        layer = OpenMenu(entry.title, entries, entry.highlighted, below=menu)
        return Reaction(replace(moment, layer=layer))
    if isinstance(entry.wish, Change):
        return Reaction(moment, entry.wish)  # it can be seen at once, and changed again
    return Reaction(replace(moment, layer=None), entry.wish)


def _moved(menu: OpenMenu, steps: int, *, around: bool = False) -> OpenMenu:
    return replace(menu, highlighted=_on(menu.highlighted, len(menu.entries), steps, around=around))


def _on(number: int, count: int, steps: int, *, around: bool) -> int:
    number += steps
    return number % count if around else min(max(number, 0), count - 1)


def in_setup(moment: Moment, setting: SettingUp, intent: Intent) -> Reaction:
    """Change what is highlighted, or begin; the menu stays open meanwhile."""
    last = len(items(setting)) - 1
    match intent:
        case Move() | MoveOn():
            steps, around = (intent.steps, False) if isinstance(intent, Move) else (1, True)
            number = _on(setting.highlighted, last + 1, steps, around=around)
            return Reaction(replace(moment, layer=replace(setting, highlighted=number)))
        case TakeBack() | Menu():
            return Reaction(replace(moment, layer=None))
        case Pick():
            return Reaction(moment)
        case Press() | Push() | Confirm() if setting.highlighted == 0:
            return Reaction(replace(moment, layer=None), begun(setting))
        case Press() | Push() | Confirm() if setting.highlighted == last:
            return Reaction(replace(moment, layer=setting.below))
        case Press() | Push() | Confirm():
            return Reaction(replace(moment, layer=changed(setting)))
