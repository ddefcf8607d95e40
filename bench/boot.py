"""How soon a start is seen on the screens: `python -m bench.boot [PROGRAM]`.

PROGRAM is `cdgdevice` as it is installed here, or say /usr/bin/cdgdevice. The bus is a FIFO that
is read here. A panel is lit by the last transfer of a picture: the first time by the splash, the
second time by the game.
"""

import os
import platform
import select
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.bus import FAST_I2C
from bench.start import environment, our_program

STARTS = 50
PATIENCE = 15.0
"""Seconds after which nothing is coming any more."""
SLOWER = 10
"""How many times longer a Pi Zero 2 W takes for the same Python, roughly."""
_PANELS = 2
_LIT = b"00af"


@dataclass(frozen=True, slots=True)
class Seen:
    """Both panels show the same thing for the first time."""

    at: float
    """Milliseconds from the start of the process."""
    sent: int
    """Bytes on the wire until then, with the address of each transfer."""


def main(arguments: list[str]) -> int:
    if os.name != "posix":
        print("This benchmark reads a FIFO: run it on Linux.", file=sys.stderr)
        return 1
    program = arguments[0] if arguments else str(Path(sys.executable).with_name("cdgdevice"))
    first, later = [], []
    for _ in range(STARTS):
        with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
            bus = f"{folder}/bus"
            os.mkfifo(bus)
            command = [program, *our_program(bus, Path(folder))[1:]]
            first.append(_start(command, bus))
            later.append(_start(command, bus))
    print(f"{program}, {STARTS} starts of each kind, {os.cpu_count()}-core {platform.machine()}\n")
    print(f"{'From the start of the process, in ms':<44} {'median':>8} {'p90':>8}")
    for what, number in (("the splash", 0), ("the game", 1)):
        for which, starts in (("the very first start", first), ("any other start", later)):
            times = [start[number].at for start in starts]
            p90 = statistics.quantiles(times, n=10)[8]
            words = f"  to {what} on both screens, {which}"
            print(f"{words:<54} {statistics.median(times):>6.0f} {p90:>8.0f}")
    print(f"\nEstimated for a Pi Zero 2 W: {SLOWER} times as long, and the wire at 400 kHz")
    for what, number in (("the splash", 0), ("the game", 1)):
        sent = statistics.median(start[number].sent for start in later)
        wire = sent / FAST_I2C * 1000
        slow = statistics.median(start[number].at for start in later) * SLOWER
        print(f"  {what}: {slow:.0f} ms + {sent:.0f} bytes in {wire:.0f} ms = {slow + wire:.0f} ms")
    return 0


def _start(command: list[str], bus: str) -> tuple[Seen, Seen]:
    """Start the program, and give when the splash and the game are seen."""
    # Open for writing too: the splash opens and closes it, which is not the end.
    fifo = os.open(bus, os.O_RDWR | os.O_NONBLOCK)
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)
    try:
        return _watch(fifo, began)
    finally:
        process.kill()
        process.communicate()
        os.close(fifo)


def _watch(fifo: int, began: float) -> tuple[Seen, Seen]:
    lit, sent, unread = 0, 0, b""
    seen: list[Seen] = []
    while len(seen) < 2:
        ready, _, _ = select.select([fifo], [], [], PATIENCE)
        if not ready:
            raise SystemExit("The program that was started has shown no game.")
        data = os.read(fifo, 65536)
        at = (time.perf_counter() - began) * 1000
        *lines, unread = (unread + data).split(b"\n")
        for line in lines:
            _, payload = line.split(b" ")
            sent += 1 + len(payload) // 2
            lit += payload == _LIT
            if payload == _LIT and lit % _PANELS == 0:
                seen.append(Seen(at, sent))
    return seen[0], seen[1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
