"""Whether the last start failed. Then the next one has no splash: the glass says why, dim.

A gadget that can't start is started again every few seconds, for weeks if need be, and its splash
would wear the panels. The note is an empty file in memory; without systemd there is none.
"""

# ruff: noqa: PTH107, PTH110, PTH123, SIM105 - pathlib and contextlib cost milliseconds of dark glass
import os

from cdgdevice.places import failed_file


def known() -> bool:
    """Tell whether the last start failed."""
    return os.path.exists(failed_file())


def note(kind: type[BaseException] | None, *_: object) -> None:
    """Note that this start failed, if an error ends it: for an `ExitStack`."""
    if kind is None:
        return
    try:
        with open(failed_file(), "wb"):
            pass
    except OSError:
        pass


def forget() -> None:
    """Note that the gadget is there."""
    try:
        os.remove(failed_file())
    except OSError:
        pass
