"""The edge to the disk: the few operations that everything kept goes through.

The operations are as small as the kernel's, so that a simulated disk can cut the power between
any two of them. `replace` builds the one safe way to exchange a whole file out of them.
"""

import contextlib
import errno
from types import TracebackType
from typing import Protocol, Self

NEW = ".new"
"""Ending of a file that is still being written; such a file never counts."""


class File(Protocol):
    """A file open for writing. Leaving its `with` block closes it and syncs nothing."""

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""

    def sync(self) -> None:
        """Return when everything written is on the disk itself; OSError leaves that unknown."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Disk(Protocol):
    """One folder of files without subfolders. Every method may raise OSError."""

    def names(self) -> tuple[str, ...]:
        """Name every file in the folder, in sorted order; none when there is no folder yet."""

    def size(self, name: str) -> int:
        """Give the length in bytes; FileNotFoundError when there is no such file."""

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        """Give up to `length` bytes (None: all) from `start`; FileNotFoundError if missing."""

    def create(self, name: str) -> File:
        """Open an empty file for writing, in place of the one that was there."""

    def append(self, name: str) -> File:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, taking the place of a file that has it."""

    def remove(self, name: str) -> None:
        """Remove a file; FileNotFoundError when there is no such file."""

    def sync_names(self) -> None:
        """Return when every creation, renaming and removal so far is on the disk itself."""

    def claim(self) -> None:
        """Keep the folder for this process until it ends or releases it.

        Raises:
            BlockingIOError: another process has it.
        """

    def release(self) -> None:
        """Give a claimed folder back; without a claim, do nothing."""


def replace(disk: Disk, name: str, content: bytes) -> None:
    """Exchange the whole of a file, or make it: durable on return, and never half of it.

    Raises:
        OSError: the file is as it was before, or, when only the last sync failed, is the new one.
    """
    try:
        # After a power cut on a disk without a journal the two names may be one file.
        with contextlib.suppress(FileNotFoundError):
            disk.remove(name + NEW)
        with disk.create(name + NEW) as file:
            file.write(content)
            file.sync()
        disk.rename(name + NEW, name)
    except OSError:
        # The half-written file would only take room that a full disk needs.
        with contextlib.suppress(OSError):
            disk.remove(name + NEW)
        raise
    disk.sync_names()


def reason(error: OSError) -> str:
    """Say why the disk refused, as the part of a sentence that follows a colon."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full"
        case errno.EROFS:
            return "the disk can only be read"
        case errno.EIO:
            return "the disk does not answer as it should"
        case errno.EACCES | errno.EPERM:
            return "this user may not do that here"
        case errno.ENOENT:
            return "the file or its folder is gone"
        case _:
            return error.strerror or type(error).__name__
