"""The menu: what the moment allows beside the plain press, and what an intent does in it.

The game's actions, its rolls, its notes, the die reader, other games and the settings are entries
of it.
"""

from collections.abc import Callable
from functools import partial
from itertools import islice
from string import ascii_uppercase, digits

from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.reader.reader_link import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_messages import Hello
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.engine import can_correct_roll
from cdgdevice.rules.game import Game, GameEnd, Nominating, Playing, Ready, Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import ENDING_ACTIONS, SET_TABLE, ChangeHandSize, SetRange
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, NewGame, UndoLast
from cdgdevice.rules.sheet import list_sweeping_actions
from cdgdevice.rules.texts.sentences import describe_clock
from cdgdevice.rules.texts.templates import GivenName
from cdgdevice.rules.wants import WantsDie
from cdgdevice.ui import texts
from cdgdevice.ui.action_menu import action_entries
from cdgdevice.ui.calibration import can_calibrate
from cdgdevice.ui.choices import (
    asks_two_dice,
    count_thrown_dice,
    find_kept_dice,
    format_dice,
    is_method_die,
    list_choices,
    name_die,
    one_die_entries,
    result_entries,
    roll_entries,
    two_dice_entries,
)
from cdgdevice.ui.intents_and_commands import (
    ON_THE_TABLE,
    Advance,
    AllowBrowser,
    AskGame,
    BeginGame,
    ChangeSetting,
    Command,
    Confirm,
    DeleteGame,
    Intent,
    PageId,
    PickSpace,
    PressSide,
    PressUndo,
    PushKnob,
    RenameGame,
    ResumeGame,
    Scroll,
    ShutDown,
    StartCalibration,
    StartSelfTest,
    ToggleMenu,
)
from cdgdevice.ui.new_game import begin_setup, needs_setup
from cdgdevice.ui.notes_menu import Doing, link_notes, rule_entries
from cdgdevice.ui.settings_menu import open_setting, settings_entries
from cdgdevice.ui.state import (
    BACK_ENTRY,
    DiceLayer,
    EntryId,
    MenuEntry,
    MenuLayer,
    OfferedSheet,
    PageLayer,
    Transition,
    UiContext,
    UiState,
    step_index,
)


def reader_entries(reader: Hello | None) -> tuple[MenuEntry, ...]:
    """Return the menu's entry; none where no reader is linked that can be calibrated."""
    if reader is None or not can_calibrate(reader):
        return ()
    condition = CONDITION_SENTENCES[reader.trouble or LinkState.LINKED]
    entries = (
        MenuEntry(texts.CALIBRATE_TITLE, StartCalibration()),
        MenuEntry(texts.ABOUT_TITLE, page=texts.build_about_page(reader, condition)),
    )
    return (MenuEntry(texts.READER_TITLE, entries=entries),)


def update_menu(state: UiState, menu: MenuLayer, intent: Intent) -> Transition:
    """Move through a menu, or take what is highlighted."""
    match intent:
        case Scroll(steps):
            return Transition(replace(state, layer=_move_highlight(menu, steps)))
        case Advance():
            return Transition(replace(state, layer=_move_highlight(menu, 1, around=True)))
        case PressSide() if not state.context.knob:
            # Without a knob a press moves on, and a hold takes what is highlighted.
            return Transition(replace(state, layer=_move_highlight(menu, 1, around=True)))
        case PressUndo() | ToggleMenu():
            return Transition(replace(state, layer=None))
        case PressSide() | PushKnob() | Confirm():
            return _enter_entry(state, menu, menu.entries[menu.highlighted])
        case PickSpace(space, side):
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
        return Transition(replace(state, layer=PageLayer(PageId.READING, entry.page, after)))
    if entry.count_dice is not None:
        return Transition(
            replace(state, layer=DiceLayer(entry.count_dice, entry.count_dice(), below=menu))
        )
    if entry.sheet is not None:
        setting = replace(begin_setup(entry.sheet), below=menu)
        return Transition(replace(state, layer=setting))
    entries = entry.entries if entry.load_entries is None else entry.load_entries()
    if entries:
        entries = entries if entries[-1].id is EntryId.BACK else (*entries, BACK_ENTRY)
        title = entry.heading or entry.title
        layer = MenuLayer(title, entries, entry.highlighted, below=menu)
        return Transition(replace(state, layer=layer))
    if isinstance(entry.command, ChangeSetting):
        return Transition(state, (entry.command,))  # it can be seen at once, and changed again
    commands = () if entry.command is None else (entry.command,)
    return Transition(replace(state, layer=None), commands)


def _move_highlight(menu: MenuLayer, steps: int, *, around: bool = False) -> MenuLayer:
    """Move the highlight; a detent back from the first entry leads to the last."""
    around = around or (steps == -1 and menu.highlighted == 0)
    return replace(
        menu, highlighted=step_index(menu.highlighted, len(menu.entries), steps, around=around)
    )


_MAX_LAST_ROLLS = 12


def dice_entries(history: GameHistory, context: UiContext) -> tuple[MenuEntry, ...]:
    """Return the menu's entry that corrects the dice, or names them."""
    game = history.now
    if can_correct_roll(history):
        return (
            MenuEntry(
                texts.title_correction(_name_die_to_correct(history)),
                entries=_correction_entries(history, context),
                highlighted=_find_result_entry(history, context),
            ),
        )
    if _may_name(history, context):
        title = texts.title_naming(two=asks_two_dice(game))
        return (MenuEntry(title, entries=roll_entries(game, context, game.active)),)
    return ()


def last_rolls_entries(history: GameHistory) -> tuple[MenuEntry, ...]:
    """Return the menu's entry for the last rolls, the newest first."""
    # The newest first, and no more than are shown: a long game has thousands of acts.
    rolls = (
        texts.describe_rolled(
            past.before.sheet.sides[_side_of_card_in_question(past.before, side)],
            describe_clock(past.before.turn, past.before.round, past.before.sheet.words),
            format_dice(past.before, numbers),
        )
        for past in reversed(history.past)
        if past.rolled is not None
        for side, numbers in [past.rolled]
    )
    newest = tuple(islice(rolls, _MAX_LAST_ROLLS))
    return (
        (
            MenuEntry(
                texts.LAST_ROLLS_TITLE, page=PageView(PageKind.NOTE, texts.LAST_ROLLS_TITLE, newest)
            ),
        )
        if newest
        else ()
    )


def _correction_entries(history: GameHistory, context: UiContext) -> tuple[MenuEntry, ...]:
    words = history.now.sheet.words
    corrected = history.past[-1]
    if corrected.roll_from is not None and is_method_die(corrected.roll_from):
        return result_entries(context, words, lambda result: CorrectRoll(result=result))
    return (
        one_die_entries(CorrectRoll)
        if count_thrown_dice(history.past) == 1
        else two_dice_entries(words, CorrectRoll, _find_standing_dice(history)[1][1])
    )


def _find_result_entry(history: GameHistory, context: UiContext) -> int:
    """Tell which entry of the correction is what fell, or what it was corrected to.

    Of two dice it is the white one's.
    """
    roll_from = history.past[-1].roll_from
    if roll_from is None:
        return 0
    result, numbers = _find_standing_dice(history)
    if not is_method_die(roll_from):
        return numbers[0] - 1
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
    return may_roll and context.die is not DieSource.HAND and not find_kept_dice(history)


_NUMBER_ACTIONS = (ChangeHandSize.action, SetRange.action, SET_TABLE)
"""Actions that change a number of the game, or how it takes the table to lie: seldom wanted."""


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
    ways = tuple(
        (entry.command.request.option, entry)
        for entry in _way_entries(game)
        if isinstance(entry.command, AskGame) and isinstance(entry.command.request, ChooseOption)
    )
    allowed = (*doing, *ways)
    undo = (MenuEntry(texts.UNDO_TITLE, AskGame(UndoLast())),) if history.past else ()
    of_game, of_gadget = (
        _list_game_group(history, context, doing),
        _list_gadget_group(game, context),
    )
    over = isinstance(game.stage, GameEnd)
    # While a card is played its combat cards come before what the dice were; so does, before a
    # round, all that it may be.
    corrects = can_correct_roll(history) and not isinstance(game.stage, Playing | Ready)
    last = (*_NUMBER_ACTIONS, *ENDING_ACTIONS, *sweeping)
    dice = dice_entries(history, context)
    rules = rule_entries(history, allowed)
    entries = (
        *(_game_entries(context) if over else ()),
        *rules,
        *(dice if corrects else ()),
        *_way_entries(game),
        *(entry for id_, entry in doing if id_ not in last),
        *(() if corrects else dice),
        *undo,
        *(entry for id_, entry in doing if id_ in sweeping),
        *(entry for id_, entry in doing if id_ == SET_TABLE),
        *link_notes(game, allowed),
        *((MenuEntry(texts.GAME_TITLE, entries=of_game),) if of_game else ()),
        *_gadget_entries(of_gadget),
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
        *(() if isinstance(history.now.stage, GameEnd) else _game_entries(context)),
        *last_rolls_entries(history),
        *(() if dice is None else (MenuEntry(texts.DICE_TITLE, count_dice=dice),)),
        *(entry for id_, entry in doing if id_ in _NUMBER_ACTIONS and id_ != SET_TABLE),
        *(entry for id_, entry in doing if id_ in ENDING_ACTIONS),
    )


def _list_gadget_group(game: Game, context: UiContext) -> tuple[MenuEntry, ...]:
    """Return what is about the gadget, whatever is played on it."""
    off = MenuEntry(texts.SHUT_DOWN_TITLE, ShutDown())
    return (
        *settings_entries(context.settings),
        *reader_entries(context.reader),
        *(
            ()
            if context.self_test is None
            else (MenuEntry(texts.SELF_TEST_TITLE, StartSelfTest()),)
        ),
        *(
            ()
            if context.open_pairing is None
            else (MenuEntry(texts.ALLOW_BROWSER_TITLE, AllowBrowser()),)
        ),
        *_version_entries(game, context),
        *(() if context.shut_down is None else (_confirm_entry(off),)),
    )


def _way_entries(game: Game) -> tuple[MenuEntry, ...]:
    """Return the other ways to take the round: not the plain one, which is the next press."""
    if not isinstance(game.stage, Ready | Nominating):
        return ()
    return tuple(
        MenuEntry(choice.title, AskGame(choice.request))
        for choice in list_choices(game)[1:]
        if choice.card is None and isinstance(choice.request, ChooseOption)
    )


def _confirm_entry(entry: MenuEntry) -> MenuEntry:
    """Ask once more; two pushes by mistake end nothing, for the way back is highlighted."""
    return MenuEntry(
        entry.title, entries=(MenuEntry(texts.YES_TITLE, entry.command),), highlighted=1
    )


def build_confirmation(title: str, command: Command) -> MenuLayer:
    """Return the menu that asks once more before a command, the way back highlighted."""
    entry = _confirm_entry(MenuEntry(title, command))
    return MenuLayer(title, (*entry.entries, BACK_ENTRY), entry.highlighted)


def _ask_once_more(entry: MenuEntry) -> MenuEntry:
    """Let each entry below this one, or itself, ask once more."""
    if not entry.entries:
        return _confirm_entry(entry)
    return replace(entry, entries=tuple(map(_ask_once_more, entry.entries)))


def _version_entries(game: Game, context: UiContext) -> tuple[MenuEntry, ...]:
    if not context.about:
        return ()
    page = texts.build_version_page(context.about, game.sheet)
    return (MenuEntry(texts.VERSION_TITLE, page=page),)


def _game_entries(context: UiContext) -> tuple[MenuEntry, ...]:
    entries = []
    if context.sheets is not None:
        begin = partial(_new_game_entries, context.sheets, context.played)
        entries.append(MenuEntry(texts.NEW_GAME_TITLE, load_entries=begin))
    games = _list_games(context)
    if games:
        resumes = tuple(MenuEntry(title, ResumeGame(game)) for game, title in games)
        entries.append(MenuEntry(texts.SWITCH_GAME_TITLE, entries=resumes))
        deletes = (_confirm_entry(MenuEntry(title, DeleteGame(game))) for game, title in games)
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
    """List the sheets: those played last first, then others of the same games, then all others."""
    every, ids = sheets(), played()
    games = {sheet.game for sheet in every if sheet.id in ids}

    def rank(sheet: OfferedSheet) -> tuple[int, bool]:
        place = ids.index(sheet.id) if sheet.id in ids else len(ids)
        return place, sheet.game not in games

    return tuple(map(_new_game_entry, sorted(every, key=rank)))


def _new_game_entry(sheet: OfferedSheet) -> MenuEntry:
    if needs_setup(sheet):
        return MenuEntry(sheet.title, sheet=sheet)
    return MenuEntry(sheet.title, BeginGame(NewGame(sheet.id, set_up=True)))


def change_setting(
    state: UiState, context: UiContext, history: GameHistory, change: ChangeSetting
) -> tuple[UiState, UiContext] | None:
    """Set this, and show in the menu that it is set; the game goes on as it was.

    None where it was so already, or nothing can be set.
    """
    before = context.settings
    settings = None if before is None else before.with_change(change.setting, change.value)
    if settings is None or settings == before:
        return None
    context = replace(context, settings=settings, die=settings.die)
    layer = open_setting(change.setting, settings, build_menu(history, context))
    # A throw that was asked for is asked for again, wherever it is to come from now.
    return replace(state, layer=layer, throwing_side=None), context


def _name_die_to_correct(history: GameHistory) -> str:
    """Name the die or the dice that can be corrected; one of two by its colour."""
    roll_from = history.past[-1].roll_from
    if count_thrown_dice(history.past) > 1:
        return texts.THE_DICE
    return texts.name_die(None) if roll_from is None else name_die(roll_from)


def _side_of_card_in_question(game: Game, roller: Side) -> Side:
    """Return the side that a throw was for: that of the cards it decides on, if they are one's."""
    match game.stage:
        case Waiting(WantsDie(among=among)) if len({picked.side for picked in among}) == 1:
            return among[0].side
        case _:
            return roller
