"""One line of a journal: a number, a checksum and a JSON object, with a tab between them.

    12<tab>9f3c01ab<tab>{"at":"2026-11-03T19:22:05Z","by":"button","request":{"do":"undo"}}

A person can read it, and `cut -f 3 FILE` gives plain JSON Lines. The checksum is the CRC-32 of
everything else, so that no change of a single character, nor of four neighbours, goes unseen.
All is ASCII, and JSON escapes tabs and newlines: neither occurs inside a line's third part.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zlib import crc32

_LINE = re.compile(rb"(0|[1-9][0-9]{0,8})\t([0-9a-f]{8})\t(\{.*\})")
_AFTER_NUMBER = re.compile(rb"(?<=[0-9])\t[0-9a-f]{8}\t")
_NUMBER_AT_END = re.compile(rb"[0-9]{1,9}\Z")


class NoContentError(ValueError):
    """The checksum fits, so nothing was torn off, and yet this is no content of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, read."""

    number: int
    """0 for the header, then counting up by one: 0 to 999,999,999."""
    content: Mapping[str, object]


def encode(number: int, content: Mapping[str, object]) -> bytes:
    """Write a line, with its newline.

    Raises:
        TypeError, ValueError: the content is not plain JSON.
    """
    body = json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"%d\t%08x\t%s\n" % (number, _checksum(b"%d" % number, body), body)


def decode(raw: bytes) -> Line:
    """Read a line without its newline.

    Raises:
        NoContentError: it is whole, but `encode` never wrote it.
        ValueError: it is not whole, or not what was written.
    """
    parts = _LINE.fullmatch(raw)
    if parts is None:
        raise ValueError("not a line of a journal")
    number, checksum, body = parts.groups()
    if int(checksum, 16) != _checksum(number, body):
        raise ValueError("the checksum does not fit")
    try:
        return Line(int(number), json.loads(body))
    except (ValueError, RecursionError):
        raise NoContentError("no JSON object that can be read") from None


def numbers_in(raw: bytes) -> Iterator[int]:
    """Give the number of every line that begins in these bytes, however damaged they are.

    Of a number with more than nine digits, which no line has, only the last nine count.
    """
    # Looking for the tab is fast, however many digits there are.
    befores = (raw[max(at.start() - 9, 0) : at.start()] for at in _AFTER_NUMBER.finditer(raw))
    return (int(found[0]) for before in befores if (found := _NUMBER_AT_END.search(before)))


def _checksum(number: bytes, body: bytes) -> int:
    return crc32(number + b"\t" + body)
