"""The report on a log that the program itself has written: of a gadget with broken own sheets."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.sheet_library import open_sheet_library
from cdgdevice.selftest.bug_report import write_bug_report
from cdgdevice.selftest.hardware_checks import ReaderProbe
from cdgdevice.selftest.storage import OwnedData
from cdgdevice.sheet_tools.own_sheet import template
from tests.patience import PATIENCE
from tests.processes import Process
from tests.selftest.found import bench

SECRETS = ("secret-feud", "Mother must not know", "Uncle Bob's war")


@pytest.fixture
def gadget(tmp_path: Path) -> Path:
    """A folder with a configuration, and beside it sheets of one's own that can't be played."""
    config = tmp_path / "cdgdevice.toml"
    config.write_text(f'[pins]\nfactory = "mock"\n[screens]\nbus = "record:{tmp_path / "glass"}"\n')
    own = tmp_path / "sheets"
    own.mkdir()
    broken = template(SECRETS[0]).replace('family = "pile"', f'family = "{SECRETS[1]}"', 1)
    (own / f"{SECRETS[0]}.toml").write_text(broken)
    (own / f"{SECRETS[2]}.toml").write_text("")
    return config


def test_what_a_broken_sheet_says_and_is_called_comes_from_no_line_of_the_log(
    gadget: Path,
) -> None:
    folder = gadget.parent / "games"
    shelf = open_sheet_library(gadget)
    assert all(any(each in said for said in shelf.mistakes) for each in SECRETS)
    log = written(gadget, folder)
    assert "2 sheets of yours are left out." in log
    assert "asking which game is played" in log
    assert not [each for each in SECRETS if each in log], "it is kept from the log itself"
    for lines in (log, "\n".join(shelf.mistakes), f"Can't start: {shelf.mistakes[-1]}"):
        made = bench(gadget.parent)
        own = OwnedData((str(gadget),), (), shelf, folder, FolderDisk(folder))
        machine = replace(made.machine, run=saying(lines))
        text = write_bug_report(machine, made.config, own, (), ReaderProbe(()))
        assert not [each for each in SECRETS if each.lower() in text.lower()]


def written(config: Path, folder: Path) -> str:
    """Have the gadget start, and give what it writes into its log until it plays."""
    run = [sys.executable, "-m", "cdgdevice", "run", "--config", str(config)]
    said = ""
    with Process([*run, "--folder", str(folder)], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            said += line
            if line.startswith(("asking", "playing", "cdgdevice:")):
                process.terminate()
        process.wait(PATIENCE)
    return said


def saying(text: str) -> Callable[[tuple[str, ...]], str]:
    """Give what answers any command with this."""
    return lambda _: text
