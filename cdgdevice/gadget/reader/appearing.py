"""Waits until something changes where a device is to appear, without waking up meanwhile.

On Linux the kernel tells (inotify, by `ctypes`: no library for it is small and kept).
Elsewhere, and for what lies in no folder, a second passes and the caller looks again.
"""

import ctypes
import os
import select
import socket
import sys
from pathlib import Path

POLL = 1.0
"""Seconds between two looks where the kernel can't tell."""

# From <sys/inotify.h>. A change of attributes is udev giving the device to its group.
_ATTRIB, _MOVED_FROM, _MOVED_TO = 0x4, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF = 0x100, 0x200, 0x400
_MASK = _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF


class Appearing:
    """Watches for the coming of one path; `wait` and `watch` in one thread, `cancel` in any."""

    def __init__(self) -> None:
        self._inotify: int | None = None
        self._cancelled, self._cancel = socket.socketpair()

    def watch(self, path: Path | None) -> None:
        """From now on, note changes beside `path`; look for it only after this.

        A folder that isn't there (udev removes `/dev/serial` with its last link) is
        awaited in the nearest one that is. None: there is nothing to watch.
        """
        self._forget()
        if path is not None and sys.platform == "linux":
            self._inotify = _notify(next(folder for folder in path.parents if folder.is_dir()))

    def wait(self, at_most: float | None = None) -> None:
        """Return at the first change since `watch`, after `at_most` seconds, or when cancelled."""
        waiting: list[int | socket.socket] = [self._cancelled]
        if self._inotify is None:
            at_most = POLL if at_most is None else min(at_most, POLL)
        else:
            waiting.append(self._inotify)
        select.select(waiting, [], [], at_most)

    def cancel(self) -> None:
        """End every `wait`, now and from now on."""
        self._cancel.send(b"x")

    def close(self) -> None:
        """Give back what the kernel lent."""
        self._forget()
        self._cancelled.close()
        self._cancel.close()

    def _forget(self) -> None:
        if self._inotify is not None:
            os.close(self._inotify)
            self._inotify = None


def _notify(folder: Path) -> int | None:
    """Give a descriptor that is readable once `folder` has changed; None if there is none."""
    libc = ctypes.CDLL(None)
    descriptor = int(libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
    if descriptor < 0:
        return None
    if libc.inotify_add_watch(descriptor, os.fsencode(folder), _MASK) < 0:
        os.close(descriptor)
        return None
    return descriptor
