"""The game on the table and the games laid aside: what to begin, what to go on with."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from cdgdevice.errors import JournalError
from cdgdevice.method.request import New
from cdgdevice.table import shelf
from cdgdevice.table.current import Key
from cdgdevice.table.game_folder import GameFolder, SavedGame
from cdgdevice.table.replay import FindSheet
from cdgdevice.table.tabletop import TORN, Clock, Tabletop, utc_now

_ANOTHER = (
    "Another game was begun; the old one is kept, and the next start tries it again "
    "if nothing has been played in this one."
)


class NoticeKind(Enum):
    """What became of the game last played."""

    TORN = "torn"
    """It goes on, but its last answer may be missing."""
    ANOTHER = "another"
    """It can't be gone on with, so another game was begun; it is kept."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What the player must know of how a game came to the table."""

    kind: NoticeKind
    text: str
    """One sentence or more."""


class Games:
    """One game is always on the table (`tabletop`).

    `notice` is None, or what the player must know of how it came there.
    """

    def __init__(
        self,
        folder: GameFolder,
        first: New,
        clock: Clock = utc_now,
        find: FindSheet = shelf.sheet,
        busy: Callable[[], Callable[[], None]] = lambda: lambda: None,
    ) -> None:
        """Go on with the current game; where there is none, or it can't be, begin `first`.

        `busy` is called when a game is taken up again, here and in `resume`, and gives what is
        to be called after each of its answers.

        A game begun because the current one can't be gone on with leaves the disk as it is until
        its first answer, so that the next start tries the current one again.

        Raises:
            NotAllowedError, CdgDeviceError: `first` is needed and can't be begun.
            JournalError: another process is playing from this folder.
        """
        self._folder = folder
        self._clock = clock
        self._find = find
        self._busy = busy
        self._others: tuple[tuple[str, str], ...] | None = None
        self._listed_beside: str | None = None
        self._moved: tuple[str, ...] = ()
        self.notice: Notice | None = None
        folder.claim()
        self._tabletop = self._current() or Tabletop.new(
            folder,
            first,
            clock,
            find,
            counted=folder.counted(),
            kept_at_once=self.notice is None,
        )

    @property
    def tabletop(self) -> Tabletop:
        """The game on the table."""
        return self._tabletop

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that a game's file was lost and was written anew."""
        return self._moved + self._tabletop.moved

    def others(self) -> tuple[tuple[str, str], ...]:
        """Give file name and title of every game laid aside, the one last played first.

        A game that is damaged is among them: resuming it says what is wrong with it. Their files
        are looked into when this is first asked for, and again once the game on the table is
        another one, or in another file.
        """
        if self._others is None or self._listed_beside != self._tabletop.name:
            self._others = self._laid_aside()
            self._listed_beside = self._tabletop.name
        return self._others

    def begin(self, new: New) -> None:
        """Lay the game aside and begin another one.

        Raises:
            NotAllowedError, CdgDeviceError: it can't be begun; the game stays on the table.
        """
        self._check_kept()
        counted = self._tabletop.counted
        self._lay(Tabletop.new(self._folder, new, self._clock, self._find, counted=counted))
        self.notice = None

    def resume(self, name: str) -> None:
        """Lay the game aside and go on with the one in this file.

        Raises:
            JournalError: it can't be gone on with; the game stays on the table.
        """
        if name == self._tabletop.name:
            return
        self._check_kept()
        self._lay(self._resumed(name, self._tabletop.counted))

    def _current(self) -> Tabletop | None:
        try:
            name = self._folder.current()
            return None if name is None else self._resumed(name)
        except JournalError as error:
            self.notice = Notice(NoticeKind.ANOTHER, f"{error} {_ANOTHER}")
            return None

    def _resumed(self, name: str, counted: tuple[Key, ...] = ()) -> Tabletop:
        tabletop = Tabletop.resume(
            self._folder,
            name,
            self._clock,
            self._find,
            counted=counted,
            on_answer=self._busy(),
        )
        self.notice = Notice(NoticeKind.TORN, TORN) if tabletop.torn else None
        return tabletop

    def _lay(self, tabletop: Tabletop) -> None:
        self._moved = self.moved
        self._tabletop = tabletop
        self._others = None

    def _laid_aside(self) -> tuple[tuple[str, str], ...]:
        try:
            saved = self._folder.saved()
        except JournalError:
            # The disk is failing, and the game's own `unsaved` says so.
            return ()
        editions = {(game.title, game.sheet) for game in saved}
        others = (game for game in saved if game.name != self._tabletop.name)
        return tuple((game.name, _title(game, editions)) for game in others)

    def _check_kept(self) -> None:
        """Refuse to let go of answers that are in memory only, such as of a file that is gone."""
        why = self._tabletop.save()
        if self._tabletop.waiting:
            raise JournalError(f"This game can't be laid aside while it is not saved. {why}")


def _title(game: SavedGame, editions: set[tuple[str, str]]) -> str:
    """Give what a list calls a game: its title, the edition where another shares that, its turn."""
    year = shelf.edition(game.sheet)
    shared = sum(title == game.title for title, _ in editions) > 1
    # Two digits of the year: a menu has room for 24 characters.
    edition = f"'{year[2:]}" if shared and year else ""
    turn = f"T{game.turn}" if game.turn else ""
    return " ".join(word for word in (game.title, edition, turn) if word)
