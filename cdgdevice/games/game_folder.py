"""The games under way, side by side in one folder: a journal each, and which is current."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games import state_files
from cdgdevice.games.disk import Disk, disk_errors_explained, replace_file
from cdgdevice.games.exported_game import pack_game
from cdgdevice.games.journal import Journal
from cdgdevice.games.journal_format import ThrowKey, find_throw_keys, newest_throw_keys, read_time
from cdgdevice.games.journal_reader import (
    LARGEST_JOURNAL,
    JournalContent,
    JournalStart,
    parse_journal,
    read_journal,
    read_journal_bytes,
    readable_lines,
    summarize_journal,
)

_CURRENT = "current"
_GIVEN_NAMES = "names"
"""The file of what the player calls the games: beside the journals, which are only added to."""
LONGEST_GAME_NAME = 20
"""Characters: a line of a menu has room for it."""
_NAME = re.compile(r"([0-9]+)-.*\.journal")


class SavedGame(Struct, frozen=True):
    """A game in the folder, as a list of games shows it."""

    name: str
    """Its file."""
    title: str
    """The sheet's title; the file's name where the header can't be read."""
    sheet: str = ""
    """The sheet's id; empty where that is not known."""
    turn: int = 0
    """The turn that it stands in, from 1; 0 where that is not known."""
    round: int = 0
    """The round that it stands in, from 1; 0 where that is not known."""
    last: datetime | None = None
    """When it was last played; None where that is not known."""
    name_given: str = ""
    """What the player calls it; empty where it was never renamed."""
    fault: str | None = None
    """Why it can't be continued, in a sentence. Only opening it finds every fault."""

    @property
    def number(self) -> int:
        """The number of the game, which is in its name."""
        return _number(self.name)


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

        The order in which they were played is kept, for the clock may have been wrong; games from
        elsewhere, and those of long ago, come after them by their times.
        Only both ends of each file are read: the time depends on how many games there are, not
        on how long they are.

        Raises:
            JournalError: the folder can't be read now.
        """
        names = self._names()
        given = self._given_names() if names else {}
        games = [replace(self._saved(name), name_given=given.get(name, "")) for name in names]
        last = {game.name: game.last for game in games if game.last}
        whole = [game for game in games if game.name in last]
        whole.sort(key=lambda game: (last[game.name], game.name), reverse=True)
        played: tuple[int, ...] = ()
        with suppress(OSError):
            played = _played(self._last_change())
        order = {number: place for place, number in enumerate(played)}
        whole.sort(key=lambda game: order.get(game.number, len(order)))
        return (*whole, *(game for game in games if game.last is None))

    def numbered(self, number: int) -> str:
        """Return the file name of the game with this number.

        Raises:
            JournalError: there is none, or the folder can't be read now.
        """
        for name in self._names():
            if _number(name) == number:
                return name
        raise JournalError(f"There is no game {number}; `cdgdevice games` lists them.")

    def last_of(self, sheet: str) -> str | None:
        """Return the file name of the game of this sheet that was last played; None if none was.

        Raises:
            JournalError: the folder can't be read now.
        """
        return next((game.name for game in self.saved() if game.sheet == sheet), None)

    def free_name(self, sheet: str) -> str:
        """Return the file name for a new game of the sheet with this id.

        Raises:
            JournalError: the folder can't be read now.
        """
        slug = re.sub(r"[^a-z0-9]+", "-", sheet.lower()).strip("-")
        return f"{max(map(_number, self._names()), default=0) + 1:04}-{slug}.journal"

    def start(
        self, name: str, header: Mapping[str, object], counted: tuple[ThrowKey, ...] = ()
    ) -> Journal:
        """Make a new game, which becomes the current one; its header has a `title` and an `at`.

        `counted` are the die reader's throws that count already.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        self.claim()
        journal = Journal.start(self._disk, name, header)
        self.make_current(state_files.CurrentGame(name, counted=counted))
        return journal

    def rewrite(self, lost: Journal, sheet: str, counted: tuple[ThrowKey, ...]) -> Journal:
        """Write a game whose file is lost into a new one, which becomes the current one.

        It keeps its name where no game has its number. What now lies where it was stays as it is.

        Raises:
            JournalError: it could not be written; trying again is safe.
        """
        self.claim()
        taken = _number(lost.name) in map(_number, self._names())
        name = self.free_name(sheet) if taken else lost.name
        # First: what fails here leaves no file behind, so that trying again takes the same name.
        self.make_current(state_files.CurrentGame(name, lost.count, counted))
        return lost.rewrite(name)

    def open(self, name: str, known: JournalStart | None = None) -> tuple[Journal, JournalContent]:
        """Open a saved game, and return what its file says after a `known` part.

        Raises:
            JournalError: it can't be read now, is damaged, or was written by a newer version.
        """
        self.claim()
        return Journal.open(self._disk, name, known)

    def read_checkpoint(self, name: str) -> bytes | None:
        """Return the file with a saved game's checkpoint; None where there is none to be read."""
        with suppress(OSError):
            return self._disk.read(name_checkpoint(name), 0, LARGEST_JOURNAL)
        return None

    def write_checkpoint(self, name: str, content: bytes) -> None:
        """Keep a saved game's checkpoint; where the disk refuses, the next start is longer."""
        with suppress(OSError):
            replace_file(self._disk, name_checkpoint(name), content)

    def sizes(self) -> Mapping[str, int]:
        """Return the length in bytes of each game's file: it grows with every answer.

        Raises:
            JournalError: the folder can't be read now.
        """
        with disk_errors_explained(*_UNREADABLE):
            return {name: self._disk.size(name) for name in self._names()}

    def read_bytes(self, name: str) -> bytes:
        """Return what is in a game's file, without claiming the folder.

        Raises:
            JournalError: it can't be read now, or is too large to be a game.
        """
        return read_journal_bytes(self._disk, name)

    def read(self, name: str, most: int = LARGEST_JOURNAL) -> JournalContent:
        """Return what a game's file of at most so many bytes says, without claiming the folder.

        Raises:
            JournalError: it can't be read now, is too large or damaged, or was written by a newer
                version.
        """
        return read_journal(self._disk, name, most)

    def add(self, content: bytes, sheet: str) -> int:
        """Keep a journal from elsewhere as a game of its own; return its number.

        No other game is touched, and the current one stays current.

        Raises:
            JournalError: another process has the folder, or it could not be written.
        """
        self.claim()
        name = self.free_name(sheet)
        with disk_errors_explained("The game can't be written", "; nothing has changed."):
            replace_file(self._disk, name, content)
        return _number(name)

    def exchange(self, name: str, content: bytes, old_name: str) -> None:
        """Put other content in a game's file, and keep what was in it under `old_name`.

        Raises:
            JournalError: another process has the folder, or it could not be written.
        """
        self.claim()
        with disk_errors_explained(f"{name} can't be written", "; nothing has changed."):
            replace_file(self._disk, old_name, self.read_bytes(name))
            replace_file(self._disk, name, content)

    def export(self, number: int) -> bytes:
        """Return the file that carries the game with this number elsewhere.

        Raises:
            JournalError: there is none, it can't be read now, or is damaged.
        """
        name = self.numbered(number)
        content = self.read_bytes(name)
        parse_journal(content, name)  # a damaged game is not carried on
        return pack_game(content)

    def rename(self, name: str, given: str) -> None:
        """Have the game in this file called so; its journal stays as it is, byte for byte.

        Raises:
            JournalError: the name is none, another process has the folder, or it can't be written.
            CdgDeviceError: the names of the other games can't be read now.
        """
        self.claim()
        given = " ".join(given.split())
        if not given or not given.isprintable() or len(given) > LONGEST_GAME_NAME:
            raise JournalError(f"A game's name has 1 to {LONGEST_GAME_NAME} letters.")
        self._keep_names({**self._read_names(), name: given})

    def delete(self, name: str) -> None:
        """Delete the game in this file for good; not the current one.

        Raises:
            JournalError: it is the current one, another process has the folder, or the disk
                refuses.
        """
        self.check_deletion(name)
        with disk_errors_explained(f"{name} can't be deleted"):
            with suppress(FileNotFoundError):
                self._disk.remove(name_checkpoint(name))
            self._disk.remove(name)
            self._disk.sync_names()
        names = dict(self._given_names())
        if names.pop(name, None) is not None:
            # A later game may get its number; it must not get its name.
            self._keep_names(names)

    def check_deletion(self, name: str) -> None:
        """Refuse to delete a game that `delete` would refuse, before the player is asked.

        Raises:
            JournalError: it is the current one, or another process has the folder.
        """
        self.claim()
        if name == self.current():
            raise JournalError("This game goes on; begin or choose another one, then delete it.")

    def _given_names(self) -> Mapping[str, str]:
        """Return what the player calls games, by their files; nothing where that can't be read."""
        with suppress(CdgDeviceError):
            return self._read_names()
        return {}

    def _read_names(self) -> Mapping[str, str]:
        try:
            kept = state_files.read_checksummed(self._disk, _GIVEN_NAMES) or {}
        except state_files.DamagedFileError:
            kept = {}  # what it held is lost; a new name is still to be kept
        return {name: given for name, given in kept.items() if isinstance(given, str)}

    def _keep_names(self, names: Mapping[str, str]) -> None:
        with disk_errors_explained("The game's name can't be written"):
            state_files.write_checksummed(self._disk, _GIVEN_NAMES, names)

    def current(self) -> str | None:
        """Return the file name of the game to continue; None if there is no game.

        It is the one begun or chosen last; where that is not known, the one last played.

        Raises:
            JournalError: the folder can't be read now.
        """
        name = self.last_change().game
        if name in self._names():
            return name
        return next((game.name for game in self.saved()), None)

    def last_change(self) -> state_files.CurrentGame:
        """Return what was kept when games were changed last; of a lost one what the journals tell.

        Raises:
            JournalError: the folder can't be read now.
        """
        with disk_errors_explained(*_UNREADABLE):
            change = self._last_change()
        if change.game in self._names():
            return change
        return state_files.CurrentGame(counted=self._counted_in_all())

    def make_current(self, current: state_files.CurrentGame) -> None:
        """Let the next start continue this game; where it would anyway, nothing is rewritten.

        Raises:
            JournalError: it is not sure that it will; trying again is safe.
        """
        after = "; the game goes on, but is not saved."
        with disk_errors_explained("Which game goes on can't be written", after):
            last = self._last_change()
            if last.game == current.game:
                # An earlier attempt may have failed just before this.
                self._disk.sync_names()
            else:
                played = (number for number in _played(last) if number != _number(current.game))
                changed = replace(current, before=tuple(played)[: state_files.KEPT_PREVIOUS_GAMES])
                replace_file(self._disk, _CURRENT, changed.write())

    def counted(self) -> tuple[ThrowKey, ...]:
        """Return the die reader's throws that count already, as far as damage lets them be read."""
        try:
            found = list(self.last_change().counted)
        except JournalError:
            return self._counted_in_all()
        with suppress(JournalError):
            name = self.current()
            if name is not None:
                found += find_throw_keys(readable_lines(read_journal_bytes(self._disk, name)))
        return newest_throw_keys(found)

    def _counted_in_all(self) -> tuple[ThrowKey, ...]:
        """Return the throws of all games: slow, for when the last game is not known."""
        found: list[ThrowKey] = []
        with suppress(JournalError):
            for name in self._names():
                with suppress(JournalError):
                    found += find_throw_keys(readable_lines(read_journal_bytes(self._disk, name)))
        return newest_throw_keys(found)

    def _last_change(self) -> state_files.CurrentGame:
        try:
            return state_files.CurrentGame.read(
                self._disk.read(_CURRENT, 0, state_files.LONGEST_CURRENT_FILE)
            )
        except FileNotFoundError:
            return state_files.CurrentGame()

    def _names(self) -> tuple[str, ...]:
        with disk_errors_explained(*_UNREADABLE):
            return tuple(name for name in self._disk.names() if _NAME.fullmatch(name))

    def _saved(self, name: str) -> SavedGame:
        try:
            seen = summarize_journal(self._disk, name)
        except JournalError as error:
            return SavedGame(name, name, fault=str(error))
        title = _text(seen.header, "title") or name
        request = seen.header.get("request")
        sheet = _text(request, "sheet") if isinstance(request, dict) else ""
        latest = seen.header if seen.latest is None else seen.latest
        turn = 0 if seen.latest is None else latest.get("turn", 1)
        facts = None if seen.latest is None else latest.get("facts")
        round_ = facts.get("round", 0) if isinstance(facts, dict) else 0
        try:
            last = read_time(latest.get("at"))
        except ValueError:
            return SavedGame(name, title, sheet, fault=f"{name} was not written by cdgdevice.")
        turn, round_ = (each if isinstance(each, int) else 0 for each in (turn, round_))
        return SavedGame(name, title, sheet, turn, round_, last)


def _text(content: Mapping[str, object], key: str) -> str:
    found = content.get(key)
    return found if isinstance(found, str) else ""


def name_checkpoint(name: str) -> str:
    """Return the name of the file beside a game's that has its checkpoint."""
    return f"{name.removesuffix('.journal')}.checkpoint"


def _number(name: str) -> int:
    """Return the number in a game's name; 0, which no game has, where there is none."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0


def _played(change: state_files.CurrentGame) -> tuple[int, ...]:
    """Return the numbers of the current game and of those before it."""
    number = _number(change.game)
    return (number, *change.before) if number else change.before


_UNREADABLE = "The folder of games can't be read", "; try again."
