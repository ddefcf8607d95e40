"""Root leaves its power behind where a folder belongs to somebody else.

Whoever owns a folder can lay links in it, to files that only root may write. So root does there
what is to be done as that user.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
        user = _owner(folder) if os.geteuid() == 0 else None
        if user is None:
            yield
            return
        group, groups = os.getegid(), os.getgroups()
        try:
            with suppress(PermissionError):
                os.setgroups(_groups(*user))
                os.setegid(user[1])
                os.seteuid(user[0])
            yield
        finally:
            os.seteuid(0)
            os.setegid(group)
            with suppress(PermissionError):
                os.setgroups(groups)

    def _owner(folder: Path) -> tuple[int, int] | None:
        """Give the first other user on the way there, with the group; None: it is all root's.

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

    def _groups(user: int, group: int) -> list[int]:
        try:
            return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
        except KeyError:  # a number without a name
            return [group]
