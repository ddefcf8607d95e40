"""A board's USB cable: a serial port of one name, which is there while the board is."""

import contextlib
import os
import pty
import select
import tty
from pathlib import Path


class Cable:
    """A port at `path`, a symbolic link, for any program that opens serial ports."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._master: int | None = None

    def appear(self) -> None:
        """Let the port be there."""
        self._master, slave = pty.openpty()
        os.set_blocking(self._master, False)
        self._path.symlink_to(os.ttyname(slave))
        # Closed here, so that it can be told whether a program has it open.
        os.close(slave)
        self._was_open = False

    def vanish(self) -> None:
        """Let the port be gone, under whoever has it open."""
        if self._master is not None:
            self._path.unlink()
            os.close(self._master)
            self._master = None

    @property
    def is_there(self) -> bool:
        """Whether the port is there."""
        return self._master is not None

    @property
    def is_open(self) -> bool:
        """Whether a program has the port open."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        is_open = not poll.poll(0)
        if is_open and not self._was_open:
            # Before a word is said: a terminal would send it back.
            tty.setraw(self._master)
        self._was_open = is_open
        return is_open

    def take(self) -> bytes:
        """Give what has come from the host."""
        if self._master is not None:
            with contextlib.suppress(OSError):  # nothing there, or nobody has it open
                return os.read(self._master, 4096)
        return b""

    def give(self, data: bytes) -> None:
        """Send to the host. What it does not fetch is lost."""
        if self.is_open and self._master is not None:
            with contextlib.suppress(OSError):
                os.write(self._master, data)
