"""Games on the disk, as the commands find them: listed, damaged, taken, not to be kept."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.exported_game import pack_game
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import encode_line
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
    done = cdgdevice("play", "--folder", folder, given=b"skip\n4\n")
    said = done.stdout.decode()
    assert "The die: ABC." in said, "the game goes on all the same"
    assert said.index("can't be") < said.index("The die: ABC.")
    refused(done, "can't be")


def test_a_damaged_game_is_told_and_kept_and_another_one_begun(tmp_path: Path) -> None:
    cdgdevice("play", "--folder", tmp_path, given=b"skip\n4\nA\ndone\n")
    journal = next(tmp_path.glob("*.journal"))
    lines = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join([*lines[:2], b"x" + lines[2], *lines[3:]]))
    for _ in range(2):
        done = cdgdevice("play", "--folder", tmp_path)
        assert b"is damaged in line 3" in done.stdout
        assert b"Another game was begun" in done.stdout
        assert b"round 1" in done.stdout
        assert list(tmp_path.glob("*.journal")) == [journal], "nothing was played in the other"
    cdgdevice("play", "--folder", tmp_path, given=b"skip\n4\n")
    assert b", game 2; --new" in cdgdevice("play", "--folder", tmp_path).stdout
    refused(cdgdevice("play", "--game", "1", "--folder", tmp_path), "is damaged in line 3")


def listed(folder: Path) -> list[str]:
    done = here("games", "--folder", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert all(len(line) <= 80 and line.isascii() and line.isprintable() for line in lines)
    return lines


def test_games_lists_every_game_with_its_sheet_turn_and_time(tmp_path: Path) -> None:
    assert listed(tmp_path) == ["There are no games yet; `cdgdevice play` begins one."]
    for day, sheet in enumerate(("paths-of-glory-2022", "wilderness-war-2018"), 3):
        noon = datetime(2026, 11, day, 12, tzinfo=UTC)
        disk = FolderDisk(tmp_path)
        OpenGame.new(GameFolder(disk), NewGame(sheet), lambda at=noon: at)
        disk.release()
    time = r"2026-11-0\d \d\d:\d\d"
    head, first, second = listed(tmp_path)
    assert head.split() == ["game", "sheet", "stands", "at", "last", "played"]
    assert re.fullmatch(rf" +2  wilderness-war-2018 +season 1 +{time}", first)
    assert re.fullmatch(rf" +1  paths-of-glory-2022 +turn 1 +{time}", second)


def test_a_game_whose_file_is_no_journal_is_one_line_of_the_list_all_the_same(
    tmp_path: Path,
) -> None:
    for name in (f"0077-{'x' * 90}", "0078-\u2028\udcff"):
        (tmp_path / f"{name}.journal").write_bytes(b"?")
    _, *lines = listed(tmp_path)
    assert [line.split()[0] for line in lines] == ["77", "78"]
    assert all("can't be continued" in line for line in lines)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.journal")}


@pytest.fixture
def carried(tmp_path: Path) -> Path:
    """A file with a game in the middle of its first round."""
    cdgdevice("play", "--folder", tmp_path / "laptop", given=b"skip\n4\nA\n")
    done = here("games", "--folder", tmp_path / "laptop", "export", "1", tmp_path / "game.cdg")
    assert (done.returncode, done.stderr) == (0, b"")
    return tmp_path / "game.cdg"


def test_a_game_goes_on_elsewhere_as_one_more_game(tmp_path: Path, carried: Path) -> None:
    there = tmp_path / "gadget"
    cdgdevice("play", "--folder", there, given=b"skip\n4\n")
    before = contents(there)
    for number in (2, 3):
        done = cdgdevice("games", "--folder", there, "import", carried)  # lets go of the folder
        assert done.stdout.decode().startswith(f"It is game {number} now;")
    after = contents(there)
    assert after | before == after, "the games of before are as they were"
    (sent,) = contents(tmp_path / "laptop").values()
    assert sorted(after.values()) == sorted([*before.values(), sent, sent])
    assert b", game 1; --new" in cdgdevice("play", "--folder", there).stdout
    assert b", game 3; --new" in cdgdevice("play", "--folder", there, "--game", "3").stdout


@pytest.mark.parametrize("at", [0, 20, 60, 90, 300, -2])
def test_a_damaged_file_is_refused_and_changes_nothing(
    tmp_path: Path, carried: Path, at: int
) -> None:
    whole = bytearray(carried.read_bytes())
    whole[at] ^= 1
    carried.write_bytes(whole)
    refused(here("games", "--folder", tmp_path / "gadget", "import", carried), "game.cdg")
    assert not contents(tmp_path / "gadget")


def test_a_file_that_was_cut_short_is_refused(tmp_path: Path, carried: Path) -> None:
    lines = carried.read_bytes().splitlines(keepends=True)
    for kept in range(len(lines)):
        carried.write_bytes(b"".join(lines[:kept]))
        refused(here("games", "--folder", tmp_path / "gadget", "import", carried), "game.cdg")
    assert not contents(tmp_path / "gadget")


@pytest.mark.parametrize("foreign", [b"", b"\0" * 5000, b"PK\3\4", b"cdgdevice game 2 x\n"])
def test_a_foreign_file_is_refused(tmp_path: Path, foreign: bytes) -> None:
    (tmp_path / "file").write_bytes(foreign)
    done = here("games", "--folder", tmp_path / "gadget", "import", tmp_path / "file")
    refused(done, "holds no game")
    assert not contents(tmp_path / "gadget")


def test_what_no_sheet_here_can_play_is_refused_with_a_fitting_checksum(tmp_path: Path) -> None:
    header = {"journal": 1, "request": {"do": "new", "sheet": "my-own"}, "facts": {}}
    (tmp_path / "file").write_bytes(pack_game(encode_line(0, header)))
    done = here("games", "--folder", tmp_path / "gadget", "import", tmp_path / "file")
    refused(done, "my-own")
    assert not contents(tmp_path / "gadget")


def test_an_export_overwrites_no_file(tmp_path: Path, carried: Path) -> None:
    before = carried.read_bytes()
    done = here("games", "--folder", tmp_path / "laptop", "export", "1", carried)
    refused(done, "is there already")
    assert carried.read_bytes() == before


@pytest.mark.parametrize(
    "words", [("export",), ("export", "1"), ("export", "x", "f"), ("import",), ("import", "a", "b")]
)
def test_export_and_import_with_wrong_words_say_how_they_are_typed(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    refused(here("games", "--folder", tmp_path, *words), "games import FILE", status=2)


def test_the_log_of_a_game_is_printed_a_line_for_each_round(tmp_path: Path) -> None:
    cdgdevice("play", "--folder", tmp_path, given=b"skip\n4\nA\ndone\n")
    done = here("games", "--folder", tmp_path, "log", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    title, *lines = done.stdout.decode().splitlines()
    assert title == "Paths of Glory"
    assert lines[-1] == "T1 R1 Central Powers: ABC, played A, filled A from C."


def test_the_log_of_no_game_is_refused(tmp_path: Path) -> None:
    refused(here("games", "--folder", tmp_path, "log", "7"), "7")
    refused(here("games", "--folder", tmp_path, "log"), "games log NUMBER", status=2)


def test_a_game_is_deleted_by_the_name_that_the_list_gives_it(tmp_path: Path) -> None:
    cdgdevice("play", "paths-of-glory-2022", "--folder", tmp_path, given=b"skip\n4\n")
    cdgdevice("games", "rename", "1", "With Anna", "--folder", tmp_path)
    cdgdevice("play", "paths-of-glory-2018", "--folder", tmp_path, given=b"skip\n4\n")
    done = cdgdevice("games", "delete", "1", "--folder", tmp_path, given=b"no\n")
    asked = done.stdout.decode()
    assert " ".join(asked.split()).startswith(
        "Delete game 1, With Anna (paths-of-glory-2022), for good?"
    )
    assert max(map(len, asked.splitlines())) <= 80
    assert [line.split()[0] for line in listed(tmp_path)[1:]] == ["2", "1"]


def test_the_game_played_last_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    cdgdevice("play", "paths-of-glory-2022", "--folder", tmp_path, given=b"skip\n4\n")
    refused = cdgdevice("games", "delete", "1", "--folder", tmp_path, given=b"yes\n")
    assert refused.returncode == 1
    assert b"for good?" not in refused.stdout
    assert b"This game goes on; begin or choose another one" in refused.stderr
    assert listed(tmp_path)[1].split()[0] == "1"
