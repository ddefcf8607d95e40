"""A game whose file is taken away, or changed, while it is played: it is written anew."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import FolderDisk, FolderFile, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal import Journal, JournalLostError
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.journal_reader import read_journal
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice
from tests.simulated_disk import SimulatedDisk, Step

FIRST = NewGame("paths-of-glory-2022")
NAME = "0001-paths-of-glory-2022.journal"
SECOND = "0002-paths-of-glory-2022.journal"
OTHER = NewGame("washingtons-war-2022")
BEFORE: list[Request] = [RollDice(die=(4,)), ChooseOption("A"), ChooseOption("done")]
AFTER: list[Request] = [RollDice(die=(3,)), ChooseOption("D"), ChooseOption("done")]

GONE = f"The game's file was gone: all of it was written again. It is {NAME}."
CHANGED = f"{NAME} is gone, or was changed by something else: the game goes on in {SECOND}."


def play(games: Games, requests: list[Request]) -> None:
    for number, request in enumerate(requests):
        throw = (7, games.tabletop.answers) if number == 0 else None
        games.tabletop.answer(request, "button", throw)


def at_the_table(disk: SimulatedDisk | FolderDisk) -> Games:
    return Games(GameFolder(disk), FIRST)


def emptied(disk: SimulatedDisk) -> None:
    replace_file(disk, NAME, b"")


def cut_short(disk: SimulatedDisk) -> None:
    replace_file(disk, NAME, disk.read(NAME)[:-5])


def grown(disk: SimulatedDisk) -> None:
    replace_file(disk, NAME, disk.read(NAME) + b"\n")


def zeroed(disk: SimulatedDisk) -> None:
    replace_file(disk, NAME, bytes(disk.size(NAME)))


def another_game(disk: SimulatedDisk) -> None:
    for name in disk.names():
        disk.remove(name)
    play(at_the_table(disk), [RollDice(die=(1,))])


CHANGES = (emptied, cut_short, grown, zeroed, another_game)


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_not_as_it_was_left_stays_so_and_the_game_goes_on_in_another(
    change: Callable[[SimulatedDisk], None],
) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    change(disk)
    odd = disk.read(NAME)
    play(games, AFTER)
    assert games.tabletop.unsaved is None
    assert (games.tabletop.name, games.tabletop.moved) == (SECOND, (CHANGED,))
    assert NAME in [name for name, _ in games.others()]
    assert disk.read(NAME) == odd
    for after in disk.every_cut():
        again = at_the_table(after)
        assert again.tabletop.history == games.tabletop.history
        assert again.tabletop.counted == games.tabletop.counted
        assert again.notice is None


def test_a_file_that_is_gone_is_written_again() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    for name in disk.names():
        disk.remove(name)
    play(games, AFTER)
    assert games.tabletop.unsaved is None
    assert games.tabletop.moved == (GONE,)
    for after in disk.every_cut():
        assert at_the_table(after).tabletop.history == games.tabletop.history


def test_a_lost_game_whose_number_another_has_meanwhile_gets_a_new_one() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    disk.rename(NAME, "0001-mine.journal")
    play(games, AFTER)
    assert games.tabletop.name == SECOND
    assert len(read_journal(disk, "0001-mine.journal").entries) == 3
    assert at_the_table(disk).tabletop.history == games.tabletop.history


@pytest.mark.parametrize("step", [Step.CREATE, Step.WRITE, Step.SYNC, Step.RENAME, Step.SYNC_NAMES])
def test_a_lost_game_that_can_t_be_written_yet_is_written_once_the_disk_lets_it(step: Step) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    emptied(disk)
    disk.failing = {step: 5}
    play(games, AFTER)
    assert games.tabletop.unsaved is not None
    assert games.tabletop.at_risk
    disk.mend()
    assert games.tabletop.save() is None
    assert games.tabletop.moved == (CHANGED,)
    assert disk.names() == (NAME, SECOND, "current")
    for after in disk.every_cut():
        assert at_the_table(after).tabletop.history == games.tabletop.history


@pytest.mark.parametrize("change", [*CHANGES, lambda disk: disk.remove(NAME)])
def test_another_game_is_begun_and_the_lost_one_set_aside_whole(
    change: Callable[[SimulatedDisk], None],
) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    left = games.tabletop.history
    change(disk)
    games.begin(OTHER)
    assert len(games.tabletop.moved) == 1
    assert games.tabletop.unsaved is None
    play(games, [RollDice(die=(2,))])
    assert len(games.tabletop.moved) == 1
    games.resume(NAME if SECOND not in disk.names() else SECOND)
    assert games.tabletop.history == left


def test_a_game_that_is_lost_at_rest_is_written_again_at_the_end() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    disk.remove(NAME)
    assert games.tabletop.save() is None
    assert at_the_table(disk).tabletop.history == games.tabletop.history


def test_a_disk_that_can_t_be_read_for_a_moment_loses_nothing_and_is_no_fault_at_rest() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    disk.failing = {Step.READ: 5}
    assert games.tabletop.save() is None
    play(games, AFTER[:1])
    assert games.tabletop.unsaved is not None
    disk.mend()
    assert games.tabletop.save() is None
    assert games.tabletop.moved == ()
    assert disk.names() == (NAME, "current")


def test_what_failed_attempts_have_left_behind_is_not_taken_for_somebody_else_s() -> None:
    disk = SimulatedDisk()
    journal = Journal.start(disk, NAME, {"title": "Game"})
    for number in range(1, 6):
        for step in (Step.WRITE, Step.SYNC, Step.WRITE):
            disk.failing = {step: 5}
            with pytest.raises(JournalError) as refused:
                journal.append({"n": number})
            assert not isinstance(refused.value, JournalLostError)
        disk.mend()
        journal.append({"n": number})
    assert [entry["n"] for entry in read_journal(disk, NAME).entries] == [1, 2, 3, 4, 5]
    anew = journal.rewrite("0002-game.journal")
    anew.append({"n": 6})
    assert read_journal(disk, "0002-game.journal").entries == tuple({"n": n} for n in range(1, 7))


def test_nothing_is_appended_to_a_file_that_is_not_as_it_was_left() -> None:
    disk = SimulatedDisk()
    journal = Journal.start(disk, NAME, {"title": "Game"})
    replace_file(disk, NAME, b"")
    with pytest.raises(
        JournalLostError, match="is not as it was left; the game goes on, but is not"
    ):
        journal.append({"n": 1})
    assert disk.read(NAME) == b""


def test_a_torn_end_is_written_again_as_it_was() -> None:
    disk = SimulatedDisk()
    play(at_the_table(disk), BEFORE)
    with disk.append(NAME) as file:
        file.write(encode_line(4, {})[:9])
    games = at_the_table(disk)
    disk.remove(NAME)
    play(games, AFTER)
    assert at_the_table(disk).tabletop.history == games.tabletop.history


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_folder_with_content(file: Path) -> None:
    a_folder(file)
    (file / "something").touch()


def a_link_to_itself(file: Path) -> None:
    file.unlink()
    file.symlink_to(file.name)


def a_link_through_a_file(file: Path) -> None:
    file.unlink()
    file.symlink_to("current/nothing")


REPLACED = (a_folder, a_folder_with_content, a_link_to_itself, a_link_through_a_file)


@pytest.mark.parametrize("replace", REPLACED)
def test_a_file_that_is_replaced_by_no_file_is_written_again_in_another(
    tmp_path: Path, replace: Callable[[Path], None]
) -> None:
    disk = FolderDisk(tmp_path)
    games = at_the_table(disk)
    play(games, BEFORE)
    replace(tmp_path / NAME)
    play(games, AFTER)
    assert games.tabletop.unsaved is None
    assert (games.tabletop.name, games.tabletop.moved) == (SECOND, (CHANGED,))
    disk.release()
    again = at_the_table(FolderDisk(tmp_path))
    assert again.tabletop.history == games.tabletop.history
    assert again.notice is None


@pytest.mark.parametrize("replace", REPLACED)
def test_another_game_is_begun_though_the_one_left_was_replaced_by_no_file(
    tmp_path: Path, replace: Callable[[Path], None]
) -> None:
    games = at_the_table(FolderDisk(tmp_path))
    play(games, BEFORE)
    left = games.tabletop.history
    replace(tmp_path / NAME)
    games.begin(OTHER)
    play(games, [RollDice(die=(2,))])
    assert games.tabletop.unsaved is None
    games.resume(SECOND)
    assert games.tabletop.history == left


class OneFileRefused(FolderDisk):
    """A folder in which one file belongs to somebody else: root passes over real permissions."""

    refused = ""

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        self._check(name)
        return super().read(name, start, length)

    def append(self, name: str) -> FolderFile:
        self._check(name)
        return super().append(name)

    def _check(self, name: str) -> None:
        if name == self.refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)


def test_a_file_that_may_not_be_written_any_more_is_written_again_in_another(
    tmp_path: Path,
) -> None:
    disk = OneFileRefused(tmp_path)
    games = at_the_table(disk)
    play(games, BEFORE)
    disk.refused = NAME
    play(games, AFTER)
    assert games.tabletop.unsaved is None
    assert (games.tabletop.name, games.tabletop.moved) == (SECOND, (CHANGED,))


def test_a_folder_of_games_that_became_a_file_is_told_and_healed_once_it_is_gone(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "games"
    disk = FolderDisk(folder)
    games = at_the_table(disk)
    play(games, BEFORE)
    shutil.rmtree(folder)
    folder.touch()
    play(games, AFTER)
    assert "something else is in the place of" in games.tabletop.unsaved
    folder.unlink()
    assert games.tabletop.save() is None
    disk.release()
    assert at_the_table(FolderDisk(folder)).tabletop.history == games.tabletop.history


def removed(folder: Path) -> None:
    shutil.rmtree(folder)


def renamed(folder: Path) -> None:
    folder.rename(folder.with_name("old"))


def another_in_its_place(folder: Path) -> None:
    renamed(folder)
    other = FolderDisk(folder)
    play(at_the_table(other), [RollDice(die=(1,))])
    other.release()


@pytest.mark.parametrize("accident", [removed, renamed, another_in_its_place])
def test_a_folder_that_is_not_the_one_it_was_gets_the_game_and_is_kept_for_it(
    tmp_path: Path, accident: Callable[[Path], None]
) -> None:
    folder = tmp_path / "games"
    disk = FolderDisk(folder)
    games = at_the_table(disk)
    play(games, BEFORE)
    accident(folder)
    play(games, AFTER)
    assert games.tabletop.unsaved is None
    assert len(games.tabletop.moved) == 1
    with pytest.raises(BlockingIOError):
        FolderDisk(folder).claim()
    disk.release()
    again = at_the_table(FolderDisk(folder))
    assert again.tabletop.history == games.tabletop.history


def test_a_folder_that_another_program_plays_from_is_left_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    games = at_the_table(FolderDisk(folder))
    play(games, BEFORE)
    renamed(folder)
    other = FolderDisk(folder)
    other.claim()
    play(games, AFTER)
    assert "Another cdgdevice is playing from this folder" in games.tabletop.unsaved
    other.release()
    assert games.tabletop.save() is None


def test_a_lost_game_that_can_t_be_written_is_not_let_go_of_though_no_answer_waits() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    play(games, BEFORE)
    disk.remove(NAME)
    disk.failing = {Step.CREATE: 5}
    with pytest.raises(JournalError, match="can't be left while it is not saved"):
        games.begin(NewGame("paths-of-glory-2022"))
    disk.mend()
    games.begin(NewGame("paths-of-glory-2022"))
