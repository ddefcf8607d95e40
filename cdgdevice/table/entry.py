"""What the journal keeps of one answer: when, by which hand, what, and how the game stood then."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from cdgdevice.method.request import New, Request, read_request, write_request


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted answer."""

    at: datetime
    """When, with its time zone; kept in UTC to the second."""
    by: str
    """Where it came from: "button", "reader", "hand", "web"…"""
    request: Request
    turn: int
    """The game's turn after it."""
    digest: str
    """The digest of the game after it."""
    throw: tuple[int, int] | None = None
    """The die reader's (boot, sequence) of the throw in the request, so that it counts once."""


def write_entry(entry: Entry) -> dict[str, object]:
    """Write an entry as the JSON object that `read_entry` reads back to an equal one."""
    throw = {} if entry.throw is None else {"throw": list(entry.throw)}
    return {
        "at": write_time(entry.at),
        "by": entry.by,
        "request": write_request(entry.request),
        **throw,
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
    return Entry(read_time(at), by, request, turn, digest, throw)


def write_time(at: datetime) -> str:
    """Write a time that knows its zone, in UTC to the second: 2026-11-03T19:22:05Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_time(text: object) -> datetime:
    """Read what `write_time` wrote.

    Raises:
        ValueError: it is no such time.
    """
    return datetime.strptime(str(text), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
