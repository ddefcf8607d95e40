"""A sitting: the game on the table, the moment, and the player's wishes granted in order."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk import calibrating
from cdgdevice.gadget.desk.answered import answered
from cdgdevice.gadget.desk.changing import changed
from cdgdevice.gadget.desk.dice import awaits_throw, face, has_named_white, kept, shown
from cdgdevice.gadget.desk.in_dice import counted_on, is_counting
from cdgdevice.gadget.desk.in_trial import (
    trial_begun,
    trial_due,
    trial_in,
    trial_left_alone,
    trial_thrown,
    trial_ticked,
    trial_touched,
)
from cdgdevice.gadget.desk.intents import Intent
from cdgdevice.gadget.desk.last_pages import farewell
from cdgdevice.gadget.desk.moment import Around, Flashing, Moment
from cdgdevice.gadget.desk.pages import (
    carried,
    flashed,
    lying,
    naming_ended,
    refused,
    same_die,
    still_told,
    told,
    untold,
)
from cdgdevice.gadget.desk.react import react, thrown
from cdgdevice.gadget.desk.room import spread
from cdgdevice.gadget.desk.settings import DieSource, Setting, Value
from cdgdevice.gadget.desk.show import single, views
from cdgdevice.gadget.desk.wishes import (
    Ask,
    BeginGame,
    Calibrate,
    Change,
    ResumeGame,
    Say,
    SelfTest,
    ShutDown,
    Wish,
)
from cdgdevice.gadget.events import Gesture
from cdgdevice.gadget.reader.messages import Answer, Hello
from cdgdevice.gadget.signals import Sound
from cdgdevice.gadget.views.view import Mood, Page, View
from cdgdevice.method.display import Side
from cdgdevice.method.errors import MethodError, NotAllowedError
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Request, Roll
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.stage import GameEnd
from cdgdevice.origin import BUTTON, Origin, Source
from cdgdevice.reader_talk import ReaderTalk, calibrates
from cdgdevice.saving import Saving
from cdgdevice.table.dice import is_named, with_die
from cdgdevice.table.entry import ReaderDie
from cdgdevice.table.games import Games, NoticeKind

GOES_OFF_WITHIN = 90.0
"""Seconds in which a computer that was asked to shut down ends the program: systemd's patience."""
UNWANTED_AGAIN = 2.0
"""Seconds without a throw that is not wanted, after which the next one is told again.

Nobody throws faster; a reader gone mad does, and must not hide the board."""
_NOT_KEPT = "Not kept yet"
"""Title of the page that tells of a setting that the disk did not take."""

_TITLES = {
    NoticeKind.TORN: (Mood.NOTE, "Taken up again"),
    NoticeKind.ANOTHER: (Mood.ERROR, "Another game"),
}


class Sitting:
    """Plays the game on the table: intents and dice in, views out.

    `throw` gives a die of 1 to 6; `result_for` is how many seconds a result fills the screen;
    `say` sends a line to the die reader, `play` has the buzzer sound, and `remember` keeps what is
    set in the menu, for good on return; it may raise CdgDeviceError.
    """

    def __init__(
        self,
        games: Games,
        around: Around,
        throw: Callable[[], int],
        result_for: float,
        say: Callable[[bytes], None] = lambda _: None,
        play: Callable[[Sound], None] = lambda _: None,
        remember: Callable[[Setting, Value], None] = lambda _, __: None,
    ) -> None:
        self._games = games
        self.around = replace(around, games=games.others)
        """What the desk knows of the gadget and of the other games."""
        self._throw = throw
        self._result_for = result_for
        self._reader = ReaderTalk(say)
        self._play = play
        self._saving = Saving(games, remember)
        self._moment = Moment()
        self._asked_to_shut_down = -math.inf
        self._unwanted_at = -math.inf

    @property
    def fault(self) -> str | None:
        """What is wrong with the keeping of the game; None while every answer is safe."""
        return self._saving.fault

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that a game's file was lost and was written anew."""
        return self._games.moved

    @property
    def played(self) -> bool:
        """The game on the table has an answer at least."""
        return self._games.tabletop.answers > 0

    @property
    def needs_reader(self) -> bool:
        """The dice of this gadget come from the die reader."""
        return self.around.die is DieSource.READER

    @property
    def wants_die(self) -> bool:
        """A roll of the Method die is due."""
        return bool(prompt(self._games.tabletop.history.now).rollers)

    @property
    def names(self) -> Mapping[Side, str]:
        """The names of the two sides."""
        return self._games.tabletop.history.now.sheet.sides

    def shutting_down(self, now: float) -> bool:
        """Tell whether the computer is on its way to go off: it was asked to a short time ago.

        Nothing that the player does meanwhile takes that back.
        """
        return now < self._asked_to_shut_down + GOES_OFF_WITHIN

    def intend(self, intent: Intent, now: float) -> None:
        """Do what the player means."""
        reaction = react(self._moment, self._games.tabletop.history, self.around, intent)
        self._moment = reaction.moment
        self._grant(reaction.wish, now, BUTTON)

    @property
    def calibrates(self) -> bool:
        """The die reader is being calibrated: that was begun, and is not over."""
        return calibrates(self._moment)

    def meet(self, reader: Hello | None) -> None:
        """Take note of the die reader that is linked now; None: none is."""
        before = self.around.reader
        if reader == before:
            return
        self.around = replace(self.around, reader=reader)
        self._moment = self._reader.met(self._moment, before, reader)

    def hear(self, answer: Answer, now: float) -> None:
        """Take what the die reader answers."""
        self._moment = self._reader.heard(self._moment, answer, now)

    def throw_die(self, roll: Roll, now: float, key: tuple[int, int] | None, uid: str = "") -> None:
        """Take a real die; `key` is what the reader calls this throw, `uid` what it calls itself.

        When this returns, the throw is in the journal or is not wanted.
        """
        trial = trial_in(self._moment)
        if trial is not None:
            self._moment = trial_thrown(self._moment, trial, face(roll))
            if not trial.by_touch:
                self._play(Sound.REFUSED)
            return
        guide = self._moment.guide
        if guide is not None and guide.over is None:
            if guide.to_read:
                self.tell(Mood.NOTE, "Not now", calibrating.NO_THROW)
                self._play(Sound.REFUSED)
            self._moment = replace(self._moment, guide=calibrating.interrupted(guide))
            return
        before = flashed(replace(self._moment, guide=None))
        history = self._games.tabletop.history
        reaction = thrown(before, history, self.around, roll)
        if reaction.wish is None:
            told_at, self._unwanted_at = self._unwanted_at, now
            if now < told_at + UNWANTED_AGAIN:
                return
        self._moment = reaction.moment
        match reaction.wish:
            case Ask(Roll(side=side)):
                again = kept(history, side)
            case _:
                again = ()
        die = ReaderDie(uid, pips=bool(roll.die), conversion=self.around.conversion)
        self._grant(reaction.wish, now, Origin(Source.READER, key, die))
        if again or reaction.wish is None:
            self._play(Sound.REFUSED)
        if again:
            self._moment = same_die(self._moment, shown(history.now, again))
        elif reaction.wish is not None and has_named_white(before.layer):
            self._moment = naming_ended(self._moment)

    def touch(self, gesture: Gesture) -> bool:
        """Try a control with this gesture; False where gestures mean what they always do."""
        after = trial_touched(self._moment, gesture)
        self._moment = after or self._moment
        return after is not None

    def left_alone(self) -> None:
        """Take note that the gadget has gone dark: nobody is there."""
        self._moment = trial_left_alone(self._moment)

    def tell_notice(self) -> None:
        """Tell how the game came to the table, where there is anything to tell."""
        notice = self._games.notice
        if notice is not None:
            mood, title = _TITLES[notice.kind]
            self.tell(mood, title, notice.text)

    def keep(self) -> None:
        """Try once more to write what a failing disk did not take."""
        self._saving.again()

    def end(self) -> None:
        """Leave nothing behind that is half done: neither on the disk nor in the die reader."""
        self._reader.end(self._moment)
        self.keep()

    def tell(self, mood: Mood, title: str, *text: str) -> None:
        """Lay a page of these paragraphs over the board; the game goes on beneath it."""
        self.lay(Page(mood, title, text))

    def lay(self, page: Page) -> None:
        """Lay this page over the board; the game goes on beneath it."""
        self._moment = told(self._moment, page)

    def untell(self, title: str) -> Page | None:
        """Take that page away, and give it as far as it was read; None if it lies there no more."""
        page = lying(self._moment.layer, title)
        self._moment = untold(self._moment, title)
        return page

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        layer = self._moment.layer
        if isinstance(layer, Flashing) and now >= layer.until:
            self._moment = flashed(self._moment)
        self._moment = counted_on(self._moment)
        self._moment = trial_ticked(self._moment, now)
        self._moment = self._reader.waited(self._moment, now)
        self._saving.tick(now)
        if self._saving.settings_kept:
            self.untell(_NOT_KEPT)

    def deadline(self) -> float | None:
        """Say when `tick` must be called next; None: not before something happens."""
        layer = self._moment.layer
        flash_ends = layer.until if isinstance(layer, Flashing) else math.inf
        count_at = -math.inf if is_counting(self._moment) else math.inf
        others = self._reader.deadline(self._moment), trial_due(self._moment)
        first = min(flash_ends, count_at, self._saving.deadline(), *others)
        return None if first == math.inf else first

    def views(self, seen: tuple[Side, ...]) -> Mapping[Side, View]:
        """Give what the screens of these sides show."""
        history = self._games.tabletop.history
        game = history.now
        moment = replace(self._moment, kept=kept(history))
        if moment.throwing is None and awaits_throw(history, self.around):
            moment = replace(moment, throwing=game.active)
        self._moment = spread(moment, history, len(seen))
        if len(seen) == 1:
            return {seen[0]: single(self._moment, history)}
        return views(self._moment, history)

    @property
    def lit(self) -> frozenset[Side]:
        """The sides whose button is waited for."""
        trial = trial_in(self._moment)
        if trial is not None:
            return trial.lit
        game = self._games.tabletop.history.now
        return frozenset() if isinstance(game.stage, GameEnd) else frozenset({game.active})

    @property
    def sounds(self) -> bool:
        """The buzzer is being tried."""
        trial = trial_in(self._moment)
        return trial is not None and trial.sounds

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game on the table."""
        return self._games.tabletop.history.now.sheet

    def _grant(self, wish: Wish | None, now: float, origin: Origin) -> None:
        try:
            match wish:
                case Ask(request):
                    self._ask(request, now, origin)
                case BeginGame(new):
                    self._games.begin(new)
                    self._moment = Moment()
                case ResumeGame(game):
                    self._games.resume(game)
                    self._moment = Moment()
                    self.tell_notice()
                case Calibrate():
                    self._moment = self._reader.begun(self._moment, now)
                case Change():
                    self._change(wish)
                case SelfTest():
                    self._moment = trial_begun(self._moment, self.around)
                case Say(line):
                    self._reader.ask(line, now)
                case ShutDown():
                    self._shut_down(now)
                case None:
                    return
        except NotAllowedError as refusal:
            self._play(Sound.REFUSED)
            self._moment = refused(self._moment, refusal)
        except (MethodError, CdgDeviceError) as error:
            self._play(Sound.REFUSED)
            self._moment = told(self._moment, Page(Mood.ERROR, "Can't do that", (str(error),)))

    def _ask(self, request: Request, now: float, origin: Origin) -> None:
        tabletop = self._games.tabletop
        source = Source.HAND if origin is BUTTON and is_named(request) else origin.source
        asked = with_die(tabletop.history, request, self._throw)
        after = tabletop.answer(
            asked, source.value, origin.key, reader=origin.reader, own=asked != request
        )
        before = still_told(self._moment, request, after.history)
        self._moment = carried(before, answered(request, after, now + self._result_for))
        if isinstance(request, Roll):
            self._play(Sound.COUNTED)

    def _change(self, change: Change) -> None:
        after = changed(self._moment, self.around, self._games.tabletop.history, change)
        if after is None:
            return
        self._moment, self.around = after
        try:
            self._saving.keep(change.setting, change.value)
        except CdgDeviceError as error:
            self._play(Sound.REFUSED)
            self.tell(Mood.FAULT, _NOT_KEPT, str(error))

    def _shut_down(self, now: float) -> None:
        self.keep()
        if self.around.shut_down is not None:
            self.around.shut_down()
            self._asked_to_shut_down = now
            self.lay(farewell(self.fault, shutting_down=True))
