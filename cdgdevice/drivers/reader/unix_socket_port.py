"""A die reader at a Unix socket, `unix:/run/die`: a bridge to one without a serial port offers it.

A module of its own, for it shares nothing with pyserial's ports.
"""

import select
import socket
import sys
from pathlib import Path

UNIX_PREFIX = "unix:"


class UnixSocketPort:
    """The part of pyserial's `Serial` that a `ReaderPort` uses, on a stream socket at `path`.

    A write may take `write_timeout` seconds.
    """

    def __init__(self, path: str, write_timeout: float) -> None:
        """Connect.

        Raises:
            OSError: nothing listens there, or it may not be opened.
            ValueError: this system has no Unix sockets.
        """
        if sys.platform == "win32":
            raise ValueError("There are no Unix sockets here.")
        self.timeout: float | None = None
        self._cancelled = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(write_timeout)
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read without waiting."""
        if sys.platform == "win32":
            return 0
        import fcntl
        import termios

        count = fcntl.ioctl(self._socket, termios.FIONREAD, bytes(4))
        return int.from_bytes(count, sys.byteorder)

    def read(self, size: int) -> bytes:
        """Wait for bytes and return at most `size` of them; none once reading is cancelled."""
        if size == 0:
            return b""
        select.select([self._socket], [], [])
        data = self._socket.recv(size)
        if not data and not self._cancelled:
            raise ConnectionResetError("The other end has closed the socket.")
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        self._socket.sendall(data)

    def cancel_read(self) -> None:
        """End the reading, for good."""
        self._cancelled = True
        self._socket.shutdown(socket.SHUT_RD)

    def reset_output_buffer(self) -> None:
        """Do nothing: closing a socket waits for nobody."""

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def open_unix_door(path: Path) -> socket.socket:
    """Listen at `path`, which appears once it can be opened: whoever waits for it tries at once.

    Raises:
        OSError: its folder takes no socket.
    """
    if sys.platform == "win32":
        raise ValueError("There are no Unix sockets here.")
    coming = path.with_name(f"{path.name}.new")
    coming.unlink(missing_ok=True)
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        door.bind(str(coming))
        door.listen()
        coming.rename(path)
    except BaseException:
        door.close()
        raise
    return door
