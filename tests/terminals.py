"""Real terminals for the few tests that are about them, which no other program can disturb.

A program that waits for a device such as /dev/pts/0 (a gadget that was left behind, another
checkout's tests) opens and locks whatever terminal gets that name. So these have numbers that
nobody waits for; a test passes on the path of a link of its own, which vanishes with the terminal.
"""

import contextlib
import fcntl
import os
import tempfile
import tty
from pathlib import Path

_FIRST_NUMBER = 64
_READ_BYTES = 4096


def open_terminal() -> tuple[int, int]:
    """Return both ends of a new terminal: ours, and the device that programs open."""
    passed_over: list[int] = []
    try:
        while True:
            ours, device = os.openpty()
            if _number(device) >= _FIRST_NUMBER and not _is_locked(device):
                return ours, device
            # The kernel gives out the lowest free number: these stay taken meanwhile.
            passed_over.append(ours)
            os.close(device)
    finally:
        for ours in passed_over:
            os.close(ours)


def _number(device: int) -> int:
    return os.minor(os.fstat(device).st_rdev)


def _is_locked(device: int) -> bool:
    # A lock belongs to what was opened: another opening sees whether somebody has it.
    try:
        fcntl.flock(device, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(device, fcntl.LOCK_UN)
    return False


class TerminalCable:
    """A terminal as a `SimulatedCable`: its name stays, as udev's link to a device does."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cdgdevice-")
        self._link = Path(self._folder.name) / "die"
        self._ends: tuple[int, int] | None = None

    @property
    def url(self) -> str:
        return str(self._link)

    def plug(self) -> None:
        ours, device = open_terminal()
        tty.setraw(device)  # or the terminal echoes until the host has opened it
        os.set_blocking(ours, False)
        # Held open, so that a host that closes its end is no end of the terminal.
        self._ends = ours, device
        self._link.symlink_to(os.ttyname(device))

    def unplug(self) -> None:
        if self._ends is not None:
            self._link.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def waiting(self) -> list[int]:
        return [self._ends[0]] if self._ends else []

    def read(self) -> bytes:
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._ends[0], _READ_BYTES)
        return b""

    def write(self, data: bytes) -> None:
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def close(self) -> None:
        self.unplug()
        self._folder.cleanup()
