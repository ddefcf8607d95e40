"""Where this program may write: the sandbox's limits, and whose folder root writes in."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cdgdevice.system.folders import SERVICE_FOLDER

_WRITE_REMEDY = (
    f"let it with ReadWritePaths= (CONFIGURATION.md), or mount the disk at {SERVICE_FOLDER} and "
    "take games.folder out."
)


def can_write(folder: Path) -> bool:
    """Return whether this process may write in `folder`, or in the nearest that is there."""
    for near in (folder, *folder.parents):
        if os.access(near, os.F_OK):
            return near.is_dir() and os.access(near, os.W_OK | os.X_OK)
    return False


def explain_no_write_access(
    games: Path, may: Callable[[Path], bool] = can_write
) -> tuple[str, ...]:
    """Say, as the service, that it can't write in the folder of the games; nothing where it can."""
    if "STATE_DIRECTORY" not in os.environ or may(games):
        return ()
    return (f"games.folder: the service can't write in {games}: {_WRITE_REMEDY}",)


def warn_of_write_access(games: Path) -> tuple[str, ...]:
    """Say the same to somebody else, who can't know: only the service is in its sandbox."""
    service = Path(SERVICE_FOLDER)
    if "STATE_DIRECTORY" in os.environ or not service.is_dir() or games.is_relative_to(service):
        return ()
    return (
        f"games.folder: unless you let it, the service can't write in {games}: {_WRITE_REMEDY}",
    )


if sys.platform == "win32":

    @contextmanager
    def as_owner(_folder: Path) -> Iterator[None]:
        """Do nothing: Windows has no such root."""
        yield

else:
    import pwd

    @contextmanager
    def as_owner(folder: Path) -> Iterator[None]:
        """Be the owner of `folder` for a while, if this is root; the whole program is.

        A root without the power to become somebody else stays what it is.
        """
        user = _find_owner(folder) if os.geteuid() == 0 else None
        if user is None:
            yield
            return
        group, groups = os.getegid(), os.getgroups()
        try:
            with suppress(PermissionError):
                os.setgroups(_list_groups(*user))
                os.setegid(user[1])
                os.seteuid(user[0])
            yield
        finally:
            os.seteuid(0)
            os.setegid(group)
            with suppress(PermissionError):
                os.setgroups(groups)

    def _find_owner(folder: Path) -> tuple[int, int] | None:
        """Return the first other user on the way there, with the group; None: it is all root's.

        That user can have any folder further on be another one.
        """
        path = folder.absolute()
        for part in (*reversed(path.parents), path):
            try:
                found = part.lstat()
            except OSError:
                return None
            if found.st_uid != 0:
                return found.st_uid, found.st_gid
        return None

    def _list_groups(user: int, group: int) -> list[int]:
        try:
            return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
        except KeyError:  # a number without a name
            return [group]
