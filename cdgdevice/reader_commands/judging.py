"""Judging a recording anew: how often this program's firmware is right, wrong, or not sure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.reader.firmware import board_files
from cdgdevice.reader_commands.names import name_of
from cdgdevice.reader_commands.recording import Header, Reading


@dataclass(slots=True)
class Judged:
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


def judged(header: Header, readings: Sequence[Reading]) -> dict[int, Judged]:
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
            "The recording says of no reading what lay on top: record anew, with --face."
            if readings
            else "The recording has no readings: nothing can be judged."
        )
    judge = _judge(header)
    found: dict[int, Judged] = {}
    for reading in readings:
        if reading.face is None:
            continue
        like = judge(reading)
        counted = found.setdefault(reading.face, Judged())
        if like == reading.face:
            counted.right += 1
        elif not like:
            counted.rejected += 1
        else:
            counted.taken_for[like] = counted.taken_for.get(like, 0) + 1
    return dict(sorted(found.items()))


def table(found: dict[int, Judged]) -> Iterator[str]:
    """Give the counts as lines for a terminal."""
    yield f"{'on top':22}{'right':>8}{'rejected':>10}{'wrong':>7}"
    for face, counted in found.items():
        line = f"{name_of(face):22}{counted.right:8}{counted.rejected:10}{counted.wrong:7}"
        taken = [f"{times} as {name_of(like)}" for like, times in sorted(counted.taken_for.items())]
        yield "  ".join([line, *taken])


def _judge(header: Header) -> Callable[[Reading], int | None]:
    classify = ModuleType("classify")
    exec(board_files()["classify.py"], classify.__dict__)
    (_, *empty, _), *faces = header.known
    known = classify.Known(tuple(empty), {like: tuple(looks) for like, *looks in faces})

    def judge(reading: Reading) -> int | None:
        colours = (reading.red, reading.green, reading.blue, reading.clear)
        # What the sensor gave, as nearly as a recording tells.
        off = (0, 0, 0, reading.stray or 0)
        on = tuple(sum(each) for each in zip(colours, empty, off, strict=True))
        like: int | None = classify.judge(known, colours)[0]
        return None if classify.fault((off, on), known) else like

    return judge
