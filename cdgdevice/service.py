"""The service: one queue, one loop, one thread that decides.

Whatever happens at the edge is put on the queue by a callback that does nothing else. The loop
takes one event after the other, lets the sitting answer, and shows what has come of it. It
sleeps until something happens or is due: at rest nothing wakes it but systemd's watchdog.
"""

import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from cdgdevice.gadget.desk.intents import intent
from cdgdevice.gadget.desk.last_pages import broken_down, farewell
from cdgdevice.gadget.events import Control, Edge, Gesture, Phase, Touched, Turned
from cdgdevice.gadget.front import Front
from cdgdevice.gadget.pins.switchboard import Switchboard
from cdgdevice.gadget.reader.effects import Condition, Effect, Send, Thrown, Told
from cdgdevice.gadget.reader.link import Link
from cdgdevice.gadget.reader.messages import DieState
from cdgdevice.gadget.reader.port import Closed, Opened, PortEvent, Received
from cdgdevice.gadget.rest import Light, Rest
from cdgdevice.gadget.signals import Signal, Signals, Sound
from cdgdevice.gadget.views.view import Page
from cdgdevice.gadget.waking import Waking
from cdgdevice.method.display import Side
from cdgdevice.method.request import Roll
from cdgdevice.sitting import Sitting
from cdgdevice.systemd import Systemd
from cdgdevice.telling import Telling


@dataclass(frozen=True, slots=True)
class Stop:
    """Leave the loop: the service is to end."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A thread has met an error that nobody foresaw: the service ends, to be started afresh."""

    error: BaseException


Event = Edge | Touched | Turned | PortEvent | Broken | Stop

# On Windows Ctrl-C does not wake a wait that has no end.
_FOR_EVER = 1.0 if sys.platform == "win32" else None


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a press is a hold, in seconds."""

    hold: float
    long_hold: float


class Service:
    """Runs a sitting on the gadget's parts until `Stop` comes off the queue."""

    def __init__(
        self,
        *,
        queue: "SimpleQueue[Event]",
        sitting: Sitting,
        front: Front,
        switchboard: Switchboard,
        level: Callable[[Control | Phase], bool],
        link: Link,
        send: Callable[[bytes], None],
        rest: Rest,
        signals: Signals,
        timing: Timing,
        systemd: Systemd,
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        watch: Callable[["Service"], None] = lambda _: None,
    ) -> None:
        """Put the parts together; nothing is shown before `run`.

        `level` reads a pin, `send` writes a line to the die reader, `log` is told each change of
        state once, and `watch` is called after whatever was shown.
        """
        self._queue = queue
        self._sitting = sitting
        self._front = front
        self._switchboard = switchboard
        self._level = level
        self._link = link
        self._send = send
        self._rest = rest
        self._signals = signals
        self._timing = timing
        self._systemd = systemd
        self._log = log
        self._clock = clock
        self._watch = watch
        self._telling = Telling(sitting, front, log)
        self._waking = Waking(rest)
        self._alive_at = 0.0
        self._shown_at = 0.0
        self._settings = sitting.around.settings

    @property
    def front(self) -> Front:
        """The gadget's face."""
        return self._front

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        return self._sitting

    @property
    def reader(self) -> str:
        """What the die reader last had to say."""
        return self._telling.reader

    def run(self, *, mistakes: Iterable[str] = (), sheets: Iterable[str] = ()) -> None:
        """Show the game and serve until told to stop.

        What is wrong with the configuration (`mistakes`) and with the player's own sheets
        (`sheets`) is shown first.

        An error that nobody foresaw is raised again, after the glass has said so: a service
        manager that starts the program afresh is better than a gadget that looks alive.
        """
        try:
            self._serve(tuple(mistakes), tuple(sheets))
        except Exception as error:
            with suppress(Exception):
                self._sitting.end()
            with suppress(Exception):
                self._part(broken_down(error))
            raise

    def _serve(self, mistakes: tuple[str, ...], sheets: tuple[str, ...]) -> None:
        self._telling.begin(mistakes, sheets)
        self._show(self._clock())
        self._systemd.ready(f"Playing {self._sitting.sheet.id}.")
        self._log(f"playing {self._sitting.sheet.id}")
        while self._turn():
            pass
        self._systemd.stopping()
        self._sitting.end()
        off = self._sitting.shutting_down(self._clock())
        self._part(farewell(self._sitting.fault, shutting_down=off))

    def _part(self, page: Page) -> None:
        """Leave a last page on the glass: dim, for it may stay there for weeks."""
        self._front.give(Signal())
        self._front.shine(Light.DIM)
        self._front.show(dict.fromkeys(Side, page))
        self._watch(self)

    def _turn(self) -> bool:
        """Wait for what comes first, an event or a deadline; False when it is time to stop."""
        with suppress(Empty):
            event = self._queue.get(timeout=self._patience(self._clock()))
            # What has come meanwhile is taken too, but no more: a flood must not keep the
            # screens and the watchdog waiting.
            for following in range(self._queue.qsize(), -1, -1):
                if isinstance(event, Stop):
                    return False
                self._take(event, self._clock())
                if following:
                    event = self._queue.get_nowait()
        now = self._clock()
        self._due(now)
        self._show(now)
        return True

    def _patience(self, now: float) -> float | None:
        deadlines = (
            self._switchboard.deadline(),
            self._link.deadline(),
            self._sitting.deadline(),
            self._front.deadline(),
            # As it was last shown: what has come due since then is still to be done.
            self._rest.deadline(self._shown_at),
            self._signals.deadline(),
            self._alive_at if self._systemd.watchdog_every is not None else None,
        )
        first = min((at for at in deadlines if at is not None), default=None)
        if first is None:
            return _FOR_EVER
        return max(first - now, 0.0)

    def _take(self, event: Edge | Touched | Turned | PortEvent | Broken, now: float) -> None:
        match event:
            case Edge():
                self._gestures(self._switchboard.feed(event), now)
            case Touched():
                self._gestures(self._switchboard.touch(event), now)
            case Turned():
                self._gestures((event,), now)
            case Opened(at):
                self._effects(self._link.opened(at), now)
            case Received(_, take):
                for at, message in take():
                    self._effects(self._link.received(at, message), now)
            case Closed(_, why, shown):
                self._effects(self._link.closed(why, shown), now)
            case Broken(error):
                raise error

    def _due(self, now: float) -> None:
        self._gestures(self._switchboard.tick(now, self._level), now)
        self._effects(self._link.tick(now), now)
        self._sitting.tick(now)
        lost = self._front.deadline()
        if lost is not None and now >= lost:
            self._front.check(now)
        every = self._systemd.watchdog_every
        if every is not None and now >= self._alive_at:
            self._systemd.alive()
            self._alive_at = now + every
            # The program is awake anyway: heal screens that were put back without an error.
            self._front.check(now)

    def _gestures(self, gestures: Iterable[Gesture], now: float) -> None:
        for gesture in gestures:
            self._signals.touched()
            self._telling.touched()
            if self._waking.takes(gesture, now):
                continue
            if self._sitting.touch(gesture):
                continue
            meant = intent(gesture, self._sitting.around, self._timing.hold, self._timing.long_hold)
            if meant is not None:
                self._sitting.intend(meant, now)

    def _effects(self, effects: Iterable[Effect], now: float) -> None:
        for effect in effects:
            match effect:
                case Send(line):
                    self._send(line)
                case Thrown():
                    self._rest.used(now)
                    die = () if effect.die is None else (effect.die,)
                    roll = Roll(die=die, result=effect.result)
                    self._sitting.throw_die(roll, now, effect.key, effect.source)
                    # Only now: the throw is in the journal, waits for a disk that fails (the
                    # glass says so), or has been told to be unwanted.
                    self._effects(self._link.counted(effect), now)
                case Condition(state, sentence, cause):
                    if isinstance(state, DieState):
                        self._die_is(state, sentence, now)
                    else:
                        self._telling.reader_is(state, sentence, cause or sentence)
                case Told(answer):
                    self._sitting.hear(answer, now)
        self._sitting.meet(self._link.hello)

    def _die_is(self, state: DieState, sentence: str, now: float) -> None:
        told = self._telling.die_is(state, sentence)
        if told and state is DieState.COCKED:
            # It was thrown just now: somebody is there to see it. Light comes and goes by itself.
            self._rest.used(now)
            self._signals.play(Sound.REFUSED)

    def _show(self, now: float) -> None:
        self._shown_at = now
        self._telling.look()
        self._bring_into_force()
        light = self._rest.light(now)
        if light is Light.DARK:
            self._sitting.left_alone()
        self._front.shine(light, self._rest.shifts(now))
        self._front.show(self._sitting.views(self._front.seen))
        codes = tuple(self._telling.codes()) if self._front.signals else ()
        dark = light is Light.DARK
        signal = self._signals.look(now, self._sitting.lit, codes, dark=dark)
        self._front.give(replace(signal, sounding=signal.sounding or self._sitting.sounds))
        self._watch(self)

    def _bring_into_force(self) -> None:
        """Do what was changed in the menu."""
        settings, before = self._sitting.around.settings, self._settings
        if settings is None or before is None:
            return
        if settings.sound is not None:
            self._signals.sound = settings.sound
        self._settings = settings
        if settings.brightness not in (None, before.brightness):
            self._front.brighten(settings.brightness)
        if settings.sleep != before.sleep:
            self._rest.darken_after(settings.sleep)
        if settings.die is not before.die:
            self._telling.tell_reader()
