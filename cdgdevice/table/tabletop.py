"""A game on the table: every answer is durable before anybody is shown what it led to."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Self

from cdgdevice import __version__
from cdgdevice.errors import JournalError
from cdgdevice.method import history as course
from cdgdevice.method.history import Answered, History
from cdgdevice.method.request import New, Request, write_request
from cdgdevice.method.wire import digest
from cdgdevice.table import shelf
from cdgdevice.table.backlog import Backlog
from cdgdevice.table.current import Current, Key, keys_in, newest
from cdgdevice.table.entry import Entry, ReaderDie, write_entry, write_time
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.journal import Journal
from cdgdevice.table.replay import FindSheet, replay

Clock = Callable[[], datetime]
"""Gives the time of day with its zone."""

TORN = "The power was cut while an answer was being kept. Compare the cards with the screen."
"""What to tell the player of a game that was `torn`."""


def utc_now() -> datetime:
    """Give the time of day, as far as this machine knows it."""
    return datetime.now(UTC)


class Tabletop:
    """A live game: `history` is how it stands, `answers` counts the answers that made it.

    `counted` are the die reader's throws that count already, in this game or in one before: of
    each start of a reader the newest.
    `torn` tells, after `resume`, that the last writing to the journal was cut short: an answer
    that was never shown may be missing, and the player compares the cards with the screen.
    """

    def __init__(
        self,
        history: History,
        folder: GameFolder,
        start: Callable[[], Journal],
        clock: Clock,
        *,
        name: str | None = None,
        answers: int = 0,
        counted: tuple[Key, ...] = (),
        torn: bool = False,
        kept_at_once: bool = True,
    ) -> None:
        self.history = history
        self.answers = answers
        self.counted = counted
        self.torn = torn
        self._folder = folder
        self._clock = clock
        self._backlog = Backlog(start, self._anew, name=name, at_once=kept_at_once)

    @classmethod
    def new(
        cls,
        folder: GameFolder,
        new: New,
        clock: Clock = utc_now,
        find: FindSheet = shelf.sheet,
        *,
        counted: tuple[Key, ...] = (),
        kept_at_once: bool = True,
    ) -> Self:
        """Begin a game; on a disk that fails it is begun all the same, and `unsaved`.

        `counted` are the die reader's throws that count already.
        Not `kept_at_once`, it gets its file, and becomes the current game, with its first answer.

        Raises:
            NotAllowedError, CdgDeviceError: the sheet or its options are not to be had.
            JournalError: another process is playing from this folder.
        """
        sheet = find(new.sheet)
        history = course.begin(sheet, new)
        folder.claim()
        header: dict[str, object] = {
            "title": sheet.title,
            "at": write_time(clock()),
            "program": __version__,
            "request": write_request(new),
            "digest": digest(history),
        }
        start = _starter(folder, sheet.id, header, counted)
        return cls(history, folder, start, clock, counted=counted, kept_at_once=kept_at_once)

    @classmethod
    def resume(
        cls,
        folder: GameFolder,
        name: str,
        clock: Clock = utc_now,
        find: FindSheet = shelf.sheet,
        *,
        counted: tuple[Key, ...] = (),
        on_answer: Callable[[], None] = lambda: None,
    ) -> Self:
        """Go on with the game in this file; it becomes the current one before its next answer.

        `counted` are throws that count in the game that is laid aside for it. `on_answer` is
        called after each answer that is played again.

        Raises:
            JournalError: it can't be read now, is damaged, or this version plays it otherwise.
        """
        journal, written = folder.open(name)
        history, entries = replay(name, written, find, on_answer)
        change = _last_change(folder)
        older = change.answers if change.game == name else 0
        before, since = written.entries[:older], written.entries[older:]
        counted = newest([*keys_in(before), *change.counted, *keys_in(since), *counted])
        current = Current(name, len(entries), counted)

        def start() -> Journal:
            folder.make_current(current)
            return journal

        return cls(
            history,
            folder,
            start,
            clock,
            name=name,
            answers=len(entries),
            counted=counted,
            torn=written.torn,
        )

    @property
    def name(self) -> str | None:
        """The game's file; None while there is none yet."""
        return self._backlog.name

    @property
    def unsaved(self) -> str | None:
        """Why the last answers would not survive a power cut, in a sentence; None if they would."""
        return self._backlog.unsaved

    @property
    def waiting(self) -> int:
        """How many answers are in memory only."""
        return self._backlog.waiting

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that the game's file was lost and was written anew."""
        return self._backlog.moved

    def answer(
        self,
        request: Request,
        source: str,
        throw: Key | None = None,
        *,
        reader: ReaderDie | None = None,
        own: bool = False,
    ) -> Answered:
        """Take an answer from "button", "reader", "hand"…, and keep it before it is shown.

        `throw` is what the die reader calls the throw in it, and `reader` whose die that was;
        `own` says that the program threw the dice in it. A disk that fails doesn't stop the
        game: `unsaved` then says so, and every later answer tries again to write all that waits.

        Raises:
            NotAllowedError: it is not allowed now; nothing has changed and nothing is written.
        """
        answered = course.answer(self.history, request)
        turn = answered.history.now.turn
        stands = digest(answered.history)
        entry = Entry(self._clock(), source, request, turn, stands, throw, reader, own)
        self._backlog.keep(write_entry(entry))
        self.history = answered.history
        self.answers += 1
        if throw is not None:
            self.counted = newest([*self.counted, throw])
        return answered

    def save(self) -> str | None:
        """Try again to write what waits, and give `unsaved`: for quiet moments and for the end."""
        self._backlog.catch_up()
        return self.unsaved

    def _anew(self, lost: Journal) -> Journal:
        return self._folder.write_anew(lost, self.history.now.sheet.id, self.counted)


def _last_change(folder: GameFolder) -> Current:
    try:
        return folder.last_change()
    except JournalError:
        # The disk is failing, and the game's own `unsaved` will say so.
        return Current()


def _starter(
    folder: GameFolder, sheet: str, header: dict[str, object], counted: tuple[Key, ...]
) -> Callable[[], Journal]:
    name: str | None = None

    def start() -> Journal:
        # The name is chosen once: an attempt that failed late may have left the file already.
        nonlocal name
        name = name or folder.free_name(sheet)
        return folder.start(name, header, counted)

    return start
