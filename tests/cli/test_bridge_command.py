"""`cdgdevice dice-bridge`: which dice are chosen, and what is said where Bluetooth can't be had."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.bluetooth.taken_dice import locate_dice_file
from cdgdevice.games.disk import FolderDisk, lock_folder
from cdgdevice.system.folders import locate_default_games_folder
from tests.cli.program import here
from tests.patience import PATIENCE
from tests.processes import Process
from tests.terminals import open_terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets and signals")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    return tmp_path


def test_dice_are_taken_and_forgotten_by_name() -> None:
    here("dice-bridge", "--take", "GoDice_1")
    done = here("dice-bridge", "--take", "Anna's die")
    assert (done.returncode, done.stdout) == (
        0,
        b"GoDice_1: first die, the white one\nAnna's die: second die\n",
    )
    done = here("dice-bridge", "--take", "a third")
    assert done.returncode == 1
    assert b"There are two dice already" in done.stderr
    assert here("dice-bridge", "--forget", "GoDice_1").stdout == b"Anna's die: first die\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
@pytest.mark.parametrize(("answer", "first"), [(b"2\n", b"Anna's die"), (b"\n", b"GoDice_1")])
def test_in_a_terminal_it_is_asked_which_of_two_is_the_white_die(
    answer: bytes, first: bytes
) -> None:
    here("dice-bridge", "--take", "GoDice_1")
    master, slave = open_terminal()
    os.write(master, answer)
    taking = [sys.executable, "-m", "cdgdevice", "dice-bridge", "--take", "Anna's die"]
    done = subprocess.run(taking, stdin=slave, capture_output=True, check=True, timeout=PATIENCE)
    os.close(master)
    os.close(slave)
    assert b"Which one is the white die" in done.stdout
    assert first + b": first die, the white one\n" in done.stdout


def test_without_the_library_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "cdgdevice.bluetooth.dice_bridge", raising=False)
    monkeypatch.setitem(sys.modules, "bleak", None)
    done = here("dice-bridge")
    assert done.returncode == 1
    assert b"pip install bleak`" in done.stderr


def test_a_bridge_without_bluetooth_serves_says_why_and_ends_when_told_to(folder: Path) -> None:
    here("dice-bridge", "--take", "GoDice_1")
    bus = f"unix:path={folder / 'no-bus'}"
    with Process(
        [sys.executable, "-m", "cdgdevice", "dice-bridge"],
        env=os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": bus},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as bridge:
        assert bridge.stdout is not None
        assert bridge.stderr is not None
        assert bridge.stdout.readline() == f"unix:{folder / 'die'}\n"
        if sys.platform == "linux":
            assert "Bluetooth service does not run" in bridge.stderr.readline()
        second = here("dice-bridge")
        assert second.returncode == 1
        assert b"Another dice bridge has these dice" in second.stderr
        bridge.send_signal(signal.SIGTERM)
        assert bridge.wait(PATIENCE) == 0
    assert not (folder / "die").exists()


def test_a_bridge_of_this_user_and_a_game_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("cdgdevice.bluetooth.taken_dice.DICE_SERVICE_FOLDER", tmp_path / "none")
    assert locate_dice_file().parent != Path(locate_default_games_folder())
    locate_dice_file().parent.mkdir(parents=True)
    bridge = lock_folder(locate_dice_file().parent)
    game = FolderDisk(Path(locate_default_games_folder()))
    game.claim()
    game.release()
    os.close(bridge)


def test_the_gadget_imports_nothing_of_bluetooth() -> None:
    code = (
        "import sys, cdgdevice.service.assembly, cdgdevice.cli.gadget_commands\n"
        "print([name for name in sys.modules if 'bluetooth' in name or 'bleak' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"[]\n"
