"""One game is always on the table: begin another, continue one, and list the others."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games import sheet_library
from cdgdevice.games.exported_game import unpack_game
from cdgdevice.games.game_folder import GameFolder, SavedGame
from cdgdevice.games.journal_format import ThrowKey
from cdgdevice.games.journal_reader import parse_journal
from cdgdevice.games.open_game import (
    RULES_CHANGED_NOTICE,
    TORN_NOTICE,
    Clock,
    OpenGame,
    OpeningNotice,
    OpeningNoticeKind,
    utc_now,
)
from cdgdevice.games.replay import FindSheet, replay_journal
from cdgdevice.rules.requests import Json, NewGame
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.sentences import describe_standing, shorten_standing
from cdgdevice.rules.texts.templates import Template
from cdgdevice.rules.texts.words import BOOK_WORDS

_ANOTHER = (
    "Another game was begun; the old one is kept, and the next start tries it again "
    "if nothing has been played in this one."
)


class ImportedGame(Struct, frozen=True):
    """A game from such a file, which can be played here."""

    content: bytes
    """Its journal."""
    sheet: str
    """The id of its sheet."""


def read_game_file(packed: bytes, name: str, find: FindSheet) -> ImportedGame:
    """Return the game in the file `name`; `find` gives a sheet by its id.

    Only what can be played on here is returned: its sheet is here, and its answers are known.

    Raises:
        CdgDeviceError: it is another kind of file, is not as it was written, or can't be played.
    """
    content = unpack_game(packed, name)
    played = replay_journal(name, parse_journal(content, name), find)
    return ImportedGame(content, played.history.now.sheet.id)


class Games:
    """One game is always on the table (`tabletop`).

    `notice` is None, or what the player must know of how it came there. `asks_for_game` tells that
    it stands for the first game, which the player is still to be asked for. Any thread may read
    from `folder`.
    """

    def __init__(
        self,
        folder: GameFolder,
        first: NewGame,
        clock: Clock = utc_now,
        find: FindSheet = sheet_library.load_sheet,
        busy: Callable[[], Callable[[], None]] = lambda: lambda: None,
        *,
        ask_first: bool = False,
    ) -> None:
        """Continue the current game; if there is none, or it can't be continued, begin `first`.

        If `ask_first`, the player is still to be asked for the game, and `first` leaves nothing on
        the disk; nor does a game begun because the current one can't be continued, so that the
        next start tries that again. `busy` is called when a game is resumed, and returns what to
        call after each of its answers.

        Raises:
            NotAllowedError, CdgDeviceError: `first` can't be begun, or the folder is in use.
        """
        self.folder = folder
        self._clock = clock
        self._find = find
        self._busy = busy
        self._others: tuple[tuple[str, str], ...] | None = None
        self._played: tuple[str, ...] = ()
        self._listed_beside: str | None = None
        self.notice: OpeningNotice | None = None
        self.asks_for_game = False
        folder.claim()
        current = self._current()
        if current is None:
            self.asks_for_game = ask_first and self.notice is None
            at_once = self.notice is None and not self.asks_for_game
            counted = folder.counted()
            current = OpenGame.new(
                folder, first, clock, find, counted=counted, kept_at_once=at_once
            )
        self.tabletop = current

    def others(self) -> tuple[tuple[str, str], ...]:
        """Return file name and title of every other saved game, the one last played first.

        A game that is damaged is among them: resuming it says what is wrong with it. Their files
        are looked into when this is first asked for, and again once the game on the table is
        another one, or in another file.
        """
        if self._others is None or self._listed_beside != self.tabletop.name:
            self._others = self._laid_aside()
            self._listed_beside = self.tabletop.name
        return self._others

    def write_saved(
        self,
        current: str | None,
        write_time: Callable[[datetime], str],
        write: Callable[[str], str] = str,
    ) -> list[Json]:
        """Write the saved games for a page, the one last played first; any thread may ask.

        The file `current` has the one that is played now. `write` puts into the page's language
        which turn a game is in, by the word of its sheet (`stands`).

        Raises:
            JournalError: the folder can't be read now.
        """
        return [
            {
                "number": game.number,
                "name": game.name_given,
                "title": (*self.list_names(game), game.title)[0],
                "stands": write(describe_saved(game, self._find)),
                "last": None if game.last is None else write_time(game.last),
                "current": game.name == current,
                "fault": game.fault,
            }
            for game in self.folder.saved()
        ]

    def check(self, packed: bytes, name: str) -> ImportedGame:
        """Return the game in the file `name` from elsewhere, if it can be played here.

        Any thread may ask.

        Raises:
            CdgDeviceError: it can't; the sentence says why.
        """
        return read_game_file(packed, name, self._find)

    def keep(self, carried: ImportedGame) -> int:
        """Keep a game from elsewhere beside the others; return its number.

        Raises:
            JournalError: it could not be written.
        """
        number = self.folder.add(carried.content, carried.sheet)
        self._others = None
        return number

    def played_sheets(self) -> tuple[str, ...]:
        """Return the ids of the sheets that were played, that of the game on the table first."""
        self.others()
        now = () if self.asks_for_game else (self.tabletop.history.now.sheet.id,)
        return tuple(dict.fromkeys((*now, *self._played)))

    def begin(self, new: NewGame) -> None:
        """Lay the game aside and begin another one.

        Raises:
            NotAllowedError, CdgDeviceError: it can't be begun; the game stays on the table.
        """
        self._check_kept()
        counted = self.tabletop.counted
        self._lay(OpenGame.new(self.folder, new, self._clock, self._find, counted=counted))
        self.notice = None

    def resume(self, name: str) -> None:
        """Set the game aside and continue the one in this file.

        Raises:
            JournalError: it can't be continued; the game stays on the table.
        """
        if name == self.tabletop.name:
            return
        self._check_kept()
        self._lay(self._resumed(name, self.tabletop.counted))

    def rename(self, name: str, given: str) -> None:
        """Have the game in this file called so; without a file the game on the table.

        Raises:
            CdgDeviceError: it can't be; nothing has changed.
        """
        name = name or self.tabletop.name or ""
        if not name:
            raise JournalError("This game is not kept yet; play on, then name it.")
        self.folder.rename(name, given)
        self._others = None

    def delete(self, name: str) -> None:
        """Delete the game in this file, which is not on the table, for good.

        Raises:
            JournalError: it can't be.
        """
        if name == self.tabletop.name:
            raise JournalError("This game is on the table; begin another one, then delete it.")
        self.folder.delete(name)
        self._others = None

    def _current(self) -> OpenGame | None:
        try:
            name = self.folder.current()
            return None if name is None else self._resumed(name)
        except JournalError as error:
            self.notice = OpeningNotice(OpeningNoticeKind.ANOTHER, f"{error} {_ANOTHER}")
            return None

    def _resumed(self, name: str, counted: tuple[ThrowKey, ...] = ()) -> OpenGame:
        tabletop = OpenGame.resume(
            self.folder, name, self._clock, self._find, counted=counted, on_answer=self._busy()
        )
        self.notice = None
        if tabletop.torn:
            self.notice = OpeningNotice(OpeningNoticeKind.TORN, TORN_NOTICE)
        elif tabletop.rules_changed:
            self.notice = OpeningNotice(OpeningNoticeKind.COMPARE, RULES_CHANGED_NOTICE)
        return tabletop

    def _lay(self, tabletop: OpenGame) -> None:
        self.asks_for_game = False
        tabletop.moved_before = self.tabletop.moved
        self.tabletop = tabletop
        self._others = None

    def _laid_aside(self) -> tuple[tuple[str, str], ...]:
        try:
            saved = self.folder.saved()
        except JournalError:
            # The disk is failing, and the game's own `unsaved` says so.
            return ()
        self._played = tuple(game.sheet for game in saved if game.sheet)
        editions = {(game.title, game.sheet) for game in saved}
        others = (game for game in saved if game.name != self.tabletop.name)
        return tuple((game.name, self._title(game, editions)) for game in others)

    def _title(self, game: SavedGame, editions: set[tuple[str, str]]) -> str:
        """Return what a list calls a game: its name and turn.

        Where the player gave it none: its title, with the edition where another shares that.
        """
        stands = describe_saved(game, self._find, shorten_standing)
        if game.name_given:
            return " ".join(filter(None, (game.name_given, stands)))
        named = [game.title]
        if sum(title == game.title for title, _ in editions) > 1:
            named = [*self.list_names(game), *named]
        room = sheet_library.LONGEST_TITLE - len(f" {stands}")
        title = next((name for name in named if len(name) <= room), game.title)
        return " ".join(filter(None, (title, stands)))

    def list_names(self, game: SavedGame) -> tuple[str, ...]:
        """Return the titles of a game with its edition, the longest first; none: not known."""
        sheet = self.find_sheet(game.sheet)
        return () if sheet is None else sheet_library.shorten_editions(sheet)

    def find_sheet(self, id_: str) -> Sheet | None:
        """Return the sheet with this id; None where there is none that can be read."""
        try:
            return self._find(id_)
        except CdgDeviceError:
            return None

    def _check_kept(self) -> None:
        """Refuse to let go of answers that are in memory only, such as of a file that is gone."""
        why = self.tabletop.save()
        if self.tabletop.at_risk:
            raise JournalError(f"This game can't be left while it is not saved. {why}")


def describe_saved(game: SavedGame, find: FindSheet, describe: Template = describe_standing) -> str:
    """Return which turn or round a game is in, in its sheet's words; empty if not known."""
    try:
        words = find(game.sheet).words
    except CdgDeviceError:
        words = BOOK_WORDS
    known = game.turn if words.has_turns else game.round
    return describe(game.turn, game.round, words) if known else ""
