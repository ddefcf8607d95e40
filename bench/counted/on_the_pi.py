"""Counts on the emulated Pi: `python -m bench.counted.on_the_pi FOLDER`, as its first program.

A nanosecond of its clock is an instruction of its processor, and a process's own time is what that
process was given of them, the kernel's work for it included; waiting costs nothing. So times of
processes are counts here. FOLDER is on the card, for what is synced. Each count goes to the
kernel's log in a line of its own: `COUNTED ours.start 900000000`.
"""

import os
import platform
import random
import select
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.finger import Finger
from bench.play import play_maker, play_ours
from bench.rest import rest
from bench.start import maker_program
from cdgdevice.games.checkpoint import name_program
from cdgdevice.games.journal_format import decode_line, encode_line
from cdgdevice.games.sheet_library import BUILT_IN, ENDING, read_sheet_file, sheet_ids
from cdgdevice.odds.odds import work_out_odds

ROUNDS = 12
WARM = 0.25
"""The share of the touches that comes first and is not counted: much is kept from them on."""
RESULT_MS = 60
STILL = 0.3
"""Seconds after which a touch is answered; what is done while nobody presses begins later."""
THOUGHT = 2.0
"""Seconds more until the next touch of a player who looks at the screen and the cards."""
QUIET = 4.0
"""Seconds without a byte after which a start is over."""
STARTS = 5
"""So many are counted beside the first one; the least counts."""
SETTLED = 12.0
"""Seconds after which nothing of three starts at once, and of looking ahead, is left to do."""
PATIENCE = 60.0
LONG_GAMES = Path("/run/counted/games")
"""The games that were played on the host, each in a folder named after how many answers it has."""
THROWS = 3, 1, 5, 2, 6, 4
_PANELS = 2
_LIT = b"00af"


def tell(name: str, figure: object) -> None:
    print(f"COUNTED {name} {figure}", flush=True)


class CountingFinger(Finger):
    """Rests without looking at the bus, for looking is counted too; `times` are instructions."""

    thought = THOUGHT

    def _time(self, touch: Callable[[], None]) -> None:
        before = time.process_time()
        touch()
        time.sleep(STILL)
        if self._bus.at > before:
            self.times.append((self._bus.at - before) * 1e9)
        time.sleep(self.thought)


class HastyFinger(CountingFinger):
    """Touches again as soon as a touch is answered: nothing is done meanwhile."""

    thought = 0.0


def count_our_presses(folder: str) -> None:
    tell("ours.bytes", _count_presses(folder, "ours.press", CountingFinger))


def count_our_hasty_presses(folder: str) -> None:
    _count_presses(folder, "ours.hasty_press", HastyFinger)


def _count_presses(folder: str, name: str, finger: type[CountingFinger]) -> float:
    """Count touches, and give the bytes on the wire, the median of the rounds."""
    played = play_ours(
        Path(folder),
        ROUNDS,
        RESULT_MS,
        make_finger=finger,
        clock=time.process_time,
        die=cycle(THROWS).__next__,
    )
    tell(name, _mean_touch(played["times"]))
    return statistics.median(played["bytes"])


def count_maker_presses(_: str) -> None:
    random.seed(1)
    played = play_maker(ROUNDS, CountingFinger, time.process_time)
    tell("maker.press", _mean_touch(played["times"]))
    tell("maker.bytes", statistics.median(played["bytes"]))


def _mean_touch(times: list[float]) -> int:
    return round(statistics.fmean(times[round(WARM * len(times)) :]))


class Start(NamedTuple):
    """What a start took until something is there; `ready` is 0 where systemd is told of nothing."""

    splash: int
    """The first picture, on both screens."""
    game: int
    """The last byte before the program is ready."""
    ready: int
    """READY: the buttons answer."""
    last: int
    """The last byte of all: what was thought out in a quiet moment is shown too."""


def count_starts(who: str, command: list[str], bus: str) -> None:
    """Count a first start, others, and one with nothing in memory that was on the card."""
    start = _count_least_start(command, bus)
    tell(f"{who}.splash", start.splash)
    tell(f"{who}.start", start.game)
    if start.ready:
        tell(f"{who}.ready", start.ready)
    Path("/proc/sys/vm/drop_caches").write_text("3\n")
    start = _count_start(command, bus)
    tell(f"{who}.cold_splash", start.splash)
    tell(f"{who}.cold_start", start.game)


def _count_least_start(command: list[str], bus: str) -> Start:
    """Return the least of some starts: the kernel's own work falls into others."""
    _count_start(command, bus)
    starts = [_count_start(command, bus) for _ in range(STARTS)]
    return Start(*map(min, zip(*starts, strict=True)))


def _count_start(command: list[str], bus: str) -> Start:
    fifo = os.open(bus, os.O_RDWR | os.O_NONBLOCK)
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind("")  # Linux gives it a name
    notify = "@" + systemd.getsockname()[1:].decode()
    process = subprocess.Popen(command, env={**os.environ, "NOTIFY_SOCKET": notify})
    spent = (~process.pid << 3) | 2  # the clock of another process: clock_getcpuclockid(3)
    # Whoever reads comes first, or more would be counted than the bytes that came.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    lit = splash = game = ready = last = 0
    unread = b""
    try:
        ways = fifo, systemd
        while said := select.select(ways, (), (), QUIET if lit >= _PANELS else PATIENCE)[0]:
            now = time.clock_gettime_ns(spent)
            if fifo not in said:
                if b"READY=1" in systemd.recv(1024):
                    game, ready = last, now
                continue
            last = now
            *lines, unread = (unread + os.read(fifo, 65536)).split(b"\n")
            lit += sum(line.endswith(b" " + _LIT) for line in lines)
            splash = splash or (last if lit >= _PANELS else 0)
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        process.kill()
        process.wait()
        os.close(fifo)
        systemd.close()
    return Start(splash, game or last, ready, last)


def count_our_starts(folder: str) -> None:
    bus, config = f"{folder}/bus", Path(folder) / "cdgdevice.toml"
    os.mkfifo(bus)
    config.write_text(
        'sheet = "paths-of-glory-2022"\n[reader]\nport = "none"\n[pins]\nfactory = "mock"\n'
        f'[screens]\nbus = "record:{bus}"\n'
    )
    program = ["/usr/bin/cdgdevice", "run", "--config", str(config), "--folder"]
    count_starts("ours", [*program, f"{folder}/games"], bus)
    for game in sorted(LONG_GAMES.iterdir()):
        continued = Path(folder) / game.name
        shutil.copytree(game, continued)
        _adopt_checkpoint(continued)
        start = _count_least_start([*program, str(continued)], bus)
        tell(f"ours.start_{game.name}", start.game)
        tell(f"ours.chances_{game.name}", start.last)


def _adopt_checkpoint(folder: Path) -> None:
    """Let the game's checkpoint, which the host wrote, be of the program here.

    The same code wrote it, but its files have other times. Without it, a start would play all
    answers again, which takes minutes here.
    """
    (path,) = folder.glob("*.checkpoint")
    line, _, packed = path.read_bytes().partition(b"\n")
    head = {**decode_line(line).content, "checkpoint": name_program()}
    path.write_bytes(encode_line(0, head) + packed)


def count_maker_starts(folder: str) -> None:
    bus = f"{folder}/bus"
    os.mkfifo(bus)
    count_starts("maker", maker_program(bus), bus)


def count_sheets_and_odds(_: str) -> None:
    took = []
    for id_ in sheet_ids():
        name = f"{id_}{ENDING}"
        raw = files("cdgdevice.sheets").joinpath(name).read_bytes()
        began = time.process_time_ns()
        read_sheet_file(raw, name)
        took.append(time.process_time_ns() - began)
    tell("ours.sheet", round(statistics.median(took)))
    sheet = BUILT_IN.sheet("paths-of-glory-2022")
    began = time.process_time_ns()
    work_out_odds(sheet)
    tell("ours.odds", time.process_time_ns() - began)


def watch_at_rest(_: str) -> None:
    ours, ours_watched, maker = rest(SETTLED)
    tell("ours.watched", ours_watched.wakeups)
    for who, found in (("ours", ours), ("maker", maker)):
        tell(f"{who}.wakeups", found.wakeups)
        tell(f"{who}.peak", found.peak)
        tell(f"{who}.share", found.share)


PARTS: dict[str, Callable[[str], None]] = {
    "our-starts": count_our_starts,
    "maker-starts": count_maker_starts,
    "our-presses": count_our_presses,
    "our-hasty-presses": count_our_hasty_presses,
    "maker-presses": count_maker_presses,
    "sheets": count_sheets_and_odds,
    "rest": watch_at_rest,
}
"""What is counted, each in a process of its own with a folder of its own."""


def main(folder: str, part: str | None = None) -> None:
    if part is not None:
        PARTS[part](folder)
        return
    os.sched_setaffinity(0, {1})
    tell("versions", f"Python {platform.python_version()}, Linux {platform.release()}")
    for each in PARTS:
        with TemporaryDirectory(prefix="counted-", dir=folder) as own:
            subprocess.run([sys.executable, "-m", "bench.counted.on_the_pi", own, each], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
