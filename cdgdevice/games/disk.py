"""The disk: the few operations that everything kept goes through, and a real folder behind them.

The operations are as small as the kernel's, so that a simulated disk can cut the power between
any two of them. `replace` builds the one safe way to exchange a whole file out of them.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import Protocol, Self

from cdgdevice.errors import CdgDeviceError, JournalError

NEW_FILE_ENDING = ".new"
"""Ending of a file that is still being written; such a file never counts."""


class DiskFile(Protocol):
    """A file open for writing. Leaving its `with` block closes it and syncs nothing."""

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""

    def sync(self) -> None:
        """Return when everything written is on the disk itself; OSError leaves that unknown."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Disk(Protocol):
    """One folder of files without subfolders. Every method may raise OSError."""

    def names(self) -> tuple[str, ...]:
        """Return every name in the folder, sorted, whatever it is; none if there is no folder."""

    def size(self, name: str) -> int:
        """Return the length in bytes; FileNotFoundError when there is no such file."""

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        """Return up to `length` bytes (None: all) from `start`; FileNotFoundError if missing."""

    def create(self, name: str) -> DiskFile:
        """Open an empty file for writing, in place of the one that was there."""

    def append(self, name: str) -> DiskFile:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""

    def rename(self, old: str, new: str) -> None:
        """Rename a file; it replaces a file that has the new name."""

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
        """Release a claimed folder; without a claim, do nothing."""


def replace_file(disk: Disk, name: str, content: bytes) -> None:
    """Exchange the whole of a file, or make it: durable on return, and never half of it.

    Raises:
        OSError: the file is as it was before, or, when only the last sync failed, is the new one.
    """
    try:
        # After a power cut on a disk without a journal the two names may be one file.
        with contextlib.suppress(FileNotFoundError):
            disk.remove(name + NEW_FILE_ENDING)
        with disk.create(name + NEW_FILE_ENDING) as file:
            file.write(content)
            file.sync()
        disk.rename(name + NEW_FILE_ENDING, name)
    except OSError:
        # The half-written file would only take room that a full disk needs.
        with contextlib.suppress(OSError):
            disk.remove(name + NEW_FILE_ENDING)
        raise
    disk.sync_names()


_REPLACED = (errno.EISDIR, errno.ENOTDIR, errno.ELOOP)
LOST_FILE = frozenset({errno.ENOENT, errno.EACCES, errno.EPERM, *_REPLACED})
"""Error numbers that say: there is no file of ours at this name any more."""


def explain_disk_error(error: OSError) -> str:
    """Explain why the disk refused, as the part of a sentence that follows a colon."""
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
        case number if number in _REPLACED:
            return "something else is in the place of the file or its folder"
        case _:
            return error.strerror or type(error).__name__


@contextlib.contextmanager
def disk_errors_explained(
    before: str, after: str = ".", kind: type[CdgDeviceError] = JournalError
) -> Iterator[None]:
    """Raise what the disk raises as this kind: `before`, why, and `after` as one sentence."""
    try:
        yield
    except OSError as error:
        raise kind(f"{before}: {explain_disk_error(error)}{after}") from error


def write_new_file(path: Path, content: bytes, kind: type[CdgDeviceError] = CdgDeviceError) -> None:
    """Write a file that was not there; raise an error of this kind if there is one, or it fails."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise kind(f"{path} is there already; name another file.") from error
    except OSError as error:
        why = explain_disk_error(error)
        raise kind(f"{path} can't be written: {why}; name another file.") from error


def read_regular_file(path: Path, most: int) -> bytes:
    """Read at most so many bytes of a file; of a device or a pipe nothing.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it can't be read; `strerror` says why.
    """
    # Asked first: to open a pipe would wait for somebody to write into it.
    if not S_ISREG(path.stat().st_mode):
        raise OSError(None, "it is no ordinary file")
    with path.open("rb") as file:
        return file.read(most)


# Windows opens files as text unless told otherwise; other systems have no such flag.
_BINARY: int = getattr(os, "O_BINARY", 0)
# The content and its length are what matters; times may be lost. Not every system has it.
_sync = getattr(os, "fdatasync", os.fsync)


class FolderFile:
    """The `DiskFile` of a `FolderDisk`."""

    def __init__(self, path: Path, flags: int) -> None:
        self._descriptor = os.open(path, flags | os.O_WRONLY | _BINARY, 0o644)

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def sync(self) -> None:
        _sync(self._descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


class FolderDisk:
    """The `Disk` that is the folder `path`; it is made when the first file is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._claim: int | None = None

    def __repr__(self) -> str:
        return f"FolderDisk({str(self.path)!r})"

    def names(self) -> tuple[str, ...]:
        if not self.path.exists():
            return ()
        with os.scandir(self.path) as entries:
            return tuple(sorted(entry.name for entry in entries))

    def size(self, name: str) -> int:
        return (self.path / name).stat().st_size

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        with (self.path / name).open("rb", buffering=0) as file:
            file.seek(start)
            return file.read() if length is None else file.read(length)

    def create(self, name: str) -> FolderFile:
        # Always a new file: nothing that had the name, such as a link, is written to.
        self._make_folder()
        with contextlib.suppress(FileNotFoundError):
            self.remove(name)
        return FolderFile(self.path / name, os.O_CREAT | os.O_EXCL)

    def append(self, name: str) -> FolderFile:
        return FolderFile(self.path / name, os.O_APPEND | _no_follow())

    def rename(self, old: str, new: str) -> None:
        (self.path / old).replace(self.path / new)

    def remove(self, name: str) -> None:
        (self.path / name).unlink()

    def sync_names(self) -> None:
        _sync_folder(self.path)

    def claim(self) -> None:
        # The kernel gives the folder back when the process dies.
        self._make_folder()
        if self._claim is not None and not _is_locked(self._claim, self.path):
            # The folder was taken away, and another one is in its place.
            self.release()
        if self._claim is None:
            self._claim = lock_folder(self.path)

    def release(self) -> None:
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _make_folder(self) -> None:
        if self.path.is_dir():
            return
        missing = [p for p in (self.path, *self.path.parents) if not p.exists()]
        self.path.mkdir(parents=True, exist_ok=True)
        # A folder's name is kept by the folder above it.
        for made in reversed(missing):
            _sync_folder(made.parent)


if sys.platform == "win32":
    import msvcrt

    def _sync_folder(path: Path) -> None:
        """Do nothing: Windows can't sync a folder, and NTFS journals its names by itself."""

    def lock_folder(path: Path) -> int:
        """Have a folder for this process alone, by a file in it."""
        descriptor = os.open(path / "lock", os.O_RDWR | os.O_CREAT | _BINARY)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            os.close(descriptor)
            raise BlockingIOError(error.errno, "another process has the folder") from error
        return descriptor

    def _no_follow() -> int:
        return 0

    def _is_locked(_descriptor: int, _path: Path) -> bool:
        """Say yes: Windows lets nobody take a folder away in which a file is open."""
        return True

else:
    import fcntl

    def _sync_folder(path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def lock_folder(path: Path) -> int:
        """Have a folder for this process alone until the descriptor is closed, or it ends.

        Raises:
            BlockingIOError: another process has it.
        """
        # The folder itself is locked: that needs no file, and so works on a read-only disk too.
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def _no_follow() -> int:
        """Return the flag for root: a folder's owner may have put links to root's files there."""
        # Python in a browser knows no users.
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        return os.O_NOFOLLOW if is_root else 0

    def _is_locked(descriptor: int, path: Path) -> bool:
        return os.path.samestat(os.fstat(descriptor), path.stat())
