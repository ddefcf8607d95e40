"""A die reader at a serial port of this computer, not at a URL.

A module of its own, as its sister at a Unix socket is.
"""

import os
import select
import sys
from typing import TYPE_CHECKING

import serial

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class TerminalPort(serial.Serial):
    """pyserial's `Serial`, whose `write` fails only if there is no room for `write_timeout`.

    Its own also fails if all was written, but late because this computer was busy.
    """

    if sys.platform != "win32":  # whose `select` knows sockets only

        def write(self, data: "ReadableBuffer", /) -> int:
            """Write all of `data`; return how many bytes that is.

            Raises:
                OSError: there is no room, or the port is gone.
            """
            unwritten = memoryview(data)
            while unwritten:
                _, writable, _ = select.select([], [self], [], self.write_timeout)
                if not writable:
                    raise serial.SerialTimeoutException(f"{self.name} takes nothing.")
                unwritten = unwritten[os.write(self.fileno(), unwritten) :]
            return memoryview(data).nbytes
