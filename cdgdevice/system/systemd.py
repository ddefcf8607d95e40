"""What passes between the service and systemd: signs of life, sockets, shutdown, write access.

Silent where systemd is not there. The computer is asked to shut down by a file, so that the service
needs no right to; and it may write in its own folder alone, unless its owner says otherwise.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from cdgdevice.errors import HardwareError

BUSY_EVERY = 5.0
"""Seconds between two signs of a long work."""
_EXTENDED = 60_000_000
"""Microseconds that systemd is asked to wait for the next of them."""


class SystemdNotifier:
    """Reports the state of the service to systemd, over `$NOTIFY_SOCKET`."""

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

    def notify_ready(self, status: str) -> None:
        """State that the service is up, with a line for `systemctl status`."""
        self._send(f"READY=1\nSTATUS={status}")

    def notify_status(self, status: str) -> None:
        """Change the line for `systemctl status`."""
        self._send(f"STATUS={status}")

    def notify_alive(self) -> None:
        """Give the watchdog its sign of life."""
        self._send("WATCHDOG=1")

    def busy(self, clock: Callable[[], float] = time.monotonic) -> Callable[[], None]:
        """Return what must be called again and again in a long work, so that systemd waits for it.

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

    def notify_stopping(self) -> None:
        """State that the service is going down by itself."""
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


FIRST_SOCKET = 3
"""The number of the first handed file, right after the standard three."""


def take_activated_socket(
    name: str, environment: Mapping[str, str] = os.environ
) -> socket.socket | None:
    """Return the socket that a unit hands over under this name; None where there is none."""
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != str(os.getpid()) or not count.isdecimal():
        return None
    names = environment.get("LISTEN_FDNAMES", "").split(":")[: int(count)]
    if name not in names:
        return None
    number = FIRST_SOCKET + names.index(name)
    os.set_inheritable(number, False)
    return socket.socket(fileno=number)


POWER_OFF_VARIABLE = "CDGDEVICE_POWER_OFF"
"""The environment variable that names the file; systemd shuts down when it is there."""


def find_power_off(environment: Mapping[str, str] = os.environ) -> Callable[[], None] | None:
    """Return the way to shut the computer down; None where there is none.

    It returns at once, and raises HardwareError where the file can't be made. What an earlier run
    asked for, and nobody did, is forgotten: the next start is not to end in a shutdown.
    """
    named = environment.get(POWER_OFF_VARIABLE, "")
    if not named:
        return None
    with suppress(OSError):
        Path(named).unlink()
    return partial(_request_power_off, Path(named))


def _request_power_off(file: Path) -> None:
    try:
        file.touch()
    except OSError as why:
        raise HardwareError(
            f"Can't be asked to shut down ({file}: {why.strerror}). To pull the plug does no harm."
        ) from why
