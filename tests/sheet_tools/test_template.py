"""A new sheet is commented, is read without a mistake, and is played as it is."""

from pathlib import Path

import pytest
from hypothesis import given

from cdgdevice.games.sheet_library import read_own_sheets, read_sheet_file, sheet_ids
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.sheet_tools import own_sheet
from tests.examples import examples
from tests.games.test_own_sheets import disk_with
from tests.rules.walking import long_walks, picked

NEW_SHEET = read_sheet_file(own_sheet.template("my-game").encode(), "my-game.toml")


@examples(0.3)
@given(long_walks)
def test_a_new_sheet_is_played_as_it_is(numbers: list[int]) -> None:
    history = begin_game(NEW_SHEET, NewGame("my-game"))
    for number in numbers:
        now = prompt(history.now)
        assert now.rollers or now.options or now.stage == "game-end"
        request = picked(history, number)
        if request is None:
            return
        history = answer_request(history, request).history


def test_nothing_in_a_new_sheet_is_odd(tmp_path: Path) -> None:
    file = tmp_path / "my-game.toml"
    own_sheet.write_template(file)
    told = "\n".join(own_sheet.check_sheet_text(file))
    assert "no mistakes" in told
    assert "Worth a look" not in told


def test_its_id_is_the_name_of_the_file_and_so_it_is_found(tmp_path: Path) -> None:
    own_sheet.write_template(tmp_path / "verdun-1916.toml")
    text = (tmp_path / "verdun-1916.toml").read_text(encoding="utf-8")
    own = read_own_sheets({"/own": disk_with(verdun_1916=text)}, sheet_ids())
    assert list(own.sheets) == ["verdun-1916"]
    assert own.mistakes == ()


def test_every_table_and_key_of_a_new_sheet_is_explained_or_plain() -> None:
    lines = own_sheet.template("my-game").splitlines()
    assert sum("#" in line for line in lines) > 30
    assert max(map(len, lines)) <= 100
    assert own_sheet.template("my-game").isascii()


@pytest.mark.parametrize(
    "name", ["My Game.toml", f"{'a' * 61}.toml", "my-game", "new.toml", ".toml", "a_b.toml"]
)
def test_a_name_that_no_sheet_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(own_sheet.NewSheetError, match=r"Call the new sheet like my-game\.toml"):
        own_sheet.write_template(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text("mine")
    with pytest.raises(own_sheet.NewSheetError, match="is there already"):
        own_sheet.write_template(file)
    assert file.read_text() == "mine"


def test_the_name_of_a_sheet_that_comes_with_cdgdevice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(own_sheet.NewSheetError, match="comes with cdgdevice"):
        own_sheet.write_template(tmp_path / "standard-2018.toml")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(own_sheet.NewSheetError, match="can't be written: the file or its folder"):
        own_sheet.write_template(tmp_path / "none" / "my-game.toml")
