"""The game that is played: each answer is saved before it is shown, and played again to resume it.

The facts in the journal hold how the table stood after each answer. They count more than the rules,
which may have been fixed since: if an answer leads elsewhere now, or is no longer allowed, the game
continues from the table of the facts.
"""

from collections.abc import Callable, Generator, Mapping
from datetime import UTC, datetime
from random import SystemRandom
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games import sheet_library
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal import Backlog, Journal
from cdgdevice.games.journal_format import (
    JournalEntry,
    ReaderDie,
    has_facts,
    read_entry,
    read_facts,
    write_entry,
    write_time,
)
from cdgdevice.games.journal_reader import JournalContent, LineContent
from cdgdevice.games.state_files import CurrentGame, ThrowKey, find_throw_keys, newest_throw_keys
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.facts import read_ranges, restore_facts, write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import (
    Json,
    NewGame,
    Request,
    RollDice,
    RulesError,
    read_request,
    write_request,
)
from cdgdevice.rules.sheet import Sheet

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


FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""


class ReplayedGame(Struct, frozen=True):
    """A game that was replayed."""

    history: GameHistory
    entries: tuple[JournalEntry, ...]
    rules_changed: bool = False
    """The rules lead elsewhere now, and nobody has compared the table with the screens since."""


def replay_journal(
    name: str,
    written: JournalContent,
    find: FindSheet,
    on_answer: Callable[[], None] = lambda: None,
) -> ReplayedGame:
    """Play what the file `name` says up to where it was left.

    `on_answer` is called after each answer: a long game takes its time.

    Raises:
        JournalError: its sheet can't be read, or an answer in it is none that this version knows.
    """
    played = replay_entries(name, written, find)
    while True:
        try:
            next(played)
            on_answer()
        except StopIteration as end:
            replayed: ReplayedGame = end.value
            return replayed


def replay_entries(
    name: str, written: JournalContent, find: FindSheet
) -> Generator[None, None, ReplayedGame]:
    """Do the same, one answer at a time: for a caller that must not block for long."""
    new = read_new_game(name, written.header)
    try:
        sheet = find(new.sheet)
        if not has_facts(written.header):
            raise JournalError("version 0.1 wrote it; `cdgdevice games convert` rewrites it.")
        facts = read_facts(written.header)
        if sheet.row is not None:
            new = with_ranges(new, sheet, read_ranges(facts))
        history, changed = _compare(begin_game(sheet, new), facts)
    except CdgDeviceError as error:
        raise JournalError(f"{name} can't be played: {error}") from error
    except (RulesError, ValueError) as error:
        raise JournalError(_cannot_read(name, written.header, "the set-up")) from error
    entries: list[JournalEntry] = []
    for number, raw in enumerate(written.entries, 1):
        try:
            entry = read_entry(raw)
            history, differs = _answer(history, entry)
        except (RulesError, ValueError) as error:
            raise JournalError(_cannot_read(name, written.header, f"answer {number}")) from error
        changed = differs or (changed and not entry.compared)
        entries.append(entry)
        yield
    return ReplayedGame(history, tuple(entries), changed)


def read_new_game(name: str, header: LineContent) -> NewGame:
    """Return the request that began the game in the file `name`.

    Raises:
        JournalError: there is none that this version knows.
    """
    asked = header.get("request")
    try:
        new = read_request(asked if isinstance(asked, dict) else {})
    except RulesError as error:
        raise JournalError(_cannot_read(name, header, "the set-up")) from error
    if not isinstance(new, NewGame):
        raise JournalError(_cannot_read(name, header, "the set-up"))
    return new


def with_ranges(new: NewGame, sheet: Sheet, ranges: Mapping[Space, int]) -> NewGame:
    """Return a new game with the ranges with which it began, if its sheet has others now."""
    assert sheet.row is not None
    options = {
        range_option_of(space): high
        for space, high in ranges.items()
        if high != sheet.row.ranges[space]
    }
    return replace(new, options=tuple((options | dict(new.options)).items()))


def _answer(history: GameHistory, entry: JournalEntry) -> tuple[GameHistory, bool]:
    """Play an answer again; return also whether the rules lead elsewhere now."""
    try:
        return _compare(answer_again(history, entry.request), entry.facts)
    except RulesError:
        return restore_facts(history, entry.facts), True


def answer_again(history: GameHistory, request: Request) -> GameHistory:
    """Play an answer of a journal again.

    Version 0.2 let another card be nominated after an undo of the dice.

    Raises:
        NotAllowedError: it is not allowed any more.
    """
    try:
        return answer_request(history, request).history
    except RulesError:
        if not history.now.kept_nominations:
            raise
        free = replace(history, now=replace(history.now, kept_nominations={}))
        return answer_request(free, request).history


def _compare(history: GameHistory, facts: Mapping[str, Json]) -> tuple[GameHistory, bool]:
    if write_facts(history) == facts:
        return history, False
    return restore_facts(history, facts), True


def _cannot_read(name: str, header: LineContent, what: str) -> str:
    program = header.get("program")
    if not isinstance(program, str):
        program = "an unknown version"
    return (
        f"{name}: cdgdevice {__version__} can't read {what}; the game was begun with {program} "
        "and can be finished with that."
    )


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
        journal, written = folder.open(name)
        replayed = replay_journal(name, written, find, on_answer)
        counted = _count_throws(folder, name, written.entries, counted)
        found = CurrentGame(name, len(replayed.entries), counted)

        def start() -> Journal:
            folder.make_current(found)
            return journal

        changed = replayed.rules_changed
        return cls(
            replayed.history, folder, start, clock, found, torn=written.torn, rules_changed=changed
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

    def _rewrite(self, lost: Journal) -> Journal:
        return self._folder.rewrite(lost, self.history.now.sheet.id, self.counted)


def _count_throws(
    folder: GameFolder,
    name: str,
    entries: tuple[LineContent, ...],
    before: tuple[ThrowKey, ...],
) -> tuple[ThrowKey, ...]:
    """Return the die reader's throws that count once the game `name` is continued."""
    try:
        change = folder.last_change()
    except JournalError:
        # The disk is failing, and the game's own `unsaved` will say so.
        change = CurrentGame()
    older = change.answers if change.game == name else 0
    return newest_throw_keys(
        [
            *find_throw_keys(entries[:older]),
            *change.counted,
            *find_throw_keys(entries[older:]),
            *before,
        ]
    )
