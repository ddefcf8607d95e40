"""Everything that must hold, in order of cost; fails if any stage fails. `.ci/run` runs it.

The runner starts the stages and waits for them; it hears a signal only while it waits. Between it
and each stage stands a guard, in a process group of its own, whose standard input is a pipe of
which the runner alone has the other end. When that closes, however the runner has ended, the guard
stops its stage: nobody has to know what was started when.
"""

import os
import platform
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

GRACE = 30.0
"""Seconds in which a stage that is stopped may end by itself."""

ON_NEWEST_PYTHON = "bluetooth cli config drivers games service system tomlform transcripts"
"""Folders of tests: what a gadget asks of its Python, and whole games."""


def run_stages(run: "Run") -> None:
    """Run all stages. The soak, which waits for nobody, takes what the others leave of a core."""
    # Without what checks units and signs updates those tests would be skipped unseen.
    for program, package in (("systemd-analyze", "systemd"), ("ssh-keygen", "openssh-client")):
        if shutil.which(program) is None:
            run.now(package, "a minute", ".ci/installed", package)
    run.now("Environment", "two minutes", "make", ".venv/.ready")
    run.beside("Soak", "nice", "-n", "19", "make", "soak", "SOAK_ROUNDS=5000")

    # Debian for the card image, whose tools an emulated processor runs.
    run.beside("Root of the card image", ".ci/image", "--root")

    # Where one run waits, the other works: neither needs a worker more than there are processors.
    workers = f"WORKERS={os.cpu_count() or 1}"
    newest = find_newest_python()
    if newest is not None:
        tests = " ".join(f"tests/{folder}" for folder in ON_NEWEST_PYTHON.split())
        chosen = f"TESTS=-m 'not hypothesis' {tests}"
        options = f"PYTHON={newest}", "VENV=.venv-3.13", chosen, workers
        # Not `make test`: style and types are the same with each Python.
        run.beside("Tests on Python 3.13", "make", "behaviour", *options)
    else:
        print(f"Python 3.13 is not here: tested on {platform.python_version()} only.", flush=True)
    run.now("Tests", "20 minutes", "make", "test", workers)
    if newest is not None:
        run.end("Tests on Python 3.13")
    run.end("Root of the card image")

    # The emulated Pico keeps one core busy for as long as the next ones take, or longer. So does
    # the emulated Pi.
    run.beside("Pico", "make", "pico")
    run.beside("Pi", "make", "pi")
    run.beside("Board", ".ci/board")
    run.now("Wheel", "a minute", ".ci/wheel")
    run.now("Oldest Bluetooth library", "half a minute", ".ci/oldest")
    run.now("Patches for other projects", "two minutes", ".ci/contrib")
    run.now("Page", "ten minutes", ".ci/browser")
    run.now("Page without a gadget", "15 minutes", ".ci/page")
    run.now("Documentation", "half a minute", "make", "docs")
    run.end("Board")
    run.end("Pi")

    # What it counts is the same on a busy machine. It takes the image that the emulated Pi booted.
    image = [*map(str, Path("dist").glob("cdgdevice-*-arm64.img"))]
    run.beside("Counted", ".ci/counted", *image)
    run.beside("Start of the card", ".ci/counted", "--boot", *image)
    run.now("Hardware", "20 minutes", ".ci/hardware")
    run.now("Throws", "three minutes", ".ci/throws", "--test")
    run.end("Pico")
    # Its machines keep both cores busy.
    run.now("Machines", "half an hour", "make", "machine")
    run.end("Counted")
    run.end("Start of the card")
    run.end("Soak")


def find_newest_python() -> str | None:
    """Return the newest Python that Raspberry Pi OS ships, if it is on the path or in pyenv."""
    in_pyenv = Path.home().glob(".pyenv/versions/3.13*/bin/python3.13")
    for python in ("python3.13", *map(str, in_pyenv)):
        with suppress(OSError, subprocess.CalledProcessError):
            subprocess.run([python, "-c", "import venv"], check=True, stderr=subprocess.DEVNULL)
            return python
    return None


class StageFailedError(Exception):
    """A stage failed, with the status that is the argument."""


class StoppedError(Exception):
    """A signal asked the run to end."""


class Run:
    """The stages under way; use it in a `with`, whose end stops them all and waits for that."""

    def __init__(self, grace: float) -> None:
        self.began = time.monotonic()
        self.stage = "before the first stage"
        self._grace = grace
        asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        self._heard = {s for s in asked if signal.getsignal(s) is not signal.SIG_IGN}
        self._heard.add(signal.SIGCHLD)
        signal.pthread_sigmask(signal.SIG_BLOCK, self._heard)
        self._alive, self._held = os.pipe()
        self._guards: list[subprocess.Popen[bytes]] = []
        self._beside: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._held)
        for guard in self._guards:
            guard.wait()

    @property
    def seconds(self) -> int:
        """How long it has taken."""
        return round(time.monotonic() - self.began)

    def now(self, stage: str, takes: str, *command: str) -> None:
        """Run a stage to its end, and let it speak."""
        print(f"{stage}: {takes} at most, as a rule.", flush=True)
        self._finish(stage, self._start(stage, command))

    def beside(self, stage: str, *command: str) -> None:
        """Start a stage that runs beside all that follows; keep what it says."""
        log = TemporaryFile()  # noqa: SIM115 - `_finish` closes it
        self._beside[stage] = self._start(stage, command, log), log

    def end(self, stage: str) -> None:
        """Wait for a stage that runs beside, and show what it said."""
        print(f"{stage}: waiting for its end.", flush=True)
        self._finish(stage, *self._beside.pop(stage))

    def _start(
        self, stage: str, command: Sequence[str], log: IO[bytes] | None = None
    ) -> subprocess.Popen[bytes]:
        numbers = str(self.began), str(self._grace)
        guard = subprocess.Popen(
            ["python3", "-I", __file__, "--guard", stage, *numbers, *command],
            stdin=self._alive,
            stdout=log,
            stderr=None if log is None else subprocess.STDOUT,
            # No session of its own: Linux shares the processors among sessions, whatever is nice.
            process_group=0,
        )
        self._guards.append(guard)
        return guard

    def _finish(
        self, stage: str, guard: subprocess.Popen[bytes], log: IO[bytes] | None = None
    ) -> None:
        self.stage = stage
        while guard.poll() is None:
            if signal.sigwait(self._heard) != signal.SIGCHLD:
                raise StoppedError
        if log is not None:
            log.seek(0)
            shutil.copyfileobj(log, sys.stdout.buffer)
            sys.stdout.flush()
            log.close()
        if guard.returncode != 0:
            raise StageFailedError(guard.returncode)


def guard_stage(stage: str, began: float, grace: float, command: Sequence[str]) -> int:
    """Run a stage and say how long it took; stop it if standard input ends before it does."""
    start = time.monotonic()
    if select.select([0], [], [], 0)[0]:
        return 130
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, process_group=0, preexec_fn=_hear_signals
    ) as process:
        select.select([0, os.pidfd_open(process.pid)], [], [])
        stopped = process.poll() is None
        if stopped:
            _stop(process, grace)
        _signal_group(process, signal.SIGKILL)  # what is left of it
    if not stopped:
        took, since = (round(time.monotonic() - moment) for moment in (start, began))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        worked = round(used.ru_utime + used.ru_stime)
        print(f"{stage}: {took} s, {worked} s of the processor, over {since} s after the start.")
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def _hear_signals() -> None:
    """Let a stage hear Ctrl-C even if the run does not, as in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _stop(process: subprocess.Popen[bytes], grace: float) -> None:
    """Ask all of a process group to end, and give it time for that."""
    last = time.monotonic() + grace
    there = _signal_group(process, signal.SIGINT)
    while there and time.monotonic() < last:
        time.sleep(0.1)
        process.poll()
        there = _signal_group(process, 0)


def _signal_group(process: subprocess.Popen[bytes], number: int) -> bool:
    """Send a signal to all of a group, or 0 for none; tell whether anybody is left of it."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Run all stages; with `--grace SECONDS` a stage that is stopped has that long to end."""
    if arguments[:1] == ["--guard"]:
        _, stage, began, grace, *command = arguments
        return guard_stage(stage, float(began), float(grace), command)
    outcome, status = "All", 0
    with Run(float(arguments[1]) if arguments[:1] == ["--grace"] else GRACE) as run:
        try:
            run_stages(run)
        except StageFailedError as failed:
            outcome, status = "FAILED", int(failed.args[0])
        except StoppedError:
            outcome, status = "Stopped", 130
    # Which stage failed is said last, below what it said itself.
    where = f" after {run.seconds} s: {run.stage}" if status else f": {run.seconds} s."
    print(f"{outcome}{where}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
