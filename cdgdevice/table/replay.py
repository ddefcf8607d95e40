"""A game is the replay of its journal: every answer is played again, and must lead where it did."""

from collections.abc import Callable

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.method.errors import MethodError
from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.request import New, read_request
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.wire import digest
from cdgdevice.table.entry import Entry, read_entry
from cdgdevice.table.journal import Journal

FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""


def replay(journal: Journal, find: FindSheet) -> tuple[History, list[Entry]]:
    """Play a journal's game up to where it was left; give that and the answers that led there.

    Raises:
        JournalError: its sheet is not to be had, or this version plays an answer otherwise.
    """
    try:
        history = _begun(journal, find)
    except CdgDeviceError as error:
        raise JournalError(f"{journal.name} can't be played: {error}") from error
    except (MethodError, ValueError) as error:
        raise JournalError(_otherwise(journal, "the set-up")) from error
    entries: list[Entry] = []
    for number, raw in enumerate(journal.entries, 1):
        try:
            entry = read_entry(raw)
            history = answer(history, entry.request).history
            _check(history, entry.digest)
        except (MethodError, ValueError) as error:
            raise JournalError(_otherwise(journal, f"answer {number}")) from error
        entries.append(entry)
    return history, entries


def _begun(journal: Journal, find: FindSheet) -> History:
    asked = journal.header.get("request")
    new = read_request(asked if isinstance(asked, dict) else {})
    if not isinstance(new, New):
        raise ValueError("a game begins with new")  # noqa: TRY004 - it is data, not a type
    history = begin(find(new.sheet), new)
    _check(history, journal.header.get("digest"))
    return history


def _check(history: History, expected: object) -> None:
    if digest(history) != expected:
        raise ValueError("the game stands otherwise")


def _otherwise(journal: Journal, what: str) -> str:
    program = journal.header.get("program", "an unknown one")
    return (
        f"{journal.name}: cdgdevice {__version__} plays {what} otherwise than the version that "
        f"wrote it; the game was begun with {program} and can be finished with that."
    )
