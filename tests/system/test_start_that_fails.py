"""A gadget that can't start says why, and spares its panels however often it is tried again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.drivers.oled import splash
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import FolderDisk
from cdgdevice.service.front_panel import DIM_CONTRAST
from cdgdevice.system import folders
from tests.patience import PATIENCE
from tests.processes import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

RUN = (sys.executable, "-m", "cdgdevice", "run")
SPLASH = splash.CONTRAST["splash"]
PLAY = 128
"""The contrast that the screens are configured to have while the game is shown."""


class Box:
    """A gadget in a box, and the service manager that starts it."""

    def __init__(self, folder: Path) -> None:
        self._glass = folder / "glass"
        self._config = folder / "config.toml"
        self._run = folder / "run"
        self._games = folder / "games"
        self._other = FolderDisk(self._games)
        self._run.mkdir()
        self._config.write_text(
            f"pins.factory = 'mock'\nreader.port = 'none'\nscreens.bus = 'record:{self._glass}'\n"
            f"screens.left.contrast = {PLAY}\n"
        )

    def is_played_on_elsewhere(self) -> None:
        """Give the games to another process: for the gadget, one reason of many not to start."""
        self._other.claim()

    def is_free(self) -> None:
        """Take them back from it."""
        self._other.release()

    def contrasts(self, status: int) -> list[int]:
        """Start it; stop it when it plays or asks; give the brightness of the left screen."""
        self._glass.write_bytes(b"")
        process = Process(
            [*RUN, "--config", str(self._config), "--folder", str(self._games)],
            env={**os.environ, "RUNTIME_DIRECTORY": str(self._run)},
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stderr is not None
            for line in process.stderr:
                if line.startswith(("playing", "asking")):
                    process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == status
        sent = re.findall("^3c 0081(..)$", self._glass.read_text(), re.MULTILINE)
        return [int(level, 16) for level in sent]

    def loses_power(self) -> None:
        """Forget what is in memory."""
        for file in self._run.iterdir():
            file.unlink()


def test_the_splash_is_shown_once_and_again_only_when_the_gadget_has_started(
    tmp_path: Path,
) -> None:
    box = Box(tmp_path)
    box.is_played_on_elsewhere()
    assert box.contrasts(1) == [SPLASH, DIM_CONTRAST]
    assert box.contrasts(1) == [DIM_CONTRAST]
    assert box.contrasts(1) == [DIM_CONTRAST]
    box.is_free()
    assert box.contrasts(0) == [PLAY, DIM_CONTRAST]
    assert box.contrasts(0) == [SPLASH, PLAY, DIM_CONTRAST]


def test_after_a_pulled_plug_the_splash_is_shown_though_the_start_may_fail_again(
    tmp_path: Path,
) -> None:
    box = Box(tmp_path)
    box.is_played_on_elsewhere()
    box.contrasts(1)
    box.loses_power()
    assert box.contrasts(1) == [SPLASH, DIM_CONTRAST]
    box.is_free()


def test_the_first_starts_come_at_once_and_then_ever_fewer_up_to_one_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    pauses = []
    while sum(pauses) + 5 * len(pauses) < 86_400:  # systemd's own pause comes before each
        pauses.append(folders.find_start_delay(folders.count_failed_starts()))
        folders.note_failed_start(CdgDeviceError)
    assert len(pauses) < 1_500
    assert pauses[:9] == [0, 0, 0, 0, 0, 0, 5, 10, 15]
    assert max(pauses) < 60
    folders.forget_failed_starts()
    assert folders.count_failed_starts() == 0


def test_without_systemd_nothing_is_noted_and_nothing_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    folders.note_failed_start(CdgDeviceError)
    assert folders.count_failed_starts() == 0
    assert list(tmp_path.iterdir()) == []
