"""Games, settings and sheets that an earlier version wrote are gone on with by this one."""

import json
import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.journal_reader import read_journal
from cdgdevice.games.replay import Doubt, replay_journal
from cdgdevice.games.sheet_library import SheetLibrary
from cdgdevice.rules.snapshot import write_state
from tests.cli.program import cdgdevice

HERE = Path(__file__).parent
STANDS: dict[str, dict[str, Any]] = json.loads((HERE / "stands.json").read_text("utf-8"))
SHEETS = HERE.parents[1] / "cdgdevice" / "sheets"

PLAYED_ON = (
    *("", "A", "B", "C", "D", "E", "A1", "B1", "D1", "E1", "enough", "turn-c", "next", "no"),
    *("2", "none", "mixed"),
    *("", "your-turn", "end", "enemy-turn", "all-up", "next-turn", ""),
)
"""What is typed again and again to play on: a word that means nothing at its moment is refused."""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games in a home of their owner."""
    home = copytree(HERE / "home", tmp_path / "home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    return home / "data" / "cdgdevice"


def stands(journal: Path) -> dict[str, Any]:
    """How a game stands that is gone on with, by the text protocol."""
    sheets = SheetLibrary({"own": FolderDisk(HERE / "home/config/cdgdevice/sheets")})
    written = read_journal(FolderDisk(journal.parent), journal.name)
    replayed = replay_journal(journal.name, written, sheets.sheet)
    assert len(replayed.entries) == len(written.entries)
    assert replayed.doubt is not Doubt.ANSWERS_LOST
    return write_state(replayed.history.now)


def test_there_is_a_game_of_each_sheet_and_one_of_a_sheet_of_the_owner_s_own() -> None:
    there = {stands["sheet"] for stands in STANDS.values()}
    assert there - {"verdun"} >= {sheet.stem for sheet in SHEETS.glob("*.toml")}
    assert "verdun" in there
    assert {file.name for file in HERE.glob("home/data/cdgdevice/*.journal")} == set(STANDS)


@pytest.mark.parametrize("name", STANDS)
def test_a_game_of_before_stands_as_it_stood(name: str, games: Path) -> None:
    state = stands(games / name)
    assert {fact: state[fact] for fact in STANDS[name]} == STANDS[name]


@pytest.mark.parametrize("name", STANDS)
def test_a_game_of_before_is_played_on(name: str, games: Path) -> None:
    written = (games / name).read_bytes()
    typed = "\n".join([*(PLAYED_ON * 12), "quit", ""]).encode()
    went_on = cdgdevice("play", "--game", str(int(name[:4])), given=typed)
    assert (went_on.returncode, went_on.stderr) == (0, b"")
    assert f"Going on with {name}" in went_on.stdout.decode()
    after = (games / name).read_bytes()
    assert after.startswith(written)
    assert len(after.splitlines()) >= len(written.splitlines()) + 18, "some rounds"
    shown = cdgdevice("play", given=b"quit\n")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert f"Going on with {name}" in shown.stdout.decode()
    stands(games / name)


def counted(stands: dict[str, Any]) -> str:
    """What the list says of a game; of one without turns nothing, for these journals don't tell."""
    if stands["sheet"].startswith("commands-and-colors"):
        return ""
    word = "season" if stands["sheet"].startswith("wilderness-war") else "turn"
    return f"{word} {stands['turn']}"


def test_the_games_of_before_are_listed_as_they_were_played_and_the_last_one_goes_on(
    games: Path,
) -> None:
    listed = cdgdevice("games").stdout.decode()
    rows = re.findall(r"^ *(\d+)  (\S+) +(?:([a-z]+ \d+) +)?\d{4}-", listed, re.MULTILINE)
    last_first = sorted(STANDS, reverse=True)
    assert rows == [
        (str(int(name[:4])), STANDS[name]["sheet"], counted(STANDS[name])) for name in last_first
    ]
    assert f"Going on with {last_first[0]}" in cdgdevice("play", given=b"quit\n").stdout.decode()
    assert (games / "current").is_file()


@pytest.mark.usefixtures("games")
def test_what_was_set_in_the_menu_of_before_counts() -> None:
    report = cdgdevice("report", "-").stdout.decode()
    for said in ('die.source = "hand"', "screens.left.contrast = 16", "sleep.off_after_s = 3600"):
        assert f"\n{said}\n" in report
    assert "is left out" not in report
