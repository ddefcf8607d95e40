"""The socket at which the game finds the bridge: one host at a time, as on a serial port."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX, open_unix_door
from cdgdevice.errors import HardwareError

_READ_BYTES = 4096


class _Door(socket.socket):
    """A listening socket that knows whom it let in last.

    asyncio forgets a socket accepted for a task that is cancelled in the same moment.
    """

    last: socket.socket | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        self.last, address = super().accept()
        return self.last, address


class HostLine:
    """Waits at `port` for a host: `unix:/PATH`, or `socket://HOST:PORT` on Windows."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._host: socket.socket | None = None

    async def accept(self) -> None:
        """Wait for a host. While it is there nobody listens, so that no second one comes."""
        with _Door(fileno=self._open_door().detach()) as door:
            door.setblocking(False)
            try:
                self._host, _ = await asyncio.get_running_loop().sock_accept(door)
            except asyncio.CancelledError:
                self._host = door.last
                raise
            self._host.setblocking(False)

    def _open_door(self) -> socket.socket:
        try:
            if self._port.startswith(UNIX_PREFIX):
                return open_unix_door(Path(self._port.removeprefix(UNIX_PREFIX)))
            host, _, number = self._port.removeprefix("socket://").rpartition(":")
            return socket.create_server((host, int(number)))
        except (OSError, ValueError) as error:
            raise HardwareError(f"Nothing can listen at {self._port}: {error}.") from error

    async def read(self) -> bytes:
        """Return what the host has sent; nothing once it has gone."""
        assert self._host is not None
        try:
            data = await asyncio.get_running_loop().sock_recv(self._host, _READ_BYTES)
        except OSError:
            data = b""
        if not data:
            self._host.close()
            self._host = None
        return data

    def send(self, lines: bytes) -> None:
        """Send without waiting: what the host does not take is lost, and rolls are repeated."""
        if self._host is not None:
            with suppress(OSError):
                self._host.send(lines)

    def close(self) -> None:
        """Hang up, and leave nothing behind."""
        if self._host is not None:
            self._host.close()
        if self._port.startswith(UNIX_PREFIX):
            Path(self._port.removeprefix(UNIX_PREFIX)).unlink(missing_ok=True)
