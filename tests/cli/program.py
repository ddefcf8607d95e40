"""Runs the program as its users do, and checks how it refuses."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile

from cdgdevice.cli.parser import run_command
from tests.cli.forked_program import ForkedRun
from tests.patience import PATIENCE

MAX_READ = 1 << 24


def cdgdevice(
    *arguments: str | Path, given: bytes = b"", stdout: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, in a process of its own; no run may ever show a traceback."""
    with TemporaryFile() as typed, TemporaryFile() as said, TemporaryFile() as complaints:
        typed.write(given)
        typed.seek(0)
        out = said.fileno() if stdout is None else stdout
        streams = (typed.fileno(), out, complaints.fileno())
        status = ForkedRun([*map(str, arguments)], streams).wait()
        read = [os.pread(file.fileno(), MAX_READ, 0) for file in (said, complaints)]
    done = subprocess.CompletedProcess(arguments, status, *read)
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    assert b"mistake of cdgdevice" not in done.stderr, done.stderr.decode()
    return done


def here(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process: much faster, where streams and signals don't matter."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run_command(list(map(str, arguments)))
    return subprocess.CompletedProcess(
        arguments, status, out.getvalue().encode(), err.getvalue().encode()
    )


def in_shell(line: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh; `$0` is the program's Python, `$1` and so on the arguments."""
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done


def refused(done: subprocess.CompletedProcess[bytes], *words: str, status: int = 1) -> None:
    """Check that a run was refused in one sentence that holds these words."""
    said = done.stderr.decode()
    assert done.returncode == status, said
    if status == 1:
        assert said.count("\n") == 1, said
        assert said.strip()[-1] in ".?!)", said
    assert all(word in said for word in words), said
