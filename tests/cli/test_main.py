"""The program's door: the splash comes before the command line is even understood."""

import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.__main__ import main
from cdgdevice.drivers.oled import splash
from cdgdevice.system.folders import locate_splash_file
from tests.patience import PATIENCE

FOLDER = ("--folder", "{}")
EQUALS = ("--folder={}",)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (FOLDER, True),
        (EQUALS, True),
        (("--folder", "elsewhere", *EQUALS), True),
        ((*EQUALS, "--folder", "elsewhere"), False),
        (("--folder",), False),
    ],
    ids=str,
)
def test_the_splash_is_looked_for_in_the_folder_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], shown: bool
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "default"))
    sent = tmp_path / "sent"
    folder = str(tmp_path / "games")
    splash.remember_places(locate_splash_file(folder), [("ssd1309", f"record:{sent}", 0x3C, 0)])
    arguments = [argument.format(folder) for argument in given]
    monkeypatch.setattr(sys, "argv", ["cdgdevice", "run", "--nonsense", *arguments])
    assert main() == 2
    assert sent.exists() is shown


def test_without_a_folder_the_splash_is_looked_for_where_the_games_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    sent = tmp_path / "sent"
    splash.remember_places(
        locate_splash_file(str(tmp_path)), [("ssd1309", f"record:{sent}", 0x3C, 0)]
    )
    monkeypatch.setattr(sys, "argv", ["cdgdevice", "run", "--nonsense"])
    assert main() == 2
    assert sent.exists()


@pytest.mark.parametrize("command", ["play", "run"])
def test_in_a_clone_with_nothing_installed_one_sentence_says_what_to_run(command: str) -> None:
    clone = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-S", "-m", "cdgdevice", command],
        cwd=clone,
        env={},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "`make sim`" in done.stderr
    assert done.stderr.count("\n") == 1
