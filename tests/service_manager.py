"""The service manager's end of the socket that systemd hands its services."""

import socket
from pathlib import Path


class Manager:
    """The service manager's end of the socket."""

    def __init__(self, folder: Path, watchdog: float | None = None) -> None:
        path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": str(path)}
        if watchdog is not None:
            self.environment["WATCHDOG_USEC"] = str(int(watchdog * 1_000_000))

    def heard(self) -> list[str]:
        """Everything that has been said since the last time this was asked."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(1000).decode())
            except BlockingIOError:
                return said

    def __enter__(self) -> "Manager":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
