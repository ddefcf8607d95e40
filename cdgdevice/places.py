"""Where things lie on this computer: the configuration and the games.

Imports next to nothing: the splash looks here before anything else is loaded.
"""

# ruff: noqa: PTH118, PTH111 - pathlib costs milliseconds of dark glass here
import os
import sys

SYSTEM_CONFIG = "/etc/cdgdevice/cdgdevice.toml"


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


def splash_file(folder: str) -> str:
    """Give the file that remembers where the screens are, in the folder of the games."""
    return os.path.join(folder, "screens")
