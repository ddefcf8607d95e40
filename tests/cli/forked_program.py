"""The program in processes that need not load it: each is forked from one that has loaded it all.

A run has streams, a folder and an environment of its own and ends as any process does, with its
locks, buffers and status. Run as a program, this is the process that loads it.
"""

import gc
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select

from tests.patience import PATIENCE
from tests.processes import Process

_MAX_BYTES = 1 << 18


class ForkedRun:
    """A run of the program that has these files as its standard streams."""

    def __init__(
        self, words: Sequence[str], streams: tuple[int, int, int], folder: Path | None = None
    ) -> None:
        self._status, theirs = os.pipe()
        asked = json.dumps([words, str(folder or Path.cwd()), dict(os.environ)]).encode()
        socket.send_fds(_load_program(), [asked], [*streams, theirs])
        os.close(theirs)

    def wait(self) -> int:
        """Wait for its end and return its status."""
        ready, _, _ = select([self._status], [], [], PATIENCE)
        assert ready, "the program does not end"
        status = os.read(self._status, 9)
        os.close(self._status)
        return int(status)


@cache
def _load_program() -> socket.socket:
    """Start the process that loads the program; it ends when our end of this is closed."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        Process[bytes](
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env={name: of for name, of in os.environ.items() if name != "PYTHONUNBUFFERED"},
            outlives_test=True,
        )
    return ours


def _serve(asks: socket.socket) -> None:
    """Fork a run for each that is asked for; return in the run, ready to begin."""
    import cdgdevice.cli

    for module in pkgutil.iter_modules(cdgdevice.cli.__path__, "cdgdevice.cli."):
        import_module(module.name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for a run
    while True:
        asked, files, _, _ = socket.recv_fds(asks, _MAX_BYTES, 4)
        if not asked:
            sys.exit()
        if os.fork() == 0:
            break
        for file in files:
            os.close(file)
    asks.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if run := os.fork():
        _, status = os.waitpid(run, 0)
        os.write(files[3], str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        os.dup2(files[number], number)
        # Opened again, as each learns when it is opened what its file can do.
        stream = os.fdopen(number, mode, closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    for file in files:
        os.close(file)
    words, folder, environment = json.loads(asked)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = words


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from cdgdevice.__main__ import main

    sys.exit(main())
