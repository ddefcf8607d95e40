"""A session: the game on the table, the state of the user interface, and its commands carried out.

With it go what passes between it and the die reader, and what is saved again until the disk takes
it.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.config.settings import DieSource, Setting, SettingValue
from cdgdevice.drivers.gpio.events import Gesture
from cdgdevice.drivers.reader.reader_messages import Hello, ReaderAnswer
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.journal_format import ReaderDie
from cdgdevice.games.open_game import Games, OpeningNoticeKind
from cdgdevice.games.throw_dice import names_dice, throw_missing_dice
from cdgdevice.render.views import PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import GameEnd
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError, Request, RollDice, RulesError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.service.signals import BuzzerSound
from cdgdevice.ui.board import overflow_to_page, view_screens, view_single_screen
from cdgdevice.ui.calibration import (
    ANSWER_SECONDS,
    NO_THROW_COUNTS,
    STOP_LINE,
    Calibration,
    begin_calibration,
    can_calibrate,
    note_reader_gone,
    note_reader_restart,
    note_silence,
    note_throw,
    take_answer,
)
from cdgdevice.ui.choices import (
    awaits_throw,
    find_kept_dice,
    format_dice,
    format_face,
    has_named_white,
)
from cdgdevice.ui.menu import change_setting
from cdgdevice.ui.screen_pages import (
    after_answer,
    build_farewell_page,
    carry_unread_faults,
    end_flash,
    find_page,
    push_naming_ended,
    push_page,
    push_refusal,
    push_same_die,
    remove_page,
    still_told,
)
from cdgdevice.ui.state import FlashLayer, UiContext, UiState
from cdgdevice.ui.update import (
    abandon_self_test,
    count_dice_further,
    find_self_test,
    find_self_test_deadline,
    is_counting_dice,
    start_self_test,
    throw_in_self_test,
    tick_self_test,
    touch_in_self_test,
    update_on_intent,
    update_on_throw,
)
from cdgdevice.ui.update_messages import (
    AskGame,
    BeginGame,
    ChangeSetting,
    Command,
    Intent,
    PageId,
    ResumeGame,
    SendToReader,
    ShutDown,
    StartCalibration,
    StartSelfTest,
)


class AnswerSource(Enum):
    """Where an answer came from."""

    BUTTON = "button"
    """A control of the gadget; its dice are the gadget's own."""
    READER = "reader"
    """A real die in the die reader."""
    HAND = "hand"
    """A real die on the table, which the player named."""


@dataclass(frozen=True, slots=True)
class AnswerOrigin:
    """Where an answer comes from, and of a throw in the die reader which one it is."""

    source: AnswerSource
    key: tuple[int, int] | None = None
    """What the reader calls the throw."""
    reader: ReaderDie | None = None


FROM_BUTTON = AnswerOrigin(AnswerSource.BUTTON)

RETRY_SECONDS = 10.0
"""Seconds between two attempts to save what the disk did not take."""


class Autosave:
    """Saves the game on the table, and what was set in the menu.

    `remember` keeps a setting and whatever it refused before, for good on return; it may raise
    CdgDeviceError.
    """

    def __init__(self, games: Games, remember: Callable[[Setting, SettingValue], None]) -> None:
        self._games = games
        self._remember = remember
        self._refused: tuple[Setting, SettingValue] | None = None
        self._again_at: float | None = None

    @property
    def fault(self) -> str | None:
        """Why the game is not saved; None while every answer is."""
        return self._games.tabletop.unsaved

    @property
    def settings_saved(self) -> bool:
        """All that was set in the menu is kept."""
        return self._refused is None

    def save_setting(self, setting: Setting, value: SettingValue) -> None:
        """Keep what was set.

        Raises:
            CdgDeviceError: the disk refuses; it is tried again.
        """
        self._refused = setting, value
        self._remember(setting, value)
        self._refused = None

    def retry(self) -> None:
        """Try to save what is not saved."""
        self._games.tabletop.save()
        if self._refused is not None:
            try:
                self.save_setting(*self._refused)
            except CdgDeviceError:
                return  # the first refusal was told

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        if self.fault is None and self.settings_saved:
            self._again_at = None
        elif self._again_at is None or now >= self._again_at:
            self.retry()
            self._again_at = now + RETRY_SECONDS

    def deadline(self) -> float:
        """Say when `tick` must be called next; infinity: not before something happens."""
        if self.fault is None and self.settings_saved:
            return math.inf
        return -math.inf if self._again_at is None else self._again_at


def is_calibrating(moment: UiState) -> bool:
    """Tell whether a calibration was begun and is not over."""
    return moment.calibration is not None and moment.calibration.end is None


class ReaderSession:
    """Talks with the die reader: each of its doings takes a moment and gives the one after it.

    `say` sends a line to the reader.
    """

    def __init__(self, say: Callable[[bytes], None]) -> None:
        self._say = say
        self._answer_by = math.inf

    def send(self, line: bytes, now: float) -> None:
        """Send a line that the reader is to answer."""
        self._answer_by = now + ANSWER_SECONDS
        self._say(line)

    def start_calibration(self, moment: UiState, now: float) -> UiState:
        """Begin a calibration."""
        # Past it a press is to be the plain thing again, and not the menu.
        return self._go_on(replace(moment, highlight=0, calibration=None), begin_calibration(), now)

    def change_reader(self, moment: UiState, before: Hello | None, reader: Hello | None) -> UiState:
        """Take note that another reader is linked than before; None: none is."""
        anew = before is None or reader is None or reader.boot != before.boot
        guide = moment.calibration
        if guide is not None and guide.end is None:
            if not can_calibrate(reader):
                guide = note_reader_gone(guide)
            elif anew:
                guide = note_reader_restart(guide)
            return replace(moment, calibration=guide)
        if anew and can_calibrate(reader):
            # Whoever began a calibration may have been cut off from it: throws must count now.
            self._say(STOP_LINE)
        return moment

    def take_reader_answer(self, moment: UiState, answer: ReaderAnswer, now: float) -> UiState:
        """Take what the reader answers."""
        guide = moment.calibration
        if guide is None:
            return moment
        return self._go_on(moment, take_answer(guide, answer), now)

    def check_answer_time(self, moment: UiState, now: float) -> UiState:
        """Take note of an answer that has not come in time."""
        guide = moment.calibration
        if guide is None or not guide.asking or now < self._answer_by:
            return moment
        return self._go_on(moment, note_silence(guide), now)

    def deadline(self, moment: UiState) -> float:
        """Say when `waited` must be called next; infinity: not before something happens."""
        guide = moment.calibration
        return self._answer_by if guide is not None and guide.asking else math.inf

    def end(self, moment: UiState) -> None:
        """Leave the reader with no calibration half done."""
        if is_calibrating(moment):
            self._say(STOP_LINE)

    def _go_on(self, moment: UiState, guide: Calibration, now: float) -> UiState:
        """Go on with the calibration, and ask the reader what the guide wants to know."""
        if guide is not moment.calibration and guide.line is not None:
            self.send(guide.line, now)
        return replace(moment, calibration=guide)


SHUTDOWN_SECONDS = 90.0
"""Seconds in which a computer that was asked to shut down ends the program: systemd's patience."""
UNWANTED_AGAIN = 2.0
"""Seconds without a throw that is not wanted, after which the next one is told again.

Nobody throws faster; a reader gone mad does, and must not hide the board."""

_NOTICE_PAGES = {
    OpeningNoticeKind.TORN: (PageKind.NOTE, "Taken up again"),
    OpeningNoticeKind.ANOTHER: (PageKind.ERROR, "Another game"),
}


class Session:
    """Plays the game on the table: intents and dice in, views out.

    `throw` gives a die of 1 to 6; `result_for` is how many seconds a result fills the screen;
    `say` sends a line to the die reader, `play` has the buzzer sound, and `remember` keeps what is
    set in the menu, for good on return; it may raise CdgDeviceError.
    """

    def __init__(
        self,
        games: Games,
        around: UiContext,
        throw: Callable[[], int],
        result_for: float,
        say: Callable[[bytes], None] = lambda _: None,
        play: Callable[[BuzzerSound], None] = lambda _: None,
        remember: Callable[[Setting, SettingValue], None] = lambda _, __: None,
    ) -> None:
        self._games = games
        self.context = replace(around, games=games.others)
        """What the desk knows of the gadget and of the other games."""
        self._throw = throw
        self._result_for = result_for
        self._reader = ReaderSession(say)
        self._play = play
        self._autosave = Autosave(games, remember)
        self._state = UiState()
        self._asked_to_shut_down = -math.inf
        self._unwanted_at = -math.inf

    @property
    def fault(self) -> str | None:
        """What is wrong with the keeping of the game; None while every answer is safe."""
        return self._autosave.fault

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that a game's file was lost and was written anew."""
        return self._games.moved

    @property
    def has_answers(self) -> bool:
        """The game on the table has an answer at least."""
        return self._games.tabletop.answers > 0

    @property
    def needs_reader(self) -> bool:
        """The dice of this gadget come from the die reader."""
        return self.context.die is DieSource.READER

    @property
    def wants_die(self) -> bool:
        """A roll of the Method die is due."""
        return bool(prompt(self._games.tabletop.history.now).rollers)

    @property
    def side_names(self) -> Mapping[Side, str]:
        """The names of the two sides."""
        return self._games.tabletop.history.now.sheet.sides

    def is_shutting_down(self, now: float) -> bool:
        """Tell whether the computer is on its way to go off: it was asked to a short time ago.

        Nothing that the player does meanwhile takes that back.
        """
        return now < self._asked_to_shut_down + SHUTDOWN_SECONDS

    def take_intent(self, intent: Intent, now: float) -> None:
        """Do what the player means."""
        reaction = update_on_intent(self._state, self._games.tabletop.history, self.context, intent)
        self._state = reaction.state
        self._carry_out(reaction.command, now, FROM_BUTTON)

    @property
    def is_calibrating(self) -> bool:
        """The die reader is being calibrated: that was begun, and is not over."""
        return is_calibrating(self._state)

    def link_reader(self, reader: Hello | None) -> None:
        """Take note of the die reader that is linked now; None: none is."""
        before = self.context.reader
        if reader == before:
            return
        self.context = replace(self.context, reader=reader)
        self._state = self._reader.change_reader(self._state, before, reader)

    def take_reader_answer(self, answer: ReaderAnswer, now: float) -> None:
        """Take what the die reader answers."""
        self._state = self._reader.take_reader_answer(self._state, answer, now)

    def take_throw(
        self, roll: RollDice, now: float, key: tuple[int, int] | None, uid: str = ""
    ) -> None:
        """Take a real die; `key` is what the reader calls this throw, `uid` what it calls itself.

        When this returns, the throw is in the journal or is not wanted.
        """
        trial = find_self_test(self._state)
        if trial is not None:
            self._state = throw_in_self_test(self._state, trial, format_face(roll))
            if not trial.by_touch:
                self._play(BuzzerSound.REFUSED)
            return
        guide = self._state.calibration
        if guide is not None and guide.end is None:
            if guide.remark_alone:
                page = PageView(PageKind.NOTE, "Not now", (NO_THROW_COUNTS,))
                self.push_page(PageId.REFUSED, page)
                self._play(BuzzerSound.REFUSED)
            self._state = replace(self._state, calibration=note_throw(guide))
            return
        before = end_flash(replace(self._state, calibration=None))
        history = self._games.tabletop.history
        reaction = update_on_throw(before, history, self.context, roll)
        if reaction.command is None:
            told_at, self._unwanted_at = self._unwanted_at, now
            if now < told_at + UNWANTED_AGAIN:
                return
        self._state = reaction.state
        match reaction.command:
            case AskGame(RollDice(side=side)):
                again = find_kept_dice(history, side)
            case _:
                again = ()
        die = ReaderDie(uid, pips=bool(roll.die), conversion=self.context.conversion)
        self._carry_out(reaction.command, now, AnswerOrigin(AnswerSource.READER, key, die))
        if again or reaction.command is None:
            self._play(BuzzerSound.REFUSED)
        if again:
            self._state = push_same_die(self._state, format_dice(history.now, again))
        elif reaction.command is not None and has_named_white(before.layer):
            self._state = push_naming_ended(self._state)

    def try_gesture(self, gesture: Gesture) -> bool:
        """Try a control with this gesture; False where gestures mean what they always do."""
        after = touch_in_self_test(self._state, gesture)
        self._state = after or self._state
        return after is not None

    def note_dark(self) -> None:
        """Take note that the gadget has gone dark: nobody is there."""
        self._state = abandon_self_test(self._state)

    def show_notice(self) -> None:
        """Tell how the game came to the table, where there is anything to tell."""
        notice = self._games.notice
        if notice is not None:
            mood, title = _NOTICE_PAGES[notice.kind]
            self.push_page(PageId.GAME_OPENED, PageView(mood, title, (notice.text,)))

    def save(self) -> None:
        """Try once more to write what a failing disk did not take."""
        self._autosave.retry()

    def finish(self) -> None:
        """Leave nothing behind that is half done: neither on the disk nor in the die reader."""
        self._reader.end(self._state)
        self.save()

    def push_page(self, id_: PageId, page: PageView) -> None:
        """Lay this page over the board; the game goes on beneath it."""
        self._state = push_page(self._state, id_, page)

    def remove_page(self, id_: PageId) -> PageView | None:
        """Take that page away, and give it as far as it was read; None if it lies there no more."""
        page = find_page(self._state.layer, id_)
        self._state = remove_page(self._state, id_)
        return page

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        layer = self._state.layer
        if isinstance(layer, FlashLayer) and now >= layer.until:
            self._state = end_flash(self._state)
        self._state = count_dice_further(self._state)
        self._state = tick_self_test(self._state, now)
        self._state = self._reader.check_answer_time(self._state, now)
        self._autosave.tick(now)
        if self._autosave.settings_saved:
            self.remove_page(PageId.SETTING_NOT_SAVED)

    def deadline(self) -> float | None:
        """Say when `tick` must be called next; None: not before something happens."""
        layer = self._state.layer
        flash_ends = layer.until if isinstance(layer, FlashLayer) else math.inf
        count_at = -math.inf if is_counting_dice(self._state) else math.inf
        others = self._reader.deadline(self._state), find_self_test_deadline(self._state)
        first = min(flash_ends, count_at, self._autosave.deadline(), *others)
        return None if first == math.inf else first

    def views(self, seen: tuple[Side, ...]) -> Mapping[Side, View]:
        """Return what the screens of these sides show."""
        history = self._games.tabletop.history
        game = history.now
        moment = replace(self._state, kept_dice=find_kept_dice(history))
        if moment.throwing_side is None and awaits_throw(history, self.context):
            moment = replace(moment, throwing_side=game.active)
        self._state = overflow_to_page(moment, history, len(seen))
        if len(seen) == 1:
            return {seen[0]: view_single_screen(self._state, history)}
        return view_screens(self._state, history)

    @property
    def lit_sides(self) -> frozenset[Side]:
        """The sides whose button is waited for."""
        trial = find_self_test(self._state)
        if trial is not None:
            return trial.lit
        game = self._games.tabletop.history.now
        return frozenset() if isinstance(game.stage, GameEnd) else frozenset({game.active})

    @property
    def buzzes(self) -> bool:
        """The buzzer is being tried."""
        trial = find_self_test(self._state)
        return trial is not None and trial.sounds

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game on the table."""
        return self._games.tabletop.history.now.sheet

    def _carry_out(self, wish: Command | None, now: float, origin: AnswerOrigin) -> None:
        try:
            match wish:
                case AskGame(request):
                    self._ask_game(request, now, origin)
                case BeginGame(new):
                    self._games.begin(new)
                    self._state = UiState()
                case ResumeGame(game):
                    self._games.resume(game)
                    self._state = UiState()
                    self.show_notice()
                case StartCalibration():
                    self._state = self._reader.start_calibration(self._state, now)
                case ChangeSetting():
                    self._change_setting(wish)
                case StartSelfTest():
                    self._state = start_self_test(self._state, self.context)
                case SendToReader(line):
                    self._reader.send(line, now)
                case ShutDown():
                    self._shut_down(now)
                case None:
                    return
        except NotAllowedError as refusal:
            self._play(BuzzerSound.REFUSED)
            self._state = push_refusal(self._state, refusal)
        except (RulesError, CdgDeviceError) as error:
            self._play(BuzzerSound.REFUSED)
            page = PageView(PageKind.ERROR, "Can't do that", (str(error),))
            self.push_page(PageId.FAILED, page)

    def _ask_game(self, request: Request, now: float, origin: AnswerOrigin) -> None:
        tabletop = self._games.tabletop
        source = (
            AnswerSource.HAND if origin is FROM_BUTTON and names_dice(request) else origin.source
        )
        asked = throw_missing_dice(tabletop.history, request, self._throw)
        after = tabletop.answer(
            asked, source.value, origin.key, reader=origin.reader, own=asked != request
        )
        before = still_told(self._state, request, after.history)
        self._state = carry_unread_faults(
            before, after_answer(request, after, now + self._result_for)
        )
        if isinstance(request, RollDice):
            self._play(BuzzerSound.COUNTED)

    def _change_setting(self, change: ChangeSetting) -> None:
        after = change_setting(self._state, self.context, self._games.tabletop.history, change)
        if after is None:
            return
        self._state, self.context = after
        try:
            self._autosave.save_setting(change.setting, change.value)
        except CdgDeviceError as error:
            self._play(BuzzerSound.REFUSED)
            page = PageView(PageKind.FAULT, "Not kept yet", (str(error),))
            self.push_page(PageId.SETTING_NOT_SAVED, page)

    def _shut_down(self, now: float) -> None:
        self.save()
        if self.context.shut_down is not None:
            self.context.shut_down()
            self._asked_to_shut_down = now
            page = build_farewell_page(self.fault, shutting_down=True)
            self.push_page(PageId.SHUTTING_DOWN, page)
