"""What the journal keeps of one answer: when, by which hand, what, and how the game stood then."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from cdgdevice.method.die import STANDARD, Conversion, Result
from cdgdevice.method.request import New, Request, read_request, write_request


@dataclass(frozen=True, slots=True)
class ReaderDie:
    """The die of a die reader, and what its faces stood for when it was thrown."""

    uid: str
    """The reader's; empty for a simple reader that gave none."""
    pips: bool
    """The die is numbered. Else its faces are results."""
    conversion: Conversion = STANDARD
    """Turned a number into a result, or the other way round, where the game asked for that."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted answer."""

    at: datetime
    """When, with its time zone; kept in UTC to the second."""
    by: str
    """Where it came from: "button", "reader", "terminal"… "hand": dice that the player named."""
    request: Request
    turn: int
    """The game's turn after it."""
    digest: str
    """The digest of the game after it."""
    throw: tuple[int, int] | None = None
    """The die reader's (boot, sequence) of the throw in the request, so that it counts once."""
    reader: ReaderDie | None = None
    """The die that was read; None where none was, and in entries of older versions."""
    own: bool = False
    """The program threw the dice in the request; older versions did not keep that."""


def write_entry(entry: Entry) -> dict[str, object]:
    """Write an entry as the JSON object that `read_entry` reads back to an equal one."""
    throw = {} if entry.throw is None else {"throw": list(entry.throw)}
    reader = {} if entry.reader is None else {"reader": _write_reader(entry.reader)}
    own = {"own": True} if entry.own else {}
    return {
        "at": write_time(entry.at),
        "by": entry.by,
        "request": write_request(entry.request),
        **throw,
        **reader,
        **own,
        "turn": entry.turn,
        "digest": entry.digest,
    }


def read_entry(raw: Mapping[str, object]) -> Entry:
    """Read an entry.

    Raises:
        ValueError: it is not one that `write_entry` of this version writes.
    """
    match raw:
        case {
            "at": str(at),
            "by": str(by),
            "request": dict(asked),
            "turn": int(turn),
            "digest": str(digest),
        }:
            request = read_request(asked)
        case _:
            raise ValueError("not an entry")
    match raw.get("throw"):
        case None:
            throw = None
        case [int(boot), int(sequence)]:
            throw = (boot, sequence)
        case _:
            raise ValueError("not a throw")
    if isinstance(request, New):
        raise ValueError("a game begins only once")  # noqa: TRY004 - the type is right
    reader, own = _read_reader(raw.get("reader")), raw.get("own", False)
    if not isinstance(own, bool):
        raise ValueError("not a yes or no")  # noqa: TRY004 - it is data, not a type
    return Entry(read_time(at), by, request, turn, digest, throw, reader, own)


def _write_reader(die: ReaderDie) -> dict[str, object]:
    results = [result.value for result in die.conversion.results]
    conversion = {} if die.conversion == STANDARD else {"conversion": results}
    return {"uid": die.uid, "pips": die.pips, **conversion}


def _read_reader(raw: object) -> ReaderDie | None:
    match raw:
        case None:
            return None
        case {"uid": str(uid), "pips": bool(pips), "conversion": list(results)}:
            return ReaderDie(uid, pips, Conversion(tuple(map(Result, results))))
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
