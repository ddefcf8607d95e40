"""This computer's own configuration: which files are read, and what is said of them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.config.effective import (
    CHANGES_FILE,
    GOOD_FILE,
    USES_DEFAULTS,
    USES_LAST_GOOD,
    load_effective_config,
    locate_service_folder,
    read_config_files,
    require_config,
)
from cdgdevice.config.settings import DieSource, Setting
from cdgdevice.games.disk import FolderDisk
from tests.patience import PATIENCE
from tests.processes import Process

SHEETS = ("paths-of-glory-2022", "standard-2018")
BUILD = "pins.factory = 'mock'\nscreens.bus = 'record:{}'\nreader.port = 'none'\n"


class Computer:
    """A computer with its two files, in a folder of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.system = folder / "etc" / "cdgdevice.toml"
        self.owner = folder / "firmware" / "cdgdevice.toml"
        self.games = folder / "games"
        self.system.parent.mkdir()
        self.owner.parent.mkdir()

    def names(self) -> list[str]:
        return [layer.name for layer in read_config_files(None)]

    def unread(self) -> str:
        (only,) = (layer.unread for layer in read_config_files(None) if layer.unread)
        return only


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    computer = Computer(tmp_path)
    for module in ("cdgdevice.config.effective", "cdgdevice.system.folders"):
        monkeypatch.setattr(f"{module}.SYSTEM_CONFIG", str(computer.system))
        monkeypatch.setattr(f"{module}.BOOT_CONFIG", str(computer.owner))
    monkeypatch.setenv("STATE_DIRECTORY", str(computer.games))
    return computer


def test_a_computer_without_any_file_has_the_reference_build(computer: Computer) -> None:
    assert computer.names() == []
    assert require_config(None).sheet == "ask"


def test_the_owner_s_file_lies_over_the_system_s(computer: Computer) -> None:
    computer.system.write_text("sheet = 'standard-2018'\nsleep.off_after_s = 5\n")
    computer.owner.write_bytes("\ufeffsleep.off_after_s = 6\r\n".encode("utf-16-le"))
    assert computer.names() == [str(computer.system), str(computer.owner)]
    config = require_config(None)
    assert (config.sheet, config.sleep.off_after_s) == ("standard-2018", 6)


def test_a_file_that_is_named_is_gone_by_alone(computer: Computer, tmp_path: Path) -> None:
    computer.owner.write_text("sleep.off_after_s = 6\n")
    named = tmp_path / "mine.toml"
    named.write_text("sleep.dim_after_s = 3\n")
    config = require_config(named)
    assert (config.sleep.dim_after_s, config.sleep.off_after_s) == (3, 900)


def test_the_files_are_neither_moved_nor_written(computer: Computer) -> None:
    for file in (computer.system, computer.owner):
        file.write_text("sleep.off_after_s = -6\n")
        file.chmod(0o400)
    before = [file.stat() for file in (computer.system, computer.owner)]
    _, kept = load_effective_config(None, SHEETS, state=computer.games)
    kept.keep_good(played=False)
    kept.keep_change(Setting.SLEEP, 60)
    after = [file.stat() for file in (computer.system, computer.owner)]
    assert [(s.st_ino, s.st_mtime_ns) for s in before] == [(s.st_ino, s.st_mtime_ns) for s in after]
    assert {file.name for file in computer.owner.parent.iterdir()} == {"cdgdevice.toml"}


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("make", [_folder, _pipe, _loop])
def test_what_cannot_be_read_is_told_in_a_sentence_and_the_rest_is_used(
    computer: Computer, make: Callable[[Path], None]
) -> None:
    computer.system.write_text("sleep.off_after_s = 5\n")
    make(computer.owner)
    assert computer.unread().startswith(f"The configuration {computer.owner} can't be read (")
    assert computer.unread().endswith("); write it again or take it away.")
    found, _ = load_effective_config(None, SHEETS, state=computer.games)
    assert found.config.sleep.off_after_s == 5
    assert found.names == (str(computer.system),)


def test_the_owner_s_file_is_not_taken_for_removed_when_its_partition_is_not_mounted(
    computer: Computer,
) -> None:
    computer.owner.write_text("sleep.off_after_s = 6\n")
    load_effective_config(None, SHEETS, state=computer.games)[1].keep_good(played=False)
    computer.owner.unlink()
    for _ in "empty", "missing":
        found, _ = load_effective_config(None, SHEETS, state=computer.games)
        assert found.config.sleep.off_after_s == 6
        assert found.mistakes[0].startswith(f"{computer.owner} was read before, and now")
        with suppress(FileNotFoundError):
            computer.owner.parent.rmdir()
    computer.owner.parent.mkdir()
    (computer.owner.parent / "config.txt").write_text("")
    found, _ = load_effective_config(None, SHEETS, state=computer.games)
    assert (found.config.sleep.off_after_s, found.mistakes) == (900, ())


def test_a_megabyte_of_rubbish_is_not_read_to_its_end(computer: Computer) -> None:
    computer.owner.write_bytes(bytes(range(256)) * 4096)
    (mistake,) = load_effective_config(None, SHEETS, state=computer.games)[0].mistakes
    assert mistake.startswith(f"{computer.owner} line 1: the file is larger than 64 KiB;")


def test_a_boot_partition_that_is_not_mounted_says_nothing(computer: Computer) -> None:
    computer.owner.parent.rmdir()
    assert computer.names() == []
    computer.owner.parent.write_text("no folder")
    assert computer.names() == []


RENAME = "change its name to cdgdevice.toml."
HIDDEN = "change its name to cdgdevice.toml (Windows hides .txt at its end)."


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("cdgdevice.toml.txt", HIDDEN),
        ("cdgdevice.txt", HIDDEN),
        ("cdgdevice", RENAME),
        ("cdgdevice (1).toml", RENAME),
        ("cdgdevice - Copy.toml", RENAME),
        ("CDGDEVICE.TOML", RENAME),
        ("cdgdevice.toml.rtf", "save it as plain text, and call it cdgdevice.toml."),
    ],
)
def test_a_name_that_another_system_made_of_it_is_told(
    computer: Computer, name: str, remedy: str
) -> None:
    (computer.owner.parent / name).write_text("sleep.off_after_s = 5\n")
    assert computer.unread() == f"{computer.owner.parent / name} is not read: {remedy}"
    computer.owner.write_text("")
    assert computer.names() == [str(computer.owner)], "that is then a copy"


@pytest.mark.parametrize("name", ["cdgdevice.toml.txt", "CDGDEVICE.TXT"])
def test_a_text_file_beside_the_owner_s_is_told_and_the_owner_s_counts(
    computer: Computer, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = computer.owner.parent / name
    beside.write_text("sleep.off_after_s = 5\n")
    computer.owner.write_text("sleep.off_after_s = 6\n")
    found, kept = load_effective_config(None, SHEETS, state=computer.games)
    assert (found.config.sleep.off_after_s, found.mistakes) == (6, ())
    assert found.complaints == (
        f"{beside} is not read, for cdgdevice.toml is there too: keep one of the two "
        "(Windows hides .txt at its end).",
    )
    kept.keep_good(played=False)
    assert (computer.games / GOOD_FILE).exists()
    assert run_command(["check-config"]) == 1
    assert str(beside) in capsys.readouterr().err
    beside.rename(beside.with_name("cdgdevice - Copy.toml"))
    assert load_effective_config(None, SHEETS, state=computer.games)[0].complaints == ()


@pytest.mark.parametrize("name", ["config.txt", "cdgdevice-notes.txt", "cdgdevice.toml~"])
def test_other_files_of_the_boot_partition_are_none_of_its_business(
    computer: Computer, name: str
) -> None:
    (computer.owner.parent / name).write_text("x")
    assert computer.names() == []


# --- what is said of them -------------------------------------------------------------------------


def test_check_config_says_what_is_in_force(
    computer: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.owner.write_text("[sleep]\noff_after_s = 5\n")
    _, kept = load_effective_config(None, SHEETS, state=computer.games)
    kept.keep_good(played=False)
    kept.keep_change(Setting.BRIGHTNESS, 255)
    kept.keep_change(Setting.DIE, DieSource.HAND)
    kept.keep_change(Setting.SOUND, False)
    assert run_command(["check-config"]) == 0
    told = (
        f"{computer.system}: not there.",
        f"{computer.owner}: read.",
        "Set in the menu: brightness = 255.",
        "Set in the menu: die = hand.",
        "Set in the menu: sound = off.",
        "No mistakes.",
    )
    assert unspaced(capsys.readouterr().out) == unspaced("".join(told))


def test_a_key_that_has_no_effect_is_named_by_check_config_and_at_the_start(
    computer: Computer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    idle = "screens.left.chip_select: has no effect: it is for a bus on SPI."
    computer.owner.write_text("[screens.left]\nchip_select = 0\n")
    assert run_command(["check-config"]) == 0
    assert unspaced(f"{computer.owner} line 2: {idle}") in unspaced(capsys.readouterr().out)
    named = tmp_path / "named.toml"
    named.write_bytes(computer.owner.read_bytes())
    assert run_command(["check-config", str(named)]) == 0
    said = unspaced(capsys.readouterr().out)
    assert unspaced(f"named.toml line 2: {idle}") in said
    assert said.endswith("nomistakes.")
    for file in (None, named):
        found, _ = load_effective_config(file, SHEETS, state=computer.games)
        assert [note.partition(": ")[2] for note in found.notes] == [idle]
        assert found.complaints == ()


def unspaced(text: str) -> str:
    """Give a text without its spaces and line ends, for a long path is folded anywhere."""
    return "".join(text.split())


def test_check_config_says_every_mistake_and_what_is_used_instead(
    computer: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.owner.write_text("[sleep]\noff_after_s = 5\n")
    load_effective_config(None, SHEETS, state=computer.games)[1].keep_good(played=False)
    computer.system.write_text("colour = 3\n")
    computer.owner.write_text("[sleep]\noff_after_s = -5\n")
    (computer.games / CHANGES_FILE).write_bytes(b"rubbish")
    assert run_command(["check-config"]) == 1
    said = capsys.readouterr()
    assert f"{computer.games / CHANGES_FILE} is damaged." in said.out.replace("\n", " ")
    assert f"{computer.system} line 1: colour: is not a known key." in said.err
    assert f"{computer.owner} line 2: sleep.off_after_s: must be" in said.err
    assert USES_LAST_GOOD in said.err


def test_the_self_test_says_what_is_used_instead_and_tries_that(
    computer: Computer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.system.write_text(BUILD.format(tmp_path / "glass"))
    load_effective_config(None, SHEETS, state=computer.games)[1].keep_good(played=False)
    computer.system.write_text("die.source = 'buton'\n")
    run_command(["selftest", "--json", "--folder", str(computer.games)])
    found = json.loads(capsys.readouterr().out)["findings"]
    wrong, used = (each for each in found if each["part"] == "configuration")
    assert wrong["sentence"].startswith(f"In the configuration: {computer.system} line 1: ")
    assert (used["finding"], used["sentence"]) == ("configuration-instead", USES_LAST_GOOD)
    # What was good records the pictures: no panel is looked for.
    assert "screens-none" in {each["finding"] for each in found}


def test_the_self_test_tells_of_a_text_file_beside_the_owner_s(
    computer: Computer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.owner.write_text(BUILD.format(tmp_path / "glass"))
    computer.owner.with_suffix(".toml.txt").write_text("")
    run_command(["selftest", "--json", "--folder", str(computer.games)])
    found = json.loads(capsys.readouterr().out)["findings"]
    (wrong,) = (each for each in found if each["part"] == "configuration")
    assert "cdgdevice.toml.txt is not read, for cdgdevice.toml is there too" in wrong["sentence"]


def test_the_service_s_folder_is_looked_at_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr("cdgdevice.config.effective.SERVICE_FOLDER", str(tmp_path / "service"))
    assert locate_service_folder() != tmp_path / "service"
    (tmp_path / "service").mkdir()
    assert locate_service_folder() == tmp_path / "service"
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "told"))
    assert locate_service_folder() == tmp_path / "told"


# --- the program itself ---------------------------------------------------------------------------

PROGRAM = """
import sys
from cdgdevice.system import folders
folders.SYSTEM_CONFIG, folders.BOOT_CONFIG = sys.argv[1:3]
from cdgdevice.cli.parser import run_command
sys.exit(run_command(sys.argv[3:]))
"""


def log_of_a_run(computer: Computer, status: int = 0) -> list[str]:
    """Start the gadget, wait until it plays, asks or ends, stop it, and give what it logged."""
    files = str(computer.system), str(computer.owner)
    process = Process(
        [sys.executable, "-c", PROGRAM, *files, "run"],
        stderr=subprocess.PIPE,
        env={**os.environ, "STATE_DIRECTORY": str(computer.games)},
        text=True,
    )
    with process:
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            said.append(line.rstrip("\n"))
            if line.startswith(("playing", "asking")):
                process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == status, said
    return said


def test_in_a_file_the_mistakes_stand_behind_what_was_read_and_each_has_its_line(
    computer: Computer, tmp_path: Path
) -> None:
    computer.owner.write_text("sheet = 'standart-2018'\nsleep.off_after_s = -1\n")
    said = tmp_path / "said"
    with said.open("wb") as both:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, computer.system, computer.owner, "check-config"],
            stdout=both,
            stderr=subprocess.STDOUT,
            env={**os.environ, "STATE_DIRECTORY": str(computer.games)},
            check=False,
        )
    assert done.returncode == 1
    beginnings = (
        f"{computer.system}: not there.",
        f"{computer.owner}: read.",
        f"{computer.owner} line 1: sheet: ",
        f"{computer.owner} line 2: sleep.off_after_s: ",
        USES_DEFAULTS,
    )
    lines = said.read_text().splitlines()
    assert all(map(str.startswith, lines, beginnings))
    assert len(lines) == len(beginnings)


def test_a_gadget_goes_on_as_it_was_when_its_owner_mistypes(
    computer: Computer, tmp_path: Path
) -> None:
    glass = tmp_path / "glass"
    computer.system.write_text(BUILD.format(glass))
    computer.owner.write_text("sheet = 'standard-2018'\n")
    assert log_of_a_run(computer) == ["playing standard-2018"]
    assert (computer.games / GOOD_FILE).exists()
    assert "3c 008180\n" in glass.read_text()
    load_effective_config(None, SHEETS, state=computer.games)[1].keep_change(
        Setting.BRIGHTNESS, 192
    )
    computer.owner.write_text("sheet = 'standart-2018'\n")
    mistake, instead, playing = log_of_a_run(computer)
    assert mistake.startswith(f'{computer.owner} line 1: sheet: "standart-2018" is not known.')
    assert (instead, playing) == (USES_LAST_GOOD, "playing standard-2018")
    assert "3c 0081c0\n" in glass.read_text()


def test_a_configuration_that_cannot_start_gives_way_to_the_last_good_one(
    computer: Computer, tmp_path: Path
) -> None:
    computer.system.write_text(BUILD.format(tmp_path / "glass"))
    assert log_of_a_run(computer) == ["asking which game is played"]
    last_good = (computer.games / GOOD_FILE).read_bytes()
    taken = FolderDisk(tmp_path / "taken")
    taken.claim()
    computer.owner.write_text(f"sheet = 'standard-2018'\ngames.folder = '{taken.path}'\n")
    why, instead, playing = log_of_a_run(computer)
    assert why == (
        "With this configuration the gadget can't start: Another cdgdevice is playing from this "
        "folder; stop that one first."
    )
    assert (instead, playing) == (USES_LAST_GOOD, "asking which game is played")
    assert (computer.games / GOOD_FILE).read_bytes() == last_good, "this was no good one"
    taken.release()
    assert log_of_a_run(computer) == ["playing standard-2018"]


def test_where_the_last_good_one_is_no_other_the_gadget_says_why_it_cannot_start(
    computer: Computer, tmp_path: Path
) -> None:
    computer.system.write_text(BUILD.format(tmp_path / "glass"))
    log_of_a_run(computer)
    taken = FolderDisk(computer.games)
    taken.claim()
    computer.owner.write_text("# the same\n")
    (why,) = log_of_a_run(computer, status=1)
    assert why == "Another cdgdevice is playing from this folder; stop that one first."
    computer.owner.write_text("sheet = 'standard-2018'\n")
    (why,) = log_of_a_run(computer, status=1)
    assert why.startswith("Another cdgdevice is playing"), "nor does the last good one help"
    taken.release()
