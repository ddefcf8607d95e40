"""Whoever reads what a command says, and whoever does not: it ends with the status it should."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

import pytest

from cdgdevice.cli.parser import build_parser
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.cli.forked_program import ForkedRun
from tests.patience import PATIENCE
from tests.processes import Process

pytestmark = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs /dev/full and pseudo-terminals"
)

SHEETS = Path(__file__).parents[2] / "cdgdevice/sheets"
ENDS_BY_ITSELF = {
    "sheets": "standard-2018",
    "check-sheet": f"{SHEETS}/standard-2018.toml",
    "notes": "standard-2018",
    "engine": "",
    "play": "--new standard-2018 --folder .",
    "games": "--folder .",
    "demo": "--out .",
    "check-config": "",
    "dice-bridge": "--forget nobody",
    "reader flash": "--port .",
    "reader info": "--port {reader}",
    "reader calibrate": "--port .",
    "reader test": "--port {reader} --lines 1",
    "reader shake": "--port {reader}",
    "reader test-strip": "--port .",
    "reader simulate": "",
    "reader judge": ".",
    "selftest": "--no-questions --folder .",
    "report": "-",
    "print": "",
    "odds": "standard-2018",
    "perft": "standard-2018 1",
    "dice": "--power",
    "completion": "bash",
}
"""Arguments for each command that needs no signal to end; some end with a refusal."""
ENDS_BY_SIGNAL = {"run", "sim"}


def _list_commands(parser: ArgumentParser) -> Iterator[str]:
    groups = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    if not groups:
        yield parser.prog.removeprefix("cdgdevice ")
    for group in groups:
        for command in group.choices.values():
            yield from _list_commands(command)


def _open_unread_pipe() -> int:
    reads, writes = os.pipe()
    os.close(reads)
    return writes


def _start(
    words: list[str], out: int = subprocess.PIPE, err: int = subprocess.PIPE
) -> Process[str]:
    return Process(
        [sys.executable, "-m", "cdgdevice", *words],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )


def _wait(command: Process[str]) -> tuple[int, str, str]:
    with command:
        said, complaints = command.communicate(timeout=PATIENCE)
    return command.returncode, said or "", complaints or ""


def _run_with(
    outputs: dict[str, tuple[int | None, int | None]], command: str, arguments: str, folder: Path
) -> dict[str, tuple[int, str, str]]:
    """Run a command with each of these pairs of outputs at once, each in a folder of its own.

    None is a file, whose content is returned beside the status.
    """
    with ExitStack() as parts:
        started = {}
        nothing = parts.enter_context(Path(os.devnull).open("rb")).fileno()
        for name, (out, err) in outputs.items():
            own = folder / name
            own.mkdir()
            reader = parts.enter_context(SimulatedReader(capabilities=("cal", "motor", "raw")))
            words = [word.format(reader=reader.url) for word in arguments.split()]
            said, complaints = (parts.enter_context(TemporaryFile("w+")) for _ in range(2))
            streams = (nothing, out or said.fileno(), err or complaints.fileno())
            run = ForkedRun([*command.split(), *words], streams, own)
            started[name] = run, said, complaints
        return {
            name: (run.wait(), _read(out), _read(err)) for name, (run, out, err) in started.items()
        }


def _read(file: TextIO) -> str:
    file.seek(0)
    return file.read()


def test_every_command_is_tried_here() -> None:
    assert set(_list_commands(build_parser())) == {*ENDS_BY_ITSELF, *ENDS_BY_SIGNAL}


@pytest.mark.parametrize("command", ENDS_BY_ITSELF)
def test_an_unread_output_changes_no_status_but_that_of_unwritten_results(
    command: str, tmp_path: Path
) -> None:
    unread = _open_unread_pipe()
    with Path("/dev/full").open("w") as full:
        ended = _run_with(
            {
                "read": (None, None),
                "unread error": (None, unread),
                "unread output": (unread, None),
                "full disk": (full.fileno(), None),
            },
            command,
            ENDS_BY_ITSELF[command],
            tmp_path,
        )
    os.close(unread)
    status, said, complaints = ended["read"]
    assert status in (0, 1), complaints
    assert ended["unread error"][0] == status
    lost = 1 if said else status
    assert ended["unread output"] == (lost, "", complaints)
    full_disk = ended["full disk"][2].removeprefix(complaints).splitlines()
    assert ended["full disk"][0] == lost
    assert ["No space left on device" in line for line in full_disk] == [True] * bool(said)


@pytest.mark.parametrize(("words", "status"), [("--help", 0), ("sheets --nonsense", 2), ("", 2)])
def test_help_and_misuse_keep_their_status_if_nobody_reads_them(words: str, status: int) -> None:
    unread = _open_unread_pipe()
    assert _wait(_start(words.split(), err=unread))[0] == status
    assert _wait(_start(words.split(), out=unread))[0] == (status or 1)
    os.close(unread)


def test_help_on_a_full_disk_is_refused_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        status, _, complaints = _wait(_start(["--help"], out=full.fileno()))
    assert status == 1
    assert ["No space left on device" in line for line in complaints.splitlines()] == [True]


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stopped_simulator_ends_well_if_nobody_reads_one_of_its_streams(
    stream: str, tmp_path: Path
) -> None:
    unread = _open_unread_pipe()
    outputs = {"out": unread} if stream == "stdout" else {"err": unread}
    with _start(
        ["sim", "--no-browser", "--port", "0", "--folder", str(tmp_path)], **outputs
    ) as sim:
        os.close(unread)
        try:
            read = sim.stderr if stream == "stdout" else sim.stdout
            assert read.readline()
            sim.send_signal(signal.SIGTERM)
            assert sim.wait(PATIENCE) == 0
        finally:
            sim.kill()
