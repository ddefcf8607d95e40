"""`cdgdevice dice`: what the throws of all games tell, in text, in JSON and as a picture."""

import json
from pathlib import Path

import pytest
from PIL import Image

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import ReaderDie
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import NewGame, RollDice
from tests.cli.program import here, refused

POG, WAW = "paths-of-glory-2022", "washingtons-war-2022"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a throw of the program and one of a die reader."""
    folder = tmp_path / "games"
    kept = GameFolder(FolderDisk(folder))
    OpenGame.new(kept, NewGame(POG)).answer(RollDice(die=(4,)), "button", own=True)
    die = ReaderDie("E661", pips=False)
    OpenGame.new(kept, NewGame(WAW)).answer(
        RollDice(result=DieResult.DE), "reader", (7, 1), reader=die
    )
    return folder


def test_dice_tells_of_every_die(games: Path) -> None:
    done = here("dice", "--folder", games)
    said = done.stdout.decode()
    assert done.returncode == 0
    assert "The gadget's own dice: 1 roll\n" in said
    assert "Die reader E661, a die with results: 1 roll\n" in said
    assert max(map(len, said.splitlines())) <= 80


def test_dice_tells_of_one_sheet_alone(games: Path) -> None:
    said = here("dice", "--folder", games, "--sheet", WAW).stdout.decode()
    assert "Die reader E661" in said
    assert "own dice" not in said
    assert b"No rolls" in here("dice", "--folder", games, "--sheet", "standard-2018").stdout


def test_a_sheet_that_there_is_not_is_refused(games: Path) -> None:
    refused(here("dice", "--folder", games, "--sheet", "paths-of-glroy"), "Did you mean")


def test_dice_speaks_json_in_one_line(games: Path) -> None:
    (line,) = here("dice", "--folder", games, "--json").stdout.splitlines()
    assert {die["whose"] for die in json.loads(line)["dice"]} == {"gadget", "reader"}


def test_dice_draws_a_picture(games: Path, tmp_path: Path) -> None:
    target = tmp_path / "dice.png"
    done = here("dice", "--folder", games, "--picture", target)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"\nThe picture is in {target}.\n")
    with Image.open(target) as picture:
        assert picture.format == "PNG"
    nowhere = tmp_path / "nowhere" / "dice.png"
    refused(here("dice", "--folder", games, "--picture", nowhere), "nowhere")


def test_where_the_picture_is_does_not_get_among_the_json(games: Path, tmp_path: Path) -> None:
    done = here("dice", "--folder", games, "--json", "--picture", tmp_path / "dice.png")
    assert json.loads(done.stdout)["games"] == 2
    assert b"The picture is in" in done.stderr


def test_without_throws_no_picture_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "dice.png"
    done = here("dice", "--folder", tmp_path / "none", "--picture", target)
    refused(done, f"There is no roll to draw: {target} is not written.")
    assert not target.exists()


def test_without_games_there_is_a_sentence(tmp_path: Path) -> None:
    done = here("dice", "--folder", tmp_path / "none")
    assert (done.returncode, done.stdout.decode().count("\n")) == (0, 1)
    assert b"No rolls are kept yet" in done.stdout


def test_dice_tells_what_samples_can_show_without_any_games() -> None:
    said = here("dice", "--power").stdout.decode()
    assert "1,604" in said
    assert max(map(len, said.splitlines())) <= 80
