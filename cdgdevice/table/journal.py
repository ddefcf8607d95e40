"""The journal of one game: a file that only ever grows, a line an entry.

Nothing is rewritten or cut off, not even what a power cut or a full disk left half-written: the
next entry simply begins on a new line. That works because lines are numbered, and an entry that
was not acknowledged has its number given again; `reading` tells the two apart.

A file that is no more as it was left, for whatever reason, is never appended to. The game is
written anew then, from memory, into another file.
"""

import contextlib
from typing import Self

from cdgdevice.errors import JournalError
from cdgdevice.table.disk import Disk, reason, replace
from cdgdevice.table.line import encode
from cdgdevice.table.reading import FORMAT, Content, Written, parse, whole

_TAIL = 256
"""Bytes of a file's end that are compared before it is appended to: about a line."""


class LostError(JournalError):
    """The journal's file is gone, or is not as it was left: `Journal.write_anew` helps."""


class Journal:
    """A game's journal, open to be appended to.

    `content` is what the file holds, as bytes: some 140 an entry. `count` is how many entries are
    in it. `unsynced` says in a sentence why what was read may not be on the disk itself, and is
    None when it surely is.
    """

    def __init__(self, disk: Disk, name: str, content: bytes, *, count: int = 0) -> None:
        self.name = name
        self.content = bytearray(content)
        self.count = count
        self.unsynced: str | None = None
        self._disk = disk
        self._end = len(content)
        """The file's length after what was written last."""
        self._tail = content[-_TAIL:]
        """What the file ended in then."""
        self._loose = 0
        """Bytes at most that attempts which failed may have left after that."""
        # A tail without its newline stays where it is; what comes next begins on a line of its own.
        self._lead = b"" if content.endswith(b"\n") else b"\n"

    @classmethod
    def start(cls, disk: Disk, name: str, header: Content) -> Self:
        """Make the file of a new game; it is durable on return.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        content = encode(0, {"journal": FORMAT, **header})
        return cls._made(disk, name, content)

    @classmethod
    def open(cls, disk: Disk, name: str) -> tuple[Self, Written]:
        """Open the file of a game that was laid aside; sync and give what it says.

        Another process may have died between writing an entry and syncing it: what is shown
        must not vanish in a later power cut.

        Raises:
            JournalError: it can't be read now, is damaged, or was written by a newer version.
        """
        content = whole(disk, name)
        written = parse(content, name)
        journal = cls(disk, name, content, count=len(written.entries))
        journal.unsynced = f"{name} is not synced yet."
        with contextlib.suppress(JournalError):
            journal.settle()
        return journal, written

    def write_anew(self, name: str) -> Self:
        """Write all of it into the file `name`, and give the journal there; durable on return.

        Raises:
            JournalError: it could not be written; trying again with the same name is safe.
        """
        return self._made(self._disk, name, bytes(self.content), self.count)

    @classmethod
    def _made(cls, disk: Disk, name: str, content: bytes, count: int = 0) -> Self:
        try:
            replace(disk, name, content)
        except OSError as error:
            raise JournalError(_unwritable(name, error)) from error
        return cls(disk, name, content, count=count)

    def check(self) -> None:
        """Do nothing where the file is as it was left, or can't be looked at now.

        Raises:
            LostError: it is gone, or was changed by somebody else.
        """
        try:
            self._find_end()
        except FileNotFoundError as error:
            raise LostError(_unwritable(self.name, error)) from error
        except OSError:
            return

    def settle(self) -> None:
        """Sync what `open` read, if that could not be done yet.

        Raises:
            JournalError: it still can't.
        """
        if self.unsynced is None:
            return
        try:
            with self._disk.append(self.name) as file:
                file.sync()
            self._disk.sync_names()
        except FileNotFoundError as error:
            raise LostError(_unwritable(self.name, error)) from error
        except OSError as error:
            self.unsynced = _unwritable(self.name, error)
            raise JournalError(self.unsynced) from error
        self.unsynced = None

    def append(self, entry: Content) -> None:
        """Add an entry; it is durable on return.

        Raises:
            LostError: the file is gone, or is not as it was left; nothing was written.
            JournalError: it could not be made durable, though a power cut may still leave it
                there. The journal stays usable: append the same entry again when there is room.
        """
        line = encode(self.count + 1, entry)
        self.settle()
        try:
            end = self._find_end()
            # Until this has succeeded, the file may end in half a line.
            data, self._lead = self._lead + line, b"\n"
            self._loose = end - self._end + len(data)
            # Opened anew each time: a disk that was gone for a while has none of our old handles.
            with self._disk.append(self.name) as file:
                # After a sync that failed the kernel may have dropped the bytes and forgotten so,
                # and only writing them again makes them durable.
                file.write(data)
                file.sync()
        except FileNotFoundError as error:
            raise LostError(_unwritable(self.name, error)) from error
        except OSError as error:
            raise JournalError(_unwritable(self.name, error)) from error
        self.content += data
        self._end, self._tail, self._loose, self._lead = end + len(data), data, 0, b""
        self.count += 1

    def _find_end(self) -> int:
        """Give the length of the file as it is now; LostError if it is not as it was left."""
        start, most = self._end - len(self._tail), len(self._tail) + self._loose
        found = self._disk.read(self.name, start, most + 1)
        if not found.startswith(self._tail) or len(found) > most:
            raise LostError(f"{self.name} is not as it was left; {_UNSAVED}")
        return start + len(found)


_UNSAVED = "the game goes on, but is not saved."


def _unwritable(name: str, error: OSError) -> str:
    return f"{name} can't be written: {reason(error)}; {_UNSAVED}"
