"""The journal of one game: a file that only ever grows, a line an entry.

Nothing is rewritten or cut off, not even what a power cut or a full disk left half-written: the
next entry simply begins on a new line. That works because lines are numbered, and an entry that
was not acknowledged has its number given again. So one rule tells a torn write from damage:

- bytes that can't be read are damage if a later number shows that a line went missing there;
- else they are a write that was never acknowledged, and are passed over;
- a line with the number of the one before it takes its place (it was not acknowledged either).
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from cdgdevice.errors import JournalError
from cdgdevice.table.disk import Disk, reason, replace
from cdgdevice.table.line import Line, decode, encode, numbers_in

FORMAT = 1
"""The number of this way of writing journals; the header names it."""

Content = Mapping[str, object]
"""What one line holds: a JSON object."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a journal's file says."""

    header: Content
    entries: tuple[Content, ...]
    torn: bool
    """The file ends in bytes that were passed over."""


class Journal:
    """A game's journal, open to be appended to.

    `header` and `entries` are what is in it. `torn` tells that its last write was cut short and
    is not among them. `unsynced` says in a sentence why what was read may not be on the disk
    itself, and is None when it surely is.
    """

    def __init__(self, disk: Disk, name: str, written: Written, lead: bytes) -> None:
        self.name = name
        self.header = written.header
        self.entries = list(written.entries)
        self.torn = written.torn
        self.unsynced: str | None = None
        self._disk = disk
        self._lead = lead

    @classmethod
    def start(cls, disk: Disk, name: str, header: Content) -> "Journal":
        """Make the file of a new game; it is durable on return.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        header = {"journal": FORMAT, **header}
        try:
            replace(disk, name, encode(0, header))
        except OSError as error:
            raise JournalError(_unwritable(name, error)) from error
        return cls(disk, name, Written(header, (), torn=False), lead=b"")

    @classmethod
    def open(cls, disk: Disk, name: str) -> "Journal":
        """Open the file of a game that was laid aside, and sync what is read.

        Another process may have died between writing an entry and syncing it: what is shown
        must not vanish in a later power cut.

        Raises:
            JournalError: it can't be read, is damaged, or was written by a newer version.
        """
        content = _content(disk, name)
        written = parse(content, name)
        # A tail without its newline stays where it is; what comes next begins on a line of its own.
        lead = b"" if content.endswith(b"\n") else b"\n"
        journal = cls(disk, name, written, lead)
        journal.unsynced = f"{name} is not synced yet."
        with contextlib.suppress(JournalError):
            journal.settle()
        return journal

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
        line = encode(len(self.entries) + 1, entry)
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
        self.torn = False
        self.entries.append(entry)


def read(disk: Disk, name: str) -> Written:
    """Read a game's file without opening it to be appended to.

    Raises:
        JournalError: it can't be read, is damaged, or was written by a newer version.
    """
    return parse(_content(disk, name), name)


def parse(content: bytes, name: str) -> Written:
    """Read the content of the journal file `name`.

    Raises:
        JournalError: it is damaged, or was written by a newer version.
    """
    found: list[Line] = []
    doubtful: int | None = None
    """The line of the file, from 1, that the first unreadable bytes since the last entry are in."""
    for at, raw in enumerate(content.split(b"\n"), 1):
        if not raw:
            continue
        try:
            line = decode(raw)
        except ValueError:
            doubtful = doubtful or at
            if any(number > len(found) for number in numbers_in(raw)):
                raise JournalError(_damaged(name, doubtful)) from None
            continue
        if line.number == len(found):
            found.append(line)
        elif line.number == len(found) - 1 > 0:
            found[-1] = line
        else:
            raise JournalError(_damaged(name, doubtful or at))
        doubtful = None
    if not found:
        raise JournalError(_damaged(name, 1))
    header = found[0].content
    if header.get("journal") != FORMAT:
        raise JournalError(
            f"{name} was written by a newer version of cdgdevice; "
            "update this one to go on with that game."
        )
    return Written(header, tuple(line.content for line in found[1:]), torn=doubtful is not None)


def _content(disk: Disk, name: str) -> bytes:
    try:
        return disk.read(name)
    except OSError as error:
        raise JournalError(
            f"{name} can't be read: {reason(error)}; the other games are not touched."
        ) from error


def _damaged(name: str, at: int) -> str:
    if at == 1:
        return f"{name} is damaged in its first line; put back a copy of it, or play another game."
    return (
        f"{name} is damaged in line {at}; put back a copy of it, or delete that line "
        "and all below it to go on from there."
    )


def _unwritable(name: str, error: OSError) -> str:
    return f"{name} can't be written: {reason(error)}; the game goes on, but is not saved."
