"""How often the start has failed by now. After a failure the next one has no splash.

A gadget that can't start is started again and again, for weeks if need be: its splash would wear
the panels, and the log of each start the disk. So the glass goes on saying why, dim, and after the
first few the starts come further and further apart. The note is a file in memory with a byte for
each failure; without systemd there is none.
"""

# ruff: noqa: PTH107, PTH123, PTH202, SIM105 - pathlib and contextlib cost milliseconds of dark glass
import os

from cdgdevice.places import failed_file

AT_ONCE = 5
"""So many failures are followed by the next start at once: somebody may be plugging it together."""
LONGEST = 55
"""Seconds that a start waits at most; systemd gives one up after 90."""


def times() -> int:
    """Give how many starts have failed, one after the other."""
    try:
        return os.path.getsize(failed_file())
    except OSError:
        return 0


def pause(failed: int) -> int:
    """Give the seconds to wait before the start that follows so many failures."""
    return min(5 * max(0, failed - AT_ONCE), LONGEST)


def note(kind: type[BaseException] | None, *_: object) -> None:
    """Note that this start failed, if an error ends it: for an `ExitStack`."""
    if kind is None:
        return
    try:
        with open(failed_file(), "ab") as file:
            file.write(b".")
    except OSError:
        pass


def forget() -> None:
    """Note that the gadget is there."""
    try:
        os.remove(failed_file())
    except OSError:
        pass
