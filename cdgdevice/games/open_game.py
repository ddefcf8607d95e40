"""The game that is played, saved before it is shown; begin another, or continue one."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import Enum
from random import SystemRandom
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games import replay, sheet_library
from cdgdevice.games.game_folder import GameFolder, SavedGame
from cdgdevice.games.journal import Backlog, Journal
from cdgdevice.games.journal_format import JournalEntry, ReaderDie, write_entry, write_time
from cdgdevice.games.state_files import CurrentGame, ThrowKey, find_throw_keys, newest_throw_keys
from cdgdevice.rules import engine
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import Json, NewGame, Request, RollDice, write_request
from cdgdevice.rules.texts.sentences import count_turns
from cdgdevice.rules.texts.words import BOOK_WORDS

Clock = Callable[[], datetime]
"""Gives the time of day with its zone."""

TORN_NOTICE = "The power was cut while an answer was being kept. Compare the cards with the screen."
"""What to tell the player of a game that was `torn`."""

RULES_CHANGED_NOTICE = (
    "The rules of this game were fixed since you played it. The screens show the table as you "
    "left it. Compare it with your cards. Where they differ, place them as the screens show."
)
"""What to tell the player of a game with `rules_changed`."""


def utc_now() -> datetime:
    """Return the time of day, as far as this machine knows it."""
    return datetime.now(UTC)


def throw_die() -> int:
    """Throw a die with the system's cryptographic source: 1 to 6, each equally likely.

    It is the only place where chance comes in.
    """
    # The same source as `secrets`, which would load OpenSSL at each start.
    return SystemRandom().randint(1, 6)


def names_dice(request: Request) -> bool:
    """Return whether a request is a roll that says what its dice show."""
    return isinstance(request, RollDice) and bool(request.die or request.result)


def throw_missing_dice(history: GameHistory, request: Request, throw: Callable[[], int]) -> Request:
    """Return the request with dice thrown by `throw_die`, if it is a roll that brings none.

    None is thrown where the roll is not allowed, nor where dice that were taken back are kept:
    so a refusal uses up no throw of a seeded source.
    """
    if not isinstance(request, RollDice) or names_dice(request):
        return request
    now = prompt(history.now)
    side = request.side or history.now.active
    if side not in now.rollers or now.ask is None:
        return request
    missing = len(now.ask.dice) - len(history.kept_dice.get(side, ()))
    return replace(request, die=tuple(throw() for _ in range(missing)))


_WorkedOut = tuple[AnswerResult, dict[str, Json]]
"""What comes of an answer, and the facts of the table after it."""


class OpenGame:
    """A live game: `history` is how it stands, `answers` counts the answers that made it.

    `counted` are the die reader's throws that count already, in this game or in one before: of
    each start of a reader the newest.
    `torn` tells, after `resume`, that the last writing to the journal was cut short: an answer
    that was never shown may be missing, and the player compares the cards with the screen.
    `rules_changed` says that the cards may differ from what is shown; the next answer settles it.
    """

    def __init__(
        self,
        history: GameHistory,
        folder: GameFolder,
        start: Callable[[], Journal],
        clock: Clock,
        *,
        name: str | None = None,
        answers: int = 0,
        counted: tuple[ThrowKey, ...] = (),
        torn: bool = False,
        rules_changed: bool = False,
        kept_at_once: bool = True,
    ) -> None:
        self.history = history
        self.answers = answers
        self.counted = counted
        self.torn = torn
        self.rules_changed = rules_changed
        self._folder = folder
        self._clock = clock
        self._precomputed: list[tuple[Request, _WorkedOut]] = []
        self._backlog = Backlog(start, self._rewrite, name=name, at_once=kept_at_once)

    @classmethod
    def new(
        cls,
        folder: GameFolder,
        new: NewGame,
        clock: Clock = utc_now,
        find: replay.FindSheet = sheet_library.load_sheet,
        *,
        counted: tuple[ThrowKey, ...] = (),
        kept_at_once: bool = True,
    ) -> Self:
        """Begin a game; on a disk that fails it is begun all the same, and `unsaved`.

        `counted` are the die reader's throws that count already.
        Not `kept_at_once`, it gets its file, and becomes the current game, with its first answer.

        Raises:
            NotAllowedError, CdgDeviceError: the sheet or its options are not there.
            JournalError: another process is playing from this folder.
        """
        sheet = find(new.sheet)
        history = engine.begin_game(sheet, new)
        folder.claim()
        header: dict[str, object] = {
            "title": sheet.title,
            "at": write_time(clock()),
            "program": __version__,
            "request": write_request(new),
            "facts": write_facts(history),
        }
        start = _begin_entry(folder, sheet.id, header, counted)
        return cls(history, folder, start, clock, counted=counted, kept_at_once=kept_at_once)

    @classmethod
    def resume(
        cls,
        folder: GameFolder,
        name: str,
        clock: Clock = utc_now,
        find: replay.FindSheet = sheet_library.load_sheet,
        *,
        counted: tuple[ThrowKey, ...] = (),
        on_answer: Callable[[], None] = lambda: None,
    ) -> Self:
        """Continue the game in this file; it becomes the current one before its next answer.

        `counted` are throws that count in the game before it. `on_answer` is
        called after each answer that is played again.

        Raises:
            JournalError: it can't be read now, is damaged, or is none that this version knows.
        """
        journal, written = folder.open(name)
        replayed = replay.replay_journal(name, written, find, on_answer)
        answers = len(replayed.entries)
        change = _last_change(folder)
        older = change.answers if change.game == name else 0
        before, since = written.entries[:older], written.entries[older:]
        counted = newest_throw_keys(
            [*find_throw_keys(before), *change.counted, *find_throw_keys(since), *counted]
        )
        current = CurrentGame(name, answers, counted)

        def start() -> Journal:
            folder.make_current(current)
            return journal

        return cls(
            replayed.history,
            folder,
            start,
            clock,
            name=name,
            answers=answers,
            counted=counted,
            torn=written.torn,
            rules_changed=replayed.rules_changed,
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
    def at_risk(self) -> bool:
        """Whether anything of the game is in memory only, and would be gone with it."""
        return self._backlog.at_risk

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that the game's file was lost and was written again."""
        return self._backlog.moved

    def answer(
        self,
        request: Request,
        source: str,
        throw: ThrowKey | None = None,
        *,
        reader: ReaderDie | None = None,
        own: bool = False,
    ) -> AnswerResult:
        """Take an answer from "button", "reader", "hand"…, and keep it before it is shown.

        `throw` is what the die reader calls the throw in it, and `reader` whose die that was;
        `own` says that the program threw the dice in it. A disk that fails doesn't stop the
        game: `unsaved` then says so, and every later answer tries again to write all that waits.

        Raises:
            NotAllowedError: it is not allowed now; nothing has changed and nothing is written.
        """
        answered, facts = self._work_out(request)
        turn = answered.history.now.turn
        compared = self.rules_changed
        now = self._clock()
        entry = JournalEntry(now, source, request, turn, facts, throw, reader, own, compared)
        self._backlog.keep(write_entry(entry))
        self._precomputed.clear()
        self.history = answered.history
        self.rules_changed = False
        self.answers += 1
        if throw is not None:
            self.counted = newest_throw_keys([*self.counted, throw])
        return answered

    def precompute(self, request: Request) -> AnswerResult:
        """Work out an answer that may come next: if it does come, that is done already.

        It is kept until any answer has come. Nothing is written.

        Raises:
            NotAllowedError: it is not allowed now.
        """
        worked_out = self._work_out(request)
        self._precomputed.append((request, worked_out))
        return worked_out[0]

    def _work_out(self, request: Request) -> _WorkedOut:
        for foreseen, worked_out in self._precomputed:
            if foreseen == request:
                return worked_out
        answered = engine.answer_request(self.history, request)
        return answered, write_facts(answered.history)

    def save(self) -> str | None:
        """Try again to write what waits, and give `unsaved`: for quiet moments and for the end."""
        self._backlog.catch_up()
        return self.unsaved

    def _rewrite(self, lost: Journal) -> Journal:
        return self._folder.rewrite(lost, self.history.now.sheet.id, self.counted)


def _last_change(folder: GameFolder) -> CurrentGame:
    try:
        return folder.last_change()
    except JournalError:
        # The disk is failing, and the game's own `unsaved` will say so.
        return CurrentGame()


def _begin_entry(
    folder: GameFolder, sheet: str, header: dict[str, object], counted: tuple[ThrowKey, ...]
) -> Callable[[], Journal]:
    name: str | None = None

    def start() -> Journal:
        # The name is chosen once: an attempt that failed late may have left the file already.
        nonlocal name
        name = name or folder.free_name(sheet)
        return folder.start(name, header, counted)

    return start


_ANOTHER = (
    "Another game was begun; the old one is kept, and the next start tries it again "
    "if nothing has been played in this one."
)


class OpeningNoticeKind(Enum):
    """What became of the game last played."""

    TORN = "torn"
    """It goes on, but its last answer may be missing."""
    COMPARE = "compare"
    """It goes on, but the cards may lie differently than the screens show."""
    ANOTHER = "another"
    """It can't be continued, so another game was begun; it is kept."""


class OpeningNotice(Struct, frozen=True):
    """What the player must know of how a game came to the table."""

    kind: OpeningNoticeKind
    text: str
    """One sentence or more."""


class ImportRequested(Struct, frozen=True):
    """A game from elsewhere must be kept beside the others: an event, for whoever plays."""

    game: replay.ImportedGame
    tell: Callable[[int | CdgDeviceError], None]
    """Is told the number that the game has now, or why it was not kept."""


class Games:
    """One game is always on the table (`tabletop`).

    `notice` is None, or what the player must know of how it came there. `asks_for_game` tells that
    it stands for the first game, which the player is still to be asked for.
    """

    def __init__(
        self,
        folder: GameFolder,
        first: NewGame,
        clock: Clock = utc_now,
        find: replay.FindSheet = sheet_library.load_sheet,
        busy: Callable[[], Callable[[], None]] = lambda: lambda: None,
        *,
        ask_first: bool = False,
    ) -> None:
        """Continue the current game; where there is none, or it can't be, begin `first`.

        To `ask_first` is to lay `first` out only until the player has said which game to begin:
        it leaves nothing on the disk.

        `busy` is called when a game is taken up again, here and in `resume`, and gives what is
        to be called after each of its answers.

        A game begun because the current one can't be continued leaves the disk as it is until
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
        self._played: tuple[str, ...] = ()
        self._listed_beside: str | None = None
        self._moved: tuple[str, ...] = ()
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
        self._tabletop = current

    @property
    def tabletop(self) -> OpenGame:
        """The game on the table."""
        return self._tabletop

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that a game's file was lost and was written again."""
        return self._moved + self._tabletop.moved

    def others(self) -> tuple[tuple[str, str], ...]:
        """Return file name and title of every other saved game, the one last played first.

        A game that is damaged is among them: resuming it says what is wrong with it. Their files
        are looked into when this is first asked for, and again once the game on the table is
        another one, or in another file.
        """
        if self._others is None or self._listed_beside != self._tabletop.name:
            self._others = self._laid_aside()
            self._listed_beside = self._tabletop.name
        return self._others

    def saved(self) -> tuple[SavedGame, ...]:
        """List all saved games, the one last played first. Any thread may ask.

        Raises:
            JournalError: the folder can't be read now.
        """
        return self._folder.saved()

    def export(self, number: int) -> bytes:
        """Return the file that carries a saved game elsewhere. Any thread may ask.

        Raises:
            JournalError: there is no such game, it can't be read now, or is damaged.
        """
        return self._folder.export(number)

    def check(self, packed: bytes, name: str) -> replay.ImportedGame:
        """Return the game in the file `name` from elsewhere, if it can be played here.

        Any thread may ask.

        Raises:
            CdgDeviceError: it can't; the sentence says why.
        """
        return replay.read_game_file(packed, name, self._find)

    def keep(self, carried: replay.ImportedGame) -> int:
        """Keep a game from elsewhere beside the others; return its number.

        Raises:
            JournalError: it could not be written.
        """
        number = self._folder.add(carried.content, carried.sheet)
        self._others = None
        return number

    def played_sheets(self) -> tuple[str, ...]:
        """Return the ids of the sheets that were played, that of the game on the table first."""
        self.others()
        now = () if self.asks_for_game else (self._tabletop.history.now.sheet.id,)
        return tuple(dict.fromkeys((*now, *self._played)))

    def begin(self, new: NewGame) -> None:
        """Lay the game aside and begin another one.

        Raises:
            NotAllowedError, CdgDeviceError: it can't be begun; the game stays on the table.
        """
        self._check_kept()
        counted = self._tabletop.counted
        self._lay(OpenGame.new(self._folder, new, self._clock, self._find, counted=counted))
        self.notice = None

    def resume(self, name: str) -> None:
        """Set the game aside and continue the one in this file.

        Raises:
            JournalError: it can't be continued; the game stays on the table.
        """
        if name == self._tabletop.name:
            return
        self._check_kept()
        self._lay(self._resumed(name, self._tabletop.counted))

    def rename(self, name: str, given: str) -> None:
        """Have the game in this file called so; without a file the game on the table.

        Raises:
            JournalError: it can't be; nothing has changed.
        """
        name = name or self._tabletop.name or ""
        if not name:
            raise JournalError("This game is not kept yet; play on, then name it.")
        self._folder.rename(name, given)
        self._others = None

    def delete(self, name: str) -> None:
        """Delete the game in this file, which is not on the table, for good.

        Raises:
            JournalError: it can't be.
        """
        if name == self._tabletop.name:
            raise JournalError("This game is on the table; begin another one, then delete it.")
        self._folder.delete(name)
        self._others = None

    def _current(self) -> OpenGame | None:
        try:
            name = self._folder.current()
            return None if name is None else self._resumed(name)
        except JournalError as error:
            self.notice = OpeningNotice(OpeningNoticeKind.ANOTHER, f"{error} {_ANOTHER}")
            return None

    def _resumed(self, name: str, counted: tuple[ThrowKey, ...] = ()) -> OpenGame:
        tabletop = OpenGame.resume(
            self._folder,
            name,
            self._clock,
            self._find,
            counted=counted,
            on_answer=self._busy(),
        )
        self.notice = _notice_of(tabletop)
        return tabletop

    def _lay(self, tabletop: OpenGame) -> None:
        self.asks_for_game = False
        self._moved = self.moved
        self._tabletop = tabletop
        self._others = None

    def _laid_aside(self) -> tuple[tuple[str, str], ...]:
        try:
            saved = self._folder.saved()
        except JournalError:
            # The disk is failing, and the game's own `unsaved` says so.
            return ()
        self._played = tuple(game.sheet for game in saved if game.sheet)
        editions = {(game.title, game.sheet) for game in saved}
        others = (game for game in saved if game.name != self._tabletop.name)
        return tuple((game.name, self._title(game, editions)) for game in others)

    def _title(self, game: SavedGame, editions: set[tuple[str, str]]) -> str:
        """Return what a list calls a game: its name and turn.

        Where the player gave it none: its title, with the edition where another shares that.
        """
        counted, number = find_turn_or_round(game, self._find)
        stands = f"{counted[:1].upper()}{number}" if number else ""
        if game.name_given:
            return " ".join(filter(None, (game.name_given, stands)))
        year = sheet_library.name_edition(game.sheet)
        shared = sum(title == game.title for title, _ in editions) > 1
        # Two digits of the year: a menu has room for 24 characters.
        edition = f"'{year[2:]}" if shared and year else ""
        return " ".join(filter(None, (game.title, edition, stands)))

    def _check_kept(self) -> None:
        """Refuse to let go of answers that are in memory only, such as of a file that is gone."""
        why = self._tabletop.save()
        if self._tabletop.at_risk:
            raise JournalError(f"This game can't be left while it is not saved. {why}")


def _notice_of(tabletop: OpenGame) -> OpeningNotice | None:
    if tabletop.torn:
        return OpeningNotice(OpeningNoticeKind.TORN, TORN_NOTICE)
    if tabletop.rules_changed:
        return OpeningNotice(OpeningNoticeKind.COMPARE, RULES_CHANGED_NOTICE)
    return None


def find_turn_or_round(game: SavedGame, find: replay.FindSheet) -> tuple[str, int]:
    """Return what its sheet calls that which a game counts, and the number; 0 if not known."""
    try:
        words = find(game.sheet).words
    except CdgDeviceError:
        words = BOOK_WORDS
    return count_turns(game.turn, game.round, words)
