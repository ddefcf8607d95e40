"""A game on the table: every answer is durable before anybody is shown what it led to."""

from collections.abc import Callable
from datetime import UTC, datetime

from cdgdevice import __version__
from cdgdevice.method import history as course
from cdgdevice.method.history import Answered, History
from cdgdevice.method.request import New, Request, write_request
from cdgdevice.method.wire import digest
from cdgdevice.table import shelf
from cdgdevice.table.backlog import Backlog
from cdgdevice.table.entry import Entry, write_entry, write_time
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.journal import Journal
from cdgdevice.table.replay import FindSheet, replay

Clock = Callable[[], datetime]
"""Gives the time of day with its zone."""


def utc_now() -> datetime:
    """Give the time of day, as far as this machine knows it."""
    return datetime.now(UTC)


class Tabletop:
    """A live game: `history` is how it stands, `entries` are the answers that made it.

    `torn` tells, after `resume`, that the last writing to the journal was cut short: an answer
    that was never shown may be missing, and the player compares the cards with the screen.
    """

    def __init__(
        self,
        history: History,
        entries: list[Entry],
        backlog: Backlog,
        clock: Clock,
        *,
        torn: bool = False,
    ) -> None:
        self.history = history
        self.entries = entries
        self.torn = torn
        self._backlog = backlog
        self._clock = clock

    @classmethod
    def new(
        cls, folder: GameFolder, new: New, clock: Clock = utc_now, find: FindSheet = shelf.sheet
    ) -> "Tabletop":
        """Begin a game; on a disk that fails it is begun all the same, and `unsaved`.

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
        return cls(history, [], Backlog(_starter(folder, sheet.id, header)), clock)

    @classmethod
    def resume(
        cls, folder: GameFolder, name: str, clock: Clock = utc_now, find: FindSheet = shelf.sheet
    ) -> "Tabletop":
        """Go on with the game in this file; it becomes the current one.

        Raises:
            JournalError: it can't be read, is damaged, or this version plays it otherwise.
        """
        journal = folder.open(name)
        history, entries = replay(journal, find)
        folder.make_current(name)
        return cls(history, entries, Backlog(lambda: journal), clock, torn=journal.torn)

    @property
    def name(self) -> str | None:
        """The game's file; None while there is none yet, on a disk that fails."""
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
    def last_throw(self) -> tuple[int, int] | None:
        """The die reader's (boot, sequence) of the last throw of this game that it sent."""
        return next((e.throw for e in reversed(self.entries) if e.throw is not None), None)

    def answer(
        self, request: Request, source: str, throw: tuple[int, int] | None = None
    ) -> Answered:
        """Take an answer from "button", "reader", "web"…, and keep it before it is shown.

        `throw` is what the die reader calls the throw in it. A disk that fails doesn't stop the
        game: `unsaved` then says so, and every later answer tries again to write all that waits.

        Raises:
            NotAllowedError: it is not allowed now; nothing has changed and nothing is written.
        """
        answered = course.answer(self.history, request)
        turn = answered.history.now.turn
        entry = Entry(self._clock(), source, request, turn, digest(answered.history), throw)
        self._backlog.keep(write_entry(entry))
        self.history = answered.history
        self.entries.append(entry)
        return answered

    def save(self) -> str | None:
        """Try again to write what waits, and give `unsaved`: for quiet moments and for the end."""
        self._backlog.catch_up()
        return self.unsaved


def _starter(folder: GameFolder, sheet: str, header: dict[str, object]) -> Callable[[], Journal]:
    name: str | None = None

    def start() -> Journal:
        # The name is chosen once: an attempt that failed late may have left the file already.
        nonlocal name
        name = name or folder.free_name(sheet)
        return folder.start(name, header)

    return start
