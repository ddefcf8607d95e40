"""How it stands with the bridge and its dice: a file beside its socket, for whoever can't ask it.

The game has the socket, and has it alone. A module of its own, for the self-test reads the file
without the Bluetooth library.
"""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from cdgdevice.bluetooth.bluetooth_faults import BluetoothFault
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX

_MAX_BYTES = 4096
"""More than a status has."""
_TRIES = 5
"""The bridge may replace the file between two looks at it, but not at each."""


class BridgeStatus(Struct, frozen=True):
    """What the bridge last left word of."""

    troubles: tuple[ReaderTrouble, ...] = ()
    """All that is wrong, the worst first."""
    fault: BluetoothFault | None = None
    """What Bluetooth reported last, if it has not worked since."""
    charge: int | None = None
    """How full the emptiest battery is, in percent; None while none is known."""


def locate_status(port: str) -> Path | None:
    """Return the file beside the socket of a port; None where there is no such socket."""
    if sys.platform == "win32" or not port.startswith(UNIX_PREFIX):
        return None
    socket = Path(port.removeprefix(UNIX_PREFIX))
    return socket.with_name(f"{socket.name}.status")


class StatusFile:
    """The bridge's side of the file: it is locked until the bridge ends, however it ends."""

    def __init__(self, port: str) -> None:
        self._file = locate_status(port)
        self._lock: int | None = None
        self._left: BridgeStatus | None = None

    def leave(self, status: BridgeStatus) -> None:
        """Leave word of how it stands; where no file can be made, none is left."""
        if self._file is not None and status != self._left:
            with suppress(OSError):  # nobody plays by it
                before, self._lock = self._lock, _replace_locked(self._file, json.encode(status))
                self._left = status
                if before is not None:
                    os.close(before)

    def remove(self) -> None:
        """Leave nothing behind."""
        if self._file is not None and self._lock is not None:
            with suppress(OSError):
                self._file.unlink()
            os.close(self._lock)
            self._lock = None


def read_status(port: str) -> BridgeStatus | None:
    """Return how it stands with the bridge that runs at a port; None: none does there."""
    file = locate_status(port)
    if file is None:
        return None
    try:
        contents = (_read_locked(file) for _ in range(_TRIES))
        content = next(filter(None, contents), b"")
        status = json.decode(content, type=BridgeStatus)
    except (OSError, ValueError):
        return None
    fault = status.fault
    if fault is not None:  # it may end in a terminal
        sentence, remedy = (
            "".join(filter(str.isprintable, text)) for text in (fault.sentence, fault.remedy)
        )
        status = replace(status, fault=replace(fault, sentence=sentence, remedy=remedy))
    return status


if sys.platform != "win32":
    import fcntl

    def _replace_locked(file: Path, content: bytes) -> int:
        """Write a file whole, locked before it is in its place; return what holds its lock."""
        coming = file.with_name(f"{file.name}.new")
        coming.unlink(missing_ok=True)
        lock = os.open(coming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # before any other user can
            os.fchmod(lock, 0o644)  # the self-test is another user's
            os.write(lock, content)
            coming.replace(file)
        except OSError:
            os.close(lock)
            raise
        return lock

    def _read_locked(file: Path) -> bytes:
        """Read a file that somebody holds locked; nothing where nobody does.

        Another user may have written it, and root reads it too: it waits for nothing.
        """
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        with os.fdopen(os.open(file, flags), "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise OSError("it is no ordinary file")
            try:
                fcntl.flock(opened.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return opened.read(_MAX_BYTES)
            return b""
