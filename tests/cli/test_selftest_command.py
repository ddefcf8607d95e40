"""`cdgdevice selftest` and `cdgdevice report` on a computer that is no gadget: this one."""

import json
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.selftest.bug_report import HEAD
from cdgdevice.selftest.findings import FindingKind
from tests.cli.program import cdgdevice, here, refused

CONFIG = '[screens]\nbus = "none"\n[pins]\nfactory = "mock"\n[reader]\nport = "none"\n'


def configured(folder: Path, text: str = CONFIG) -> Path:
    file = folder / "cdgdevice.toml"
    file.write_text(text, "utf-8")
    return file


def test_without_faults_it_ends_well_in_lines_of_80_columns(tmp_path: Path) -> None:
    done = here("selftest", "--config", configured(tmp_path), "--folder", tmp_path / "games")
    said = done.stdout.decode()
    assert done.returncode == 0, said
    assert all(len(line) <= 80 and line.isascii() for line in said.splitlines())
    assert "No fault was found" in said
    assert "Nobody was asked to press anything" in said, "standard input is no terminal"


def test_a_fault_is_told_and_the_status_is_one(tmp_path: Path) -> None:
    file = configured(tmp_path, f'{CONFIG}[die]\nsource = "raeder"\n')
    done = here("selftest", "--config", file, "--folder", tmp_path / "games")
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 1
    assert "FAULT configuration In the configuration: cdgdevice.toml line 8" in said


def test_a_program_gets_json_and_nothing_else(tmp_path: Path) -> None:
    arguments = ("--config", configured(tmp_path), "--folder", tmp_path / "games")
    done = here("selftest", "--json", *arguments)
    told = json.loads(done.stdout)
    assert told["faults"] == 0
    assert {each["finding"] for each in told["findings"]} <= {what.id for what in FindingKind}
    assert all(
        each["sentence"] and each["state"] in ("ok", "can't tell") for each in told["findings"]
    )


def test_the_disk_is_tried_and_left_empty(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    done = here("selftest", "--config", configured(tmp_path), "--folder", games)
    assert b"The disk keeps what it is given" in b" ".join(done.stdout.split())
    assert list(games.iterdir()) == []


def test_a_folder_of_games_that_is_missing_is_told_and_not_made(tmp_path: Path) -> None:
    games = tmp_path / "games"
    file = configured(tmp_path, f"{CONFIG}[games]\nfolder = {json.dumps(str(games))}\n")
    done = here("selftest", "--config", file)
    assert b"The folder of the games is not there yet" in b" ".join(done.stdout.split())
    assert not games.exists()


MISTYPED = (
    *(f"{section} = 5" for section in ("games", "die", "reader", "screens.left", "sleep", "sound")),
    *(f"games = {wrong}" for wrong in ("'x'", "[]", "{ folder = 5 }", "{ folder = '~/nowhere' }")),
)


@pytest.mark.parametrize("command", [("selftest",), ("report", "-")], ids=" ".join)
def test_whatever_a_section_is_mistyped_as_it_is_told_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for mistyped in MISTYPED:
        file = configured(tmp_path, f"{mistyped}\npins.factory = 'mock'\n")
        run_command([*command, "--config", str(file)])
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_laptop_with_the_usual_configuration_ends_without_a_traceback(tmp_path: Path) -> None:
    done = cdgdevice("selftest", "--folder", tmp_path)
    assert done.stderr == b""
    assert done.returncode in (0, 1)


def test_a_report_takes_no_other_file_s_place(tmp_path: Path) -> None:
    arguments = ("--config", configured(tmp_path), "--folder", tmp_path / "games")
    file = tmp_path / "mine.md"
    done = here("report", file, *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    first = file.read_text("utf-8")
    assert first.startswith(HEAD)
    refused(here("report", file, *arguments), "is there already")
    assert file.read_text("utf-8") == first
    refused(here("report", tmp_path / "no" / "folder.md", *arguments), "can't be written")
    assert not (tmp_path / "games").exists(), "nothing is made for it"


def test_a_report_without_a_name_goes_beside_the_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--config", configured(tmp_path), "--folder", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    for name in ("cdgdevice-report.md", "cdgdevice-report-2.md"):
        done = here("report", *arguments)
        assert f"Wrote {name}." in done.stdout.decode()
        assert (tmp_path / name).read_text("utf-8").startswith(HEAD)


def test_a_report_goes_to_standard_output_if_that_is_named(tmp_path: Path) -> None:
    arguments = ("--config", configured(tmp_path), "--folder", tmp_path / "games")
    done = here("report", "-", *arguments)
    assert done.stdout.decode().startswith(HEAD)
