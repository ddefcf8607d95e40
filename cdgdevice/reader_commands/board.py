"""A Pico that runs MicroPython, as mpremote reaches it: look at its files, copy some, restart it.

mpremote's commands are stable, its Python classes are not: so it runs as a program.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from cdgdevice.errors import HardwareError, MissingPackageError
from cdgdevice.reader_commands.place import LOAD_MICROPYTHON, Place, try_port

OLDEST = 1, 22
"""The oldest MicroPython that the firmware is made for."""
STEP_WITHIN, FILE_WITHIN = 30.0, 10.0
"""Seconds that a step may take, and more for each file; a Pico takes one, and half a one."""
RESTARTED_WITHIN = 10.0
"""Seconds for the last word to a board, which may have said nothing to all others."""
TRIES = 2
"""A program that is being interrupted may swallow the first words."""

# What runs on the board: small, and it leaves nothing behind but what it was told to.
_LOOK = """
import binascii, hashlib, json, os
def digest(name):
    try:
        file = open(name, "rb")
    except OSError:
        return ""
    digest = hashlib.sha256()
    while True:
        part = file.read(512)
        if not part:
            file.close()
            return binascii.hexlify(digest.digest()).decode()
        digest.update(part)
system = os.uname()
digests = [digest(name) for name in {names}]
print(json.dumps([system[0], system[2], system[4], digests]))
"""
_RENAME = """
import os
there = os.listdir()
for name in {names}:
    if name + ".new" in there:
        os.rename(name + ".new", name)
"""
# The pause lets mpremote let go of the port before it vanishes.
_RESTART = "import machine, time; time.sleep_ms(200); machine.reset()"


@dataclass(frozen=True, slots=True)
class Seen:
    """What is on a board."""

    machine: str
    """The board's name and chip."""
    release: str
    """MicroPython's version, such as 1.22.0."""
    differing: tuple[str, ...]
    """The files that are not there, or have another content."""


class Board:
    """The board at the port `where`.

    Use it in a `with`: its methods end the program that runs on the board, and at the end the
    board is started anew, whatever has happened. It goes away for a moment then.

    Raises:
        MissingPackageError: mpremote is not installed.
        HardwareError: the port can't be opened.
    """

    def __init__(self, where: Place) -> None:
        mpremote = find_spec("mpremote")
        if mpremote is None or mpremote.origin is None:
            raise MissingPackageError("Loading the firmware", "mpremote", "reader")
        if where.name.startswith("socket://"):
            raise HardwareError(
                f"A board can't be loaded over {where.name}: plug it in here by USB."
            )
        try_port(where)
        self._where = where
        # It may lie where only this program looks for it.
        path = (str(Path(mpremote.origin).parents[1]), os.environ.get("PYTHONPATH", ""))
        self._path = os.pathsep.join(filter(None, path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # It may be gone before mpremote is; whether it comes back is heard from its hello.
        with suppress(_FailedError):
            self._run("exec", "--no-follow", _RESTART, within=RESTARTED_WITHIN)

    def look(self, files: Mapping[str, bytes]) -> Seen:
        """Say what is on the board, compared with `files`: contents by name.

        Raises:
            HardwareError: no MicroPython answers, or it is another board or too old.
        """
        try:
            answer = _understood(self._do("exec", _LOOK.format(names=list(files))), len(files))
        except (_FailedError, ValueError):
            try_port(self._where)
            raise HardwareError(
                f"The board at {self._where.name} does not answer as MicroPython does: "
                + LOAD_MICROPYTHON
            ) from None
        if answer.system != "rp2" or "RP2040" not in answer.machine:
            raise HardwareError(
                f"The board at {self._where.name} is a {answer.machine}, and the firmware is for a "
                "Raspberry Pi Pico (RP2040): name another port with --port."
            )
        if answer.version < OLDEST:
            raise HardwareError(
                f"The board at {self._where.name} runs MicroPython {answer.release}, "
                f"which is too old: {LOAD_MICROPYTHON}"
            )
        ours = {name: sha256(content).hexdigest() for name, content in files.items()}
        pairs = zip(ours.items(), answer.digests, strict=True)
        differing = tuple(name for (name, own), its in pairs if own != its)
        return Seen(answer.machine, answer.release, differing)

    def copy(self, files: Mapping[str, bytes]) -> None:
        """Copy `files`, contents by name.

        They take the places of the old ones at the end: a copy that breaks off leaves the old
        firmware whole. Only that last instant, name after name, must not be cut short; if it is,
        the board may not start as a reader until the files are copied again.

        Raises:
            HardwareError: the copy failed.
        """
        if not files:
            return
        with TemporaryDirectory(prefix="cdgdevice-") as folder:
            commands: list[str] = []
            for name, content in files.items():
                local = Path(folder) / name
                local.write_bytes(content)
                commands += ["fs", "cp", str(local), f":{name}.new", "+"]
            self._surely(*commands[:-1], within=STEP_WITHIN + FILE_WITHIN * len(files))
        # The program last: until it is there, the old one starts.
        names = sorted(files, key=lambda name: name == "main.py")
        self._surely("exec", _RENAME.format(names=names))

    def _surely(self, *command: str, within: float = STEP_WITHIN) -> None:
        try:
            self._do(*command, within=within)
        except _FailedError as failed:
            try_port(self._where)
            raise HardwareError(
                f"The firmware could not be copied ({failed}): run cdgdevice reader flash again."
            ) from None

    def _do(self, *command: str, within: float = STEP_WITHIN) -> str:
        for _ in range(TRIES - 1):
            try:
                return self._run(*command, within=within)
            except _FailedError:
                continue
        return self._run(*command, within=within)

    def _run(self, *command: str, within: float = STEP_WITHIN) -> str:
        # -P: no file of the folder we are in passes for mpremote.
        mpremote = (sys.executable, "-P", "-m", "mpremote", "connect", self._where.name, "resume")
        try:
            done = subprocess.run(
                [*mpremote, *command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env={**os.environ, "PYTHONPATH": self._path},
                timeout=within,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _FailedError("it took too long") from None
        if done.returncode != 0:
            last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise _FailedError(last.removeprefix("mpremote: ") or f"status {done.returncode}")
        return done.stdout.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a board says of itself and its files."""

    system: str
    release: str
    version: tuple[int, ...]
    """The first two numbers of the release."""
    machine: str
    digests: tuple[str, ...]
    """In the order of the files that were asked for; of one that is not there it is empty."""


def _understood(said: str, files: int) -> _Answer:
    """Read what `_LOOK` printed last; anything else is a ValueError."""
    match json.loads(said.rstrip().rpartition("\n")[2]):
        case [str(system), str(release), str(machine), [*digests]] if len(digests) == files:
            version = tuple(int(part) for part in release.split(".")[:2])
            return _Answer(system, release, version, machine, tuple(map(str, digests)))
    raise ValueError(said)


class _FailedError(Exception):
    """A step of mpremote failed; the text is what it said last."""
