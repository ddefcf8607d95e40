"""The sockets that systemd has opened for the program, which may open none itself."""

import os
import socket
from collections.abc import Mapping

FIRST = 3
"""The number of the first handed file, right after the standard three."""


def handed_socket(name: str, environment: Mapping[str, str] = os.environ) -> socket.socket | None:
    """Give the socket that a unit hands over under this name; None where there is none."""
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != str(os.getpid()) or not count.isdecimal():
        return None
    names = environment.get("LISTEN_FDNAMES", "").split(":")[: int(count)]
    if name not in names:
        return None
    number = FIRST + names.index(name)
    os.set_inheritable(number, False)
    return socket.socket(fileno=number)
