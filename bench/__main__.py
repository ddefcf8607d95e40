"""Compare this gadget with the script a maker would write: `make bench`."""

import json
import os
import platform
import statistics
import subprocess
import sys
from datetime import UTC, datetime

from bench.bus import FAST_I2C, FAST_SPI
from bench.imports import compare_imports
from bench.play import FLASH_MS, TOUCHES, Played
from bench.rest import WATCHED, rest
from bench.sheets import reading
from bench.start import start_maker, start_ours
from bench.table import Row, table

DISK, MEMORY = "/var/tmp", "/dev/shm"
RUNS, ROUNDS, STARTS = 4, 20, 5


def main() -> int:
    if not (os.path.isdir("/proc/self/task") and os.path.isdir(MEMORY)):  # noqa: PTH112
        print("The benchmark reads /proc and writes to /dev/shm: run it on Linux.", file=sys.stderr)
        return 1
    # In turns, so that a busy minute of the machine falls on all alike.
    played: dict[str, list[Played]] = {DISK: [], MEMORY: [], "maker": [], "plain": [], "spi": []}
    for _ in range(RUNS):
        for who in (DISK, MEMORY, "maker"):
            played[who].append(_play(who, ROUNDS))
    played["plain"].append(_play(MEMORY, ROUNDS // 2, "0"))
    played["spi"].append(_play(MEMORY, ROUNDS, str(FLASH_MS), "/dev/spidev0"))
    starts = [(*start_ours(), start_maker()) for _ in range(STARTS)]
    at_rest = rest()
    ours_alone, ours_watched, maker_at_rest = at_rest
    disk, memory, maker = (_times(played[who]) for who in (DISK, MEMORY, "maker"))
    wire, plain_wire, maker_wire = (_bytes(played[who]) for who in (DISK, "plain", "maker"))
    first, again, makers = zip(*starts, strict=True)
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, "
        f"{os.cpu_count()}-core {platform.machine()} machine; {len(disk)} presses each\n"
    )
    rows = [
        "A press, from the pin's edge to the last byte at the bus, in ms",
        Row("median, games on the disk", _median(disk), _median(maker), 2),
        Row("p99,    games on the disk", _p99(disk), _p99(maker), 2),
        Row("median, games on a memory disk", _median(memory), _median(maker), 2),
        Row("p99,    games on a memory disk", _p99(memory), _p99(maker), 2),
        "A round: roll, highlight, choose, done",
        Row("bytes on the wire", wire, maker_wire),
        Row("bytes, result not shown full-screen", plain_wire, maker_wire),
        Row("ms on a bus at 400 kHz (computed)", _on_the_bus(wire), _on_the_bus(maker_wire), 1),
        "From the start of the process, in ms",
        Row("to the first pixels", _first(again), _first(makers)),
        Row("to the first pixels, the very first start", _first(first), _first(makers)),
        Row("to the game on both screens", _shown(again), _shown(makers)),
        f"At rest, no die reader, watched for {WATCHED:g} s",
        Row("wake-ups a second", ours_alone.wakeups, maker_at_rest.wakeups, 2),
        Row("the same under systemd's watchdog", ours_watched.wakeups, maker_at_rest.wakeups, 2),
        Row("peak resident memory, MiB", ours_alone.peak, maker_at_rest.peak, 1),
        Row("proportional share of memory, MiB", ours_alone.share, maker_at_rest.share, 1),
    ]
    print(table(rows))
    touches = (f"{touch} {_bytes(played[DISK], touch):,.0f}" for touch in TOUCHES)
    print(f"\nOf this gadget's bytes on the wire, medians: {'; '.join(touches)}.")
    spi_wire, spi_times = _bytes(played["spi"]), _times(played["spi"])
    print(
        f"\nThe same rounds with the screens on SPI: {spi_wire:,.0f} bytes, "
        f"{spi_wire / FAST_SPI * 1000:.1f} ms at {FAST_SPI * 8 / 1e6:g} MHz\n"
        f"(computed); a press takes {_median(spi_times):.2f} ms, with the games on a memory disk."
    )
    print(
        "\nThis gadget syncs every answer to its journal before it shows it; the maker's\n"
        "script keeps nothing. The pins are gpiozero's mock pins for both: on a Pi, the\n"
        "way to the pins adds wake-ups of its own."
    )
    print(f"\n{reading()}")
    print(compare_imports())
    return 0


def _play(who: str, rounds: int, *more: str) -> Played:
    command = [sys.executable, "-m", "bench.play", who, str(rounds), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    played: Played = json.loads(done.stdout)
    return played


def _times(runs: list[Played]) -> list[float]:
    return [time for run in runs for time in run["times"]]


def _bytes(runs: list[Played], touch: str = "bytes") -> float:
    return statistics.median(sent for run in runs for sent in run[touch])


def _median(times: list[float]) -> float:
    return statistics.median(times)


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _on_the_bus(sent: float) -> float:
    return sent / FAST_I2C * 1000


def _first(starts) -> float:
    return statistics.median(start.first_pixels for start in starts)


def _shown(starts) -> float:
    return statistics.median(start.all_shown for start in starts)


if __name__ == "__main__":
    sys.exit(main())
