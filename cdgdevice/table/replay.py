"""A game is the replay of its journal: every answer is played again, and must lead where it did."""

from collections.abc import Callable, Generator

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.method.errors import MethodError
from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.request import New, read_request
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.wire import digest
from cdgdevice.table.entry import Entry, read_entry
from cdgdevice.table.reading import Content, Written

FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""


def replay(
    name: str, written: Written, find: FindSheet, on_answer: Callable[[], None] = lambda: None
) -> tuple[History, list[Entry]]:
    """Play what the file `name` says up to where it was left; give that and the answers to it.

    `on_answer` is called after each answer: a long game takes its time.

    Raises:
        JournalError: its sheet is not to be had, or this version plays an answer otherwise.
    """
    played = replaying(name, written, find)
    while True:
        try:
            next(played)
            on_answer()
        except StopIteration as end:
            left: tuple[History, list[Entry]] = end.value
            return left


def replaying(
    name: str, written: Written, find: FindSheet
) -> Generator[None, None, tuple[History, list[Entry]]]:
    """Do the same, one answer at a time: for whoever must not be long about it."""
    try:
        history = _begun(written.header, find)
    except CdgDeviceError as error:
        raise JournalError(f"{name} can't be played: {error}") from error
    except (MethodError, ValueError) as error:
        raise JournalError(_otherwise(name, written.header, "the set-up")) from error
    entries: list[Entry] = []
    for number, raw in enumerate(written.entries, 1):
        try:
            entry = read_entry(raw)
            history = answer(history, entry.request).history
            _check(history, entry.digest)
        except (MethodError, ValueError) as error:
            raise JournalError(_otherwise(name, written.header, f"answer {number}")) from error
        entries.append(entry)
        yield
    return history, entries


def _begun(header: Content, find: FindSheet) -> History:
    asked = header.get("request")
    new = read_request(asked if isinstance(asked, dict) else {})
    if not isinstance(new, New):
        raise ValueError("a game begins with new")  # noqa: TRY004 - it is data, not a type
    history = begin(find(new.sheet), new)
    _check(history, header.get("digest"))
    return history


def _check(history: History, expected: object) -> None:
    if digest(history) != expected:
        raise ValueError("the game stands otherwise")


def _otherwise(name: str, header: Content, what: str) -> str:
    program = header.get("program")
    if not isinstance(program, str):
        program = "an unknown version"
    return (
        f"{name}: cdgdevice {__version__} plays {what} otherwise than the version that "
        f"wrote it; the game was begun with {program} and can be finished with that."
    )
