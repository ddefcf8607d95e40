"""An emulated die reader in a process of its own, and what a test does with it."""

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import serial

from cdgdevice.drivers.reader.line import decode
from cdgdevice.reader_tools.reader_connection import ReaderConnection
from tests.processes import Process

PATIENCE = 300.0
"""Seconds of the world's time: on a slow machine the emulated board takes more than one of them to
start."""
ROOT = Path(__file__).parents[2]
SLOWER = 10.0
"""How many seconds of the world are one for the programs that talk with the board."""
SLOW_CLOCK = {"PYTHONPATH": str(Path(__file__).parent / "slow_clock"), "SLOWER": str(SLOWER)}
"""What a program's environment needs for that; see `slow_clock/sitecustomize.py`."""


def connect(port: str) -> ReaderConnection:
    """Return a conversation with the board at `port`, as patient as those programs."""
    return ReaderConnection(port, clock=lambda: time.monotonic() / SLOWER)


class EmulatedReader:
    """A Pico without files, plugged in, under a tray; its serial port is `port`, in `folder`.

    PICO_PYTHON is a Python that has rp2040py, PICO_IMAGE MicroPython for the Pico.
    """

    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "port")
        (folder / "files").mkdir()
        self._said: list[tuple[float, tuple[str, ...]]] = []
        self._process = Process(
            [
                *(os.environ["PICO_PYTHON"], "-m", "firmware.simulated.play"),
                *(os.environ["PICO_IMAGE"], folder / "files", self.port),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )

    def __enter__(self) -> "EmulatedReader":
        self.do("plug")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.end()

    def do(self, *words: object) -> Any:
        """Give a command of `firmware.simulated.play`, and get its answer."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdout is not None
        stdin.write(" ".join(map(str, words)).encode() + b"\n")
        stdin.flush()
        ready, _, _ = select.select([stdout], [], [], PATIENCE)
        assert ready, f"the emulator does not come to {words[0]}"
        answer = stdout.readline()
        assert answer, "the emulator has ended: its own words are above"
        return json.loads(answer)

    def says(self, *start: str) -> tuple[float, tuple[str, ...]]:
        """Wait for the next line that begins with these fields; give it, and its time in ms."""
        end = time.monotonic() + PATIENCE
        others = []
        while time.monotonic() < end:
            while self._said:
                at, fields = self._said.pop(0)
                if fields[: len(start)] == start:
                    return at, fields
                others.append(fields)
            self._said = self._heard()
        raise AssertionError(f"the reader says not {start} but {others[-12:]}")

    def has_said(self) -> list[tuple[str, ...]]:
        """Give every line of the protocol that was said and not asked for yet."""
        said, self._said = [*self._said, *self._heard()], []
        return [fields for _, fields in said]

    def lives(self, ms: float) -> None:
        """Let the reader live for so many milliseconds of its own time."""
        until, end = self.do("clock") + ms, time.monotonic() + PATIENCE
        while self.do("clock") < until:
            assert time.monotonic() < end, "its time does not pass"

    def waits_for_port(self) -> None:
        """Wait until its serial port is there."""
        end = time.monotonic() + PATIENCE
        while not os.path.lexists(self.port):
            assert time.monotonic() < end, "the board does not come to the bus"
            self.do("clock")

    def interrupt(self) -> None:
        """Stop its program as a person does, by Ctrl-C; MicroPython's prompt comes."""
        with serial.Serial(self.port, timeout=PATIENCE) as host:
            host.write(b"\r\x03")
            assert host.read_until(b">>> ").endswith(b">>> ")

    def hold(self) -> None:
        """Start it anew so that it stays at MicroPython's prompt; no watchdog is armed."""
        self.interrupt()
        restarts, end = self.do("restarts"), time.monotonic() + PATIENCE
        with serial.Serial(self.port, timeout=PATIENCE) as host:
            host.write(b"open('hold', 'w').close(); machine.reset()\r")
            assert host.read_until(b"\n").endswith(b"\n")
            while self.do("restarts") == restarts:
                assert time.monotonic() < end, "the board does not start anew"
        self.waits_for_port()
        with serial.Serial(self.port, timeout=PATIENCE) as host:
            host.write(b"\r")
            assert host.read_until(b">>> ").endswith(b">>> ")

    def runs(self, code: str) -> str:
        """Run `code` beside the stopped program's own names, and give what it prints."""
        mpremote = [sys.executable, "-m", "mpremote", "connect", self.port, "resume", "exec", code]
        return subprocess.run(
            mpremote, capture_output=True, text=True, timeout=PATIENCE, check=True
        ).stdout

    def _heard(self) -> list[tuple[float, tuple[str, ...]]]:
        return [
            (at, fields)
            for at, line in self.do("said")
            if (fields := decode(line.encode())) is not None
        ]
