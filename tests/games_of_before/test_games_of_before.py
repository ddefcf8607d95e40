"""Games of version 0.1 are converted by one command and then continue; settings still count."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec.structs import replace

from cdgdevice.errors import JournalError
from cdgdevice.games.convert_old_games import convert_journal, convert_old_games
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_reader import JournalContent
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import SheetLibrary
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game import GameEnd
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from tests.cli.program import cdgdevice
from tests.games_of_before.test_facts_of_before import facts_of_before

HERE = Path(__file__).parent
FACTS: dict[str, dict[str, Any]] = json.loads((HERE / "facts.json").read_text("utf-8"))
"""What lay on the table at the end of each game."""
SHEETS = HERE.parents[1] / "cdgdevice" / "sheets"
LIBRARY = SheetLibrary({"own": FolderDisk(HERE / "home/config/cdgdevice/sheets")})


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games in a copy of an owner's home."""
    home = copytree(HERE / "home", tmp_path / "home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    return home / "data" / "cdgdevice"


def folder_with(name: str, folder: Path) -> GameFolder:
    """A folder with this one game of version 0.1."""
    (folder / name).write_bytes((HERE / "home/data/cdgdevice" / name).read_bytes())
    return GameFolder(FolderDisk(folder))


def plain_answer(history: GameHistory) -> RollDice | ChooseOption:
    """The roll of a side that may roll, or the first option."""
    now = prompt(history.now)
    if now.rollers and not any(option.id == "done" for option in now.options):
        side = history.now.active if history.now.active in now.rollers else now.rollers[0]
        return RollDice(side, (3, 5)[: 1 if now.ask is None else len(now.ask.dice)])
    return ChooseOption(now.options[0].id)


def test_there_is_a_game_of_each_sheet_and_one_of_an_owners_own_sheet() -> None:
    sheets = {name[5:].removesuffix(".journal") for name in FACTS}
    assert sheets == {sheet.stem for sheet in SHEETS.glob("*.toml")} | {"verdun"}
    assert {file.name for file in HERE.glob("home/data/cdgdevice/*.journal")} == set(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_a_converted_game_has_its_table_and_continues(name: str, tmp_path: Path) -> None:
    folder = folder_with(name, tmp_path)
    original = folder.read(name)
    assert len(list(convert_old_games(folder, LIBRARY.sheet))) == 1
    assert folder.read(f"{name}.0.1") == original
    game = OpenGame.resume(folder, name, find=LIBRARY.sheet)
    assert game.answers == len(original.entries)
    assert facts_of_before(game.history) == FACTS[name]
    # The one of Caesar stands in the last turn, with no card and no deck left: it comes to its end.
    ends = name == "0002-caesar-rome-vs-gaul-2022.journal"
    for _ in range(3 if ends else 20):
        game.answer(plain_answer(game.history), "button")
    assert isinstance(game.history.now.stage, GameEnd) is ends
    again = OpenGame.resume(folder, name, find=LIBRARY.sheet)
    assert write_facts(again.history) == write_facts(game.history)
    assert list(convert_old_games(folder, LIBRARY.sheet)) == []


def test_the_game_is_the_same_in_the_menu_and_names_the_command(tmp_path: Path) -> None:
    name = next(iter(FACTS))
    games = Games(folder_with(name, tmp_path), NewGame("paths-of-glory-2022"), find=LIBRARY.sheet)
    assert "`cdgdevice games convert` rewrites it" in games.notice.text
    with pytest.raises(JournalError, match="games convert"):
        games.resume(name)


def test_a_c_that_could_not_be_played_was_still_on_offer_then() -> None:
    jolly_roger = {"do": "roll", "result": "JR"}
    no_section_card = {"do": "act", "action": "no-section-card"}
    asked = (jolly_roger, no_section_card, {"do": "choose", "option": "C"})
    written = JournalContent(
        {"request": {"do": "new", "sheet": "commands-and-colors-2018"}},
        tuple({"request": each} for each in asked),
        torn=False,
    )
    assert convert_journal("one", written, LIBRARY.sheet).count(b"\n") == 1 + 3


def test_an_answer_that_is_no_longer_allowed_ends_the_converted_game(tmp_path: Path) -> None:
    name = "0014-paths-of-glory-2022.journal"
    written = folder_with(name, tmp_path).read(name)
    impossible = {**written.entries[3], "request": {"do": "choose", "option": "D2"}}
    entries = (*written.entries[:3], impossible, *written.entries[4:])
    converted = convert_journal(name, replace(written, entries=entries), LIBRARY.sheet)
    assert converted.count(b"\n") == 1 + 3


def test_the_command_converts_all_games_and_play_continues_the_last(home: Path) -> None:
    before = cdgdevice("games").stdout.decode()
    converted = cdgdevice("games", "convert")
    assert (converted.returncode, converted.stderr) == (0, b"")
    assert converted.stdout.decode().count(" is converted") == len(FACTS)
    assert cdgdevice("games", "convert").stdout == b"No game here is of version 0.1.\n"
    after = cdgdevice("games").stdout.decode()
    assert [row.split()[:2] for row in after.splitlines()] == [
        row.split()[:2] for row in before.splitlines()
    ]
    played = cdgdevice("play", given=b"quit\n")
    assert (played.returncode, played.stderr) == (0, b"")
    assert len(list(home.glob("*.journal"))) == len(FACTS)


@pytest.mark.usefixtures("home")
def test_settings_of_version_0_1_still_count() -> None:
    report = cdgdevice("report", "-").stdout.decode()
    for said in ('die.source = "hand"', "screens.left.contrast = 16", "sleep.off_after_s = 3600"):
        assert f"\n{said}\n" in report
    assert "is left out" not in report
