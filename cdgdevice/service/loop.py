"""The loop: one queue, one thread that decides.

Whatever happens at a driver is put on the queue by a callback that does nothing else. The loop
takes one event after the other, lets the session answer, and shows what has come of it. It
sleeps until something happens or is due: at rest nothing wakes it but systemd's watchdog.
"""

import math
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.drivers.gpio import control_events, gesture_recognizer
from cdgdevice.drivers.reader import reader_link, reader_messages
from cdgdevice.drivers.reader.reader_port import PortClosed, PortEvent, PortOpened, PortReceived
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.board_requests import PageRequest
from cdgdevice.service.front_panel import IdleTimer, ScreenPower, WakeFilter
from cdgdevice.service.lamps_and_buzzer import SignalSequencer
from cdgdevice.system.systemd import SystemdNotifier
from cdgdevice.ui import intents_and_commands, texts
from cdgdevice.ui.choices import DIE_COLOURS
from cdgdevice.ui.gestures import interpret_gesture
from cdgdevice.ui.layers import find_self_test, tries_gestures
from cdgdevice.ui.sounds import Sound

if TYPE_CHECKING:
    from cdgdevice.service.front_panel import FrontPanel
    from cdgdevice.service.notices import Notices
    from cdgdevice.service.session import Session


class Stop(Struct, frozen=True):
    """Leave the loop: the service is to end."""


class ThreadFailure(Struct, frozen=True):
    """A thread has met an error that nobody foresaw: the service ends, to be restarted."""

    error: BaseException


Happening = (
    control_events.PinEdge
    | control_events.RemoteEvent
    | PortEvent
    | intents_and_commands.BrowserAllowed
    | intents_and_commands.WrongCodeTried
    | PageRequest
    | ThreadFailure
)
"""What the loop takes off the queue and handles."""
LoopEvent = Happening | Stop

# On Windows Ctrl-C does not wake a wait that has no end.
_LONGEST_WAIT = 1.0 if sys.platform == "win32" else None


class HoldTiming(Struct, frozen=True):
    """How long a press is a hold, in seconds."""

    hold: float
    long_hold: float


def watch_nothing(_: "Service") -> None:
    """Do nothing with what is shown: nobody wants to know."""


class Service(Struct, kw_only=True, eq=False, dict=True):
    """Runs a session on the gadget's parts until `Stop` comes off the queue."""

    queue: "SimpleQueue[LoopEvent]"
    session: "Session"
    """The game on the table."""
    front_panel: "FrontPanel"
    notices: "Notices"
    """What the gadget says by itself; its first picture is shown already."""
    recognizer: gesture_recognizer.GestureRecognizer
    level: Callable[[control_events.Control | control_events.KnobPhase], bool]
    """Reads a pin."""
    link: reader_link.ReaderLink
    send: Callable[[bytes], None]
    """Writes a line to the die reader."""
    idle_timer: IdleTimer
    signals: SignalSequencer
    timing: HoldTiming
    systemd: SystemdNotifier
    log: Callable[[str], None]
    """Takes each change of state once."""
    clock: Callable[[], float] = time.monotonic
    watch: Callable[["Service"], None] = watch_nothing
    """Called after whatever was shown."""

    def __post_init__(self) -> None:
        self._wake_filter = WakeFilter(self.idle_timer)
        self._alive_at = 0.0
        self._shown_at = 0.0
        self._was_dark = False
        self._settings = self.session.state.context.settings
        self._told_playing: str | None = None

    @property
    def reader_sentence(self) -> str:
        """What the die reader last had to say."""
        return self.notices.reader_sentence

    def run(self) -> None:
        """Serve until told to stop.

        An error that nobody foresaw is raised again, after the screen has said so: a service
        manager that restarts the program is better than a gadget that looks alive.
        """
        try:
            self._serve()
        except Exception as error:
            with suppress(Exception):
                self.session.finish()
            with suppress(Exception):
                self._leave_last_page(texts.build_breakdown_page(error))
            raise

    def _serve(self) -> None:
        self._show(self.clock())
        self.systemd.notify_ready(self._describe_status())
        self._log_game()
        while self._run_once():
            if self.session.playing != self._told_playing:
                self.systemd.notify_status(self._describe_status())
                self._log_game()
        self.systemd.notify_stopping()
        self.session.finish()
        off = self.session.is_shutting_down(self.clock())
        self._leave_last_page(texts.build_farewell_page(self.session.fault, shutting_down=off))

    def _describe_status(self) -> str:
        playing = self.session.playing
        return "Asking which game is played." if playing is None else f"Playing {playing}."

    def _log_game(self) -> None:
        self._told_playing = self.session.playing
        playing = self._told_playing
        self.log("asking which game is played" if playing is None else f"playing {playing}")

    def _leave_last_page(self, page: PageView) -> None:
        """Leave a last page on the screen: dim, for it may stay there for weeks."""
        with suppress(Exception):  # whatever broke down: better in English than not at all
            page = self.session.write_page(page)
        self.front_panel.show_last_page(page)
        self.watch(self)

    def _run_once(self) -> bool:
        """Wait for what comes first, an event or a deadline; False when it is time to stop."""
        taken_at = None
        with suppress(Empty):
            event = self.queue.get(timeout=self._time_to_wait(self.clock()))
            # What has come meanwhile is taken too, but no more: a flood must not keep the
            # screens and the watchdog waiting.
            waiting, taken_at = self.queue.qsize(), self.clock()
            for following in range(waiting, -1, -1):
                if isinstance(event, Stop):
                    return False
                self._handle_event(event, self.clock())
                if following:
                    event = self.queue.get_nowait()
        now = self.clock()
        # A disk may have kept us: presses are judged by what was fed, as of when it was taken.
        self._do_what_is_due(now, now if taken_at is None else taken_at)
        self._show(now)
        return True

    def _time_to_wait(self, now: float) -> float | None:
        deadlines = (
            self.recognizer.deadline(),
            self.link.deadline(),
            self.session.deadline(),
            self.front_panel.deadline(),
            # As it was last shown: what has come due since then is still to be done.
            self.idle_timer.deadline(self._shown_at),
            self.signals.deadline(),
            math.inf if self.systemd.watchdog_every is None else self._alive_at,
        )
        first = min(deadlines)
        return _LONGEST_WAIT if first == math.inf else max(first - now, 0.0)

    def _handle_event(self, event: Happening, now: float) -> None:
        match event:
            case control_events.PinEdge():
                self._handle_gestures(self.recognizer.feed(event), now)
            case control_events.RemoteTouch():
                self._handle_gestures(self.recognizer.touch(event), now)
            case control_events.Turned() | control_events.ScreenTapped():
                self._handle_gestures((event,), now)
            case PortOpened(at):
                self._handle_effects(self.link.handle_opened(at), now)
            case PortReceived(_, take):
                for at, message in take():
                    self._handle_effects(self.link.handle_message(at, message), now)
            case PortClosed(_, why, shown):
                self._handle_effects(self.link.handle_closed(why, shown), now)
            case intents_and_commands.BrowserAllowed() | intents_and_commands.WrongCodeTried():
                self.notices.note_pairing(event)
            case PageRequest(do):
                self.idle_timer.note_use(now)
                do(self.session, now)
            case ThreadFailure(error):
                raise error

    def _do_what_is_due(self, now: float, fed_until: float) -> None:
        self._handle_gestures(self.recognizer.tick(fed_until, self.level), now)
        self._handle_effects(self.link.tick(now), now)
        self.session.tick(now)
        # A screen that can't answer may have been put back at any time.
        if now >= self.front_panel.deadline() or not self.front_panel.answers:
            self.front_panel.check(now)
        every = self.systemd.watchdog_every
        if every is not None and now >= self._alive_at:
            self.systemd.notify_alive()
            self._alive_at = now + every
            # The program is awake anyway: heal screens that were put back without an error.
            self.front_panel.check(now)

    def _handle_gestures(self, gestures: Iterable[control_events.Gesture], now: float) -> None:
        for gesture in gestures:
            self.signals.note_touch()
            self.notices.note_touch()
            if self._wake_filter.consumes(gesture, now):
                continue
            if tries_gestures(self.session.state):
                self.session.send(intents_and_commands.GestureTried(gesture), now)
                continue
            meant = interpret_gesture(
                gesture, self.session.state.context, self.timing.hold, self.timing.long_hold
            )
            if meant is not None:
                self.session.send(meant, now)

    def _handle_effects(self, effects: Iterable[reader_link.LinkEffect], now: float) -> None:
        for effect in effects:
            match effect:
                case reader_link.SendLine(line):
                    self.send(line)
                case reader_link.ReaderThrow():
                    self.idle_timer.note_use(now)
                    thrown = intents_and_commands.DieThrown(effect.shown, effect.key, effect.source)
                    self.session.send(thrown, now)
                    # Only now: the throw is in the journal, waits for a disk that fails (the
                    # screen says so), or has been told to be unwanted.
                    self._handle_effects(self.link.acknowledge_throw(effect), now)
                case reader_link.ReaderCondition(state, sentence, cause):
                    if isinstance(state, reader_messages.DieState):
                        self._note_die_state(state, sentence, now)
                    else:
                        self.notices.note_reader_state(
                            state, sentence, cause or sentence, self.link.hello
                        )
                case reader_link.AnswerReceived(answer):
                    self.session.send(intents_and_commands.ReaderAnswered(answer), now)
        if self.link.hello != self.session.state.context.reader:
            self.session.send(intents_and_commands.ReaderLinked(self.link.hello), now)

    def _note_die_state(self, state: reader_messages.DieState, sentence: str, now: float) -> None:
        told = self.notices.note_die_state(state, sentence)
        if told and state is reader_messages.DieState.COCKED:
            # It was thrown just now: somebody is there to see it. Light comes and goes by itself.
            self.idle_timer.note_use(now)
            self.signals.play(Sound.REFUSED)

    def _show(self, now: float) -> None:
        self._shown_at = now
        self.notices.refresh()
        self._apply_settings()
        light = self.idle_timer.find_power(now)
        if light is ScreenPower.DARK:
            self.session.send(intents_and_commands.Signal.SCREENS_SLEPT, now)
        elif self._was_dark:
            self.session.send(intents_and_commands.Signal.SCREENS_WOKE, now)
        self._was_dark = light is ScreenPower.DARK
        self.front_panel.set_power(light, self.idle_timer.count_shifts(now))
        self_test = find_self_test(self.session.state)
        if self_test is not None or self.front_panel.on_trial:
            self.front_panel.try_fits({} if self_test is None else self_test.fits)
        self.front_panel.show(self.session.views(self.front_panel.visible_sides))
        codes = tuple(self.notices.lamp_codes()) if self.front_panel.has_signals else ()
        dark = light is ScreenPower.DARK
        signal = self.signals.find_outputs(now, self.session.lit_sides, codes, dark=dark)
        buzzes = signal.buzzer or (self_test is not None and self_test.sounds)
        self.front_panel.set_outputs(replace(signal, buzzer=buzzes))
        if self.link.hello is not None:
            self._show_due_dice()
        self.watch(self)

    def _show_due_dice(self) -> None:
        """Have the dice of a reader that can light them show whose roll is due."""
        colour = DIE_COLOURS[Side.LEFT if Side.LEFT in self.session.lit_sides else Side.RIGHT]
        due = self.session.due_dice if self.session.needs_reader else 0
        for effect in self.link.show_due(due, colour):
            self.send(effect.line)

    def _apply_settings(self) -> None:
        """Do what was changed in the menu."""
        settings, before = self.session.state.context.settings, self._settings
        if settings is None or before is None:
            return
        if settings.sound is not None:
            self.signals.sound = settings.sound
        self._settings = settings
        if settings.brightness not in (None, before.brightness):
            self.front_panel.set_contrast(settings.brightness)
        if settings.sleep != before.sleep:
            self.idle_timer.set_dark_after(settings.sleep)
        if settings.die is not before.die:
            self.notices.refresh_reader_page()
