"""Makes a recording of a model: `python -m tests.reader_tools.write_model_recording`.

The firmware runs in lock-step over the modelled light. It is calibrated with a fresh die; then
each face is laid down in eight ways, fresh and worn, in stray light up to 15 % of white.
"""

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import IO

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.reader_tools.flash_firmware import read_board_files
from cdgdevice.reader_tools.sensor_recording import (
    ReadingRecorder,
    RecordedReading,
    create_file,
    make_header,
)
from firmware.simulated.light import SPECIMEN, Specimen
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import SAVED, calibrate, messages
from tests.reader_tools.firmware_on_a_port import laid_out

FILE = Path(__file__).parents[1] / "firmware" / "recordings" / "model-fresh-and-worn.jsonl"
NOTE = (
    "A model, no real sensor: the firmware under MicroPython over the modelled light of "
    "firmware/simulated. Fresh and worn stickers, stray light up to 15 % of white."
)
WORN = Specimen((0.9, 0.85, 1.0, 0.9, 0.8, 0.85))
"""The same reader; the printer laid less ink on the die's second set of stickers."""
POSITIONS, READINGS = 4, 4
"""Positions of each face with each die, and readings of each position."""
REST = 1000.0
"""Milliseconds until a die that was laid down is settled, or is said to lean."""


def write(path: Path, seed: int = 1) -> None:
    """Write the recording to `path`, which must not be there."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as where, create_file(path) as file:
        folder = laid_out(Path(where) / "board", dict(read_board_files()))
        with Board(Tray(Clock(), seed), folder) as board:
            assert calibrate(board) == SAVED
        recorder: ReadingRecorder | None = None
        for specimen in (SPECIMEN, WORN):
            with Board(Tray(Clock(), seed, specimen), folder) as board:
                board.run(REST)
                if recorder is None:
                    recorder = begin(board, file)
                for face in (0, 1, 2, 3, 4, 5, 6) * POSITIONS:
                    record(board, face, rng, recorder)


def begin(board: Board, file: IO[str]) -> ReadingRecorder:
    """Write the header."""
    board.send(reader_messages.HELLO_QUESTION + reader_messages.KNOWN_QUESTION)
    said = messages(board.run(REST))
    hello = next(each for each in said if isinstance(each, reader_messages.Hello))
    known = tuple(each for each in said if isinstance(each, reader_messages.KnownColours))
    return ReadingRecorder(file, make_header(hello, known, datetime.now(UTC), NOTE))


def record(board: Board, face: int, rng: Random, recorder: ReadingRecorder) -> None:
    """Lay the die down with `face` on top, 0 takes it away, and write down what is seen."""
    tray = board.tray
    tray.shine(rng.uniform(0.0, 0.15) * SPECIMEN.paper[3], flicker=rng.choice((0.0, 0.3)))
    tray.lift()
    if face:
        board.run(REST)
        tray.place(face)
    die = None
    board.run(REST)
    for _ in range(READINGS):
        board.send(reader_messages.RAW_QUESTION)
        for each in messages(board.run(REST + rng.uniform(0.0, 60.0))):
            if isinstance(each, reader_messages.Heartbeat | reader_messages.DieStateReport):
                die = each.die
            elif isinstance(each, reader_messages.RawReading):
                raw = each
        recorder.add(RecordedReading(raw, face, die))


if __name__ == "__main__":
    FILE.unlink(missing_ok=True)
    write(FILE)
    print(f"{FILE} is written.")
