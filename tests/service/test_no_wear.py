"""A card wears out by being written to: it is when something has happened, and else not."""

import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.disk import FolderDisk
from cdgdevice.service.notices import LOG_BURST, LOG_REFILL_SECONDS, RateLimitedLog
from tests.recorded_disk import RecordedDisk, does
from tests.service_manager import Manager
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, KNOB = Control.LEFT, Control.KNOB
READER = DieSource.READER
DAY = 86_400.0


def operations(disk: SimulatedDisk) -> list[None]:
    """Give a list that grows with everything that is done to a disk, were it only looked at."""
    done: list[None] = []
    disk.before_step = lambda: done.append(None)
    return done


def kept(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Give what would be otherwise if a file of this folder had been written."""
    files = {entry.name: entry.stat() for entry in os.scandir(folder)}
    return {name: (of.st_ino, of.st_size, of.st_mtime_ns) for name, of in files.items()}


# --- at rest ------------------------------------------------------------------------------------


def test_at_rest_the_disk_is_not_even_looked_at(tmp_path: Path) -> None:
    with Manager(tmp_path, watchdog=30.0) as manager:
        gadget = Gadget(4, manager=manager, dim_after=120, dark_after=900, shift_every=60)
        with gadget:
            gadget.press(LEFT).passes(5.0)
            done = operations(gadget.disk)
            gadget.passes(DAY / 4)
            assert gadget.dark()
            assert done == []


def test_a_reader_s_heartbeats_touch_no_disk() -> None:
    with Gadget(die=READER) as gadget:
        gadget.plug_reader().passes(5.0)
        done = operations(gadget.disk)
        gadget.passes(600.0)
        assert done == []


def test_a_screen_that_is_gone_touches_no_disk() -> None:
    with Gadget(4) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.press(LEFT).passes(5.0)
        done = operations(gadget.disk)
        gadget.passes(3600.0)
        assert done == []


def test_to_start_to_look_around_and_to_stop_writes_nothing(tmp_path: Path) -> None:
    games = tmp_path / "games"
    disk = FolderDisk(games)
    with Gadget(4, disk=disk) as gadget:
        gadget.press(LEFT).passes(1.0)
    before = kept(games)
    for _ in range(2):
        with Gadget(disk=disk) as again:
            again.passes(600.0).turn(1).turn(9).press(KNOB).turn(2).press(KNOB).passes(600.0)
    disk.release()
    assert kept(games) == before
    assert "current" in before


# --- in play ------------------------------------------------------------------------------------


def test_an_answer_is_one_line_written_and_synced_once() -> None:
    disk = RecordedDisk(SimulatedDisk())
    with Gadget(4, disk=disk) as gadget:
        gadget.press(LEFT).passes(5.0)
        before = len(disk.course)
        gadget.press(LEFT).passes(60.0)
        opened, wrote, synced = disk.course[before:]
        assert does(opened, "append")
        assert does(wrote, "write")
        assert does(synced, "sync")
        (data,) = wrote.given
        assert data.count(b"\n") == 1
        # With the facts of the table in it; a block of a file system has 4096.
        assert len(data) < 300


def test_what_is_no_answer_is_not_written() -> None:
    disk = RecordedDisk(SimulatedDisk())
    with Gadget(4, disk=disk) as gadget:
        gadget.press(LEFT).passes(5.0)
        before = len(disk.course)
        gadget.turn(1).turn(9).press(KNOB).turn(1).press(KNOB, 0.7).passes(5.0)
        gadget.says(b"\xffnoise\r\n").plug_reader().throw(3).passes(5.0).unplug_reader()
        assert disk.course[before:] == []


# --- the log ------------------------------------------------------------------------------------


def test_a_day_in_which_nothing_changes_logs_nothing() -> None:
    with Gadget(4, die=READER) as gadget:
        gadget.bus.unplug(0x3D)
        gadget.disk.make_read_only()
        gadget.press(KNOB).press(LEFT).passes(60.0)
        before = list(gadget.log)
        gadget.passes(DAY / 4)
        assert gadget.log == before


def test_a_plug_that_comes_and_goes_for_a_day_does_not_fill_the_log() -> None:
    written: list[str] = []
    with Gadget() as gadget:
        log = RateLimitedLog(written.append, gadget.time.clock)
        for _ in range(300):
            gadget.bus.unplug(0x3C)
            gadget.turn(1).turn(-1).passes(2.1)
            gadget.bus.replug(0x3C)
            gadget.passes(2.1)
            for line in gadget.log:
                log(line)
            gadget.log.clear()
        assert len(written) < LOG_BURST + gadget.time.now / LOG_REFILL_SECONDS + 1
        assert written[1].startswith("fault: No screen answers at 0x3C")


@given(st.lists(st.floats(0, 5000), max_size=150))
def test_no_line_goes_uncounted_and_there_are_never_too_many(pauses: list[float]) -> None:
    now = 0.0
    written: list[str] = []
    log = RateLimitedLog(written.append, lambda: now)
    for number, pause in enumerate(pauses):
        now += pause
        log(str(number))
    assert len(written) <= LOG_BURST + now / LOG_REFILL_SECONDS
    now += LOG_BURST * LOG_REFILL_SECONDS
    log("last")
    told = sum(int(line.split("(")[1].split()[0]) for line in written if "(" in line)
    assert len(written) + told == len(pauses) + 1
    assert written[-1].startswith("last")
