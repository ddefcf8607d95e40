"""How it stands with the bridge and its dice: a file beside its rolls, for whoever can't ask it.

The game has the socket, and has it alone. A module of its own, for the self-test reads the file
without the Bluetooth library.
"""

import os
import stat
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from cdgdevice.bluetooth.bluetooth_faults import BluetoothFault
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX

_MOST_BYTES = 4096
"""More than a status has."""


class BridgeStatus(Struct, frozen=True):
    """What the bridge last left word of."""

    process: int
    """Its number: a bridge that was killed leaves its word behind."""
    troubles: tuple[ReaderTrouble, ...] = ()
    """All that is wrong, the worst first."""
    fault: BluetoothFault | None = None
    """What Bluetooth reported last, if it has not worked since."""
    charge: int | None = None
    """How full the emptiest battery is, in percent; None while none is known."""


def locate_status(beside: Path) -> Path:
    """Return the file beside the socket, or beside any other file of the bridge."""
    return beside.with_name("status")


def write_status(status: BridgeStatus) -> bytes:
    """Return what `read_status` reads."""
    return json.encode(status)


def read_status(port: str) -> BridgeStatus | None:
    """Return how it stands with the bridge that runs at a port; None: none does there."""
    if not port.startswith(UNIX_PREFIX):
        return None
    file = locate_status(Path(port.removeprefix(UNIX_PREFIX)))
    try:
        status = json.decode(_read_ordinary(file), type=BridgeStatus)
        if not _is_running(status.process):
            return None
    except (OSError, ValueError, OverflowError):
        return None
    fault = status.fault
    if fault is not None:  # it may end in a terminal
        sentence, remedy = (
            "".join(filter(str.isprintable, text)) for text in (fault.sentence, fault.remedy)
        )
        status = replace(status, fault=replace(fault, sentence=sentence, remedy=remedy))
    return status


def _read_ordinary(file: Path) -> bytes:
    """Read a file that another user may have written: root reads it too, and waits for nothing."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(file, os.O_RDONLY | flags), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError("it is no ordinary file")
        return opened.read(_MOST_BYTES)


def _is_running(process: int) -> bool:
    if process <= 0 or os.name != "posix":  # elsewhere the question would end it
        return False
    try:
        os.kill(process, 0)
    except PermissionError:  # it is another user's
        return True
    except ProcessLookupError:
        return False
    return True
