"""The menu: what the moment allows beside the plain press, and what an intent does in it.

The game's actions, its rolls, its notes, the die reader, other games and the settings are entries
of it.
"""

import math
from collections.abc import Iterator
from functools import partial
from itertools import islice

from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_messages import Hello
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.game import Game, GameEnd, Nominating, Playing, Ready
from cdgdevice.rules.game_log import write_log
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import ENDING_ACTIONS, SET_TABLE, ChangeHandSize, SetRange
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, UndoLast
from cdgdevice.rules.sheet import list_sweeping_actions
from cdgdevice.ui import choices, texts
from cdgdevice.ui import intents_and_commands as messages
from cdgdevice.ui.action_menu import action_entries
from cdgdevice.ui.calibration_guide import can_calibrate
from cdgdevice.ui.games_menu import confirm_entry, game_entries
from cdgdevice.ui.notes_menu import Doing, link_notes, rule_entries
from cdgdevice.ui.settings_menu import open_setting, settings_entries
from cdgdevice.ui.state import (
    BACK_ENTRY,
    DiceLayer,
    EntryId,
    MenuEntry,
    MenuLayer,
    PageLayer,
    Transition,
    UiContext,
    UiState,
    step_index,
)


def reader_entries(reader: Hello | None) -> tuple[MenuEntry, ...]:
    """Return the menu's entry; none where no reader is linked that anything can be done with."""
    if reader is not None and reader.lists_dice:
        title = texts.BLUETOOTH_TITLE
        return (MenuEntry(title, load_entries=_load_no_dice, id=EntryId.BLUETOOTH),)
    if reader is None or not can_calibrate(reader):
        return ()
    condition = CONDITION_SENTENCES[reader.trouble or LinkState.LINKED]
    entries = (
        MenuEntry(texts.CALIBRATE_TITLE, messages.Task.START_CALIBRATION),
        MenuEntry(texts.ABOUT_TITLE, page=texts.build_about_page(reader, condition)),
    )
    return (MenuEntry(texts.READER_TITLE, entries=entries),)


def _load_no_dice() -> tuple[MenuEntry, ...]:
    from cdgdevice.ui.bluetooth_menu import list_entries  # few gadgets have such dice

    return list_entries(())


def update_menu(state: UiState, menu: MenuLayer, intent: messages.Intent) -> Transition:
    """Move through a menu, or take what is highlighted."""
    match intent:
        case messages.Scroll(steps):
            return Transition(replace(state, layer=_move_highlight(menu, steps)))
        case messages.Press.ADVANCE:
            return Transition(replace(state, layer=_move_highlight(menu, 1, around=True)))
        case messages.PressSide() if not state.context.knob:
            # Without a knob a press moves on, and a hold takes what is highlighted.
            return Transition(replace(state, layer=_move_highlight(menu, 1, around=True)))
        case messages.Press.UNDO | messages.Press.MENU:
            return Transition(replace(state, layer=None))
        case messages.PressSide() | messages.Press.KNOB | messages.Press.CONFIRM:
            return _enter_entry(state, menu, menu.entries[menu.highlighted])
        case messages.PickSpace(space, side):
            return _pick_card(state, menu, space, side)


def _pick_card(state: UiState, menu: MenuLayer, space: Space, side: Side | None) -> Transition:
    """Take the entry of the card in this space; of several the space moves on to the next."""
    here = [
        number
        for number, entry in enumerate(menu.entries)
        if entry.card is not None
        and entry.card.card.space is space
        and side in (None, entry.card.side)
    ]
    if len(here) == 1:
        return _enter_entry(state, menu, menu.entries[here[0]])
    number = next((n for n in here if n > menu.highlighted), here[0] if here else menu.highlighted)
    return Transition(replace(state, layer=replace(menu, highlighted=number)))


def _enter_entry(state: UiState, menu: MenuLayer, entry: MenuEntry) -> Transition:
    if entry.id is EntryId.BACK:
        return Transition(replace(state, layer=menu.below))
    if entry.page is not None:
        after = menu
        if entry.entries:
            # Read to its end, a note offers its action, and the way back.
            after = MenuLayer(entry.title, (*entry.entries, BACK_ENTRY), below=menu)
        return Transition(
            replace(state, layer=PageLayer(messages.PageId.READING, entry.page, after))
        )
    if entry.count_dice is not None:
        return Transition(
            replace(state, layer=DiceLayer(entry.count_dice, entry.count_dice(), below=menu))
        )
    if entry.change_menu is not None:
        entries, at = entry.change_menu(menu.highlighted)
        menu = replace(menu, entries=(*entries, BACK_ENTRY), highlighted=at)
        return Transition(replace(state, layer=menu))
    entries = entry.entries if entry.load_entries is None else entry.load_entries()
    if entries:
        entries = entries if entries[-1].id is EntryId.BACK else (*entries, BACK_ENTRY)
        title = entry.heading or entry.title
        layer = MenuLayer(title, entries, entry.highlighted, below=menu, id=entry.id)
        return Transition(replace(state, layer=layer, ask_dice_at=-math.inf))
    if isinstance(entry.command, messages.ChangeSetting | messages.SendToReader):
        # It can be seen at once, and changed again.
        stays = menu.below if menu.id is EntryId.WHITE_DIE else menu
        return Transition(replace(state, layer=stays), (entry.command,))
    commands = () if entry.command is None else (entry.command,)
    return Transition(replace(state, layer=None), commands)


def _move_highlight(menu: MenuLayer, steps: int, *, around: bool = False) -> MenuLayer:
    """Move the highlight; a detent back from the first entry leads to the last."""
    around = around or (steps == -1 and menu.highlighted == 0)
    return replace(
        menu, highlighted=step_index(menu.highlighted, len(menu.entries), steps, around=around)
    )


_MAX_OF_LOG = 8
"""So many lines of the log are in the menu: each is several of the screen."""


def dice_entries(history: GameHistory, context: UiContext) -> tuple[MenuEntry, ...]:
    """Return the menu's entry that corrects the dice, or names them."""
    game = history.now
    if history.open_roll is not None:
        return (
            MenuEntry(
                texts.title_correction(_name_die_to_correct(history)),
                entries=_correction_entries(history, context),
                highlighted=_find_result_entry(history, context),
            ),
        )
    if _may_name(history, context):
        title = texts.title_naming(two=choices.asks_two_dice(game))
        return (MenuEntry(title, entries=choices.roll_entries(game, context, game.active)),)
    return ()


def log_entries(history: GameHistory) -> tuple[MenuEntry, ...]:
    """Return the menu's entry for the latest lines of the game's log, the newest first."""
    newest = tuple(line.said for line in islice(write_log(history), _MAX_OF_LOG))
    if not newest:
        return ()
    page = PageView(PageKind.NOTE, texts.LOG_TITLE, newest)
    return (MenuEntry(texts.LOG_TITLE, page=page),)


def _correction_entries(history: GameHistory, context: UiContext) -> tuple[MenuEntry, ...]:
    words = history.now.sheet.words
    corrected = history.past[-1]
    if corrected.roll_from is not None and choices.is_method_die(corrected.roll_from):
        return choices.result_entries(context, words, lambda result: CorrectRoll(result=result))
    shown = _find_standing_dice(history)[1]
    if choices.count_thrown_dice(history.past) == 1:
        return choices.one_die_entries(CorrectRoll)
    if corrected.roll_from is not None and choices.asks_two_dice(corrected.roll_from):
        return choices.two_dice_entries(words, CorrectRoll, shown[1])
    return tuple(_correct_one_die(shown, place) for place in range(len(shown)))


def _correct_one_die(shown: tuple[int, ...], place: int) -> MenuEntry:
    """Return the entry that corrects one of several dice."""
    earlier, later = shown[:place], shown[place + 1 :]
    return MenuEntry(
        texts.name_die_of_several(place + 1, shown[place]),
        entries=choices.one_die_entries(lambda die: CorrectRoll((*earlier, *die, *later))),
        highlighted=shown[place] - 1,
    )


def _find_result_entry(history: GameHistory, context: UiContext) -> int:
    """Return which entry of the correction is what fell, or what it was corrected to.

    Of two dice it is the white one's.
    """
    roll_from = history.past[-1].roll_from
    if roll_from is None:
        return 0
    result, numbers = _find_standing_dice(history)
    if not choices.is_method_die(roll_from):
        one_by_one = len(numbers) > 1 and not choices.asks_two_dice(roll_from)
        return 0 if one_by_one else numbers[0] - 1
    return context.conversion.number(result or STANDARD_CONVERSION.result(numbers[0])) - 1


def _find_standing_dice(history: GameHistory) -> tuple[DieResult | None, tuple[int, ...]]:
    """Return what the latest roll shows, corrections counted: its result, or its numbers."""
    for past in reversed(history.past):
        if isinstance(past.request, CorrectRoll):
            return past.request.result, past.request.die
        if past.rolled is not None:
            return None, past.rolled[1]
    return None, (1,)


def _may_name(history: GameHistory, context: UiContext) -> bool:
    """Return whether the die may be named: not where a throw that was taken back shows again."""
    may_roll = history.now.active in prompt(history.now).rollers
    return may_roll and context.die is not DieSource.HAND and not choices.find_kept_dice(history)


_NUMBER_ACTIONS = (ChangeHandSize.action, SetRange.action, SET_TABLE)
"""Actions that change a number of the game, or how it takes the table to lie: seldom wanted."""


def _name_ways(game: Game) -> Iterator[tuple[str, MenuEntry]]:
    """Yield the ways that may be taken, each with the id of its option."""
    for entry in _way_entries(game):
        if isinstance(entry.command, messages.AskGame) and isinstance(
            entry.command.request, ChooseOption
        ):
            yield entry.command.request.option, entry


def build_menu(history: GameHistory, context: UiContext) -> MenuLayer:
    """Return the menu of this moment: what the game offers first, what ends something last.

    The rule stands above it all; when the game is over, other games do. While a card is played,
    what may be played beside it is wanted most: the rule is a detent back from there.
    """
    game = history.now
    sweeping = list_sweeping_actions(game.sheet)
    doing = tuple(
        (id_, _ask_once_more(entry) if id_ in (*sweeping, *ENDING_ACTIONS) else entry)
        for id_, entry in action_entries(game)
    )
    allowed = (*doing, *_name_ways(game))
    undo = (MenuEntry(texts.UNDO_TITLE, messages.AskGame(UndoLast())),) if history.past else ()
    of_game = _list_game_group(history, context, doing)
    over = isinstance(game.stage, GameEnd)
    # While a card is played its combat cards come before what the dice were; so does, before a
    # round, all that it may be.
    corrects = history.open_roll is not None and not isinstance(game.stage, Playing | Ready)
    last = (*_NUMBER_ACTIONS, *ENDING_ACTIONS, *sweeping)
    dice, rules = dice_entries(history, context), rule_entries(history, allowed)
    entries = (
        *(game_entries(context) if over else ()),
        *rules,
        *(dice if corrects else ()),
        *_way_entries(game),
        *(entry for id_, entry in doing if id_ not in last),
        *(() if corrects else dice),
        *undo,
        *(entry for id_, entry in doing if id_ in sweeping),
        *(entry for id_, entry in doing if id_ == SET_TABLE),
        *link_notes(history, allowed),
        *((MenuEntry(texts.GAME_TITLE, entries=of_game),) if of_game else ()),
        *_gadget_entries(_list_gadget_group(game, context)),
        BACK_ENTRY,
    )
    begins_at = len(rules) if isinstance(game.stage, Playing) else 0
    return MenuLayer(texts.MENU_TITLE, entries, begins_at)


def _gadget_entries(entries: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
    entry = MenuEntry(texts.GADGET_TITLE, entries=entries, id=EntryId.GADGET)
    return (entry,) if entries else ()


def _list_game_group(
    history: GameHistory, context: UiContext, doing: Doing
) -> tuple[MenuEntry, ...]:
    """Return what is about the game as a whole, or another one; what ends something comes last."""
    dice = partial(context.dice, context.die) if context.dice is not None else None
    return (
        *(() if isinstance(history.now.stage, GameEnd) else game_entries(context)),
        *log_entries(history),
        *(() if dice is None else (MenuEntry(texts.DICE_TITLE, count_dice=dice),)),
        *(entry for id_, entry in doing if id_ in _NUMBER_ACTIONS and id_ != SET_TABLE),
        *(entry for id_, entry in doing if id_ in ENDING_ACTIONS),
    )


def _list_gadget_group(game: Game, context: UiContext) -> tuple[MenuEntry, ...]:
    """Return what is about the gadget, whatever is played on it."""
    off = MenuEntry(texts.SHUT_DOWN_TITLE, messages.Task.SHUT_DOWN)
    return (
        *settings_entries(context.settings),
        *reader_entries(context.reader),
        *(
            ()
            if context.self_test is None
            else (MenuEntry(texts.SELF_TEST_TITLE, messages.Task.START_SELF_TEST),)
        ),
        *(
            ()
            if context.open_pairing is None
            else (MenuEntry(texts.ALLOW_BROWSER_TITLE, messages.Task.ALLOW_BROWSER),)
        ),
        *_version_entries(game, context),
        *(() if context.shut_down is None else (confirm_entry(off),)),
    )


def _way_entries(game: Game) -> tuple[MenuEntry, ...]:
    """Return the other ways to take the round: not the plain one, which is the next press."""
    if not isinstance(game.stage, Ready | Nominating):
        return ()
    return tuple(
        MenuEntry(choice.title, messages.AskGame(choice.request))
        for choice in choices.list_choices(game)[1:]
        if choice.card is None and isinstance(choice.request, ChooseOption)
    )


def build_confirmation(title: str, command: messages.Command) -> MenuLayer:
    """Return the menu that asks once more before a command, the way back highlighted."""
    entry = confirm_entry(MenuEntry(title, command))
    return MenuLayer(title, (*entry.entries, BACK_ENTRY), entry.highlighted)


def _ask_once_more(entry: MenuEntry) -> MenuEntry:
    """Let each entry below this one, or itself, ask once more."""
    if not entry.entries:
        return confirm_entry(entry)
    return replace(entry, entries=tuple(map(_ask_once_more, entry.entries)))


def _version_entries(game: Game, context: UiContext) -> tuple[MenuEntry, ...]:
    if not context.about:
        return ()
    page = texts.build_version_page(context.about, game.sheet, context.card_updates())
    return (MenuEntry(texts.VERSION_TITLE, page=page),)


def change_setting(
    state: UiState, history: GameHistory, change: messages.ChangeSetting
) -> UiState | None:
    """Set this, and show in the menu that it is set; the game goes on as it was.

    None where it was so already, or nothing can be set.
    """
    before = state.context.settings
    settings = None if before is None else before.with_change(change.setting, change.value)
    if settings is None or settings == before:
        return None
    context = replace(state.context, settings=settings, die=settings.die)
    layer = open_setting(change.setting, settings, build_menu(history, context))
    # A throw that was asked for is asked for again, wherever it is to come from now.
    return replace(state, context=context, layer=layer, throwing_side=None)


def _name_die_to_correct(history: GameHistory) -> str:
    """Name the die or the dice that can be corrected; one of two by its colour."""
    roll_from = history.past[-1].roll_from
    if choices.count_thrown_dice(history.past) > 1:
        return texts.THE_DICE
    return texts.name_die(None) if roll_from is None else choices.name_die(roll_from)
