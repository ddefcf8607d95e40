"""The firmware, and how it gets onto a Pico that runs MicroPython: compare, copy, restart.

mpremote's commands are stable, its Python classes are not: so it runs as a program. The few lines
that run on the Pico itself are texts here.
"""

import ast
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Self

from msgspec import Struct

from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.errors import HardwareError, MissingPackageError
from cdgdevice.reader_tools.reader_connection import (
    MICROPYTHON_BUILDS,
    PortAddress,
    ReaderConnection,
    check_port_opens,
    explain_loading,
    explain_trouble,
)

PACKED_FOLDER = "firmware_files"
"""The folder of the firmware inside an installed package; a checkout has it beside the package."""
FIRMWARE_SOURCES = (
    "arrival.py",
    "board.py",
    "calibration.py",
    "classify.py",
    "idle.py",
    "main.py",
    "motor.py",
    "reader.py",
    "rolls.py",
    "sensor.py",
    "settle.py",
    "window.py",
)
"""The firmware's own files. Beside them goes `line.py`, the protocol's, shared with the host."""


def read_board_files() -> Mapping[str, bytes]:
    """Return the content of each file of the board by its name there."""
    packed = files("cdgdevice") / PACKED_FOLDER
    folder = packed if packed.is_dir() else Path(__file__).parents[2] / "firmware"
    found = {name: (folder / name).read_bytes() for name in FIRMWARE_SOURCES}
    found["line.py"] = (files("cdgdevice.drivers.reader") / "line.py").read_bytes()
    return dict(sorted(found.items()))


def read_firmware_name(contents: Mapping[str, bytes]) -> str:
    """Return the name and version that a board with these files says in its hello."""
    for each in ast.parse(contents["reader.py"]).body:
        match each:
            case ast.Assign([ast.Name("FIRMWARE")], ast.Constant(str(name))):
                return name
    raise LookupError("The firmware's reader.py names no FIRMWARE.")


def is_other_version(firmware: str, ours: str) -> bool:
    """Whether `firmware`, of a hello, is that of the name `ours` in another version."""
    return firmware != ours and firmware.partition(" ")[0] == ours.partition(" ")[0]


def explain_other_version(firmware: str, ours: str) -> str:
    """Describe which version the reader has, which this program brings, and what loads that."""
    theirs, brought = (name.partition(" ")[2] for name in (firmware, ours))
    return (
        f"The die reader's firmware is {theirs}, and this program brings {brought}: "
        "`cdgdevice reader flash` loads it."
    )


def load_classifier() -> ModuleType:
    """Return the firmware's own `classify`, run in this process as it is on the board."""
    classify = ModuleType("classify")
    exec(read_board_files()["classify.py"], classify.__dict__)
    return classify


OLDEST_MICROPYTHON = 1, 22
"""The oldest MicroPython that the firmware is made for."""
STEP_TIMEOUT, FILE_TIMEOUT = 30.0, 10.0
"""Seconds that a step may take, and more for each file; a Pico takes one, and half a one."""
RESTART_TIMEOUT = 10.0
"""Seconds for the last word to a board, which may have said nothing to all others."""

# What runs on the board: small, and it leaves nothing behind but what it is for.
_LOOK_PROGRAM = """
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
_RENAME_PROGRAM = """
import os
there = os.listdir()
for name in {names}:
    if name + ".new" in there:
        os.rename(name + ".new", name)
"""
# The pause lets mpremote let go of the port before it vanishes.
_RESET = "import machine, time; time.sleep_ms(200); machine.reset()"
# Earlier firmware knows no `hold`, and leaves it there; it stops its watchdog at Ctrl-C.
_RESTART_PROGRAM = f"""
import os
if "hold" in os.listdir():
    os.remove("hold")
{_RESET}
"""
_HOLD_PROGRAM = f"""
open("hold", "w").close()
{_RESET}
"""
AWAY, BACK_WITHIN = 1.5, 15.0
"""Seconds that a board that restarts is away at most, usually, and ever."""


def _name_board(machine: str) -> str | None:
    """Name the one of `MICROPYTHON_BUILDS` that MicroPython calls `machine`."""
    named = re.match(r"Raspberry Pi Pico ?(2?) ?(W?) with RP2(040|350)", machine)
    if named is None or (named[1] == "2") != (named[3] == "350"):
        return None
    return " ".join(filter(None, ("Pico", named[1], named[2])))


class BoardContents(Struct, frozen=True):
    """What is on a board."""

    machine: str
    """The board's name and chip."""
    release: str
    """MicroPython's version, such as 1.22.0."""
    differing: tuple[str, ...]
    """The files that are not there, or have another content."""


class MicroPythonBoard:
    """The board at the port `where`.

    Use it in a `with`: its methods end the program that runs on the board, and at the end the
    board is restarted, whatever has happened. It goes away for a moment then.

    Raises:
        MissingPackageError: mpremote is not installed.
        HardwareError: the port can't be opened.
    """

    def __init__(self, where: PortAddress) -> None:
        mpremote = find_spec("mpremote")
        if mpremote is None or mpremote.origin is None:
            raise MissingPackageError("Loading the firmware", "mpremote")
        if where.name.startswith(("socket://", UNIX_PREFIX)):
            raise HardwareError(
                f"A board can't be loaded over {where.name}: plug it in here by USB."
            )
        check_port_opens(where)
        self._port = where
        # It may lie where only this program looks for it.
        path = (str(Path(mpremote.origin).parents[1]), os.environ.get("PYTHONPATH", ""))
        self._path = os.pathsep.join(filter(None, path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # It may be gone before mpremote is; whether it comes back is heard from its hello.
        with suppress(_MpremoteError):
            self._run_mpremote("exec", "--no-follow", _RESTART_PROGRAM, within=RESTART_TIMEOUT)

    def read_contents(self, files: Mapping[str, bytes]) -> BoardContents:
        """Describe what is on the board, compared with `files`: contents by name.

        Raises:
            HardwareError: no MicroPython answers, or it is another board or too old.
        """
        try:
            said = self._run_with_retry("exec", _LOOK_PROGRAM.format(names=list(files)))
            system, release, machine, *digests = _parse_look_answer(said, len(files))
            version = tuple(int(part) for part in release.split(".")[:2])
        except (_MpremoteError, ValueError):
            self._await_port()  # a board that restarts has none for a moment
            raise HardwareError(
                f"The board at {self._port.name} does not answer as MicroPython does: "
                + explain_loading()
            ) from None
        board = _name_board(machine)
        if system != "rp2" or board is None:
            raise HardwareError(
                f"The board at {self._port.name} is a {machine}, and the firmware is for a "
                f"Raspberry Pi {', '.join(MICROPYTHON_BUILDS)}: name another port with --port."
            )
        if version < OLDEST_MICROPYTHON:
            raise HardwareError(
                f"The board at {self._port.name} runs MicroPython {release}, "
                f"which is too old: {explain_loading(board)}"
            )
        pairs = zip(files.items(), digests, strict=True)
        differing = [name for (name, ours), its in pairs if sha256(ours).hexdigest() != its]
        return BoardContents(machine, release, tuple(differing))

    def copy_files(self, files: Mapping[str, bytes]) -> None:
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
            self._run_or_explain(*commands[:-1], within=STEP_TIMEOUT + FILE_TIMEOUT * len(files))
        # The program last: until it is there, the old one starts.
        names = sorted(files, key=lambda name: name == "main.py")
        self._run_or_explain("exec", _RENAME_PROGRAM.format(names=names))

    def hold(self) -> None:
        """Restart the board so that it waits at its prompt and no watchdog is armed.

        Raises:
            HardwareError: it does not come back.
        """
        self._run_or_explain("exec", "--no-follow", _HOLD_PROGRAM)
        time.sleep(AWAY)
        self._await_port()

    def _await_port(self) -> None:
        until = time.monotonic() + BACK_WITHIN
        while True:
            try:
                return check_port_opens(self._port)
            except HardwareError:
                if time.monotonic() >= until:
                    raise
                time.sleep(AWAY / 5)

    def _run_or_explain(self, *command: str, within: float = STEP_TIMEOUT) -> None:
        try:
            self._run_with_retry(*command, within=within)
        except _MpremoteError as failed:
            self._await_port()  # a board that restarts has none for a moment
            raise HardwareError(
                f"The firmware could not be copied ({failed}): run cdgdevice reader flash again."
            ) from None

    def _run_with_retry(self, *command: str, within: float = STEP_TIMEOUT) -> str:
        # A program that is being interrupted may swallow the first words; and once it is, the
        # watchdog restarts the board, in the middle of a command if the computer is slow.
        with suppress(_MpremoteError):
            return self._run_mpremote(*command, within=within)
        self._await_port()
        return self._run_mpremote(*command, within=within)

    def _run_mpremote(self, *command: str, within: float = STEP_TIMEOUT) -> str:
        # -P: no file of the folder we are in passes for mpremote.
        mpremote = (sys.executable, "-P", "-m", "mpremote", "connect", self._port.name, "resume")
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
            raise _MpremoteError("it took too long") from None
        if done.returncode != 0:
            last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise _MpremoteError(last.removeprefix("mpremote: ") or f"status {done.returncode}")
        return done.stdout.decode("utf-8", "replace")


def _parse_look_answer(said: str, files: int) -> tuple[str, ...]:
    """Read what `_LOOK_PROGRAM` printed last: the system, its release, the machine, each digest.

    Raises:
        ValueError: it printed anything else.
    """
    match json.loads(said.rstrip().rpartition("\n")[2]):
        case [str(system), str(release), str(machine), [*digests]] if len(digests) == files:
            return (system, release, machine, *map(str, digests))
    raise ValueError(said)


class _MpremoteError(Exception):
    """A step of mpremote failed; the text is what it said last."""


RESTART_HELLO_TIMEOUT = 30.0
"""Seconds until a board that was restarted must have said hello; a Pico takes two."""

PrintLine = Callable[[str], None]
"""Shows a line."""


def flash_firmware(where: PortAddress, tell: PrintLine, files: Mapping[str, bytes]) -> int:
    """Copy those of the firmware's `files` that differ, restart the board and hear who it is.

    What else is on the board stays there, its calibration too.

    Raises:
        HardwareError, CdgDeviceError: as `MicroPythonBoard`, or the board does not come back.
    """
    ours = read_firmware_name(files)
    with MicroPythonBoard(where) as board:
        seen = _look(board, where, tell, files)
        if seen.differing:
            tell(f"Copying {', '.join(seen.differing)}.")
            board.hold()
        else:
            tell(f"It has every file of {ours} already.")
        board.copy_files({name: files[name] for name in seen.differing})
    with ReaderConnection(where.name, baud=where.baud) as talk:
        hello = talk.await_hello(RESTART_HELLO_TIMEOUT, through_loss=True)
    if hello.firmware != ours:
        raise HardwareError(
            f"The board says that it runs {hello.firmware}, not {ours}: "
            "unplug it, plug it in again and run cdgdevice reader flash again."
        )
    tell(f"The die reader {hello.uid} runs {ours}.")
    if hello.trouble is not None:
        tell(explain_trouble(hello.trouble))
    return 0


def compare_firmware(where: PortAddress, tell: PrintLine, files: Mapping[str, bytes]) -> int:
    """Describe which of the firmware's `files` differ, and copy none; 1 when any does.

    Raises:
        HardwareError, CdgDeviceError: as `MicroPythonBoard`.
    """
    with MicroPythonBoard(where) as board:
        seen = _look(board, where, tell, files)
    for name in seen.differing:
        tell(f"  {name} is missing or differs")
    if seen.differing:
        tell("Load the firmware: cdgdevice reader flash.")
    else:
        tell(f"It has every file of {read_firmware_name(files)}.")
    return 1 if seen.differing else 0


def _look(
    board: MicroPythonBoard, where: PortAddress, tell: PrintLine, files: Mapping[str, bytes]
) -> BoardContents:
    tell(f"Asking the board at {where.name} what it is and has.")
    seen = board.read_contents(files)
    tell(f"{seen.machine}, MicroPython {seen.release}, at {where.name}.")
    return seen
