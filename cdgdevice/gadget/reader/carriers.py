"""What carries a simulated reader's bytes: a pseudo-terminal, or a socket of this machine."""

import contextlib
import os
import socket
import tempfile
from pathlib import Path
from typing import Protocol

_CHUNK = 4096
_GOODBYE = 0.5
"""Seconds that the host gets to close its end of a socket."""


class Carrier(Protocol):
    """A cable that can be plugged and unplugged; it is used by one thread."""

    @property
    def url(self) -> str:
        """What the configuration names as reader.port."""

    def plug(self) -> None:
        """Let the device appear."""

    def unplug(self) -> None:
        """Let the device vanish; what was under way is lost."""

    def waiting(self) -> list[int | socket.socket]:
        """Give what becomes readable when the host sends something."""

    def read(self) -> bytes:
        """Give what the host sent, without waiting."""

    def write(self, data: bytes) -> None:
        """Send without waiting; what nobody takes is lost, as from a real board."""

    def close(self) -> None:
        """Unplug for good."""


class PtyCarrier:
    """A pseudo-terminal under a name that stays, as udev's link to a real device does."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cdgdevice-")
        self._link = Path(self._folder.name) / "die"
        self._ends: tuple[int, int] | None = None

    @property
    def url(self) -> str:
        """The path of the link."""
        return str(self._link)

    def plug(self) -> None:
        """Make a terminal and the link to it."""
        import tty  # not on Windows

        host, device = os.openpty()
        tty.setraw(device)  # or the terminal echoes until the host has opened it
        os.set_blocking(host, False)
        # Held open, so that a host that closes its end is no end of the terminal.
        self._ends = host, device
        self._link.symlink_to(os.ttyname(device))

    def unplug(self) -> None:
        """Remove the link and hang up."""
        if self._ends is not None:
            self._link.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def waiting(self) -> list[int | socket.socket]:
        """Give the terminal's end."""
        return [self._ends[0]] if self._ends else []

    def read(self) -> bytes:
        """Give what the host sent."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._ends[0], _CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Send what fits."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def close(self) -> None:
        """Unplug and remove the folder."""
        self.unplug()
        self._folder.cleanup()


class SocketCarrier:
    """A TCP port of this machine: for Windows, where there are no pseudo-terminals."""

    def __init__(self) -> None:
        self._port = 0
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None

    @property
    def url(self) -> str:
        """The address as pyserial writes it; known once plugged."""
        return f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        """Listen: the first time on a free port, later on the same."""
        self._door = socket.create_server(("127.0.0.1", self._port))
        self._door.setblocking(False)
        self._port = self._door.getsockname()[1]

    def unplug(self) -> None:
        """Hang up and stop listening."""
        self._hang_up()
        if self._door is not None:
            self._door.close()
            self._door = None

    def waiting(self) -> list[int | socket.socket]:
        """Give the host's connection, or the door where it will knock."""
        return [end for end in (self._host or self._door,) if end is not None]

    def read(self) -> bytes:
        """Let a host in, or give what it sent."""
        if self._host is None:
            if self._door is not None:
                with contextlib.suppress(OSError):
                    self._host, _ = self._door.accept()
                    self._host.setblocking(False)
            return b""
        try:
            data = self._host.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> None:
        """Send what fits."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.send(data)

    def close(self) -> None:
        """Unplug."""
        self.unplug()

    def _hang_up(self) -> None:
        """Close so that the host reads an end and no reset: pyserial leaks a reset socket."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.shutdown(socket.SHUT_WR)
                self._host.settimeout(_GOODBYE)
                while self._host.recv(_CHUNK):
                    pass
            self._host.close()
            self._host = None
