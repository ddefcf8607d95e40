"""How a journal is written: a line with its checksum, and an entry for each answer.

    12<tab>9f3c01ab<tab>{"at":"2026-11-03T19:22:05Z","by":"button","request":{"do":"undo"}}

A person can read it, and `cut -f 3 FILE` gives plain JSON Lines. The checksum is the CRC-32 of
everything else, so that no change of a single character, nor of four neighbours, goes unseen.
All is ASCII, and JSON escapes tabs and newlines: neither occurs inside a line's third part.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import Enum
from zlib import crc32

from msgspec import Struct

from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion, DieResult
from cdgdevice.rules.requests import Json, NewGame, Request, read_request, write_request

_LINE = re.compile(rb"(0|[1-9][0-9]{0,8})\t([0-9a-f]{8})\t(\{.*\})")
_AFTER_NUMBER = re.compile(rb"(?<=[0-9])\t[0-9a-f]{8}\t")
_NUMBER_AT_END = re.compile(rb"[0-9]{1,9}\Z")


class MalformedLineError(ValueError):
    """The checksum fits, so nothing was torn off, and yet this is no content of a line."""


class JournalLine(Struct, frozen=True):
    """One line, read."""

    number: int
    """0 for the header, then counting up by one: 0 to 999,999,999."""
    content: Mapping[str, object]


def encode_line(number: int, content: Mapping[str, object]) -> bytes:
    """Write a line, with its newline.

    Raises:
        TypeError, ValueError: the content is not plain JSON.
    """
    body = json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"%d\t%08x\t%s\n" % (number, crc32(b"%d\t%s" % (number, body)), body)


def decode_line(raw: bytes) -> JournalLine:
    """Read a line without its newline.

    Raises:
        MalformedLineError: it is whole, but `encode_line` never wrote it.
        ValueError: it is not whole, or not what was written.
    """
    parts = _LINE.fullmatch(raw)
    if parts is None:
        raise ValueError("not a line of a journal")
    number, checksum, body = parts.groups()
    if int(checksum, 16) != crc32(number + b"\t" + body):
        raise ValueError("the checksum does not fit")
    try:
        return JournalLine(int(number), json.loads(body))
    except (ValueError, RecursionError):
        raise MalformedLineError("no JSON object that can be read") from None


def find_line_numbers(raw: bytes) -> Iterator[int]:
    """Return the number of every line that begins in these bytes, however damaged they are.

    Of a number with more than nine digits, which no line has, only the last nine count.
    """
    # Looking for the tab is fast, however many digits there are.
    befores = (raw[max(at.start() - 9, 0) : at.start()] for at in _AFTER_NUMBER.finditer(raw))
    return (int(found[0]) for before in befores if (found := _NUMBER_AT_END.search(before)))


class AnswerSource(Enum):
    """Where an answer came from."""

    BUTTON = "button"
    """A control of the gadget; its dice are the gadget's own."""
    READER = "reader"
    """A real die in the die reader."""
    HAND = "hand"
    """A real die on the table, which the player named."""


class ReaderDie(Struct, frozen=True):
    """The die of a die reader, and what its faces stood for when it was thrown."""

    uid: str
    """The reader's; empty for a simple reader that gave none."""
    pips: bool
    """The die is numbered. Else its faces are results."""
    conversion: DieConversion = STANDARD_CONVERSION
    """Turned a number into a result, or the other way round, where the game asked for that."""


class JournalEntry(Struct, frozen=True):
    """One accepted answer."""

    at: datetime
    """When, with its time zone; kept in UTC to the second."""
    by: str
    """Where it came from: "button", "reader", "terminal"… "hand": dice that the player named."""
    request: Request
    turn: int
    """The game's turn after it."""
    facts: Mapping[str, Json]
    """What lay on the table after it."""
    throw: tuple[int, int] | None = None
    """The die reader's (boot, sequence) of the throw in the request, so that it counts once."""
    reader: ReaderDie | None = None
    """The die that was read; None where none was, and in entries of older versions."""
    own: bool = False
    """The program threw the dice in the request; older versions did not keep that."""
    compared: bool = False
    """Before it the player was asked to compare the table with the screens."""


def write_entry(entry: JournalEntry) -> dict[str, object]:
    """Write an entry as the JSON object that `read_entry` reads back to an equal one."""
    throw = {} if entry.throw is None else {"throw": list(entry.throw)}
    reader = {} if entry.reader is None else {"reader": _write_reader(entry.reader)}
    own = {"own": True} if entry.own else {}
    compared = {"compared": True} if entry.compared else {}
    return {
        "at": write_time(entry.at),
        "by": entry.by,
        "request": write_request(entry.request),
        **throw,
        **reader,
        **own,
        **compared,
        "turn": entry.turn,
        "facts": entry.facts,
    }


def read_entry(raw: Mapping[str, object]) -> JournalEntry:
    """Read an entry.

    Raises:
        ValueError: it is not one that `write_entry` of this version writes.
    """
    match raw:
        case {"at": str(at), "by": str(by), "request": dict(asked), "turn": int(turn)}:
            request = read_request(asked)
        case _:
            raise ValueError("not an entry")
    match raw.get("throw"):
        case None:
            throw = None
        case [int(boot), int(sequence)]:
            throw = (boot, sequence)
        case _:
            raise ValueError("not a roll of the die reader")
    if isinstance(request, NewGame):
        raise ValueError("a game begins only once")  # noqa: TRY004 - the type is right
    reader, facts = _read_reader(raw.get("reader")), read_facts(raw)
    own, compared = _read_flag(raw, "own"), _read_flag(raw, "compared")
    return JournalEntry(read_time(at), by, request, turn, facts, throw, reader, own, compared)


def _read_flag(raw: Mapping[str, object], name: str) -> bool:
    flag = raw.get(name, False)
    if not isinstance(flag, bool):
        raise ValueError("not a yes or no")  # noqa: TRY004 - it is data, not a type
    return flag


def has_facts(header: Mapping[str, object]) -> bool:
    """Return whether a journal keeps the facts of the table; those of version 0.1 did not."""
    return "digest" not in header


def read_facts(raw: Mapping[str, object]) -> Mapping[str, Json]:
    """Read the facts of a header or an entry.

    Raises:
        ValueError: it has none.
    """
    match raw:
        case {"facts": dict(facts)}:
            return facts
    raise ValueError("no facts of the table")


def _write_reader(die: ReaderDie) -> dict[str, object]:
    results = [result.value for result in die.conversion.results]
    conversion = {} if die.conversion == STANDARD_CONVERSION else {"conversion": results}
    return {"uid": die.uid, "pips": die.pips, **conversion}


def _read_reader(raw: object) -> ReaderDie | None:
    match raw:
        case None:
            return None
        case {"uid": str(uid), "pips": bool(pips), "conversion": list(results)}:
            return ReaderDie(uid, pips, DieConversion(tuple(map(DieResult, results))))
        case {"uid": str(uid), "pips": bool(pips)}:
            return ReaderDie(uid, pips)
    raise ValueError("not a die of a reader")


def write_time(at: datetime) -> str:
    """Write a time that knows its zone, in UTC to the second: 2026-11-03T19:22:05Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_time(text: object) -> datetime:
    """Read what `write_time` wrote.

    Raises:
        ValueError: it is no such time.
    """
    return datetime.strptime(str(text), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


ThrowKey = tuple[int, int]
"""What a die reader calls a throw: the reader's boot, and the sequence, which only grows in it."""

KEPT_READER_STARTS = 8
"""Starts of die readers whose throws are known again, more than anyone has under power at once."""


def newest_throw_keys(keys: Iterable[ThrowKey]) -> tuple[ThrowKey, ...]:
    """Return the highest key of each of the last `KEPT_READER_STARTS` boots, the latest last."""
    found: dict[int, int] = {}
    for boot, sequence in keys:
        found[boot] = max(sequence, found.pop(boot, 0))
    return tuple(found.items())[-KEPT_READER_STARTS:]


def find_throw_keys(contents: Iterable[Mapping[str, object]]) -> Iterator[ThrowKey]:
    """Return the keys of the throws in these lines of a journal, in their order."""
    for content in contents:
        match content.get("throw"):
            case [int(boot), int(sequence)]:
                yield boot, sequence
