"""The disk: something is written, synced, read back and removed again."""

import errno
from collections.abc import Callable
from contextlib import suppress

from cdgdevice.selftest.finding import Finding, What
from cdgdevice.table.disk import NEW, Disk, reason

FILE = f"self-test{NEW}"
"""What is written; a file with this ending never counts as anybody's, should the power go now."""
SLOW = 1.0
"""Seconds that a sync may take: longer, and each press of the game is felt to wait."""
LITTLE = 20_000_000
"""Bytes that should be left: years of games, and room for what else the system writes."""

_CONTENT = bytes(range(256)) * 4


def disk_findings(
    disk: Disk, room: Callable[[], int | None], clock: Callable[[], float], *, write: bool = True
) -> tuple[Finding, ...]:
    """Say whether the disk keeps what it is given; `room` gives the bytes left, None: not known.

    Without `write` nothing is changed, and only the room is looked at.
    """
    left = room()
    space = "" if left is None else f"; {_size(left)} are left"
    found = [_written(disk, clock, space) if write else _untried(space)]
    if left is not None and left < LITTLE:
        found.append(
            Finding(
                What.DISK_FULL,
                f"Only {_size(left)} are left on the disk: remove what is not needed, or use a "
                "larger card.",
            )
        )
    return tuple(found)


def _untried(space: str) -> Finding:
    return Finding(
        What.DISK_UNTRIED, f"Nothing was written on the disk, so that nothing changes{space}."
    )


def _written(disk: Disk, clock: Callable[[], float], space: str) -> Finding:
    try:
        disk.sync_names()
    except FileNotFoundError:
        return Finding(
            What.DISK_UNTRIED,
            "The folder of the games is not there yet, so the disk was not tried: the first game "
            "makes it, where games.folder says.",
        )
    except OSError as error:
        return _refused(error)
    try:
        begun = clock()
        with disk.create(FILE) as file:
            file.write(_CONTENT)
            file.sync()
        disk.sync_names()
        seconds = clock() - begun
        kept = disk.read(FILE)
        disk.remove(FILE)
        disk.sync_names()
    except OSError as error:
        # What was half written would only take room that a full disk needs.
        with suppress(OSError):
            disk.remove(FILE)
        return _refused(error)
    if kept != _CONTENT:
        return Finding(
            What.DISK_FORGETS,
            "The disk gives back other bytes than were written: the card is worn out; copy the "
            "games from it and use another.",
        )
    if seconds > SLOW:
        return Finding(
            What.DISK_SLOW,
            f"The disk took {seconds:.1f} s to keep a line: the card is worn or slow; use "
            'another, of the kind "A1" or better.',
        )
    return Finding(
        What.DISK_WRITES,
        f"The disk keeps what it is given: written, synced and read back in "
        f"{max(1, round(seconds * 1000))} ms{space}.",
    )


def _refused(error: OSError) -> Finding:
    if error.errno in (errno.EACCES, errno.EPERM):
        return Finding(
            What.DISK_NOT_OURS,
            "The games belong to another user, so the disk could not be tried: run "
            "`sudo cdgdevice selftest`.",
            "The games belong to another user, so the disk could not be tried.",
        )
    return Finding(
        What.DISK_REFUSES,
        f"The disk takes nothing: {reason(error)}. {_remedy(error)}",
    )


def _remedy(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "Remove what is not needed, or use a larger card."
        case errno.EROFS:
            return "Switch the overlay file system off, or restart; a card that stays so is dead."
        case _:
            return "Check the card and its slot, and restart."


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
