"""What an intent or a throw does at this moment: it changes the state, or becomes a command."""

import math

from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    TurningUp,
    Waiting,
    has_round,
)
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import RollDice, UndoLast
from cdgdevice.rules.sheet import list_sweeping_actions
from cdgdevice.ui import calibration_guide, texts
from cdgdevice.ui import choices as ui_choices
from cdgdevice.ui.action_menu import build_mark_menu
from cdgdevice.ui.board import (
    count_pages,
    find_language,
    has_more_to_read,
    has_more_to_read_beside,
    shows_chances,
    view_screens,
    view_single_screen,
)
from cdgdevice.ui.games_menu import build_first_game_menu
from cdgdevice.ui.gestures import interpret_tap
from cdgdevice.ui.intents_and_commands import (
    AskGame,
    ChangeSetting,
    Command,
    CommandFailed,
    DieThrown,
    GameAnswered,
    GameRefused,
    GestureTried,
    Intent,
    NoticeCleared,
    NoticeRaised,
    PageId,
    PickSpace,
    PlaySound,
    Press,
    PressSide,
    ReaderAnswered,
    ReaderLinked,
    ScreensSeen,
    Scroll,
    SendToReader,
    SettingNotSaved,
    ShuttingDown,
    Signal,
    TapScreen,
    Task,
)
from cdgdevice.ui.layers import (
    abandon_what_waits,
    end_flash,
    find_layer_deadline,
    find_list_of_dice,
    find_self_test,
    is_counting_dice,
    keep_around,
    keep_unread_faults,
    push_page,
    put_self_test,
    refuse,
    remove_page,
    touch_in_self_test,
    update_calibration,
    update_dice,
    update_page,
    update_self_test,
)
from cdgdevice.ui.menu import build_confirmation, build_menu, change_setting, update_menu
from cdgdevice.ui.reader_updates import follow_guide, tick_list_of_dice, update_on_reader
from cdgdevice.ui.sounds import Sound
from cdgdevice.ui.state import (
    TOUCHES,
    ChancesCounted,
    ContextChanged,
    DiceCounted,
    DiceLayer,
    FlashLayer,
    MenuLayer,
    Message,
    PageLayer,
    Result,
    SelfTestLayer,
    SelfTestStarted,
    SelfTestTicked,
    Transition,
    UiState,
    step_index,
)

NAME_SECONDS = 1.5
"""Seconds for which a game's name is shown when it comes to the table, or the gadget wakes."""


def update(state: UiState, history: GameHistory, message: Message, now: float) -> Transition:
    """Return the state after a message, and the commands that come of it.

    The only writer of the user interface's state. `now` is in seconds of the monotonic clock.
    """
    after = _update(state, history, message, now)
    if after.state.count_at < math.inf and isinstance(message, TOUCHES):
        after = replace(after, state=replace(after.state, count_at=-math.inf))
    if after.state.needs_game and after.state.layer is None and not after.commands:
        return replace(after, state=_ask_for_game(after.state))
    return after


IDLE_WORK_AFTER = 0.5
"""Seconds without a touch after which chances are counted and answers foreseen: no press waits."""


def _ask_for_game(state: UiState) -> UiState:
    """Lay the list of games over the board: nothing can be played before one is begun."""
    menu = build_first_game_menu(state.context)
    return replace(state, layer=menu, needs_game=menu is not None)


def _update(state: UiState, history: GameHistory, message: Message, now: float) -> Transition:
    if isinstance(message, Result):
        return _update_on_result(state, history, message)
    match message:
        case GestureTried(gesture):
            return Transition(touch_in_self_test(state, gesture) or state)
        case DieThrown() | ReaderLinked() | ReaderAnswered():
            return update_on_reader(state, history, message, now)
        case Signal.TICK:
            return _tick(state, now)
        case Signal.SCREENS_SLEPT:
            return Transition(abandon_what_waits(state))
        case ScreensSeen(sides):
            return Transition(settle(replace(state, screens=sides), history))
        case NoticeRaised(id_, page):
            return Transition(push_page(state, id_, page))
        case NoticeCleared(id_):
            return Transition(remove_page(state, id_))
        case Signal.SETTINGS_SAVED:
            return Transition(remove_page(state, PageId.SETTING_NOT_SAVED))
        case ShuttingDown(fault):
            state = replace(state, shutdown_asked_at=now)
            page = texts.build_farewell_page(fault, shutting_down=True)
            return Transition(push_page(state, PageId.SHUTTING_DOWN, page))
        case Signal.GAME_CHANGED:
            return Transition(_name_game(keep_around(state, UiState()), history, now))
        case Signal.FIRST_GAME_WANTED:
            return Transition(_ask_for_game(state))
        case Signal.SCREENS_WOKE:
            at_rest = state.layer is None and state.calibration is None
            return Transition(_name_game(state, history, now) if at_rest else state)
        case ContextChanged(context):
            return Transition(replace(state, context=context))
        case TapScreen():
            return _update_on_tap(state, history, message, now)
        case _:
            reaction = update_on_intent(state, history, message)
            return _follow_intent(reaction, history, now)


def _update_on_result(state: UiState, history: GameHistory, result: Result) -> Transition:
    match result:
        case GameAnswered(request, answer, flash_until):
            after = keep_around(state, ui_choices.after_answer(request, answer, flash_until))
            if ui_choices.keeps_page(request, answer.history):
                after = replace(after, page=state.page)
            # A throw that counts has a sound.
            sounds = (PlaySound(Sound.COUNTED),) if isinstance(request, RollDice) else ()
            return Transition(keep_unread_faults(state, after), sounds)
        case GameRefused(reason):
            return refuse(state, PageId.REFUSED, texts.build_not_now_page(reason))
        case CommandFailed(reason):
            page = texts.build_failed_page(reason)
            return refuse(state, PageId.FAILED, page)
        case SettingNotSaved(reason):
            page = texts.build_not_saved_page(reason)
            return refuse(state, PageId.SETTING_NOT_SAVED, page)
        case SelfTestStarted(run):
            return Transition(replace(state, layer=SelfTestLayer(run), highlight=0))
        case SelfTestTicked(run):
            under_way = find_self_test(state) is not None
            return Transition(put_self_test(state, run) if under_way else state)
        case DiceCounted(views):
            if not isinstance(state.layer, DiceLayer):
                return Transition(state)
            return Transition(replace(state, layer=replace(state.layer, shown=views, number=0)))
        case ChancesCounted(chances):
            if chances.counting or chances.game is not history.now:
                return Transition(state)
            return Transition(replace(state, chances=chances, count_at=math.inf))


def _name_game(state: UiState, history: GameHistory, now: float) -> UiState:
    """Fill the screen with the game's name for a moment; a press takes it away sooner."""
    page = texts.build_game_page(history.now.sheet)
    return replace(state, layer=FlashLayer(page, now + NAME_SECONDS))


def _update_on_tap(state: UiState, history: GameHistory, tap: TapScreen, now: float) -> Transition:
    """Do what a finger on the screen means: take what lies there, as knob and buttons would."""
    only = len(state.screens) == 1
    view = view_single_screen(state, history) if only else view_screens(state, history)[tap.side]
    for intent in interpret_tap(view, tap, only=only):
        after = update(state, history, intent, now)
        if after.commands:
            return after
        state = after.state
    return Transition(state)


def settle(state: UiState, history: GameHistory) -> UiState:
    """Return the state with what comes of the game: dice that are kept, a throw that is wanted."""
    state = replace(state, kept_dice=ui_choices.list_kept_dice(history))
    if state.throwing_side is None and ui_choices.awaits_throw(history, state.context):
        state = replace(state, throwing_side=history.now.active)
    counted = state.chances is not None and state.chances.game is history.now
    if not shows_chances(state) or counted:
        state = replace(state, count_at=math.inf)
    elif state.count_at == math.inf:
        state = replace(state, count_at=-math.inf)
    return state


def deadline(state: UiState) -> float:
    """Return when `Signal.TICK` must be sent next; infinity: not before something happens."""
    asking = state.calibration is not None and state.calibration.asking
    return min(state.count_at, state.answer_by if asking else math.inf, find_layer_deadline(state))


def _follow_intent(after: Transition, history: GameHistory, now: float) -> Transition:
    """Do what a choice in the menu asks of the user interface itself."""
    state = after.state
    match after.commands:
        case (Task.START_CALIBRATION,):
            # Past it a press is to be the plain thing again, and not the menu.
            bare = replace(state, highlight=0, calibration=None)
            return follow_guide(bare, calibration_guide.begin_calibration(), now)
        case (ChangeSetting() as change,):
            changed = change_setting(state, history, change)
            return Transition(state) if changed is None else Transition(changed, after.commands)
        case (SendToReader(),):
            return replace(
                after, state=replace(state, answer_by=now + calibration_guide.ANSWER_SECONDS)
            )
        case _:
            return after


def _tick(state: UiState, now: float) -> Transition:
    if isinstance(state.layer, FlashLayer) and now >= state.layer.until:
        state = end_flash(state)
    commands: tuple[Command, ...] = (Task.COUNT_DICE,) if is_counting_dice(state) else ()
    if state.count_at == -math.inf:
        state = replace(state, count_at=now + IDLE_WORK_AFTER)
    elif now >= state.count_at:
        commands = (*commands, Task.COUNT_CHANCES)
    if find_self_test(state) is not None:
        commands = (*commands, Task.TICK_SELF_TEST)
    if find_list_of_dice(state) is not None:
        return tick_list_of_dice(state, now, commands)
    guide = state.calibration
    if guide is None or not guide.asking or now < state.answer_by:
        return Transition(state, commands)
    after = follow_guide(state, calibration_guide.note_silence(guide), now)
    return replace(after, commands=(*commands, *after.commands))


def update_on_intent(state: UiState, history: GameHistory, intent: Intent) -> Transition:
    """Return what an intent does at this moment of a game."""
    match state.layer:
        case FlashLayer(PageView()):
            # What lies beneath has not been seen: no press may answer it.
            looks = isinstance(intent, Scroll) or intent is Press.MENU
            after = end_flash(state)
            return update_on_intent(after, history, intent) if looks else Transition(after)
        case FlashLayer():
            undo = (AskGame(UndoLast()),) if intent is Press.UNDO else ()
            return Transition(end_flash(state), undo)
        case PageLayer():
            return update_page(state, state.layer, intent, find_language(state, history.now))
        case MenuLayer():
            return update_menu(state, state.layer, intent)
        case DiceLayer():
            return update_dice(state, state.layer, intent)
        case SelfTestLayer(run):
            return update_self_test(state, run, intent)
        case None if state.calibration is not None:
            return update_calibration(state, state.calibration, intent)
        case None:
            read_on = _read_on(state, history, intent)
            return read_on or _update_board(state, history, intent)


_HIGHLIGHT_STAGES = (Choosing, TurningUp, Nominating, Waiting)
"""Stages in which the only button of a small build moves the highlight."""


def _update_board(state: UiState, history: GameHistory, intent: Intent) -> Transition:
    game = history.now
    at_work = ui_choices.find_side_at_work(state, game)
    offered = ui_choices.list_choices(game, at_work)
    at = ui_choices.find_highlighted(game, state.highlight)
    match intent:
        case Press.UNDO:
            return Transition(state, (AskGame(UndoLast()),))
        case _ if intent is Press.MENU or isinstance(game.stage, GameEnd) or not offered:
            return Transition(replace(state, layer=build_menu(history, state.context)))
        case Press.KNOB if isinstance(game.stage, Ready) and state.highlight == 0:
            return Transition(replace(state, layer=build_menu(history, state.context)))
        case PressSide(side) if isinstance(game.stage, Ready | Nominating) and side is not at_work:
            turned = replace(state, armed_side=None, highlight=0)
            if side is game.active:
                return update_on_intent(turned, history, intent)
            return _press_out_of_turn(turned, game, side)
        case PressSide(side) if not state.context.knob and side is not at_work:
            return Transition(_move_board_highlight(state, at, len(offered), 1, around=True))
        case Scroll(steps) if steps < 0 and at == 0 and (marks := build_mark_menu(game)):
            return Transition(replace(state, layer=marks))
        case Scroll() if isinstance(game.stage, Playing):
            return Transition(replace(state, layer=build_menu(history, state.context)))
        case Scroll(steps):
            state = state if at_work is state.armed_side else replace(state, armed_side=None)
            # Past the last choice lies the menu.
            return Transition(_move_board_highlight(state, at, len(offered) + 1, steps))
        case Press.KNOB | PressSide() | Press.CONFIRM | Press.ADVANCE if at >= len(offered):
            return Transition(replace(state, layer=build_menu(history, state.context)))
        case Press.ADVANCE if isinstance(game.stage, _HIGHLIGHT_STAGES) and len(offered) > 1:
            return Transition(_move_board_highlight(state, at, len(offered), 1, around=True))
        case PickSpace():
            return _pick_space(state, history, offered, intent)
        case Press.ADVANCE | Press.CONFIRM | Press.KNOB | PressSide():
            return _take_choice(state, history, offered[at])


def _read_on(state: UiState, history: GameHistory, intent: Intent) -> Transition | None:
    """Turn the pages of a board that is divided; None: the intent is about something else."""
    game = history.now
    if ui_choices.find_side_at_work(state, game) is not game.active:
        return None
    last_page = 0 if state.highlight else count_pages(state, history) - 1
    match intent:
        case Scroll(steps) if (turned := _turn_pages(state.page, last_page, steps)) != state.page:
            left = steps - (turned - state.page)
            after = replace(state, page=turned)
            return _update_board(after, history, Scroll(left)) if left > 0 else Transition(after)
        case PressSide(other) if other is not game.active and has_more_to_read_beside(
            state, history
        ):
            return Transition(replace(state, idle_page=state.idle_page + 1))
        case Press.KNOB if isinstance(game.stage, Ready):
            return None
        case Press.ADVANCE | Press.CONFIRM | Press.KNOB | PressSide(game.active) | PickSpace() if (
            state.page < last_page and has_more_to_read(state, history)
        ):
            return Transition(replace(state, page=state.page + 1))
        case _:
            return None


def _turn_pages(page: int, last: int, steps: int) -> int:
    """Return the page so many steps on, or the first or last one; the earlier one if beyond it."""
    return page if page > last else min(max(page + steps, 0), last)


def _take_choice(state: UiState, history: GameHistory, choice: ui_choices.Choice) -> Transition:
    if isinstance(choice.request, RollDice):
        return _roll(state, history, choice.request.side or history.now.active)
    asked = () if choice.request is None else (AskGame(choice.request),)
    sheet = history.now.sheet
    if isinstance(choice.request, TakeAction) and (
        choice.request.action in list_sweeping_actions(sheet)
    ):
        return Transition(replace(state, layer=build_confirmation(choice.title, *asked)))
    return Transition(state, asked)


def _roll(state: UiState, history: GameHistory, side: Side) -> Transition:
    """Roll for a side, or ask for the player's dice."""
    if not ui_choices.wants_own_dice(history, state.context, side):
        return Transition(state, (AskGame(RollDice(side)),))
    if state.context.die is DieSource.HAND or state.throwing_side is side:
        # The second press names the die: the reader may be unplugged.
        menu = ui_choices.build_roll_menu(history.now, state.context, side)
        return Transition(replace(state, layer=menu))
    return Transition(replace(state, throwing_side=side, armed_side=None))


def _press_out_of_turn(state: UiState, game: Game, side: Side) -> Transition:
    """State that it is not this side's round, and offer what it may take the round with."""
    rollers = prompt(game).rollers
    if rollers and side not in rollers and not has_round(game, side):
        page = texts.build_no_round_page(game.sheet.sides[side], game.sheet.words)
        return Transition(push_page(state, PageId.NO_ROUND, page))
    return Transition(replace(state, armed_side=side))


def _move_board_highlight(
    state: UiState, at: int, count: int, steps: int, *, around: bool = False
) -> UiState:
    """Move the highlight, which is on choice `at` of `count`."""
    number = step_index(at, count, steps, around=around)
    return replace(state, highlight=state.highlight + number - at)


def _pick_space(
    state: UiState, history: GameHistory, offered: tuple[ui_choices.Choice, ...], picked: PickSpace
) -> Transition:
    """Take the card of this space; of a doubled space, the key moves between its two cards."""
    here = ui_choices.find_choices_in(offered, picked)
    if len(here) < 2:
        return _take_choice(state, history, offered[here[0]]) if here else Transition(state)
    at = ui_choices.find_highlighted(history.now, state.highlight)
    number = here[1] if at == here[0] else here[0]
    return Transition(replace(state, highlight=state.highlight + number - at))
