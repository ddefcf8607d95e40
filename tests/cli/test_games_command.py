"""Games on the disk, as the commands find them: listed, damaged, taken, not to be kept."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.requests import NewGame
from tests.cli.program import cdgdevice, here, refused


def test_a_folder_that_another_process_plays_from_is_refused(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    disk.claim()
    try:
        refused(cdgdevice("play", "--folder", tmp_path), "Another cdgdevice is playing")
    finally:
        disk.release()


@pytest.mark.parametrize("folder", ["/dev/null", "/proc/none/here"])
def test_a_folder_that_can_t_be_is_told_at_once_and_at_the_end(folder: str) -> None:
    done = cdgdevice("play", "--folder", folder, given=b"4\n")
    said = done.stdout.decode()
    assert "The die: ABC." in said, "the game goes on all the same"
    assert said.index("can't be") < said.index("The die: ABC.")
    refused(done, "can't be")


def test_a_damaged_game_is_told_and_kept_and_another_one_begun(tmp_path: Path) -> None:
    cdgdevice("play", "--folder", tmp_path, given=b"4\nA\ndone\n")
    journal = next(tmp_path.glob("*.journal"))
    lines = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join([*lines[:2], b"x" + lines[2], *lines[3:]]))
    for _ in range(2):
        done = cdgdevice("play", "--folder", tmp_path)
        assert b"is damaged in line 3" in done.stdout
        assert b"Another game was begun" in done.stdout
        assert b"round 1" in done.stdout
        assert list(tmp_path.glob("*.journal")) == [journal], "nothing was played in the other"
    cdgdevice("play", "--folder", tmp_path, given=b"4\n")
    assert b"Going on with 0002-" in cdgdevice("play", "--folder", tmp_path).stdout
    refused(cdgdevice("play", "--game", "1", "--folder", tmp_path), "is damaged in line 3")


def listed(folder: Path) -> list[str]:
    done = here("games", "--folder", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert all(len(line) <= 80 and line.isascii() and line.isprintable() for line in lines)
    return lines


def test_games_lists_every_game_with_its_sheet_turn_and_time(tmp_path: Path) -> None:
    assert listed(tmp_path) == ["There are no games yet; `cdgdevice play` begins one."]
    for day, sheet in enumerate(("paths-of-glory-2022", "standard-2018"), 3):
        noon = datetime(2026, 11, day, 12, tzinfo=UTC)
        disk = FolderDisk(tmp_path)
        OpenGame.new(GameFolder(disk), NewGame(sheet), lambda at=noon: at)
        disk.release()
    time = r"2026-11-0\d \d\d:\d\d"
    first, second = listed(tmp_path)
    assert re.fullmatch(rf" +2  standard-2018 +turn 1 +{time}", first)
    assert re.fullmatch(rf" +1  paths-of-glory-2022 +turn 1 +{time}", second)


def test_a_game_whose_file_is_no_journal_is_one_line_of_the_list_all_the_same(
    tmp_path: Path,
) -> None:
    for name in (f"0077-{'x' * 90}", "0078-\u2028\udcff"):
        (tmp_path / f"{name}.journal").write_bytes(b"?")
    lines = listed(tmp_path)
    assert [line.split()[0] for line in lines] == ["77", "78"]
    assert all("can't be gone on with" in line for line in lines)
