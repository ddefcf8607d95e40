"""A small thing kept in a file of its own: a JSON object in one line, with a checksum."""

import errno
from collections.abc import Mapping
from contextlib import suppress

from cdgdevice.errors import CdgDeviceError
from cdgdevice.table.disk import Disk, reason, replace
from cdgdevice.table.line import decode, encode

LONGEST = 256 * 1024
"""Bytes that are read; nothing that is kept is longer."""


def keep(disk: Disk, name: str, content: Mapping[str, object]) -> None:
    """Keep this in the file `name`, durable on return; what it holds already is not written again.

    Raises:
        OSError: the disk refuses; the file is as it was, or, when only the last sync failed, new.
    """
    line = encode(0, content)
    if not _holds(disk, name, line):
        replace(disk, name, line)
        return
    try:
        # An earlier attempt may have failed, or been cut off, just before this.
        disk.sync_names()
    except OSError as error:
        if error.errno != errno.EROFS:  # there is nothing to sync then
            raise


def _holds(disk: Disk, name: str, line: bytes) -> bool:
    with suppress(OSError):
        return disk.read(name, 0, LONGEST) == line
    return False


def kept(disk: Disk, name: str, called: object = "") -> Mapping[str, object] | None:
    """Give what is kept in the file `name`; None where there is no such file.

    `called` is what sentences call it, such as its whole path.

    Raises:
        CdgDeviceError: it can't be read, or is not as it was written.
    """
    try:
        raw = disk.read(name, 0, LONGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CdgDeviceError(f"{called or name} can't be read: {reason(error)}.") from error
    try:
        return decode(raw.removesuffix(b"\n")).content
    except ValueError:
        raise CdgDeviceError(f"{called or name} is damaged.") from None
