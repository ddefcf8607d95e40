"""The content of one simulated file: what reading gives, and what a power cut may leave of it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Pick = Callable[[int], int]
"""Chance: `pick(n)` gives a whole number from 0 to n - 1 (so `random.randrange` is one)."""


class Fate(Enum):
    """What is known of a write."""

    UNSYNCED = "unsynced"
    """It may be kept, lost or torn; the next sync makes it sure."""
    FORGOTTEN = "forgotten"
    """A sync of it failed. As on Linux, a later sync succeeds and says nothing about it."""
    SURE = "sure"
    """It is on the disk itself."""


@dataclass(slots=True)
class _Write:
    at: int
    """Offset in bytes."""
    data: bytes | None
    """None: the file was emptied."""
    fate: Fate = Fate.UNSYNCED

    def onto(self, content: bytes) -> bytes:
        if self.data is None:
            return b""
        # Bytes between the end and a write that lies beyond it read as zeros.
        before = content[: self.at].ljust(self.at, b"\0")
        return before + self.data + content[self.at + len(self.data) :]

    def torn(self, pick: Pick, *, finely: bool) -> "_Write | None":
        """Give what is left of an unsure write: cut `finely` at every byte, else in the middle.

        The length of a file may be kept without the bytes: then zeros are in their place, after
        the bytes that were kept, or before the second half.
        """
        if self.data is None:
            return self if pick(2) else None
        whole, half = len(self.data), len(self.data) // 2
        kept = range(whole + 1) if finely else (0, half, whole)
        with_zeros = range(whole) if finely else (0, half)
        chosen = pick(len(kept) + len(with_zeros) + 1)
        if chosen < len(kept):
            left = self.data[: kept[chosen]]
        elif (hole := chosen - len(kept)) < len(with_zeros):
            left = self.data[: with_zeros[hole]].ljust(whole, b"\0")
        else:
            left = self.data[half:].rjust(whole, b"\0")
        return _Write(self.at, left) if left else None


class SimulatedContent:
    """Bytes that remember which of them were synced. `seen` is what reading gives."""

    def __init__(self, sure: bytes = b"") -> None:
        self.seen = sure
        self._sure = sure
        self._writes: list[_Write] = []

    def empty(self) -> None:
        """Throw the content away."""
        if self.seen:
            self._writes.append(_Write(0, None))
            self.seen = b""

    def append(self, data: bytes) -> None:
        """Write at the end."""
        if data:
            self._writes.append(_Write(len(self.seen), data))
            self.seen += data

    def sync(self) -> None:
        """Make every write sure that was not forgotten."""
        for write in self._writes:
            if write.fate is Fate.UNSYNCED:
                write.fate = Fate.SURE
        if all(write.fate is Fate.SURE for write in self._writes):
            self._sure, self._writes = self.seen, []

    def forget(self) -> None:
        """Fail to sync."""
        for write in self._writes:
            if write.fate is Fate.UNSYNCED:
                write.fate = Fate.FORGOTTEN

    def after_cut(self, pick: Pick) -> bytes:
        """Give a content that the disk may hold when the power goes now.

        One of the unsure writes, whichever, is cut at every byte.
        """
        unsure = [write for write in self._writes if write.data and write.fate is not Fate.SURE]
        finely = unsure[pick(len(unsure))] if unsure else None
        content = self._sure
        for write in self._writes:
            if write.fate is Fate.SURE:
                content = write.onto(content)
            elif left := write.torn(pick, finely=write is finely):
                content = left.onto(content)
        return content
