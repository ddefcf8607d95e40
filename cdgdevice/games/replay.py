"""Replay: a journal's answers are played again, from its beginning or from a checkpoint.

The facts in the journal hold how the table stood after each answer. They count more than the rules,
which may have been fixed since: if an answer leads elsewhere now, or is no longer allowed, the game
continues from the table of the facts.
"""

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.journal_format import JournalEntry, has_facts, read_entry, read_facts
from cdgdevice.games.journal_reader import CheckpointError, JournalContent, LineContent
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import read_ranges, restore_facts, write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import Json, NewGame, Request, RulesError, read_request
from cdgdevice.rules.sheet import Sheet

if TYPE_CHECKING:
    from cdgdevice.games.checkpoint import Checkpoint

FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""

_PACKED_EVERY = 32
"""After so many answers the older ones are packed while a long game is replayed."""


class ReplayedGame(Struct, frozen=True):
    """A game that was replayed."""

    history: GameHistory
    rules_changed: bool = False
    """The rules lead elsewhere now, and nobody has compared the table with the screens since."""


def replay_journal(
    name: str,
    written: JournalContent,
    find: FindSheet,
    on_answer: Callable[[], None] = lambda: None,
    checkpoint: "Checkpoint | None" = None,
) -> ReplayedGame:
    """Play what the file `name` says up to where it was left, from a checkpoint or the beginning.

    `on_answer` is called after each answer: a long game takes its time.

    Raises:
        JournalError: its sheet can't be read, or an answer in it is none that this version knows.
        CheckpointError: the journal and its checkpoint don't lead to the same table.
    """
    played = replay_entries(name, written, find, checkpoint)
    while True:
        try:
            next(played)
            on_answer()
        except StopIteration as end:
            replayed: ReplayedGame = end.value
            return replayed


def replay_entries(
    name: str, written: JournalContent, find: FindSheet, checkpoint: "Checkpoint | None" = None
) -> Generator[None, None, ReplayedGame]:
    """Do the same, one answer at a time: for a caller that must not block for long."""
    new = read_new_game(name, written.header)
    try:
        sheet = find(new.sheet)
        if checkpoint is not None and written.known is not None:
            history = checkpoint.restore(sheet, read_facts(written.known), new.names)
            changed = checkpoint.rules_changed
        else:
            history, changed = _begin_again(written.header, new, sheet)
    except CdgDeviceError as error:
        raise JournalError(f"{name} can't be played: {error}") from error
    except (RulesError, ValueError) as error:
        raise JournalError(_cannot_read(name, written.header, "the set-up")) from error
    for number, raw in enumerate(written.entries, written.before + 1):
        try:
            entry = read_entry(raw)
            history, differs = _answer(history, entry)
        except (RulesError, ValueError) as error:
            raise JournalError(_cannot_read(name, written.header, f"answer {number}")) from error
        if differs and written.known is not None:
            raise CheckpointError("the rules lead elsewhere")
        changed = differs or (changed and not entry.compared)
        if number % _PACKED_EVERY == 0:
            history = replace(history, past=history.past.pack())
        yield
    return ReplayedGame(history, changed)


def _begin_again(header: LineContent, new: NewGame, sheet: Sheet) -> tuple[GameHistory, bool]:
    """Begin the game of a journal again; return also whether the rules lead elsewhere now."""
    if not has_facts(header):
        raise JournalError("version 0.1 wrote it; `cdgdevice games convert` rewrites it.")
    facts = read_facts(header)
    if sheet.row is not None:
        new = with_ranges(new, sheet, read_ranges(facts))
    return _compare(begin_game(sheet, new), facts)


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
