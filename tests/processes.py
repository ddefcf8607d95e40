"""Processes that tests start, none of which outlives its test, however that ends."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, AnyStr

from tests.patience import PATIENCE

_AS_POSIX = os.name == "posix"
_KILL_GROUPS = """
cat
cd "$0" && for group in [0-9]*; do kill -s KILL -- "-$group"; done
rm -r "$0"
"""
"""Waits for the end of its input, which is the end of the tests; the folder $0 lists the groups."""

_alive: "set[Process[str] | Process[bytes]]" = set()
"""Those that have not been ended yet."""
_group_lists: list[Path] = []
"""The folder of `ended_if_the_tests_are_killed`, while it is in use: a file for each group."""


class Process(subprocess.Popen[AnyStr]):
    """As `subprocess.Popen`, but whatever it started ends with it.

    It leads a process group of its own. The whole group is killed at the end of a `with` or by
    `end`, and at the latest when its test is over, passed or failed. One that `outlives_test` is
    its fixture's, which may start it again during a test and ends it itself.
    """

    outlives_test: bool

    if not TYPE_CHECKING:  # the overloads of Popen are those of this

        def __init__(self, *args, outlives_test=False, **kwargs):
            super().__init__(*args, start_new_session=_AS_POSIX, **kwargs)
            self.outlives_test = outlives_test
            _alive.add(self)
            for groups in _group_lists:
                (groups / str(self.pid)).touch()

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill all of the group, and close the pipes; a second time does nothing."""
        if self not in _alive:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self.kill()
            else:
                os.killpg(self.pid, signal.SIGKILL)
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None:
                with suppress(OSError):  # what was not written yet has no reader
                    pipe.close()
        self.wait(PATIENCE)
        _alive.discard(self)
        for groups in _group_lists:
            (groups / str(self.pid)).unlink(missing_ok=True)


@contextmanager
def ended_with_the_test() -> Iterator[None]:
    """End every process that is started meanwhile; those of longer fixtures stay."""
    before = set(_alive)
    try:
        yield
    finally:
        for process in _alive - before:
            if not process.outlives_test:
                process.end()


@contextmanager
def ended_if_the_tests_are_killed() -> Iterator[None]:
    """Kill every process that is started meanwhile even if nobody is left here to do it."""
    if not _AS_POSIX:
        yield
        return
    groups = Path(tempfile.mkdtemp(prefix="cdgdevice-processes-"))
    guard = subprocess.Popen(
        ["sh", "-c", _KILL_GROUPS, groups],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _group_lists.append(groups)
    try:
        with guard:
            yield
    finally:
        _group_lists.remove(groups)
        shutil.rmtree(groups, ignore_errors=True)
