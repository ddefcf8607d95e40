"""Standard input, output and error, prepared so that a command's status stays its own.

Python keeps what a stream did not take, tries it again at exit, and if that fails too ends with
status 120, whatever the command returned. This is a module of its own because it replaces what
Python itself has opened.
"""

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _SpareOutput(io.RawIOBase):
    """Output that nobody has to read: what can't be written is dropped, and no command fails."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw

    def writable(self) -> bool:
        """Tell that it can be written to."""
        return True

    def fileno(self) -> int:
        """Return the file descriptor below it."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._raw.isatty()

    def write(self, data: "ReadableBuffer") -> int:
        """Write some of the data, or drop all of it; return how many bytes are done with."""
        written: int | None = None
        with suppress(OSError):
            written = self._raw.write(data)
        return memoryview(data).nbytes if written is None else written


def prepare_streams() -> None:
    """Take a closed stream for an empty one, and no character for an error; spare standard error.

    A standard error that was replaced already, as by a test, stays as it is.
    """
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    opened = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is sys.__stderr__:
        raw = cast(BinaryIO, getattr(opened.buffer, "raw", opened.buffer))
        spare = io.BufferedWriter(_SpareOutput(raw))
        sys.stderr = io.TextIOWrapper(spare, opened.encoding, line_buffering=True)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def drop_output() -> None:
    """Throw away what standard output did not take, and whatever follows."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
