"""A game is the replay of its journal: every answer is played again, and must lead where it did.

Where that is, the facts tell: what lies on the table and is counted. An answer must still be
allowed; what else is offered beside it may be otherwise by now.
"""

from collections.abc import Callable, Generator, Mapping

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.journal_format import JournalEntry, read_entry, read_facts
from cdgdevice.games.journal_reader import JournalContent, LineContent
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.requests import Json, NewGame, RulesError, read_request
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.snapshot import write_facts

FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""


def replay_journal(
    name: str,
    written: JournalContent,
    find: FindSheet,
    on_answer: Callable[[], None] = lambda: None,
) -> tuple[GameHistory, list[JournalEntry]]:
    """Play what the file `name` says up to where it was left; give that and the answers to it.

    `on_answer` is called after each answer: a long game takes its time.

    Raises:
        JournalError: its sheet can't be read, or this version plays an answer differently.
    """
    played = replay_entries(name, written, find)
    while True:
        try:
            next(played)
            on_answer()
        except StopIteration as end:
            left: tuple[GameHistory, list[JournalEntry]] = end.value
            return left


def replay_entries(
    name: str, written: JournalContent, find: FindSheet
) -> Generator[None, None, tuple[GameHistory, list[JournalEntry]]]:
    """Do the same, one answer at a time: for a caller that must not block for long."""
    try:
        history = _begin_game(written.header, find)
    except CdgDeviceError as error:
        raise JournalError(f"{name} can't be played: {error}") from error
    except (RulesError, ValueError) as error:
        raise JournalError(_replays_differently(name, written.header, "the set-up")) from error
    entries: list[JournalEntry] = []
    for number, raw in enumerate(written.entries, 1):
        try:
            entry = read_entry(raw)
            history = answer_request(history, entry.request).history
            _check_facts(history, entry.facts)
        except (RulesError, ValueError) as error:
            raise JournalError(
                _replays_differently(name, written.header, f"answer {number}")
            ) from error
        entries.append(entry)
        yield
    return history, entries


def _begin_game(header: LineContent, find: FindSheet) -> GameHistory:
    asked = header.get("request")
    new = read_request(asked if isinstance(asked, dict) else {})
    if not isinstance(new, NewGame):
        raise ValueError("a game begins with new")  # noqa: TRY004 - it is data, not a type
    history = begin_game(find(new.sheet), new)
    _check_facts(history, read_facts(header))
    return history


def _check_facts(history: GameHistory, kept: Mapping[str, Json] | None) -> None:
    if kept is not None and write_facts(history) != kept:
        raise ValueError("the game stands otherwise")


def _replays_differently(name: str, header: LineContent, what: str) -> str:
    program = header.get("program")
    if not isinstance(program, str):
        program = "an unknown version"
    return (
        f"{name}: cdgdevice {__version__} plays {what} otherwise than the version that "
        f"wrote it; the game was begun with {program} and can be finished with that."
    )
