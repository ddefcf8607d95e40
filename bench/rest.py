"""What the programs do while nobody touches anything, and the memory they hold meanwhile."""

import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.start import environment, maker_program, our_program

SETTLED = 3.0
"""Seconds after the start when nothing of it is left to do."""
WATCHED = 15.0
"""Seconds that are watched: one sign of life to a watchdog of 30."""
WATCHDOG_USEC = "30000000"
"""As the unit in `systemd/` has it."""


@dataclass(frozen=True, slots=True)
class AtRest:
    wakeups: float
    """A second, of all threads."""
    peak: float
    """Most memory ever resident, in MiB."""
    share: float | None
    """Memory that is this process's own or its share of what others use too, in MiB."""


def rest(settled: float = SETTLED) -> tuple[AtRest, AtRest, AtRest]:
    """Return ours alone, ours as systemd starts it, and the maker's; watched at the same time.

    They are watched from `settled` seconds after their start.
    """
    with (
        TemporaryDirectory(prefix="cdgdevice-bench-") as alone,
        TemporaryDirectory(prefix="cdgdevice-bench-") as watched,
        TemporaryDirectory(prefix="cdgdevice-bench-") as makers,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd,
    ):
        notify = f"{watched}/notify"
        systemd.bind(notify)
        folders = [Path(folder) for folder in (alone, watched, makers)]
        buses = [str(folder / "bus") for folder in folders]
        programs = [
            (our_program(buses[0], folders[0]), environment()),
            (
                our_program(buses[1], folders[1]),
                environment(NOTIFY_SOCKET=notify, WATCHDOG_USEC=WATCHDOG_USEC),
            ),
            (maker_program(buses[2]), environment()),
        ]
        running = [
            subprocess.Popen(program, env=env, stderr=subprocess.DEVNULL)
            for program, env in programs
        ]
        try:
            time.sleep(settled)
            before = [switches(process.pid) for process in running]
            began = time.monotonic()
            time.sleep(WATCHED)
            passed = time.monotonic() - began
            found = [
                AtRest((switches(process.pid) - then) / passed, *memory(process.pid))
                for process, then in zip(running, before, strict=True)
            ]
        finally:
            for process in running:
                process.terminate()
                process.wait()
    ours, ours_watched, maker = found
    return ours, ours_watched, maker


def switches(pid: int) -> int:
    """Count how often the threads of a process have gone to sleep by themselves so far."""
    return sum(
        number(status.read_text(), "voluntary_ctxt_switches")
        for status in Path(f"/proc/{pid}/task").glob("*/status")
    )


def memory(pid: int) -> tuple[float, float | None]:
    """Return the peak and, where the kernel tells it, the share, in MiB."""
    peak = number(Path(f"/proc/{pid}/status").read_text(), "VmHWM") / 1024
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return peak, None
    return peak, number(rollup, "Pss") / 1024


def number(text: str, name: str) -> int:
    """Return the number after `name:` in a file of /proc."""
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name}:"))
