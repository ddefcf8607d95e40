"""`.ci/run`: what it says if a stage fails, and that nothing outlives it, however it ends."""

import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.processes import Process

CHECKOUT = Path(__file__).parents[1]
RUNNER = ("run", "stages.py")
STAGES = tuple(script.name for script in (CHECKOUT / ".ci").iterdir() if script.name not in RUNNER)
MAKE = """\
case $1 in
  "{fails}") echo "This is why."; exit 1 ;;
  soak)
    exec 3>"{world}/running"
    {soak_first}
    echo begun >"{world}/soak"
    exec sleep 10000 ;;
  test)
    env >"{world}/environment"
    until [ -s "{world}/soak" ]; do sleep 0.1; done ;;
  "{waits}")
    exec 3>"{world}/running"
    echo $$ >"{world}/begun"
    exec sleep 10000 ;;
esac
"""
PYTHON = """\
case " $* " in
  *" --guard {stage} "*) kill -s {signal} "$PPID" ;;
esac
exec "{python}" "$@"
"""
"""Signals whoever starts the guard of a stage, before that guard can do anything."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what it installs is Debian's")


class World:
    """A checkout whose stages do nothing, but for one that fails or waits; the soak takes hours.

    A soak that is `stubborn` hears no signal.
    """

    def __init__(
        self, folder: Path, fails: str = "", waits: str = "", stubborn: bool = False
    ) -> None:
        self.folder = folder
        # A stage that is stopped and hears it is not killed while a test waits for it.
        self._grace = "1" if stubborn else f"{2 * PATIENCE:.0f}"
        (folder / ".ci").mkdir()
        for name in RUNNER:
            shutil.copy(CHECKOUT / ".ci" / name, folder / ".ci")
        self.play(".ci", STAGES, "")
        (folder / "bin").mkdir()
        soak_first = "trap '' INT TERM" if stubborn else ":"
        make = MAKE.format(world=folder, fails=fails, waits=waits, soak_first=soak_first)
        self.play("bin", ("make", "systemd-analyze"), make)
        # Not by a launcher that chooses among versions: it takes longer than all the rest.
        self.play("bin", ("python3", "python3.13"), f'exec "{sys.executable}" "$@"')
        os.mkfifo(folder / "begun")
        os.mkfifo(folder / "running")
        self._running = os.open(folder / "running", os.O_RDONLY | os.O_NONBLOCK)
        self._held = os.open(folder / "running", os.O_WRONLY)

    def play(self, folder: str, names: tuple[str, ...], does: str) -> None:
        """Put scripts there that do this."""
        for name in names:
            file = self.folder / folder / name
            file.write_text(f"#!/bin/sh\n{does}")
            file.chmod(0o755)

    def start(self, hears: str = "--default-signal=INT,TERM,HUP", **more: str) -> Process[str]:
        """Run it as from a terminal, where it hears Ctrl-C and that the window closes, or not."""
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        return Process(
            ["env", hears, self.folder / ".ci/run", "--grace", self._grace],
            env=os.environ | {"PATH": path, "TMPDIR": str(self.folder)} | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def runs_on(self) -> bool:
        """Tell whether a soak or a stage that waits is still there."""
        os.close(self._held)
        ended, _, _ = select.select([self._running], [], [], PATIENCE)
        os.close(self._running)
        return not ended


@pytest.mark.parametrize(
    ("target", "stage"), [("machine", "Machines"), ("pico", "Pico"), ("pi", "Pi")]
)
def test_why_a_stage_failed_is_said_last_and_nothing_outlives_it(
    tmp_path: Path, target: str, stage: str
) -> None:
    world = World(tmp_path, fails=target)
    run = world.start()
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    why, took, failed = said.splitlines()[-3:]
    assert why == "This is why."
    assert took.startswith(f"{stage}: ")
    assert failed.startswith("FAILED")
    assert failed.endswith(f": {stage}")
    assert not world.runs_on()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("target", ["machine", "pi"])
def test_a_signal_stops_what_it_waits_for_and_what_runs_beside(
    tmp_path: Path, target: str, how: signal.Signals
) -> None:
    world = World(tmp_path, waits=target)
    run = world.start()
    (tmp_path / "begun").read_text()
    run.send_signal(how)
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert said.splitlines()[-1].startswith("Stopped")
    assert not world.runs_on()


def test_a_stage_that_hears_no_signal_is_killed_in_the_end(tmp_path: Path) -> None:
    world = World(tmp_path, fails="machine", stubborn=True)
    run = world.start()
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert said.splitlines()[-1].startswith("FAILED")
    assert not world.runs_on()


def test_the_stages_hear_ctrl_c_even_if_the_run_does_not(tmp_path: Path) -> None:
    world = World(tmp_path, fails="machine")
    run = world.start("--ignore-signal=INT")
    run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert not world.runs_on()


@pytest.mark.parametrize("stubborn", [False, True])
def test_nothing_outlives_a_run_that_is_killed(tmp_path: Path, stubborn: bool) -> None:
    world = World(tmp_path, waits="machine", stubborn=stubborn)
    run = world.start()
    (tmp_path / "begun").read_text()
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate(timeout=PATIENCE)
    assert not world.runs_on()
    left = {"begun", "bin", "environment", "running", "soak", ".ci"}
    assert {path.name for path in tmp_path.iterdir()} == left


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    ("target", "stage"), [("soak", "Soak"), ("pi", "Pi"), ("machine", "Machines")]
)
def test_a_signal_while_a_stage_is_started_stops_that_stage_too(
    tmp_path: Path, target: str, stage: str, how: signal.Signals
) -> None:
    world = World(tmp_path, waits=target)
    sends = PYTHON.format(stage=stage, signal=how.name.removeprefix("SIG"), python=sys.executable)
    world.play("bin", ("python3",), sends)
    run = world.start()
    # A stage that waits comes that far only if its guard was there before the signal was heard.
    begun = os.open(tmp_path / "begun", os.O_RDWR)
    said, _ = run.communicate(timeout=PATIENCE)
    os.close(begun)
    stopped = how is not signal.SIGKILL
    assert run.returncode == (130 if stopped else -how)
    assert said.splitlines()[-1:][0].startswith("Stopped") is stopped
    assert not world.runs_on()


def test_a_signal_from_a_stage_s_first_command_is_heard(tmp_path: Path) -> None:
    world = World(tmp_path)
    parent = "read -r _ _ _ run _ </proc/$PPID/stat"
    world.play(".ci", ("board",), f'{parent}; kill -s TERM "$run"; exec sleep 10000')
    run = world.start()
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert said.splitlines()[-1].startswith("Stopped")
    assert not world.runs_on()


def test_no_setting_of_a_developer_reaches_the_stages(tmp_path: Path) -> None:
    world = World(tmp_path, fails="machine")
    settings = {"PYTHONUNBUFFERED": "1", "MAKEFLAGS": "-k", "PIP_INDEX_URL": "https://pypi.test"}
    world.start(**settings).communicate(timeout=PATIENCE)
    found = dict(line.split("=", 1) for line in (tmp_path / "environment").read_text().splitlines())
    assert found["PIP_INDEX_URL"] == "https://pypi.test"
    assert found["TMPDIR"] == str(tmp_path)
    assert not {"PYTHONUNBUFFERED", "MAKEFLAGS"} & set(found)
    assert not world.runs_on()
