"""The real disk: a folder of the operating system."""

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

# Windows opens files as text unless told otherwise; other systems have no such flag.
_BINARY: int = getattr(os, "O_BINARY", 0)
# The content and its length are what matters; times may be lost. Not every system has it.
_sync = getattr(os, "fdatasync", os.fsync)


class FolderFile:
    """A file of a `FolderDisk`, open for writing."""

    def __init__(self, path: Path, flags: int) -> None:
        self._descriptor = os.open(path, flags | os.O_WRONLY | _BINARY, 0o644)

    def write(self, data: bytes) -> None:
        """Write all of `data`, or raise OSError with any part of it written."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def sync(self) -> None:
        """Return when everything written is on the disk itself."""
        _sync(self._descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)


class FolderDisk:
    """The `Disk` that is the folder `path`; it is made when the first file is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._claim: int | None = None

    def __repr__(self) -> str:
        return f"FolderDisk({str(self.path)!r})"

    def names(self) -> tuple[str, ...]:
        """Name every file in the folder, in sorted order; none when there is no folder yet."""
        if not self.path.exists():
            return ()
        with os.scandir(self.path) as entries:
            return tuple(sorted(entry.name for entry in entries if entry.is_file()))

    def size(self, name: str) -> int:
        """Give the length in bytes; FileNotFoundError when there is no such file."""
        return (self.path / name).stat().st_size

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        """Give up to `length` bytes (None: all) from `start`; FileNotFoundError if missing."""
        with (self.path / name).open("rb", buffering=0) as file:
            file.seek(start)
            return file.read() if length is None else file.read(length)

    def create(self, name: str) -> FolderFile:
        """Open an empty file for writing, in place of the one that was there.

        It is always a new file: whatever else had the name, such as a link, is not written to.
        """
        self._make_folder()
        with contextlib.suppress(FileNotFoundError):
            self.remove(name)
        return FolderFile(self.path / name, os.O_CREAT | os.O_EXCL)

    def append(self, name: str) -> FolderFile:
        """Open an existing file so that writes go to its end; FileNotFoundError if missing."""
        return FolderFile(self.path / name, os.O_APPEND | _no_follow())

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, taking the place of a file that has it."""
        (self.path / old).replace(self.path / new)

    def remove(self, name: str) -> None:
        """Remove a file; FileNotFoundError when there is no such file."""
        (self.path / name).unlink()

    def sync_names(self) -> None:
        """Return when every creation, renaming and removal so far is on the disk itself."""
        _sync_folder(self.path)

    def claim(self) -> None:
        """Keep the folder for this process; the kernel gives it back when the process dies.

        Raises:
            BlockingIOError: another process has it.
        """
        self._make_folder()
        if self._claim is not None and not _is_locked(self._claim, self.path):
            # The folder was taken away, and another one is in its place.
            self.release()
        if self._claim is None:
            self._claim = _lock(self.path)

    def release(self) -> None:
        """Give a claimed folder back; without a claim, do nothing."""
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

    def _lock(path: Path) -> int:
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

    def _lock(path: Path) -> int:
        # The folder itself is locked: that needs no file, and so works on a read-only disk too.
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def _no_follow() -> int:
        """Give the flag for root: whoever owns the folder may have laid a link to root's files."""
        return os.O_NOFOLLOW if os.geteuid() == 0 else 0

    def _is_locked(descriptor: int, path: Path) -> bool:
        return os.path.samestat(os.fstat(descriptor), path.stat())
