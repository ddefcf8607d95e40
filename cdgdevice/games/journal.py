"""The journal of one game: a file that only ever grows, and what waits while its disk fails."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Self
from zlib import compress, crc32, decompress

from cdgdevice.errors import JournalError
from cdgdevice.games import journal_reader
from cdgdevice.games.disk import LOST_FILE, Disk, explain_disk_error, replace_file
from cdgdevice.games.journal_format import encode_line

_TAIL = 256
"""Bytes of a file's end that are compared before it is appended to: most of a line."""

_PACKED_AT_ONCE = 64 * 1024
"""Bytes that are packed in one step: some milliseconds on a Pi Zero 2 W, and to a tenth."""
_FAST = 1
"""zlib's level: higher ones take twice as long, for a few per cent of the file."""


class JournalLostError(JournalError):
    """The journal's file is gone, or is not as it was left: `Journal.rewrite` helps."""


class FileCopy:
    """The bytes of a file that only grows, in memory: the file may be lost, and is written again.

    What comes is added to `newer`.
    """

    def __init__(self, content: bytes) -> None:
        self.newer = bytearray()
        # One block of memory, which goes back to the system as a whole once all of it is packed.
        self._older = content
        self._at = 0
        """So many of its first bytes are packed."""
        self._packed: list[bytes] = []
        self._packed_checksum = 0

    def pack(self) -> bool:
        """Pack the oldest bytes that are not; return whether there were enough of them."""
        if len(self._older) - self._at + len(self.newer) < _PACKED_AT_ONCE:
            return False
        if len(self._older) < _PACKED_AT_ONCE:
            self._older += self.newer
            self.newer.clear()
        oldest = self._older[self._at : self._at + _PACKED_AT_ONCE]
        self._packed.append(compress(oldest, _FAST))
        self._packed_checksum = crc32(oldest, self._packed_checksum)
        self._at += _PACKED_AT_ONCE
        if len(self._older) - self._at < _PACKED_AT_ONCE:
            self._older, self._at = self._older[self._at :], 0
        return True

    def __len__(self) -> int:
        packed = len(self._packed) * _PACKED_AT_ONCE
        return packed + len(self._older) - self._at + len(self.newer)

    def __bytes__(self) -> bytes:
        return b"".join((*map(decompress, self._packed), self._older[self._at :], self.newer))

    @property
    def checksum(self) -> int:
        """The CRC-32 of all of it."""
        older = crc32(memoryview(self._older)[self._at :], self._packed_checksum)
        return crc32(self.newer, older)


class Journal:
    """A game's journal, open to be appended to.

    `copy` is what the file holds: some 330 bytes an entry, until they are packed. `count` is how
    many entries are in it. `unsynced` says in a sentence why what was read may not be on the disk
    itself, and is None when it surely is.
    """

    def __init__(self, disk: Disk, name: str, content: bytes, *, count: int = 0) -> None:
        self.name = name
        self.copy = FileCopy(content)
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
    def start(cls, disk: Disk, name: str, header: journal_reader.LineContent) -> Self:
        """Make the file of a new game; it is durable on return.

        Raises:
            JournalError: it could not be made; trying again with the same name is safe.
        """
        content = encode_line(0, {"journal": journal_reader.JOURNAL_FORMAT, **header})
        return cls._made(disk, name, content)

    @classmethod
    def open(
        cls, disk: Disk, name: str, known: journal_reader.JournalStart | None = None
    ) -> tuple[Self, journal_reader.JournalContent]:
        """Open the file of a saved game; sync it and return what it says after a `known` part.

        Another process may have died between writing an entry and syncing it: what is shown
        must not vanish in a later power cut.

        Raises:
            JournalError: it can't be read now, is damaged, or was written by a newer version.
        """
        content = journal_reader.read_journal_bytes(disk, name)
        written = journal_reader.parse_journal(content, name, known)
        journal = cls(disk, name, content, count=written.answers)
        journal.unsynced = f"{name} is not synced yet."
        with contextlib.suppress(JournalError):
            journal.settle()
        return journal, written

    def rewrite(self, name: str) -> Self:
        """Write all of it into the file `name`, and return the journal there; durable on return.

        Raises:
            JournalError: it could not be written; trying again with the same name is safe.
        """
        return self._made(self._disk, name, bytes(self.copy), self.count)

    @classmethod
    def _made(cls, disk: Disk, name: str, content: bytes, count: int = 0) -> Self:
        with _refusals(name):
            replace_file(disk, name, content)
        return cls(disk, name, content, count=count)

    def check(self) -> None:
        """Do nothing where the file is as it was left, or can't be looked at now.

        Raises:
            JournalLostError: it is gone, or was changed by somebody else.
        """
        try:
            with _refusals(self.name):
                self._find_end()
        except JournalLostError:
            raise
        except JournalError:
            return

    def settle(self) -> None:
        """Sync what `open` read, if that could not be done yet.

        Raises:
            JournalError: it still can't.
        """
        if self.unsynced is None:
            return
        try:
            with _refusals(self.name):
                with self._disk.append(self.name) as file:
                    file.sync()
                self._disk.sync_names()
        except JournalError as error:
            self.unsynced = str(error)
            raise
        self.unsynced = None

    def append(self, entry: journal_reader.LineContent) -> None:
        """Add an entry; it is durable on return.

        Raises:
            JournalLostError: the file is gone, or is not as it was left; nothing was written.
            JournalError: it could not be made durable, though a power cut may still leave it
                there. The journal stays usable: append the same entry again when there is room.
        """
        line = encode_line(self.count + 1, entry)
        self.settle()
        with _refusals(self.name):
            end = self._find_end()
            # Until this has succeeded, the file may end in half a line.
            data, self._lead = self._lead + line, b"\n"
            self._loose = end - self._end + len(data)
            # Opened each time: a disk that was gone for a while has none of our old handles.
            with self._disk.append(self.name) as file:
                # After a sync that failed the kernel may have dropped the bytes and forgotten so,
                # and only writing them again makes them durable.
                file.write(data)
                file.sync()
        self.copy.newer += data
        self._end, self._tail, self._loose, self._lead = end + len(data), data, 0, b""
        self.count += 1

    def measure(self) -> journal_reader.JournalStart | None:
        """Return how far it has come; None where the file has bytes beside whole lines of ours."""
        if self._lead or self.unsynced or self._end != len(self.copy):
            return None
        return journal_reader.JournalStart(self.count, self._end, self.copy.checksum)

    def _find_end(self) -> int:
        """Return the file's length now; JournalLostError if it is not as it was left."""
        start, most = self._end - len(self._tail), len(self._tail) + self._loose
        found = self._disk.read(self.name, start, most + 1)
        if not found.startswith(self._tail) or len(found) > most:
            raise JournalLostError(f"{self.name} is not as it was left; {_UNSAVED}")
        return start + len(found)


_UNSAVED = "the game goes on, but is not saved."


@contextlib.contextmanager
def _refusals(name: str) -> Iterator[None]:
    """Turn what the disk raises into a JournalError; JournalLostError if `name` is missing."""
    try:
        yield
    except OSError as error:
        kind = JournalLostError if error.errno in LOST_FILE else JournalError
        sentence = f"{name} can't be written: {explain_disk_error(error)}; {_UNSAVED}"
        raise kind(sentence) from error


class Backlog:
    """A game's journal and the entries that have not got into it, in their order.

    `unsaved` is None while all is durable, else the sentence that says why not; after a power
    cut the entries in the backlog would be missing. `moved` has a sentence for each time that the
    journal was lost and was written again.
    """

    def __init__(
        self,
        start: Callable[[], Journal],
        rewrite: Callable[[Journal], Journal],
        *,
        name: str | None = None,
        at_once: bool = True,
    ) -> None:
        """Begin with a journal that `start` makes or opens; a JournalError of it is retried.

        `rewrite` writes one that was lost into another file. `name` is the file, where there is one
        already. Not `at_once`, it is made with the first entry: until then the disk is left as it
        is.
        """
        self._start = start
        self._rewrite = rewrite
        self._name = name
        self._at_once = at_once
        self._journal: Journal | None = None
        self._waiting: list[Mapping[str, object]] = []
        self._lost = False
        self.unsaved: str | None = None
        self.moved: tuple[str, ...] = ()
        self.catch_up()

    @property
    def name(self) -> str | None:
        """The journal's file; None while there is none."""
        return self._journal.name if self._journal else self._name

    def measure(self) -> journal_reader.JournalStart | None:
        """Return how far the journal has come; None while anything of it is not durable."""
        if self._journal is None or self.at_risk or self.unsaved:
            return None
        return self._journal.measure()

    def pack(self) -> bool:
        """Make a part of the journal's copy in memory small; return whether there was one."""
        return self._journal is not None and self._journal.copy.pack()

    @property
    def at_risk(self) -> bool:
        """Whether entries are in memory only: some wait, or a lost journal can't be written."""
        return self._lost or bool(self._waiting)

    def keep(self, entry: Mapping[str, object]) -> None:
        """Add an entry: durable on return unless `unsaved` says otherwise."""
        self._waiting.append(entry)
        self.catch_up()

    def catch_up(self) -> None:
        """Try to write what waits, oldest first, as far as the disk lets us."""
        if not (self._at_once or self._waiting or self._journal):
            return
        try:
            self._journal = self._journal or self._start()
            try:
                self._write(self._journal)
            except JournalLostError:
                self._lost = True
                lost, self._journal = self._journal, self._rewrite(self._journal)
                self.moved += (_moved(lost.name, self._journal.name),)
                self._write(self._journal)
            self._lost = False
            self.unsaved = None
        except JournalError as error:
            self.unsaved = str(error)

    def _write(self, journal: Journal) -> None:
        journal.settle()
        if not self._waiting:
            journal.check()
        while self._waiting:
            journal.append(self._waiting[0])
            del self._waiting[0]


def _moved(old: str, new: str) -> str:
    if old == new:
        return f"The game's file was gone: all of it was written again. It is {new}."
    return f"{old} is gone, or was changed by something else: the game goes on in {new}."
