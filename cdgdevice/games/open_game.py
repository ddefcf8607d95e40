"""The game that is played: each answer is saved before it is shown."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from random import SystemRandom
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.errors import JournalError
from cdgdevice.games import sheet_library
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal import Backlog, Journal
from cdgdevice.games.journal_format import (
    JournalEntry,
    ReaderDie,
    ThrowKey,
    find_throw_keys,
    newest_throw_keys,
    write_entry,
    write_time,
)
from cdgdevice.games.journal_reader import CheckpointError, JournalContent
from cdgdevice.games.replay import FindSheet, replay_journal
from cdgdevice.games.state_files import CurrentGame
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import Json, NewGame, Request, RollDice, write_request

if TYPE_CHECKING:
    from cdgdevice.games.checkpoint import Checkpoint

Clock = Callable[[], datetime]
"""Gives the time of day with its zone."""

TORN_NOTICE = "The power was cut while an answer was being kept. Compare the cards with the screen."
"""What to tell the player of a game that was `torn`."""

RULES_CHANGED_NOTICE = (
    "The rules of this game were fixed since you played it. The screens show the table as you "
    "left it. Compare it with your cards. Where they differ, place them as the screens show."
)
"""What to tell the player of a game with `rules_changed`."""


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


ANSWERS_BETWEEN = 16
"""A new checkpoint is due after so many answers: no start plays many more again."""

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
        found: CurrentGame,
        *,
        torn: bool = False,
        rules_changed: bool = False,
        kept_at_once: bool = True,
    ) -> None:
        """Take a game as it was `found`; `start` gives its journal, which may not be there yet."""
        self.history = history
        self.answers = found.answers
        self.counted = found.counted
        self.moved_before: tuple[str, ...] = ()
        """What `moved` said of the game that was on the table before this one."""
        self.torn = torn
        self.rules_changed = rules_changed
        self._folder = folder
        self._clock = clock
        self._checkpoint_at = ANSWERS_BETWEEN
        """With so many answers a checkpoint is due."""
        self._precomputed: list[tuple[Request, _WorkedOut]] = []
        self._backlog = Backlog(start, self._rewrite, name=found.game or None, at_once=kept_at_once)

    @classmethod
    def new(
        cls,
        folder: GameFolder,
        new: NewGame,
        clock: Clock = utc_now,
        find: FindSheet = sheet_library.load_sheet,
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
        history = begin_game(sheet, new)
        folder.claim()
        header: dict[str, object] = {
            "title": sheet.title,
            "at": write_time(clock()),
            "program": __version__,
            "request": write_request(new),
            "facts": write_facts(history),
        }
        name: str | None = None

        def start() -> Journal:
            # The name is chosen once: an attempt that failed late may have left the file already.
            nonlocal name
            name = name or folder.free_name(sheet.id)
            return folder.start(name, header, counted)

        found = CurrentGame(counted=counted)
        return cls(history, folder, start, clock, found, kept_at_once=kept_at_once)

    @classmethod
    def resume(
        cls,
        folder: GameFolder,
        name: str,
        clock: Clock = utc_now,
        find: FindSheet = sheet_library.load_sheet,
        *,
        counted: tuple[ThrowKey, ...] = (),
        on_answer: Callable[[], None] = lambda: None,
    ) -> Self:
        """Continue the game in this file; it becomes the current one before its next answer.

        `counted` are throws that count in the game before it. `on_answer` is called after each
        answer that is played again.

        Raises:
            JournalError: it can't be read now, is damaged, or is none that this version knows.
        """
        checkpoint = _read_checkpoint(folder, name)
        try:
            journal, written = folder.open(name, checkpoint.start if checkpoint else None)
            replayed = replay_journal(name, written, find, on_answer, checkpoint)
        except CheckpointError:
            journal, written = folder.open(name)
            replayed = replay_journal(name, written, find, on_answer)
        known = checkpoint.counted if checkpoint and written.known else ()
        counted = _count_throws(folder, name, written, known, counted)
        found = CurrentGame(name, written.answers, counted)

        def start() -> Journal:
            folder.make_current(found)
            return journal

        changed = replayed.rules_changed
        game = cls(
            replayed.history, folder, start, clock, found, torn=written.torn, rules_changed=changed
        )
        game._checkpoint_at += written.before
        return game

    @property
    def name(self) -> str | None:
        """The game's file; None while there is none yet."""
        return self._backlog.name

    @property
    def unsaved(self) -> str | None:
        """Why the last answers would not survive a power cut, in a sentence; None if they would."""
        return self._backlog.unsaved

    @property
    def at_risk(self) -> bool:
        """Whether anything of the game is in memory only, and would be gone with it."""
        return self._backlog.at_risk

    @property
    def moved(self) -> tuple[str, ...]:
        """A sentence for each time that a game's file was lost and was written again."""
        return self.moved_before + self._backlog.moved

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
        answered = answer_request(self.history, request)
        return answered, write_facts(answered.history)

    def save(self) -> str | None:
        """Try again to write what waits, and give `unsaved`: for quiet moments and for the end."""
        self._backlog.catch_up()
        return self.unsaved

    def keep_checkpoint(self) -> GameHistory:
        """Keep a checkpoint where one is due: in a quiet moment, for it takes a while.

        Return the history, which is packed for it and says the same. What was precomputed is not
        kept. A disk that fails changes nothing.
        """
        if self.answers < self._checkpoint_at:
            return self.history
        self._checkpoint_at = self.answers + ANSWERS_BETWEEN
        self.history = replace(self.history, past=self.history.past.pack())
        # They would lead to a history that is not packed.
        self._precomputed.clear()
        start = self._backlog.measure()
        if start is not None and self.name is not None:
            from cdgdevice.games.checkpoint import Checkpoint  # no start needs it

            checkpoint = Checkpoint.make(
                self.history, start, self.counted, rules_changed=self.rules_changed
            )
            self._folder.write_checkpoint(self.name, checkpoint.write())
        return self.history

    def pack_journal(self) -> bool:
        """Make a part of the journal's copy in memory small; return whether there was one.

        It takes some milliseconds: for quiet moments.
        """
        return self._backlog.pack()

    def _rewrite(self, lost: Journal) -> Journal:
        return self._folder.rewrite(lost, self.history.now.sheet.id, self.counted)


def _read_checkpoint(folder: GameFolder, name: str) -> "Checkpoint | None":
    content = folder.read_checkpoint(name)
    if content is None:
        return None
    from cdgdevice.games.checkpoint import Checkpoint  # a new game has none

    with suppress(TypeError, ValueError):
        return Checkpoint.read(content)
    return None


def _count_throws(
    folder: GameFolder,
    name: str,
    written: JournalContent,
    known: tuple[ThrowKey, ...],
    before: tuple[ThrowKey, ...],
) -> tuple[ThrowKey, ...]:
    """Return the die reader's throws that count once the game `name` is continued.

    `known` counted before the entries in `written`, and `before` in the game on the table till now.
    """
    try:
        change = folder.last_change()
    except JournalError:
        # The disk is failing, and the game's own `unsaved` will say so.
        change = CurrentGame()
    older = change.answers - written.before if change.game == name else 0
    entries = written.entries
    return newest_throw_keys(
        [
            *known,
            *find_throw_keys(entries[: max(older, 0)]),
            *change.counted,
            *find_throw_keys(entries[max(older, 0) :]),
            *before,
        ]
    )
