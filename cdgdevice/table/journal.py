"""The journal of one game: a file that only ever grows, a line an entry.

Nothing is rewritten or cut off, not even what a power cut or a full disk left half-written: the
next entry simply begins on a new line. That works because lines are numbered, and an entry that
was not acknowledged has its number given again; `reading` tells the two apart.
"""

import contextlib
from typing import Self

from cdgdevice.errors import JournalError
from cdgdevice.table.disk import Disk, reason, replace
from cdgdevice.table.line import encode
from cdgdevice.table.reading import FORMAT, Content, Written, parse, whole


class Journal:
    """A game's journal, open to be appended to.

    `count` is how many entries are in it: they themselves are not kept in memory. `unsynced` says
    in a sentence why what was read may not be on the disk itself, and is None when it surely is.
    """

    def __init__(self, disk: Disk, name: str, *, count: int = 0, lead: bytes = b"") -> None:
        self.name = name
        self.count = count
        self.unsynced: str | None = None
        self._disk = disk
        self._lead = lead

    @classmethod
    def start(cls, disk: Disk, name: str, header: Content) -> Self:
        """Make the file of a new game; it is durable on return.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        try:
            replace(disk, name, encode(0, {"journal": FORMAT, **header}))
        except OSError as error:
            raise JournalError(_unwritable(name, error)) from error
        return cls(disk, name)

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
        # A tail without its newline stays where it is; what comes next begins on a line of its own.
        lead = b"" if content.endswith(b"\n") else b"\n"
        journal = cls(disk, name, count=len(written.entries), lead=lead)
        journal.unsynced = f"{name} is not synced yet."
        with contextlib.suppress(JournalError):
            journal.settle()
        return journal, written

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
        except OSError as error:
            self.unsynced = _unwritable(self.name, error)
            raise JournalError(self.unsynced) from error
        self.unsynced = None

    def append(self, entry: Content) -> None:
        """Add an entry; it is durable on return.

        Raises:
            JournalError: it could not be made durable, though a power cut may still leave it
                there. The journal stays usable: append the same entry again when there is room.
        """
        line = encode(self.count + 1, entry)
        self.settle()
        # Until this has succeeded, the file may end in half a line.
        lead, self._lead = self._lead, b"\n"
        try:
            # Opened anew each time: a disk that was gone for a while has none of our old handles.
            with self._disk.append(self.name) as file:
                # After a sync that failed the kernel may have dropped the bytes and forgotten so,
                # and only writing them again makes them durable.
                file.write(lead + line)
                file.sync()
        except OSError as error:
            raise JournalError(_unwritable(self.name, error)) from error
        self._lead = b""
        self.count += 1


def _unwritable(name: str, error: OSError) -> str:
    return f"{name} can't be written: {reason(error)}; the game goes on, but is not saved."
