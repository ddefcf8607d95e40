"""The commands of `cdgdevice reader`."""

import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from cdgdevice.columns import folded
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.firmware import board_files
from cdgdevice.gadget.reader.messages import Raw
from cdgdevice.reader_commands.calibrate import interrupted_by_signals, lead
from cdgdevice.reader_commands.flash import compare, flash
from cdgdevice.reader_commands.info import info
from cdgdevice.reader_commands.judging import judged, table
from cdgdevice.reader_commands.live import LiveView, watch
from cdgdevice.reader_commands.names import name_of
from cdgdevice.reader_commands.place import place
from cdgdevice.reader_commands.recording import (
    Recorder,
    header_of,
    new_file,
    read_recording,
    reading_of,
)
from cdgdevice.reader_commands.simulate import simulate, simulated
from cdgdevice.reader_commands.talk import Talk


def flash_reader(port: str | None, config_file: Path | None, only_check: bool) -> int:
    """Load the firmware, or only compare it with what is on the board."""
    where = place(port, config_file)
    with interrupted_by_signals():  # or the board would stay stopped
        return (compare if only_check else flash)(where, _tell, board_files())


def tell_about(port: str | None, config_file: Path | None) -> int:
    """Say who the reader is and what it knows."""
    for line in info(place(port, config_file)):
        print(line, flush=True)
    return 0


def calibrate_reader(port: str | None, config_file: Path | None) -> int:
    """Teach the reader its die, step by step."""
    where = place(port, config_file)
    with interrupted_by_signals(), Talk(where.name, baud=where.baud) as talk:
        lead(talk, input, print)
    return 0


def watch_reader(
    port: str | None,
    config_file: Path | None,
    *,
    readings: int | None,
    take: bool,
    record: Path | None,
    face: int | None,
    note: str,
) -> int:
    """Show what the reader sees until Ctrl-C, and record it if that is wished."""
    where = place(port, config_file)
    view = LiveView(sys.stdout)
    try:
        with Talk(where.name, baud=where.baud) as talk:
            if record is None:
                watch(talk, view, readings=readings, take=take)
                return 0
            hello = talk.greet()
            if "raw" not in hello.capabilities:
                raise HardwareError("This die reader shows no colours: nothing can be recorded.")
            header = header_of(hello, talk.known(), datetime.now(UTC), note)
            with new_file(record) as file:
                recorder = Recorder(file, header)
                on_top = "" if face is None else f", with {name_of(face)} on top"
                view.say(f"Recording to {record}{on_top}.")

                def keep(raw: Raw) -> None:
                    recorder.add(reading_of(raw, face, view.die))

                watch(talk, view, keep=keep, readings=readings, take=take)
    except KeyboardInterrupt:
        pass
    finally:
        view.end()
    return 0


def simulate_reader(blank: bool) -> int:
    """Be a reader without hardware until Ctrl-C, or the end of what is typed."""
    with suppress(KeyboardInterrupt), simulated(blank=blank) as reader:
        simulate(reader, sys.stdin, _tell)
    return 0


def judge_recording(file: Path) -> int:
    """Say how this program's firmware judges a recording."""
    for line in table(judged(*read_recording(file))):
        _tell(line)
    return 0


def _tell(line: str) -> None:
    print(folded(line), flush=True)
