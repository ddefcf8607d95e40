"""Recordings of raw readings: JSON Lines, a header and then a line a reading.

Owners record what their own reader sees; a recording is judged again by any later firmware, with
the calibration that was in force when it was made.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import IO

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.reader.messages import DieState, Hello, Known, Raw

FORMAT = 1
"""The version of the format, first in the header."""


@dataclass(frozen=True, slots=True)
class Header:
    """What goes for the whole recording."""

    recording: int
    """The format's version."""
    made: str
    """Date and time of the start, as ISO 8601 says it."""
    uid: str
    """The reader's."""
    firmware: str
    note: str
    """What the owner says of it: lamp, stickers, whether it is a model."""
    known: tuple[tuple[int, int, int, int, int, int], ...]
    """What was calibrated, as `messages.Known`: the empty tray and six faces, or nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading."""

    face: int | None
    """What truly lay on top, as the owner named it: 1 to 6, 0 the empty tray, None not said."""
    die: str
    """How the reader said that the die lay: a name of `DieState`, empty before it said so."""
    red: int
    """Less the empty tray's, 0 to 65535, as are the other three."""
    green: int
    blue: int
    clear: int
    like: int | None
    """What the reader took it for: 1 to 6, 0 the empty tray, None neither."""
    margin: int | None
    """Percent, 0 to 999; None where it was not said, as is the next."""
    stray: int | None
    """The clear count without the reader's light, 0 to 65535."""


def header_of(hello: Hello, known: tuple[Known, ...], made: datetime, note: str) -> Header:
    """Give the header for what this reader will say."""
    return Header(
        FORMAT, made.isoformat(), hello.uid, hello.firmware, note, tuple(map(astuple, known))
    )


def reading_of(raw: Raw, face: int | None, die: DieState | None) -> Reading:
    """Give the reading of `raw`; the owner says that `face` is on top."""
    return Reading(face, die.value if die else "", **asdict(raw))


class Recorder:
    """Writes one recording; what is written is whole lines at any time."""

    def __init__(self, file: IO[str], header: Header) -> None:
        self._file = file
        self._write(header)

    def add(self, reading: Reading) -> None:
        """Write a reading down."""
        self._write(reading)

    def _write(self, line: Header | Reading) -> None:
        self._file.write(json.dumps(asdict(line)) + "\n")
        self._file.flush()


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """Open a file that was not there.

    Raises:
        CdgDeviceError: there is something of that name, or it can't be written.
    """
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise CdgDeviceError(f"{path} is there already: name another file.") from None
    except OSError as error:
        raise CdgDeviceError(f"{path} can't be written ({error.strerror}): name another.") from None
    with file:
        yield file


def read_recording(path: Path) -> tuple[Header, tuple[Reading, ...]]:
    """Read a recording back.

    Raises:
        CdgDeviceError: it can't be read, or a line, which is named, is none of a recording.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise CdgDeviceError(f"{path} can't be read ({why}).") from None
    if not lines:
        raise CdgDeviceError(f"{path} is empty: it is no recording.")
    number = 0

    def next_line() -> dict[str, object]:
        nonlocal number
        number += 1
        try:
            found = json.loads(lines[number - 1])
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise _WrongError("it is no JSON object")
        return found

    try:
        header = _header(next_line())
        readings = tuple(_reading(next_line()) for _ in lines[1:])
    except _WrongError as wrong:
        raise CdgDeviceError(f"{path} line {number} is no line of a recording: {wrong}.") from None
    return header, readings


class _WrongError(Exception):
    """A line says what none of a recording says; the text is the end of a sentence."""


def _header(found: dict[str, object]) -> Header:
    if found.get("recording") != FORMAT:
        raise _WrongError(f"its first line must begin a recording of format {FORMAT}")
    _expect(found, Header)
    for key in ("made", "uid", "firmware", "note"):
        if not isinstance(found[key], str):
            raise _WrongError(f"{key} must be a text")
    rows = found["known"]
    if not isinstance(rows, list) or len(rows) not in (0, 7):
        raise _WrongError("known must have seven rows, or none")
    for like, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 6 or row[0] != like:
            raise _WrongError(f"row {like + 1} of known must have six numbers, {like} first")
        for count in row:
            _whole("known", count, 65535)
    return Header(**{**found, "known": tuple(map(tuple, rows))})  # type: ignore[arg-type] # checked


def _reading(found: dict[str, object]) -> Reading:
    _expect(found, Reading)
    for key, most in _MOST.items():
        if found[key] is not None or key not in _OPTIONAL:
            _whole(key, found[key], most)
    if found["die"] != "" and found["die"] not in [each.value for each in DieState]:
        raise _WrongError("die must be how a die lies, such as SETTLED, or empty")
    return Reading(**found)  # type: ignore[arg-type] # checked


_OPTIONAL = ("face", "like", "margin", "stray")
_MOST = {
    "face": 6,
    "like": 6,
    "margin": 999,
    **dict.fromkeys(("red", "green", "blue", "clear", "stray"), 65535),
}


def _expect(found: dict[str, object], kind: type[Header | Reading]) -> None:
    keys = [each.name for each in fields(kind)]
    if set(found) != set(keys):
        raise _WrongError(f"its keys must be {', '.join(keys)}")


def _whole(key: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise _WrongError(f"{key} must be a whole number from 0 to {most}")
