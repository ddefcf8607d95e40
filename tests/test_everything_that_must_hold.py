"""`.ci/run`: what it says where a stage fails, and that nothing runs on once it has ended."""

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
STAGES = "installed", "image", "wheel", "browser", "hardware", "throws", "board", "counted"
MAKE = """\
case $1 in
  "$FAILS") echo "This is why."; exit 1 ;;
  soak)
    exec 3>"$WORLD/soaking"
    [ -z "$STUBBORN" ] || trap '' INT TERM
    echo begun >"$WORLD/soak"
    exec sleep 10000 ;;
  test) until [ -s "$WORLD/soak" ]; do sleep 0.1; done ;;
  "$WAITS") echo $$ >"$WORLD/begun"; exec sleep 10000 ;;
esac
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what it installs is Debian's")


class World:
    """A checkout whose stages do nothing, but for one that fails or waits; the soak takes hours.

    A soak that is `stubborn` hears no signal.
    """

    def __init__(
        self, folder: Path, fails: str = "", waits: str = "", stubborn: bool = False
    ) -> None:
        self.folder = folder
        (folder / ".ci").mkdir()
        shutil.copy(CHECKOUT / ".ci/run", folder / ".ci")
        self._plays(".ci", STAGES, "")
        (folder / "bin").mkdir()
        self._plays("bin", ("make", "systemd-analyze"), MAKE)
        os.mkfifo(folder / "begun")
        os.mkfifo(folder / "soaking")
        self._soaking = os.open(folder / "soaking", os.O_RDONLY | os.O_NONBLOCK)
        self._environment = os.environ | {
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
            "WORLD": str(folder),
            "FAILS": fails,
            "WAITS": waits,
            "TMPDIR": str(folder),
            "STUBBORN": "yes" if stubborn else "",
            # What hears the signal is not waited for until it is killed.
            "GRACE": "1" if stubborn else f"{2 * PATIENCE:.0f}",
        }

    def _plays(self, folder: str, names: tuple[str, ...], does: str) -> None:
        for name in names:
            file = self.folder / folder / name
            file.write_text(f"#!/bin/sh\n{does}")
            file.chmod(0o755)

    def begins(self, hears: str = "--default-signal=INT,TERM,HUP") -> Process[str]:
        """Run it as from a terminal, where Ctrl-C is heard and its closing, too, or otherwise."""
        return Process(
            ["env", hears, self.folder / ".ci/run"],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def soaks(self) -> bool:
        """Say whether the soak, which has begun, goes on and on."""
        ended, _, _ = select.select([self._soaking], [], [], PATIENCE)
        return not ended


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("target", "stage"), [("machine", "Machines"), ("pico", "Pico"), ("pi", "Pi")]
)
def test_why_a_stage_failed_is_said_last_and_nothing_goes_on(
    tmp_path: Path, target: str, stage: str
) -> None:
    world = World(tmp_path, fails=target)
    run = world.begins()
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    why, took, failed = said.splitlines()[-3:]
    assert why == "This is why."
    assert took.startswith(f"{stage}: ")
    assert failed.startswith("FAILED")
    assert failed.endswith(f": {stage}")
    assert not world.soaks()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("target", ["machine", "pi"])
def test_whoever_stops_it_stops_what_it_waits_for_and_what_runs_beside(
    tmp_path: Path, target: str, how: signal.Signals
) -> None:
    world = World(tmp_path, waits=target)
    run = world.begins()
    waited = int((tmp_path / "begun").read_text())
    run.send_signal(how)
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert said.splitlines()[-1].startswith("Stopped")
    assert not _runs(waited)
    assert not world.soaks()


def test_a_stage_that_hears_no_signal_is_killed_in_the_end(tmp_path: Path) -> None:
    world = World(tmp_path, fails="machine", stubborn=True)
    run = world.begins()
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert said.splitlines()[-1].startswith("FAILED")
    assert not world.soaks()


def test_where_nobody_hears_ctrl_c_the_stages_still_do(tmp_path: Path) -> None:
    world = World(tmp_path, fails="machine")
    run = world.begins("--ignore-signal=INT")
    run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert not world.soaks()


@pytest.mark.parametrize("stubborn", [False, True])
def test_nothing_goes_on_where_it_is_killed(tmp_path: Path, stubborn: bool) -> None:
    world = World(tmp_path, waits="machine", stubborn=stubborn)
    run = world.begins()
    (tmp_path / "begun").read_text()
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate(timeout=PATIENCE)
    assert not world.soaks()
    assert not list(tmp_path.glob("tmp.*"))
