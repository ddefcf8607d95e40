import errno
from datetime import UTC, datetime, timedelta

import pytest

from cdgdevice.errors import JournalError
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.request import Choose, New, Roll
from cdgdevice.table.disk import replace
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games
from cdgdevice.table.line import encode
from cdgdevice.table.shelf import NoSheetError
from cdgdevice.table.simulated import SimulatedDisk, Step

FIRST = New("paths-of-glory-2022")
OTHER = New("washingtons-war-2022")
FIRST_FILE = "0001-paths-of-glory-2022.journal"
OTHER_FILE = "0002-washingtons-war-2022.journal"


class Clock:
    """A minute passes at every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def at_the_table(disk: SimulatedDisk, first: New = FIRST) -> Games:
    return Games(GameFolder(disk), first, Clock())


def sheet_of(games: Games) -> str:
    return games.tabletop.history.now.sheet.id


def test_the_first_start_begins_a_game() -> None:
    games = at_the_table(SimulatedDisk())
    assert sheet_of(games) == FIRST.sheet
    assert games.others() == ()
    assert games.notice is None


def test_a_later_start_goes_on_with_the_game_last_played() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    games.tabletop.answer(Roll(die=4), "button")
    for after in disk.every_cut():
        again = at_the_table(after)
        assert again.tabletop.history == games.tabletop.history
        assert [name for name, _ in again.others()] == [FIRST_FILE]


def test_switching_games_back_and_forth_changes_neither() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.tabletop.answer(Roll(die=4), "button")
    first = games.tabletop.history
    games.begin(OTHER)
    games.tabletop.answer(Roll(die=3), "button")
    other = games.tabletop.history
    assert [name for name, _ in games.others()] == [FIRST_FILE]
    games.resume(FIRST_FILE)
    assert games.tabletop.history == first
    assert [name for name, _ in games.others()] == [OTHER_FILE]
    assert GameFolder(disk).current() == FIRST_FILE
    games.resume(OTHER_FILE)
    assert games.tabletop.history == other


def test_two_games_of_one_sheet_are_told_apart_by_their_turn() -> None:
    games = at_the_table(SimulatedDisk())
    games.begin(FIRST)
    assert games.others()[0][1].endswith(" T1")


def test_resuming_the_game_on_the_table_leaves_it_there() -> None:
    games = at_the_table(SimulatedDisk())
    before = games.tabletop
    games.resume(FIRST_FILE)
    assert games.tabletop is before


def test_a_damaged_current_game_is_told_and_another_begins() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    for request in (Roll(die=4), Choose("A")):
        games.tabletop.answer(request, "button")
    damaged = disk.read(FIRST_FILE).replace(b'"die":4', b'"die":5')
    replace(disk, FIRST_FILE, damaged)
    again = at_the_table(disk, OTHER)
    assert sheet_of(again) == OTHER.sheet
    assert again.notice is not None
    assert f"{FIRST_FILE} is damaged in line 2" in again.notice
    assert [name for name, _ in again.others()] == [FIRST_FILE]
    with pytest.raises(JournalError, match="damaged"):
        again.resume(FIRST_FILE)
    assert sheet_of(again) == OTHER.sheet
    assert GameFolder(disk).current() == OTHER_FILE
    assert disk.read(FIRST_FILE) == damaged


def test_a_game_that_this_version_plays_otherwise_does_not_become_the_current_one() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    with disk.append(FIRST_FILE) as file:
        file.write(encode(1, {"at": "2026-11-03T12:00:00Z"}))
    with pytest.raises(JournalError, match="otherwise"):
        games.resume(FIRST_FILE)
    assert GameFolder(disk).current() == OTHER_FILE


def test_a_torn_answer_is_told_at_the_start() -> None:
    disk = SimulatedDisk()
    at_the_table(disk)
    with disk.append(FIRST_FILE) as file:
        file.write(b"1\t")
    notice = at_the_table(disk).notice
    assert notice is not None
    assert "Compare the cards with the screen" in notice


def test_a_game_that_can_t_begin_leaves_the_other_on_the_table() -> None:
    games = at_the_table(SimulatedDisk())
    for new in (New("nothing"), New(FIRST.sheet, hands=(0, 99))):
        with pytest.raises((NoSheetError, NotAllowedError)):
            games.begin(new)
    assert sheet_of(games) == FIRST.sheet


def test_a_game_that_is_not_saved_can_t_be_laid_aside_until_the_disk_is_back() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    disk.make_read_only()
    games.tabletop.answer(Roll(die=4), "button")
    with pytest.raises(JournalError, match="can't be laid aside while it is not saved"):
        games.begin(OTHER)
    assert sheet_of(games) == FIRST.sheet
    disk.mend()
    games.begin(OTHER)
    assert sheet_of(games) == OTHER.sheet
    games.resume(FIRST_FILE)
    assert len(games.tabletop.entries) == 1


def test_a_gadget_with_a_dead_disk_still_plays() -> None:
    disk = SimulatedDisk()
    disk.failing = dict.fromkeys(Step, errno.EIO)
    games = at_the_table(disk)
    games.tabletop.answer(Roll(die=4), "button")
    assert games.tabletop.unsaved is not None


def test_a_second_gadget_on_one_folder_gets_a_sentence() -> None:
    disk = SimulatedDisk()
    disk.taken = True
    with pytest.raises(JournalError, match="Another cdgdevice is playing"):
        at_the_table(disk)
    assert disk.names() == ()
