"""Which disks can be written to, told when it changes: that orders what is shown as they go."""

import os
import select
from collections.abc import Iterable
from pathlib import Path

_TABLE = Path("/proc/self/mountinfo")


def writable(mountinfo: Iterable[str]) -> tuple[str, ...]:
    """Give where file systems of block devices are mounted read-write; lines as in proc(5).

    Both the mount and the file system have to allow it. No block device has the major number 0.
    """
    found: list[str] = []
    for line in mountinfo:
        of_mount, _, of_system = line.partition(" - ")
        _, _, device, _, where, options, *_ = of_mount.split()
        if device.startswith("0:"):
            continue
        if "rw" in options.split(",") and "rw" in of_system.split()[2].split(","):
            found.append(where)
    return tuple(found)


def init_name() -> str:
    """Give the name of process 1: systemd, and at the very end systemd-shutdow."""
    return Path("/proc/1/comm").read_text(encoding="utf-8").strip()


class Disks:
    """What is mounted, read again only when the kernel says that it has changed."""

    def __init__(self) -> None:
        self._changes = select.poll()
        self._changes.register(os.open(_TABLE, os.O_RDONLY), select.POLLERR | select.POLLPRI)
        self._known: tuple[str, ...] | None = None

    def changed(self) -> tuple[str, ...] | None:
        """Give what can be written to, if that is not what it was; else None."""
        if self._known is not None and not self._changes.poll(0):
            return None
        now = writable(_TABLE.read_text(encoding="utf-8").splitlines())
        if now == self._known:
            return None
        self._known = now
        return now
