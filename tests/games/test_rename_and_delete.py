"""Games can be renamed and deleted, in the menu and by command; no journal is written anew."""

import errno
from pathlib import Path

import pytest

from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.ui.state import UiContext
from tests.cli.program import cdgdevice, here
from tests.service.session_table import Table
from tests.simulated_disk import SimulatedDisk, Step

FIRST, SECOND = "0001-paths-of-glory-2022.journal", "0002-last-crusade.journal"
MENUS = UiContext(sheets=list_offered_sheets)


def with_two_games() -> Table:
    table = Table(context=MENUS)
    table.games.begin(NewGame("last-crusade"))
    return table


def test_a_name_is_written_letter_by_letter_and_shown_where_games_are_listed() -> None:
    table = with_two_games()
    before = table.disk.read(FIRST)
    table.enters("Rename a game", "Paths of Glory T1", "M", "A", "X", "Back", "Keep MA")
    assert table.disk.read(FIRST) == before
    assert "MA" in table.enters("Switch game").reads()
    again = Table(disk=table.disk, context=MENUS)
    assert "MA" in again.enters("Switch game").reads()


def test_the_game_on_the_table_can_be_named_too() -> None:
    table = with_two_games()
    table.enters("Rename a game", "This game", "B", "Keep B")
    assert GameFolder(table.disk).saved()[0].name_given == "B"


def test_deleting_asks_with_the_way_back_highlighted_and_then_the_game_is_gone() -> None:
    table = with_two_games()
    table.enters("Delete a game", "Paths of Glory T1")
    assert "Back, highlighted" in table.reads()
    assert FIRST in table.disk.names()
    table.takes("Yes")
    assert FIRST not in table.disk.names()
    assert SECOND in table.disk.names()
    assert table.games.others() == ()


def test_a_new_game_that_gets_the_number_of_a_deleted_one_does_not_get_its_name() -> None:
    disk = SimulatedDisk()
    folder = GameFolder(disk)
    folder.add(b"{}\n", "last-crusade")
    name = folder.numbered(folder.add(b"{}\n", "last-crusade"))
    folder.rename(name, "Evening")
    folder.delete(name)
    assert folder.numbered(folder.add(b"{}\n", "last-crusade")) == name
    assert {game.name_given for game in folder.saved()} == {""}


def test_the_current_game_is_not_deleted_and_a_name_is_short_and_plain() -> None:
    table = with_two_games()
    folder = GameFolder(table.disk)
    with pytest.raises(JournalError, match="goes on"):
        folder.delete(SECOND)
    for bad in ("", "  ", "x" * 21, "a\x07"):
        with pytest.raises(JournalError, match="1 to 20"):
            folder.rename(FIRST, bad)


def test_a_name_that_can_t_be_read_now_is_not_lost_by_another_one() -> None:
    table = with_two_games()
    folder = GameFolder(table.disk)
    folder.rename(FIRST, "Evening")
    table.disk.failing = {Step.READ: errno.EIO}
    with pytest.raises(CdgDeviceError, match="names can't be read"):
        folder.rename(SECOND, "Morning")
    table.disk.mend()
    folder.rename(SECOND, "Morning")
    assert {game.name_given for game in folder.saved()} == {"Evening", "Morning"}


def test_whenever_the_power_goes_a_game_has_its_old_name_or_its_new_one() -> None:
    table = with_two_games()
    GameFolder(table.disk).rename(FIRST, "Old")
    journal = table.disk.read(FIRST)
    GameFolder(table.disk).rename(FIRST, "New")
    for disk in table.disk.every_cut():
        names = {game.name_given for game in GameFolder(disk).saved() if game.name == FIRST}
        assert names <= {"Old", "New"}
        assert disk.read(FIRST) == journal


def test_the_command_renames_and_deletes(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    for sheet in ("last-crusade", "paths-of-glory-2022"):
        OpenGame.new(GameFolder(disk), NewGame(sheet))
    disk.release()
    cdgdevice("games", "rename", "1", "With", "Anna", "--folder", tmp_path)
    assert b"With Anna (last-crusade)" in here("games", "--folder", tmp_path).stdout
    kept = cdgdevice("games", "delete", "1", "--folder", tmp_path, given=b"no\n")
    assert b"It is kept." in kept.stdout
    deleted = cdgdevice("games", "delete", "1", "--folder", tmp_path, given=b"yes\n")
    assert b"is deleted" in deleted.stdout
    assert b"last-crusade" not in here("games", "--folder", tmp_path).stdout
