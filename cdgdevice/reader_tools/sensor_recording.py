"""Recordings of the sensor's raw readings, and how often this program's firmware judges them right.

JSON Lines: a header and then a line a reading. Owners record what their own reader sees; a
recording is judged again by any later firmware, with the calibration that was in force when it was
made.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import asdict, astuple

from cdgdevice.drivers.reader.reader_messages import (
    Count,
    DieState,
    Hello,
    KnownColours,
    Like,
    Margin,
    RawReading,
)
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.reader_tools.flash_firmware import load_classifier
from cdgdevice.reader_tools.reader_inspection import name_face

RECORDING_FORMAT: Literal[1] = 1
"""The version of the format, first in the header."""

_Known = tuple[Like, Count, Count, Count, Count, Count]


class RecordingHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """What goes for the whole recording."""

    recording: Literal[1]
    """The format's version."""
    made: str
    """Date and time of the start, as ISO 8601 says it."""
    uid: str
    """The reader's."""
    firmware: str
    note: str
    """What the owner says of it: lamp, stickers, whether it is a model."""
    known: tuple[_Known, ...]
    """What was calibrated, as `messages.Known`: the empty tray and six faces, or nothing."""

    def __post_init__(self) -> None:
        if self.known and [row[0] for row in self.known] != list(range(7)):
            raise ValueError("known must have seven rows, numbered from 0, or none")


class _ReadingLine(RawReading, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the file after the header: a `RecordedReading` with its `RawReading`."""

    # What a reader may leave out, a recording never does.
    like: Like | None
    margin: Margin | None
    stray: Count | None
    face: Like | None
    die: str

    def reading(self) -> "RecordedReading":
        raw = RawReading(*(getattr(self, name) for name in RawReading.__struct_fields__))
        if self.die and self.die not in {state.value for state in DieState}:
            raise ValueError("die must be how a die lies, such as SETTLED, or empty")
        return RecordedReading(raw, self.face, DieState(self.die) if self.die else None)


class RecordedReading(Struct, frozen=True):
    """One reading."""

    raw: RawReading
    """What the reader saw, and what it took that for."""
    face: int | None
    """What truly lay on top, as the owner named it: 1 to 6, 0 the empty tray, None not said."""
    die: DieState | None
    """How the reader said that the die lay; None before it said so."""

    def as_json(self) -> dict[str, object]:
        """Return the reading as a line of the recording has it."""
        die = "" if self.die is None else self.die.value
        return {"face": self.face, "die": die, **asdict(self.raw)}


def make_header(
    hello: Hello, known: tuple[KnownColours, ...], made: datetime, note: str
) -> RecordingHeader:
    """Return the header for what this reader will say.

    Raises:
        HardwareError: a line of what it has calibrated was lost.
    """
    rows = tuple(map(astuple, known))
    try:
        return RecordingHeader(
            RECORDING_FORMAT, made.isoformat(), hello.uid, hello.firmware, note, rows
        )
    except ValueError as error:
        raise HardwareError(
            "The die reader did not send all that it has calibrated: start the recording again."
        ) from error


class ReadingRecorder:
    """Writes one recording; what is written is whole lines at any time."""

    def __init__(self, file: IO[str], header: RecordingHeader) -> None:
        self._file = file
        self._write(asdict(header))

    def add(self, reading: RecordedReading) -> None:
        """Write a reading."""
        self._write(reading.as_json())

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


@contextmanager
def create_file(path: Path) -> Iterator[IO[str]]:
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


def read_recording(path: Path) -> tuple[RecordingHeader, tuple[RecordedReading, ...]]:
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
    number, readings = 1, []
    try:
        header = msgspec.json.decode(lines[0], type=RecordingHeader)
        for line in lines[1:]:
            number += 1
            readings.append(msgspec.json.decode(line, type=_ReadingLine).reading())
    except ValueError as wrong:
        raise CdgDeviceError(
            f"{path} line {number} is no line of a recording ({wrong}): remove it, or record again."
        ) from None
    return header, tuple(readings)


class FaceScore(Struct):
    """The readings of one face, as they were judged."""

    right: int = 0
    rejected: int = 0
    """Taken for no face, or in too much light: the player nudges the die, or shades it."""
    taken_for: dict[int, int] = field(default_factory=dict)
    """Readings of each other face that they were taken for: the only harm there is."""

    @property
    def wrong(self) -> int:
        """How many were taken for another face."""
        return sum(self.taken_for.values())


def judge_readings(
    header: RecordingHeader, readings: Sequence[RecordedReading]
) -> dict[int, FaceScore]:
    """Judge each reading whose face was named, with the recording's own calibration; by face.

    The classifier is the firmware's file, run as it is; what it is given differs in one thing.
    The line carries no count below zero: where there was one, a recording has zero, and the
    reader itself judged by the true count.

    Raises:
        CdgDeviceError: the recording was made with a reader that knew no faces, or says of no
            reading what lay on top.
    """
    if not header.known:
        raise CdgDeviceError(
            "The recording was made before the reader was calibrated: nothing can be judged."
        )
    if all(reading.face is None for reading in readings):
        raise CdgDeviceError(
            "The recording doesn't say what was on top: record again, with --face."
            if readings
            else "The recording has no readings: nothing can be judged."
        )
    judge = _make_judge(header)
    found: dict[int, FaceScore] = {}
    for reading in readings:
        if reading.face is None:
            continue
        like = judge(reading)
        counted = found.setdefault(reading.face, FaceScore())
        if like == reading.face:
            counted.right += 1
        elif not like:
            counted.rejected += 1
        else:
            counted.taken_for[like] = counted.taken_for.get(like, 0) + 1
    return dict(sorted(found.items()))


def format_scores(found: dict[int, FaceScore]) -> Iterator[str]:
    """Return the counts as lines for a terminal."""
    yield f"{'on top':22}{'right':>8}{'rejected':>10}{'wrong':>7}"
    for face, counted in found.items():
        line = f"{name_face(face):22}{counted.right:8}{counted.rejected:10}{counted.wrong:7}"
        taken = [
            f"{times} as {name_face(like)}" for like, times in sorted(counted.taken_for.items())
        ]
        yield "  ".join([line, *taken])


def _make_judge(header: RecordingHeader) -> Callable[[RecordedReading], int | None]:
    classify = load_classifier()
    (_, *empty, _), *faces = header.known
    known = classify.Known(tuple(empty), {like: tuple(looks) for like, *looks in faces})

    def judge(reading: RecordedReading) -> int | None:
        colours = reading.raw.colours
        # What the sensor gave, as nearly as a recording tells.
        off = (0, 0, 0, reading.raw.stray or 0)
        on = tuple(sum(each) for each in zip(colours, empty, off, strict=True))
        like: int | None = classify.judge(known, colours)[0]
        return None if classify.fault((off, on), known) else like

    return judge
