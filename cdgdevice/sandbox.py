"""Where the service may write: systemd lets it into its own folder alone, unless told otherwise."""

import os
from collections.abc import Callable
from pathlib import Path

from cdgdevice.places import SERVICE_FOLDER

_REMEDY = (
    f"let it with ReadWritePaths= (CONFIGURATION.md), or mount the disk at {SERVICE_FOLDER} and "
    "take games.folder out."
)


def may_write(folder: Path) -> bool:
    """Tell whether this process may make something in `folder`, or in the nearest that is there."""
    for near in (folder, *folder.parents):
        if os.access(near, os.F_OK):
            return near.is_dir() and os.access(near, os.W_OK | os.X_OK)
    return False


def shut_out(games: Path, may: Callable[[Path], bool] = may_write) -> tuple[str, ...]:
    """Say, as the service, that it can't write in the folder of the games; nothing where it can."""
    if "STATE_DIRECTORY" not in os.environ or may(games):
        return ()
    return (f"games.folder: the service can't write in {games}: {_REMEDY}",)


def perhaps_shut_out(games: Path) -> tuple[str, ...]:
    """Say the same to somebody else, who can't know: only the service is in its sandbox."""
    service = Path(SERVICE_FOLDER)
    if "STATE_DIRECTORY" in os.environ or not service.is_dir() or games.is_relative_to(service):
        return ()
    return (f"games.folder: unless you let it, the service can't write in {games}: {_REMEDY}",)
