"""The games that are under way, side by side in one folder: a journal each, and which is current.

`0007-paths-of-glory-2022.journal` is the seventh game. Nothing here removes a game.
"""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cdgdevice.errors import JournalError
from cdgdevice.table.disk import Disk, reason, replace
from cdgdevice.table.entry import read_time
from cdgdevice.table.journal import Journal, Written, read
from cdgdevice.table.line import decode

_CURRENT = "current"
_NAME = re.compile(r"([0-9]+)-.*\.journal")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the folder, as a list of games shows it."""

    name: str
    """Its file."""
    title: str
    """The sheet's title; the file's name where the header can't be read."""
    turn: int
    """The turn that it stands in, from 1; 0 where that can't be told."""
    last: datetime | None
    """When it was last played; None where that can't be told."""
    fault: str | None = None
    """Why it can't be gone on with, in a sentence."""


class GameFolder:
    """The games of one folder. Listing them is always possible; playing claims the folder."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def claim(self) -> None:
        """Keep the folder for this process: two must not write one journal.

        Raises:
            JournalError: another process has it.
        """
        try:
            self._disk.claim()
        except BlockingIOError as error:
            raise JournalError(
                "Another cdgdevice is playing from this folder; stop that one first."
            ) from error
        except OSError:
            # A disk that can't even be locked can't be written by anybody: the first write will
            # say so, and the game goes on meanwhile.
            return

    def saved(self) -> tuple[SavedGame, ...]:
        """List all games, the one last played first, those with a fault at the end.

        Raises:
            JournalError: the folder can't be read.
        """
        games = [self._saved(name) for name in self._names()]
        whole = sorted((game for game in games if game.last), key=_last_played, reverse=True)
        return (*whole, *(game for game in games if game.last is None))

    def free_name(self, sheet: str) -> str:
        """Give the file name for a new game of the sheet with this id.

        Raises:
            JournalError: the folder can't be read.
        """
        numbers = [int(found[1]) for name in self._names() if (found := _NAME.fullmatch(name))]
        slug = re.sub(r"[^a-z0-9]+", "-", sheet.lower()).strip("-")
        return f"{max(numbers, default=0) + 1:04}-{slug}.journal"

    def start(self, name: str, header: Mapping[str, object]) -> Journal:
        """Make a new game, which becomes the current one; its header has a `title` and an `at`.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        self.claim()
        journal = Journal.start(self._disk, name, header)
        self.make_current(name)
        return journal

    def open(self, name: str) -> Journal:
        """Open a game that was laid aside.

        Raises:
            JournalError: it can't be read or is damaged.
        """
        self.claim()
        return Journal.open(self._disk, name)

    def current(self) -> str | None:
        """Give the file name of the game last played; None if there is none."""
        try:
            name = self._disk.read(_CURRENT).decode().strip()
            return name if name in self._disk.names() else None
        except (OSError, UnicodeDecodeError):
            return None

    def make_current(self, name: str) -> None:
        """Have the next start go on with this game."""
        if self.current() != name:
            # At worst the next start offers the game before; a broken disk shows at the next entry.
            with contextlib.suppress(OSError):
                replace(self._disk, _CURRENT, f"{name}\n".encode())

    def _names(self) -> tuple[str, ...]:
        try:
            return tuple(name for name in self._disk.names() if _NAME.fullmatch(name))
        except OSError as error:
            raise JournalError(f"The folder of games can't be read: {reason(error)}.") from error

    def _saved(self, name: str) -> SavedGame:
        try:
            written = read(self._disk, name)
            return _summary(name, written)
        except JournalError as error:
            return SavedGame(name, self._title(name), 0, None, str(error))

    def _title(self, name: str) -> str:
        """Give a damaged game's title, where at least its first line can be read."""
        try:
            header = decode(self._disk.read(name).split(b"\n")[0]).content
        except (OSError, ValueError):
            return name
        return str(header.get("title", name))


def _summary(name: str, written: Written) -> SavedGame:
    latest = written.entries[-1] if written.entries else written.header
    turn = latest.get("turn")
    title = str(written.header.get("title", name))
    try:
        return SavedGame(name, title, turn if isinstance(turn, int) else 1, read_time(latest["at"]))
    except (KeyError, ValueError):
        return SavedGame(name, title, 0, None, f"{name} was not written by cdgdevice.")


def _last_played(game: SavedGame) -> tuple[datetime, str]:
    assert game.last is not None
    return game.last, game.name
