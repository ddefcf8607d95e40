"""One emulated board for all tests of the emulated Pico: flashed, then calibrated, by command."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cdgdevice.drivers.reader.die_stickers import STICKERS
from tests.pico.emulated import PATIENCE, SLOW_CLOCK, EmulatedReader
from tests.processes import Process


def command(*words: str) -> str:
    """Run a command of cdgdevice to its good end, and give what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "cdgdevice", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | SLOW_CLOCK,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedReader]:
    """A board with MicroPython and no files, as its maker's page leaves it."""
    with EmulatedReader(tmp_path_factory.mktemp("pico")) as board:
        board.waits_for_port()
        yield board


@pytest.fixture(scope="session")
def flashed(bare: EmulatedReader) -> EmulatedReader:
    """The same with the firmware, which knows no die yet."""
    said = command("reader", "flash", "--port", bare.port)
    assert "runs cdg-reader 1.1.1" in said
    assert "does not know its die yet" in said
    return bare


@pytest.fixture(scope="session")
def calibrated(flashed: EmulatedReader) -> EmulatedReader:
    """The same when a player has done what `reader calibrate` said, and nothing else."""
    words = ("reader", "calibrate", "--port", flashed.port)
    with Process(
        [sys.executable, "-m", "cdgdevice", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | SLOW_CLOCK,
    ) as guide:
        assert guide.stdin is not None
        while (said := _asked(guide)) is not None:
            if "die out" in said:
                flashed.do("lift")
            for sticker in STICKERS:
                if re.search(rf"\b{sticker.colour}\b.* on top", said):
                    flashed.do("place", sticker.face)
            guide.stdin.write(b"\n")
            guide.stdin.flush()
        assert guide.wait(PATIENCE) == 0
    return flashed


@pytest.fixture
def reader(calibrated: EmulatedReader) -> Iterator[EmulatedReader]:
    """The calibrated reader, its tray empty and shaded; what was said before is forgotten."""
    calibrated.has_said()
    yield calibrated
    calibrated.do("lift")
    calibrated.do("shine", 0)
    calibrated.lives(1000.0)


def _asked(guide: Process[bytes]) -> str | None:
    """Give what the guide says until it waits for Enter; None when it has come to its end."""
    assert guide.stdout is not None
    said = b""
    while not said.endswith(b" "):
        ready, _, _ = select.select([guide.stdout], [], [], PATIENCE)
        assert ready, f"the guide says no more than {said!r}"
        more = guide.stdout.read1()
        if not more:
            assert b"The reader knows its die." in said, said
            return None
        said += more
    return " ".join(said.decode().split())
