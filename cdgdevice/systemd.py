"""What systemd is told: ready, alive, stopping (sd_notify). Silent where systemd is not there."""

import os
import socket
import time
from collections.abc import Callable, Mapping

BUSY_EVERY = 5.0
"""Seconds between two signs of a long work."""
_EXTENDED = 60_000_000
"""Microseconds that systemd is asked to wait for the next of them."""


class Systemd:
    """Tells the service manager how the service fares, over `$NOTIFY_SOCKET`."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the zero byte of Linux's abstract sockets.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        micros = environment.get("WATCHDOG_USEC", "")
        pid = environment.get("WATCHDOG_PID", str(os.getpid()))
        number = micros.isascii() and micros.isdigit() and int(micros) > 0
        watched = self._address and number and pid == str(os.getpid())
        self.watchdog_every: float | None = int(micros) / 2_000_000 if watched else None
        """Seconds between signs of life, half of what systemd allows; None: none are wanted."""

    def ready(self, status: str) -> None:
        """Say that the service is up, with a line for `systemctl status`."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Give the watchdog its sign of life."""
        self._send("WATCHDOG=1")

    def busy(self, clock: Callable[[], float] = time.monotonic) -> Callable[[], None]:
        """Give what is to be called again and again in a long work, so that systemd waits for it.

        It says so every `BUSY_EVERY` seconds at most: short work is not spoken of.
        """
        said_at = clock()

        def go_on() -> None:
            nonlocal said_at
            now = clock()
            if now - said_at >= BUSY_EVERY:
                said_at = now
                self._send(f"EXTEND_TIMEOUT_USEC={_EXTENDED}\nWATCHDOG=1")

        return go_on

    def stopping(self) -> None:
        """Say that the service is going down by itself."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
                there.setblocking(False)  # a busy systemd must not hold up the game either
                there.sendto(text.encode(), self._address)
        except OSError:
            # systemd notices a missing sign of life by itself; the game must not stop for it.
            return
