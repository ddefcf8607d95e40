"""Where things lie on this computer: the configuration, the games and the player's own sheets.

Imports next to nothing: the splash looks here before anything else is loaded.
"""

# ruff: noqa: PTH118, PTH111, PTH120, PTH100 - pathlib costs milliseconds of dark glass here
import os
import sys

SYSTEM_CONFIG = "/etc/cdgdevice/cdgdevice.toml"
BOOT_CONFIG = "/boot/firmware/cdgdevice.toml"
"""The owner's own configuration, on the partition of an SD card that every computer can read."""
BOOT_SHEETS = "/boot/firmware/cdgdevice-sheets"
"""The owner's own sheets, on the same partition."""
SERVICE_FOLDER = "/var/lib/cdgdevice"
"""Where the service keeps its games; it is told so by systemd, others are not."""


def games_folder() -> str:
    """Give the folder of the games: systemd's for the service, else the user's own."""
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return state
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", os.path.join(home, "AppData", "Local"))
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(base, "cdgdevice")


def sheet_folders(config: str = "") -> tuple[str, ...]:
    """Give the folders of the player's own sheets, which need not be there, the nearest first.

    `config` is the configuration that was named, if any: the folder beside it comes first. Then
    come the owner's card, the system, and this user.
    """
    beside = (_sheets(os.path.dirname(os.path.abspath(config))),) if config else ()
    folders = (*beside, BOOT_SHEETS, _sheets(os.path.dirname(SYSTEM_CONFIG)), _sheets(_settings()))
    return tuple(dict.fromkeys(folders))


def _sheets(folder: str) -> str:
    return os.path.join(folder, "sheets")


def _settings() -> str:
    """Give the folder where this user keeps what is set for cdgdevice."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("APPDATA", os.path.join(home, "AppData", "Roaming"))
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    return os.path.join(base, "cdgdevice")


def splash_file(folder: str) -> str:
    """Give the file that remembers where the screens are, in the folder of the games."""
    return os.path.join(folder, "screens")


def last_words_file() -> str:
    """Give the file that tells the end of a shutdown where the screens are; "" without systemd.

    It is in memory, in systemd's folder for the run: the disks are gone when it is read.
    """
    return _in_memory("screens")


def failed_file() -> str:
    """Give the file that is there while the gadget can't start, in that folder; "" without it."""
    return _in_memory("failed")


def _in_memory(name: str) -> str:
    run = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return os.path.join(run, name) if run else ""
