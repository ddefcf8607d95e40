"""One life of MicroPython: a process that asks its world questions, and its serial line."""

import fcntl
import os
import select
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 20.0
"""Real seconds after which a firmware that asks for nothing more is a failure."""
HEAP = "384k"
"""What MicroPython has on an RP2040 is 192k; here each word is twice as large."""
LINE = 16384
"""Bytes that wait on the line while nobody fetches them; a Pico holds 256, in its own buffer."""
_BOARD = Path(__file__).parent / "board"
_CHUNK = 65536


def find() -> str:
    """Give the path of a `micropython`: the one beside this Python, or any on the path.

    Raises:
        FileNotFoundError: when there is none.
    """
    beside = shutil.which("micropython", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("micropython")
    if found is None:
        raise FileNotFoundError(
            "There is no micropython to run the firmware with: `make test` brings one on x86-64 "
            "Linux; elsewhere install it (Debian: apt-get install micropython)."
        )
    return found


class Running:
    """A process that runs `folder`'s main.py with the simulated board's `machine` and `time`."""

    def __init__(self, folder: Path, micropython: str) -> None:
        self._questions, questions = os.pipe()
        answers, self._answers = os.pipe()
        stdin, self._to_board = os.pipe()
        self._from_board, stdout = os.pipe()
        fcntl.fcntl(stdout, fcntl.F_SETPIPE_SZ, LINE)
        os.set_blocking(self._to_board, False)
        os.set_blocking(self._from_board, False)
        self._unread = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [micropython, "-X", f"heapsize={HEAP}", "main.py"],
            cwd=folder,
            env={
                "PATH": os.environ["PATH"],
                "MICROPYPATH": f"{_BOARD}:{folder}",
                "CDG_BOARD": f"{questions},{answers}",
            },
            stdin=stdin,
            stdout=stdout,
            stderr=self._errors,
            pass_fds=(questions, answers),
        )
        for end in (questions, answers, stdin, stdout):
            os.close(end)

    def question(self) -> tuple[bytes, int, bytes] | None:
        """Wait for what is asked next: a letter, a number and data; None when it has ended."""
        ready, _, _ = select.select([self._questions], [], [], PATIENCE)
        if not ready:
            raise TimeoutError(f"The firmware has asked for nothing in {PATIENCE:.0f} seconds.")
        head = os.read(self._questions, 6)
        if not head:
            return None
        what, length, number = struct.unpack("<cBI", head)
        return what, number, os.read(self._questions, length) if length else b""

    def answer(self, verdict: bytes, now: float, data: bytes = b"") -> None:
        """Answer it: K, E for a failure or C for Ctrl-C, and the milliseconds it is now."""
        os.write(self._answers, struct.pack("<cBQ", verdict, len(data), round(now * 1000)) + data)

    def send(self, data: bytes) -> None:
        """Put `data` on the line to the board; it waits here until there is room."""
        self._unread += data
        while self._unread:
            try:
                taken = os.write(self._to_board, self._unread[:_CHUNK])
            except BlockingIOError:
                return
            self._unread = self._unread[taken:]

    def hear(self) -> bytes:
        """Give what the board has written to the line."""
        heard = b""
        while True:
            try:
                piece = os.read(self._from_board, _CHUNK)
            except BlockingIOError:
                return heard
            if not piece:
                return heard
            heard += piece

    def end(self) -> str:
        """End it, as a pulled cable does; give what it had to say of its errors."""
        self._process.kill()
        self._process.wait()
        for end in (self._questions, self._answers, self._to_board, self._from_board):
            os.close(end)
        with self._errors:
            self._errors.seek(0)
            return self._errors.read().decode(errors="replace")
