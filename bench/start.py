"""From the start of a process to what it puts on the bus, which is a FIFO that is read here."""

import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

QUIET = 0.4
"""Seconds without a byte after which everything is shown."""
PATIENCE = 15.0
"""Seconds after which nothing is coming any more."""
_DARK = frozenset("0")


@dataclass(frozen=True, slots=True)
class Start:
    """Milliseconds from the start of the process."""

    first_pixels: float
    """To the first lit pixels."""
    all_shown: float
    """To the last byte before the bus falls silent: the game is on both screens."""


def our_program(bus: str, folder: Path) -> list[str]:
    """Return the command of the gadget; its configuration is written into `folder`."""
    config = folder / "cdgdevice.toml"
    config.write_text(
        f'[reader]\nport = "none"\n[pins]\nfactory = "mock"\n[screens]\nbus = "record:{bus}"\n'
    )
    program = Path(sys.executable).with_name("cdgdevice")
    return [str(program), "run", "--config", str(config), "--folder", str(folder / "games")]


def maker_program(bus: str) -> list[str]:
    return [sys.executable, "-m", "bench.maker_script", bus]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of both programs: pins that are none."""
    ours = {k: v for k, v in os.environ.items() if k not in ("NOTIFY_SOCKET", "WATCHDOG_USEC")}
    return {**ours, "GPIOZERO_PIN_FACTORY": "mock", **more}


def start_maker() -> Start:
    with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
        bus = _fifo(folder)
        return _watch(maker_program(bus), bus)


def start_ours() -> tuple[Start, Start]:
    """Return the very first start and the one after it."""
    with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
        bus = _fifo(folder)
        program = our_program(bus, Path(folder))
        return _watch(program, bus), _watch(program, bus)


def _fifo(folder: str) -> str:
    path = os.path.join(folder, "bus")  # noqa: PTH118
    os.mkfifo(path)
    return path


def _watch(program: list[str], bus: str) -> Start:
    fifo = os.open(bus, os.O_RDONLY | os.O_NONBLOCK)
    began = time.perf_counter()
    process = subprocess.Popen(program, env=environment(), stderr=subprocess.PIPE)
    try:
        return _read(fifo, began)
    finally:
        os.close(fifo)
        process.terminate()
        process.communicate()


def _read(fifo: int, began: float) -> Start:
    first = last = 0.0
    unread = b""
    while True:
        waited = time.perf_counter() - began
        ready, _, _ = select.select([fifo], [], [], QUIET if first else PATIENCE)
        if not ready:
            if first:
                return Start(first, last)
            raise SystemExit("The program that was started has shown nothing.")
        data = os.read(fifo, 65536)
        if not data:  # the splash has closed the bus, the screens have not opened it yet
            if waited > PATIENCE:
                raise SystemExit("The program that was started has shown nothing.")
            time.sleep(0.0005)
            if first and time.perf_counter() - began - last / 1000 > 5 * QUIET:
                return Start(first, last)
            continue
        last = (time.perf_counter() - began) * 1000
        *lines, unread = (unread + data).split(b"\n")
        if not first and any(_is_lit(line.decode()) for line in lines):
            first = last


def _is_lit(line: str) -> bool:
    """Return whether this transfer of the recording, `3c 40ff00…`, lights a pixel."""
    _, payload = line.split()
    return payload.startswith("40") and not _DARK.issuperset(payload[2:])
