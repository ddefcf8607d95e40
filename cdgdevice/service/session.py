"""A session: the game on the table, the state of the user interface, and its commands carried out.

With it go what passes between it and the die reader, and what is saved again until the disk takes
it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from traceback import format_exception
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdgdevice.config.settings import DieSource, Setting, SettingValue
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.journal_format import AnswerSource, ReaderDie
from cdgdevice.games.open_game import OpeningNoticeKind, names_dice, throw_missing_dice
from cdgdevice.render.language import Language
from cdgdevice.render.views import BoardView, PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import GameEnd
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError, Request, RulesError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.ui import board
from cdgdevice.ui import intents_and_commands as messages
from cdgdevice.ui.calibration_guide import STOP_LINE
from cdgdevice.ui.choices import list_choices, list_next_requests
from cdgdevice.ui.layers import end_flash, find_self_test, is_calibrating
from cdgdevice.ui.sounds import Sound
from cdgdevice.ui.state import (
    TOUCHES,
    Chances,
    ChancesCounted,
    ContextChanged,
    DiceCounted,
    DiceLayer,
    Message,
    SelfTestStarted,
    SelfTestTicked,
    UiContext,
    UiState,
)
from cdgdevice.ui.texts import build_pairing_page
from cdgdevice.ui.update import IDLE_WORK_AFTER, deadline, update

if TYPE_CHECKING:
    from cdgdevice.games.tabletop import Games

RETRY_SECONDS = 10.0
"""Seconds between two attempts to save what the disk did not take."""


class Autosave:
    """Saves the game on the table, and what was set in the menu.

    `remember` keeps a setting and whatever it refused before, for good on return; it may raise
    CdgDeviceError.
    """

    def __init__(self, games: "Games", remember: Callable[[Setting, SettingValue], None]) -> None:
        self._games = games
        self._remember = remember
        self.refused: tuple[Setting, SettingValue] | None = None
        """What was set in the menu and is not kept yet."""
        self._again_at: float | None = None

    def save_setting(self, setting: Setting, value: SettingValue) -> None:
        """Keep what was set.

        Raises:
            CdgDeviceError: the disk refuses; it is tried again.
        """
        self.refused = setting, value
        self._remember(setting, value)
        self.refused = None

    def retry(self) -> None:
        """Try to save what is not saved."""
        self._games.tabletop.save()
        if self.refused is not None:
            try:
                self.save_setting(*self.refused)
            except CdgDeviceError:
                return  # the first refusal was told

    @property
    def _is_all_saved(self) -> bool:
        return self._games.tabletop.unsaved is None and self.refused is None

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        if self._is_all_saved:
            self._again_at = None
        elif self._again_at is None or now >= self._again_at:
            self.retry()
            self._again_at = now + RETRY_SECONDS

    def deadline(self) -> float:
        """Return when `tick` must be called next; infinity: not before something happens."""
        if self._is_all_saved:
            return math.inf
        return -math.inf if self._again_at is None else self._again_at


SHUTDOWN_SECONDS = 90.0
"""Seconds in which a computer that was asked to shut down ends the program: systemd's patience."""

_NOTICE_PAGES = {
    OpeningNoticeKind.TORN: (PageKind.NOTE, "Taken up again"),
    OpeningNoticeKind.COMPARE: (PageKind.NOTE, "Compare the cards"),
    OpeningNoticeKind.ANOTHER: (PageKind.ERROR, "Another game"),
}
MAX_FORESEEN = 8
"""So many answers that may come next are worked out, and as many highlights drawn."""
_OVER = object()


class Session:
    """Plays the game on the table: intents and dice in, views out.

    `throw` gives a die of 1 to 6; `result_for` is how many seconds a result fills the screen;
    `say` sends a line to the die reader, `play` has the buzzer sound, and `remember` keeps what is
    set in the menu, for good on return; it may raise CdgDeviceError. `prepare` draws what may be
    shown next, one after the other; `log` is told where that fails.

    While nobody presses, it looks ahead: what each answer that may come next leads to is worked
    out, and drawn. A press then finds that done.
    """

    def __init__(
        self,
        games: "Games",
        context: UiContext,
        throw: Callable[[], int],
        result_for: float,
        say: Callable[[bytes], None] = lambda _: None,
        play: Callable[[Sound], None] = lambda _: None,
        remember: Callable[[Setting, SettingValue], None] = lambda _, __: None,
        prepare: Callable[[Sequence[Mapping[Side, View]]], None] = lambda _: None,
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.games = games
        """All the games that are kept."""
        self._prepare = prepare
        self._log = log
        self._looked_from: GameHistory | None = None
        self._ahead: Iterator[None] | None = None
        self._chances_ahead: dict[int, Chances] = {}  # by the id of the game they are of
        self._look_at = -math.inf  # the first tick finds out whether there is anything to foresee
        self._throw = throw
        self.result_for = result_for
        self._say = say
        self._play = play
        self._autosave = Autosave(games, remember)
        self.state = UiState()
        self.send(
            ContextChanged(replace(context, games=games.others, played=games.played_sheets)), 0.0
        )

    def send(self, message: Message, now: float) -> None:
        """Have the user interface take a message, and carry out the commands that come of it.

        What a command brings about is a message again. When this returns, all is done: a throw is
        in the journal or is not wanted.
        """
        if self._ahead is not None and isinstance(message, TOUCHES):
            self._look_at = now + IDLE_WORK_AFTER  # not while somebody is at work
        after = update(self.state, self.games.tabletop.history, message, now)
        self.state = after.state
        if counted := self._chances_ahead.pop(id(self.games.tabletop.history.now), None):
            self.send(ChancesCounted(counted), now)
        for command in after.commands:
            for result in self._carry_out(command, now):
                self.send(result, now)

    @property
    def fault(self) -> str | None:
        """What is wrong with the keeping of the game; None while every answer is safe."""
        return self.games.tabletop.unsaved

    @property
    def needs_reader(self) -> bool:
        """The dice of this gadget come from the die reader."""
        return self.state.context.die is DieSource.READER

    @property
    def due_dice(self) -> int:
        """How many dice are due, or may be rolled."""
        ask = prompt(self.games.tabletop.history.now).ask
        return 0 if ask is None or self.state.needs_game else len(ask.dice)

    def is_shutting_down(self, now: float) -> bool:
        """Return whether the computer is on its way to go off: it was asked to a short time ago.

        Nothing that the player does meanwhile takes that back.
        """
        return now < self.state.shutdown_asked_at + SHUTDOWN_SECONDS

    def show_notice(self) -> None:
        """Tell how the game came to the table, where there is anything to tell."""
        if self.games.asks_for_game:
            self.send(messages.Signal.FIRST_GAME_WANTED, 0.0)
        for message in self._opening_notice():
            self.send(message, 0.0)

    def save(self) -> None:
        """Try once more to write what a failing disk did not take."""
        self._autosave.retry()

    def finish(self) -> None:
        """Leave nothing behind that is half done: neither on the disk nor in the die reader."""
        if is_calibrating(self.state):
            self._say(STOP_LINE)
        self.save()

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        self.send(messages.Signal.TICK, now)
        self._look_ahead(now)
        self._autosave.tick(now)
        if self._autosave.refused is None:
            self.send(messages.Signal.SETTINGS_SAVED, now)

    def deadline(self) -> float:
        """Return when `tick` must be called next; infinity: not before something happens."""
        return min(deadline(self.state), self._look_at, self._autosave.deadline())

    def views(self, seen: tuple[Side, ...]) -> Mapping[Side, View]:
        """Return what the screens of these sides show."""
        self.send(messages.ScreensSeen(seen), 0.0)
        return _view(self.state, self.games.tabletop.history)

    def _look_ahead(self, now: float) -> None:
        """Take the next step of looking ahead, where it is due: once the chances are counted."""
        if self.games.tabletop.history is not self._looked_from:
            self._looked_from = self.games.tabletop.history
            self._ahead = self._precompute_all()
            self._look_at = now + IDLE_WORK_AFTER
        elif now < self._look_at:
            return
        elif self.state.count_at < math.inf:
            self._look_at = max(now, self.state.count_at)
        elif self._ahead is None or not self._may_foresee:
            self._look_at = math.inf
        else:
            self._take_step_of(self._ahead)

    def _take_step_of(self, ahead: Iterator[None]) -> None:
        try:
            over = next(ahead, _OVER) is _OVER
        except Exception as error:  # nobody has asked for it yet; whoever does is told of it
            told = "".join(format_exception(error))
            self._log(f"what may come next can't be worked out, the game goes on: {told}")
            over = True
        if over:
            self._ahead, self._look_at = None, math.inf

    @property
    def _may_foresee(self) -> bool:
        """Neither menu nor page lies over the board: what comes next is an answer of the game's."""
        state = end_flash(self.state)
        return state.layer is None and not state.needs_game and bool(state.screens)

    def _precompute_all(self) -> Iterator[None]:
        """Work out what may come next, in steps of some milliseconds: an answer, or a highlight.

        At last a long journal gets smaller in memory.
        """
        tabletop = self.games.tabletop
        self._looked_from = tabletop.keep_checkpoint()
        self._chances_ahead = {}
        for number, _ in enumerate(list_choices(tabletop.history.now)[:MAX_FORESEEN]):
            self._prepare((_view(replace(end_flash(self.state), highlight=number), self.history),))
            yield
        requests = list_next_requests(tabletop.history, self.state.context)
        for request in islice(requests, MAX_FORESEEN):
            yield from self._foresee(request)
        while tabletop.pack_journal():
            yield

    def _foresee(self, request: Request) -> Iterator[None]:
        """Work out and draw what this answer leads to, with the chances it leaves to be counted."""
        result = self.games.tabletop.precompute(request)
        answered, history = messages.GameAnswered(request, result, 0.0), result.history
        after = update(end_flash(self.state), history, answered, 0.0).state
        after = update(after, history, messages.ScreensSeen(after.screens), 0.0).state
        count, views = after.context.chances, _view(end_flash(after), history).values()
        if count is not None and any(
            isinstance(view, BoardView) and view.chances == () for view in views
        ):
            while (chances := count(history)).counting:
                yield
            self._chances_ahead[id(history.now)] = chances
            after = update(after, history, ChancesCounted(chances), 0.0).state
        self._prepare((_view(after, history), _view(end_flash(after), history)))
        yield

    @property
    def lit_sides(self) -> frozenset[Side]:
        """The sides whose button is waited for."""
        run = find_self_test(self.state)
        if run is not None:
            return run.lit
        if self.state.needs_game:
            return frozenset(Side)
        game = self.games.tabletop.history.now
        return frozenset() if isinstance(game.stage, GameEnd) else frozenset({game.active})

    @property
    def history(self) -> GameHistory:
        """The game on the table, and what led there."""
        return self.games.tabletop.history

    def write_page(self, page: PageView) -> PageView:
        """Return a page in the language of the game on the table."""
        return self.state.context.language.for_sheet(self.sheet.id).write(page)

    @property
    def language(self) -> Language:
        """What the screens are written in now."""
        return board.find_language(self.state, self.history.now)

    @property
    def playing(self) -> str | None:
        """The id of the sheet that is played; None: the player has chosen no game yet."""
        return None if self.state.needs_game else self.sheet.id

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game on the table."""
        return self.games.tabletop.history.now.sheet

    def _carry_out(self, command: messages.Command, now: float) -> tuple[Message, ...]:
        """Carry out a command; return what has come of it, also if that failed."""
        try:
            return self._execute(command, now)
        except NotAllowedError as refusal:
            return (messages.GameRefused(str(refusal)),)
        except (RulesError, CdgDeviceError) as error:
            return (messages.CommandFailed(str(error)),)

    def _execute(self, command: messages.Command, now: float) -> tuple[Message, ...]:
        match command:
            case messages.AskGame(request, thrown):
                return (self.ask_game(request, thrown, now),)
            case messages.BeginGame(new):
                self.games.begin(new)
                return (messages.Signal.GAME_CHANGED,)
            case messages.ResumeGame(game):
                self.games.resume(game)
                return (messages.Signal.GAME_CHANGED, *self._opening_notice())
            case messages.RenameGame(game, name):
                self.games.rename(game, name)
            case messages.DeleteGame(game):
                self.games.delete(game)
            case messages.ChangeSetting(setting, value):
                return self._save_setting(setting, value)
            case messages.Task.START_SELF_TEST:
                start = self.state.context.self_test
                return () if start is None else (SelfTestStarted(start()),)
            case messages.Task.TICK_SELF_TEST:
                return self._tick_self_test(now)
            case messages.Task.COUNT_DICE:
                layer = self.state.layer
                return (DiceCounted(layer.count()),) if isinstance(layer, DiceLayer) else ()
            case messages.Task.COUNT_CHANCES:
                count = self.state.context.chances
                return () if count is None else (ChancesCounted(count(self.history)),)
            case messages.SendToReader(line):
                self._say(line)
            case messages.PlaySound(sound):
                self._play(sound)
            case messages.ShowPage(id_, page):
                return (messages.NoticeRaised(id_, page),)
            case messages.Task.ALLOW_BROWSER:
                return self._show_pairing_code()
            case messages.Task.SHUT_DOWN:
                return self._shut_down()
        return ()

    def ask_game(
        self, request: Request, thrown: messages.DieThrown | None, now: float
    ) -> messages.GameAnswered:
        """Have the game take a request, with the gadget's dice where it names none.

        Raises:
            NotAllowedError: the game does not allow it now.
        """
        tabletop = self.games.tabletop
        asked = throw_missing_dice(tabletop.history, request, self._throw)
        own = asked != request
        if thrown is None:
            source = AnswerSource.HAND if names_dice(request) else AnswerSource.BUTTON
            result = tabletop.answer(asked, source.value, own=own)
        else:
            pips = bool(thrown.roll.die)
            die = ReaderDie(thrown.uid, pips=pips, conversion=self.state.context.conversion)
            source = AnswerSource.READER
            result = tabletop.answer(asked, source.value, thrown.key, reader=die, own=own)
        return messages.GameAnswered(request, result, now + self.result_for)

    def _show_pairing_code(self) -> tuple[Message, ...]:
        if self.state.context.open_pairing is None:
            return ()
        page = build_pairing_page(self.state.context.open_pairing())
        return (
            messages.NoticeCleared(messages.PageId.PAIRING),
            messages.NoticeRaised(messages.PageId.PAIRING, page),
        )

    def _tick_self_test(self, now: float) -> tuple[Message, ...]:
        run = find_self_test(self.state)
        if run is None:
            return ()
        try:
            return (SelfTestTicked(run.tick(now)),)
        except CdgDeviceError as error:
            # Left, or it would be tried again at once, for ever.
            return SelfTestTicked(run.left()), messages.CommandFailed(str(error))

    def _save_setting(self, setting: Setting, value: SettingValue) -> tuple[Message, ...]:
        try:
            self._autosave.save_setting(setting, value)
        except CdgDeviceError as error:
            return (messages.SettingNotSaved(str(error)),)
        return ()

    def _shut_down(self) -> tuple[Message, ...]:
        self.save()
        if self.state.context.shut_down is None:
            return ()
        self.state.context.shut_down()
        return (messages.ShuttingDown(self.fault),)

    def _opening_notice(self) -> tuple[Message, ...]:
        notice = self.games.notice
        if notice is None:
            return ()
        page = PageView(*_NOTICE_PAGES[notice.kind], (notice.text,))
        return (messages.NoticeRaised(messages.PageId.GAME_OPENED, page),)


def _view(state: UiState, history: GameHistory) -> Mapping[Side, View]:
    """Return what the screens that are seen show in this state."""
    if len(state.screens) == 1:
        return {state.screens[0]: board.view_single_screen(state, history)}
    return board.view_screens(state, history)
