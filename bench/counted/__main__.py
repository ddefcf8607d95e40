"""Instructions on an emulated Raspberry Pi: `python -m bench.counted IMAGE QEMU`.

`.ci/counted` has both. Prints what this gadget and the maker's script took in the same image in
one run, and fails where a ratio of theirs has grown past the bound of `ratios.toml`.
"""

import gzip
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.memory import play
from bench.rest import WATCHED
from bench.table import Row, table
from tests.pi.raspi3b import Raspi3B

HERE = Path(__file__).parent
TAKEN = (
    *("__init__.py", "bus.py", "finger.py", "luma_i2c.py", "maker_script.py", "play.py"),
    *("rest.py", "start.py", "counted/__init__.py", "counted/on_the_pi.py", "counted/start"),
)
"""The files of the benchmark that the emulated Pi runs."""
PATIENCE = 1200.0
"""Seconds until the counting must be over, on a host that has much else to do."""
LONG_GAMES = 888, 20_000
"""Answers of the games that are continued: a whole game of Paths of Glory has some 888."""
GROWN_START = 1.15
"""How much more a start may take that continues one of them than that of an empty game."""
COUNTED = {
    "press": ("a press, the mean of a round's", "press"),
    "hasty_press": ("a press right after another", "press"),
    "splash": ("the splash on both screens", "splash"),
    "start": ("the game on both screens", "start"),
    "ready": ("its buttons, which come after it", "start"),
    **{f"start_{n}": (f"a game of {n:,} answers, continued", "start") for n in LONG_GAMES},
    **{f"chances_{n}": (f"the odds under its cards, of {n:,}", "start") for n in LONG_GAMES},
    "cold_splash": ("the splash, read from the card", "cold_splash"),
    "cold_start": ("the game, read from the card", "cold_start"),
    "sheet": ("reading a sheet (beside a start)", "start"),
    "odds": ("odds of a sheet (beside a start)", "start"),
}
"""What is said of each count, and which one of the script's it stands beside."""
SLOW, QUICK = 0.6, 0.8
"""Instructions of Python that a Cortex-A53 at 1 GHz does in a nanosecond, at least and at most."""
CLOCK = "shift=0,sleep=off,align=off"
"""It counts instructions, and waits for nobody."""
_LINE = re.compile(r"COUNTED (\S+) (.*)")


def main(image: str, qemu: str) -> int:
    began = time.monotonic()
    with TemporaryDirectory(prefix="cdgdevice-counted-") as folder:
        said = _run(Path(image), Path(qemu), Path(folder))
    ours, maker = (
        {name: int(said[f"{who}.{name}"]) for name in COUNTED if f"{who}.{name}" in said}
        for who in ("ours", "maker")
    )
    print(f"{said['versions']}, arm64; counted in {time.monotonic() - began:.0f} s\n")
    rows = (
        Row(what, ours[name] / 1e6, maker[beside] / 1e6, 1)
        for name, (what, beside) in COUNTED.items()
    )
    print(table(("Millions of instructions", *rows, *_beside(said))))
    print(f"\nEstimated for a Pi Zero 2 W, from {SLOW} to {QUICK} instructions a nanosecond, in ms")
    for name, (what, _) in COUNTED.items():
        least, most = ours[name] / QUICK / 1e6, ours[name] / SLOW / 1e6
        places = 1 if most < 10 else 0
        print(f"  {what:42}{least:>12,.{places}f} to {most:,.{places}f}")
    held = _hold({name: ours[name] / maker[COUNTED[name][1]] for name in ours})
    return held or _hold_continued({n: ours[f"start_{n}"] / ours["start"] for n in LONG_GAMES})


def _hold_continued(ratios: Mapping[int, float]) -> int:
    """Describe what starts that continue a game take of an empty one's; 1 where one takes more."""
    print()
    for answers, ratio in ratios.items():
        print(f"A start with {answers:,} answers takes {ratio:.3f} of one with none.")
    return int(max(ratios.values()) > GROWN_START)


def _beside(said: Mapping[str, str]) -> Iterator[Row | str]:
    """Yield the rows of what is not counted in instructions."""

    def row(what: str, name: str, digits: int, ours: str = "") -> Row:
        return Row(what, float(said[f"ours.{ours or name}"]), float(said[f"maker.{name}"]), digits)

    yield "A round"
    yield row("bytes on the wire", "bytes", 0)
    yield f"At rest, no die reader, watched for {WATCHED:g} s"
    yield row("wake-ups a second", "wakeups", 2)
    yield row("the same under systemd's watchdog", "wakeups", 2, "watched")
    yield row("peak resident memory, MiB", "peak", 1)
    yield row("proportional share of memory, MiB", "share", 1)


def _hold(ratios: Mapping[str, float]) -> int:
    """Describe which ratios have left their bounds; 1 where one has grown."""
    held = tomllib.loads((HERE / "ratios.toml").read_text(encoding="utf-8"))
    grown = False
    for name, stored in held["ratios"].items():
        change = ratios[name] / stored - 1
        if abs(change) <= held["bound"]:
            continue
        grown = grown or change > 0
        print(f"\nThe ratio of {name} is {ratios[name]:.4f}, and was {stored}: {change:+.1%}.")
        what = "Find out why, and put it right" if change > 0 else "Hold on to it"
        print(f"{what}; what is meant to stay is written to bench/counted/ratios.toml.")
    return int(grown)


def _run(image: Path, qemu: Path, folder: Path) -> dict[str, str]:
    """Boot a copy of the card, and give what was counted there by its name."""
    pi = Raspi3B(image, folder, qemu, PATIENCE, pause=1)
    added = gzip.compress(_pack(folder / "added"))
    pi.boot("console=ttyAMA0,115200 printk.devkmsg=on loglevel=5", CLOCK, added_to_ram_disk=added)
    try:
        pi.until("counted to the end", lambda: "end" in _said(pi) or not pi.on)
    finally:
        pi.cut_power()
    said = _said(pi)
    if said.get("end") != "0":
        raise SystemExit(f"{pi.log()[-4000:]}\nThe emulated Pi has not counted to the end.")
    return said


def _said(pi: Raspi3B) -> dict[str, str]:
    return {found[1]: found[2].strip() for found in _LINE.finditer(pi.log())}


def _pack(folder: Path) -> bytes:
    """Return an archive of what is added to the RAM disk: its first program, and the benchmark."""
    place = folder / "counted/bench/counted"
    place.mkdir(parents=True)
    for name in TAKEN:
        shutil.copy(HERE.parent / name, place.parent / name)
    for answers in LONG_GAMES:
        play(place.parent.parent / f"games/{answers}", answers, "paths-of-glory-2022")
    shutil.copy(HERE / "init", folder)
    (folder / "init").chmod(0o755)
    listed = subprocess.run(["find", "."], cwd=folder, stdout=subprocess.PIPE, check=True).stdout
    cpio = ["cpio", "--quiet", "--create", "--format=newc", "--owner=0:0"]
    return subprocess.run(cpio, cwd=folder, input=listed, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("python -m bench.counted IMAGE QEMU; try .ci/counted")
    sys.exit(main(*sys.argv[1:]))
