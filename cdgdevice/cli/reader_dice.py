"""The dice of a die reader in a game at the terminal: a roll is the real die's.

A module of its own: it is loaded only when a reader is named.
"""

import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Self

from msgspec.structs import replace

from cdgdevice.drivers.reader import reader_link, reader_port
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_messages import DieState, ReaderTrouble
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.journal_format import AnswerSource, ReaderDie
from cdgdevice.games.open_game import OpenGame, names_dice, throw_missing_dice
from cdgdevice.rules.die import DieConversion
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import Request, RollDice
from cdgdevice.ui.choices import DIE_COLOURS, read_die
from cdgdevice.ui.texts import NO_ROLL_DUE, THROW_THE_DIE

_DARK = (0, (0, 0, 0))
_LONGEST_WAIT = 1.0
"""Seconds; on Windows Ctrl-C does not end a wait that has no end."""


class ReaderDice:
    """The reader at `port`, for the game on `table`; use it in a `with`.

    A thread of its own keeps the link. `tell` takes sentences for the player, from there too;
    `conversion` says what the numbers of the die stand for.
    """

    def __init__(
        self,
        port: str,
        baud: int,
        table: OpenGame,
        conversion: DieConversion,
        tell: Callable[[str], None],
    ) -> None:
        self._queue: Queue[reader_port.PortEvent | None] = Queue()
        self._port = reader_port.ReaderPort(port, self._queue.put, baud=baud)
        self._link = reader_link.ReaderLink(table.counted)
        self._lock = Lock()
        """Held whenever the link is asked or told something."""
        self._thread = Thread(target=self._serve, daemon=True)
        self._table = table
        self._conversion = conversion
        self._tell = tell
        self._rolled: Queue[reader_link.ReaderThrow | Exception] = Queue()
        """What was rolled while a roll was due; or what has ended the thread."""
        self._taken: reader_link.ReaderThrow | None = None
        """The roll that the next answer is of."""
        self._due = _DARK
        self._is_ready = False

    def __enter__(self) -> Self:
        self._port.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._queue.put(None)
        self._thread.join()
        self._port.close()

    def roll(self, history: GameHistory, request: Request) -> Request:
        """Return the request with a real die in it, if it is a roll that brings none.

        Of several that are due it brings one, so that each is kept before the next is rolled.

        Raises:
            CdgDeviceError: the player waits no longer.
        """
        missing = throw_missing_dice(history, request, lambda: 1)
        if not isinstance(missing, RollDice) or missing == request:
            return request
        try:
            self._light((len(missing.die), DIE_COLOURS[missing.side or history.now.active]))
            if self._rolled.empty():
                self._tell(THROW_THE_DIE)
            self._taken = taken = self._wait_for_roll()
        except KeyboardInterrupt:
            raise CdgDeviceError("No die was rolled: roll, or type what your die shows.") from None
        finally:
            self._light(_DARK)
        read = read_die(history.now, taken.shown, self._conversion)
        return replace(missing, die=read.die, result=read.result)

    def answer(self, request: Request) -> AnswerResult:
        """Have the game take an answer; one with the die that `roll` has brought is the reader's.

        A die that was rolled before any other answer, or while none more was due, does not count.

        Raises:
            NotAllowedError: it is not allowed now; nothing has changed and nothing is written.
        """
        taken, self._taken = self._taken, None
        with self._lock:  # what is rolled meanwhile is judged by the game as it is then
            if taken is None or not isinstance(request, RollDice):
                source = "hand" if names_dice(request) else "terminal"
                answered = self._table.answer(request, source)
            else:
                die = ReaderDie(taken.source, pips=taken.pips, conversion=self._conversion)
                source = AnswerSource.READER.value
                answered = self._table.answer(request, source, taken.key, reader=die)
                self._carry_out(self._link.acknowledge_throw(taken))
            if taken is None or not prompt(answered.history.now).rollers:
                while not self._rolled.empty():
                    self._refuse(self._take_rolled(0.0))
        return answered

    def _wait_for_roll(self) -> reader_link.ReaderThrow:
        while True:
            with suppress(Empty):
                return self._take_rolled(_LONGEST_WAIT)

    def _take_rolled(self, timeout: float) -> reader_link.ReaderThrow:
        """Return the first roll that waits, or raise what has ended the thread."""
        rolled = self._rolled.get(timeout=timeout)
        if isinstance(rolled, Exception):
            raise rolled
        return rolled

    def _refuse(self, thrown: reader_link.ReaderThrow) -> None:
        self._tell(NO_ROLL_DUE)
        self._carry_out(self._link.acknowledge_throw(thrown))

    def _light(self, due: tuple[int, tuple[int, int, int]]) -> None:
        with self._lock:
            self._due = due
            self._carry_out(self._link.show_due(*due))

    def _serve(self) -> None:
        try:
            self._keep_link()
        except Exception as error:  # whoever waits for a roll must know
            self._rolled.put(error)

    def _keep_link(self) -> None:
        while True:
            wait = self._link.deadline() - time.monotonic()
            event: reader_port.PortEvent | None
            try:
                event = self._queue.get(timeout=None if wait == math.inf else max(0.0, wait))
            except Empty:
                with self._lock:
                    self._carry_out(self._link.tick(time.monotonic()))
                continue
            if event is None:
                return
            with self._lock:
                self._handle(event)
                self._carry_out(self._link.show_due(*self._due))  # it may have come just now

    def _handle(self, event: reader_port.PortEvent) -> None:
        match event:
            case reader_port.PortOpened(at):
                self._carry_out(self._link.handle_opened(at))
            case reader_port.PortClosed(_, why, shown):
                self._carry_out(self._link.handle_closed(why, shown))
            case reader_port.PortReceived(_, take):
                for at, message in take():
                    self._carry_out(self._link.handle_message(at, message))

    def _carry_out(self, effects: Iterable[reader_link.LinkEffect]) -> None:
        for effect in effects:
            match effect:
                case reader_link.SendLine(line):
                    self._port.send(line)
                case reader_link.ReaderThrow() if prompt(self._table.history.now).rollers:
                    self._rolled.put(effect)
                case reader_link.ReaderThrow():
                    self._refuse(effect)
                case reader_link.ReaderCondition(state, sentence):
                    self._note_condition(state, sentence)
                case _:  # nothing that a terminal shows
                    pass

    def _note_condition(self, state: DieState | LinkState | ReaderTrouble, sentence: str) -> None:
        """Tell what the player must know at once; not each percent of its die's battery."""
        if isinstance(state, DieState):
            is_news = state in (DieState.COCKED, DieState.LIGHT, DieState.SATURATED)
        else:
            was_ready, self._is_ready = self._is_ready, state is LinkState.LINKED
            is_news = not (was_ready and self._is_ready)
        if is_news:
            self._tell(sentence)
