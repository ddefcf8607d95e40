"""How it stands with the bridge and its dice: a file beside its rolls, for whoever may not ask.

The game has the socket, and has it alone. A module of its own, for the self-test reads the file
without the Bluetooth library.
"""

import os
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from cdgdevice.bluetooth.bluetooth_faults import BluetoothFault
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX


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
        if file.is_symlink():  # root reads it too
            return None
        status = json.decode(file.read_bytes(), type=BridgeStatus)
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
