"""Ports of the kind mad://: pyserial finds this module by its name and opens `Serial`.

mad://flood never stops sending; mad://raises takes nothing and raises what no port should;
mad://denied is there and may not be opened.
"""

import errno
import os
from threading import Event
from typing import Any


class Serial:
    """A port as pyserial's handlers of URLs offer it."""

    def __init__(self, _port: None, **_settings: Any) -> None:
        self.port = ""  # set before it is opened
        self.in_waiting = 4095
        self._cancelled = Event()

    def open(self) -> None:
        if self.port == "mad://denied":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), self.port)

    def read(self, size: int) -> bytes:
        """Give what the flood brings; where there is none, wait until that is cancelled."""
        if self.port == "mad://flood":
            return b"x" * size
        self._cancelled.wait()
        return b""

    def cancel_read(self) -> None:
        self._cancelled.set()

    def write(self, data: bytes) -> None:
        raise LookupError("the handler is confused")

    def reset_output_buffer(self) -> None:
        raise LookupError("the handler is still confused")

    def close(self) -> None:
        raise LookupError("the handler has lost its head")
