"""Where things lie on this computer: configuration, games, sheets, and the note of failed starts.

Imports next to nothing: the splash looks here before anything else is loaded.

After a failed start the next one has no splash. A gadget that can't start is started again and
again, for weeks if need be: its splash would wear the panels, and the log of each start the disk.
So the screen goes on saying why, dim, and after the first few the starts come further and further
apart. The note is a file in memory with a byte for each failure; without systemd there is none.
"""

# ruff: noqa: PTH100, PTH107, PTH111, PTH118, PTH120, PTH123, PTH202, SIM105 - pathlib costs milliseconds of dark glass

import os
import sys

SYSTEM_CONFIG = "/etc/cdgdevice/cdgdevice.toml"
BOOT_CONFIG = "/boot/firmware/cdgdevice.toml"
"""The owner's own configuration, on the partition of an SD card that every computer can read."""
BOOT_SHEETS = "/boot/firmware/cdgdevice-sheets"
"""The owner's own sheets, on the same partition."""
SERVICE_FOLDER = "/var/lib/cdgdevice"
"""Where the service keeps its games; systemd names it to the service alone."""


def locate_default_games_folder() -> str:
    """Return the folder of the games: systemd's for the service, else the user's own."""
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return state or _locate_user_folder("LOCALAPPDATA", "Local", "XDG_DATA_HOME", ".local", "share")


def locate_sheet_folders(config: str = "") -> tuple[str, ...]:
    """Return the folders of the player's own sheets, which need not be there, the nearest first.

    `config` is the configuration that was named, if any: the folder beside it comes first. Then
    come the owner's card, the system, and this user.
    """
    beside = (_join_sheets(os.path.dirname(os.path.abspath(config))),) if config else ()
    folders = (
        *beside,
        BOOT_SHEETS,
        _join_sheets(os.path.dirname(SYSTEM_CONFIG)),
        _join_sheets(_locate_user_folder("APPDATA", "Roaming", "XDG_CONFIG_HOME", ".config")),
    )
    return tuple(dict.fromkeys(folders))


def _join_sheets(folder: str) -> str:
    return os.path.join(folder, "sheets")


def _locate_user_folder(app_data: str, folder: str, xdg: str, *usual: str) -> str:
    """Return this user's own folder of cdgdevice.

    `app_data` and `folder` name its place on Windows, `xdg` and `usual` on other systems.
    """
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get(app_data, os.path.join(home, "AppData", folder))
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get(xdg) or os.path.join(home, *usual)
    return os.path.join(base, "cdgdevice")


def locate_splash_file(folder: str) -> str:
    """Return the file that remembers where the screens are, in the folder of the games."""
    return os.path.join(folder, "screens")


def locate_last_words_file() -> str:
    """Return the file that tells the end of a shutdown where the screens are; "" without systemd.

    It is in memory, in systemd's folder for the run: the disks are gone when it is read.
    """
    return _locate_in_memory("screens")


def locate_failed_file() -> str:
    """Return the file that is there while the gadget can't start, in that folder; "" without it."""
    return _locate_in_memory("failed")


def _locate_in_memory(name: str) -> str:
    run = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return os.path.join(run, name) if run else ""


IMMEDIATE_STARTS = 5
"""So many failures are followed by the next start at once: somebody may be plugging it together."""
MAX_START_DELAY = 55
"""Seconds that a start waits at most; systemd gives one up after 90."""


def count_failed_starts() -> int:
    """Return how many starts have failed, one after the other."""
    try:
        return os.path.getsize(locate_failed_file())
    except OSError:
        return 0


def find_start_delay(failed: int) -> int:
    """Return the seconds to wait before the start that follows so many failures."""
    return min(5 * max(0, failed - IMMEDIATE_STARTS), MAX_START_DELAY)


def note_failed_start(kind: type[BaseException] | None, *_: object) -> None:
    """Note that this start failed, if an error ends it: for an `ExitStack`."""
    if kind is None:
        return
    try:
        with open(locate_failed_file(), "ab") as file:
            file.write(b".")
    except OSError:
        pass


def forget_failed_starts() -> None:
    """Note that the gadget is there."""
    try:
        os.remove(locate_failed_file())
    except OSError:
        pass
