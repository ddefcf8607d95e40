import errno
import json
from datetime import UTC, datetime, timedelta
from zlib import crc32

import pytest

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.open_game import OpeningNoticeKind
from cdgdevice.games.sheet_library import NoSheetError
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import ChooseOption, NewGame, NotAllowedError, RollDice
from cdgdevice.rules.texts.sentences import describe_clock
from tests.simulated_disk import SimulatedDisk, Step

FIRST = NewGame("paths-of-glory-2022")
OTHER = NewGame("washingtons-war-2022")
FIRST_FILE = "0001-paths-of-glory-2022.journal"
OTHER_FILE = "0002-washingtons-war-2022.journal"
DEEP = b'{"a":' * 100_000 + b"1" + b"}" * 100_000


class Clock:
    """A minute passes at every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def at_the_table(disk: SimulatedDisk, first: NewGame = FIRST) -> Games:
    return Games(GameFolder(disk), first, Clock())


def sheet_of(games: Games) -> str:
    return games.tabletop.history.now.sheet.id


def test_the_first_start_begins_a_game() -> None:
    games = at_the_table(SimulatedDisk())
    assert sheet_of(games) == FIRST.sheet
    assert games.others() == ()
    assert games.notice is None


def test_a_later_start_continues_with_the_game_last_played() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    games.tabletop.answer(RollDice(die=(4,)), "button")
    for after in disk.every_cut():
        again = at_the_table(after)
        assert again.tabletop.history == games.tabletop.history
        assert [name for name, _ in again.others()] == [FIRST_FILE]


def test_switching_games_back_and_forth_changes_neither() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.tabletop.answer(RollDice(die=(4,)), "button")
    first = games.tabletop.history
    games.begin(OTHER)
    games.tabletop.answer(RollDice(die=(3,)), "button")
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


def test_games_of_two_sheets_of_one_title_are_told_apart_by_the_edition() -> None:
    games = at_the_table(SimulatedDisk())
    games.begin(NewGame("washingtons-war-2018"))
    games.begin(NewGame("washingtons-war-2022"))
    titles = [title for _, title in games.others()]
    assert "Washington's War book T1" in titles


def test_a_game_without_turns_is_listed_by_its_round_as_its_own_screen_calls_it() -> None:
    games = at_the_table(SimulatedDisk())
    games.begin(NewGame("commands-and-colors-2018"))
    for _ in Side:
        for request in (RollDice(result=DieResult.AB), ChooseOption("A"), ChooseOption("done")):
            games.tabletop.answer(request, "button")
    assert describe_clock(1, 2, games.tabletop.history.now.sheet.words) == "T2"
    games.begin(NewGame("wilderness-war-2018"))
    games.begin(FIRST)
    titles = [title for _, title in games.others()]
    assert titles[:2] == ["Wilderness War S1", "Commands & Colors T2"]


def test_resuming_the_game_on_the_table_leaves_it_there() -> None:
    games = at_the_table(SimulatedDisk())
    before = games.tabletop
    games.resume(FIRST_FILE)
    assert games.tabletop is before


def damaged_game(disk: SimulatedDisk) -> bytes:
    games = at_the_table(disk)
    for request in (RollDice(die=(4,)), ChooseOption("A")):
        games.tabletop.answer(request, "button")
    damaged = disk.read(FIRST_FILE).replace(b'"die":4', b'"die":5')
    replace_file(disk, FIRST_FILE, damaged)
    return damaged


def test_a_damaged_current_game_is_told_and_kept_and_another_begins() -> None:
    disk = SimulatedDisk()
    damaged = damaged_game(disk)
    again = at_the_table(disk, OTHER)
    assert sheet_of(again) == OTHER.sheet
    assert again.notice.kind is OpeningNoticeKind.ANOTHER
    assert f"{FIRST_FILE} is damaged in line 2" in again.notice.text
    assert "Another game was begun; the old one is kept" in again.notice.text
    assert [name for name, _ in again.others()] == [FIRST_FILE]
    with pytest.raises(JournalError, match="damaged"):
        again.resume(FIRST_FILE)
    assert sheet_of(again) == OTHER.sheet
    again.tabletop.answer(RollDice(die=(4,)), "button")
    assert GameFolder(disk).current() == OTHER_FILE
    assert [name for name, _ in again.others()] == [FIRST_FILE]
    assert disk.read(FIRST_FILE) == damaged


def test_a_game_begun_in_place_of_a_damaged_one_changes_nothing_until_its_first_answer() -> None:
    disk = SimulatedDisk()
    damaged_game(disk)
    before = disk.names()
    for _ in range(3):
        assert at_the_table(disk).tabletop.save() is None
    assert disk.names() == before
    assert GameFolder(disk).current() == FIRST_FILE


@pytest.mark.parametrize("step", [Step.READ, Step.NAMES])
def test_after_a_moment_in_which_the_disk_did_not_answer_the_next_start_has_the_game_again(
    step: Step,
) -> None:
    disk = SimulatedDisk()
    left = at_the_table(disk)
    left.tabletop.answer(RollDice(die=(4,)), "button")
    disk.failing = {step: errno.EIO}
    games = at_the_table(disk, OTHER)
    assert sheet_of(games) == OTHER.sheet
    assert "the disk does not answer as it should; try again" in games.notice.text
    disk.mend()
    again = at_the_table(disk, OTHER)
    assert again.tabletop.history == left.tabletop.history
    assert again.notice is None


def test_a_game_that_can_be_read_again_continues_at_once() -> None:
    disk = SimulatedDisk()
    left = at_the_table(disk)
    disk.failing = {Step.READ: errno.EIO}
    games = at_the_table(disk, OTHER)
    disk.mend()
    games.resume(FIRST_FILE)
    assert games.tabletop.history == left.tabletop.history
    assert disk.names() == (FIRST_FILE, "current")


def test_a_start_reads_none_of_the_games_set_aside() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    for _ in range(20):
        games.begin(FIRST)
        games.tabletop.answer(RollDice(die=(4,)), "button")
    disk.bytes_read = 0
    again = at_the_table(disk)
    alone = disk.bytes_read
    assert again.tabletop.name is not None
    its_own = disk.size(again.tabletop.name) + disk.size("current")
    assert alone < 3 * its_own
    assert len(again.others()) == 20
    assert disk.bytes_read > alone
    asked_once = disk.bytes_read
    again.others()
    assert disk.bytes_read == asked_once
    again.begin(OTHER)
    end_of_the_one_laid_aside = 512
    assert disk.bytes_read < asked_once + disk.size("current") + end_of_the_one_laid_aside


@pytest.mark.parametrize(
    "damage",
    [
        b"9" * 5000 + b"\t01234567\t{}",
        encode_line(1, {})[:-1].replace(b"{}", b"[" * 100_000),
        b"1\t%08x\t%s" % (crc32(b"1\t" + DEEP), DEEP),
        b"\xff\0\n\n\t" * 999,
    ],
    ids=["digits", "brackets", "checked", "noise"],
)
def test_damage_in_a_game_set_aside_stops_no_other(damage: bytes) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    with disk.append(FIRST_FILE) as file:
        file.write(damage)
    again = at_the_table(disk)
    assert (sheet_of(again), again.notice) == (OTHER.sheet, None)
    assert [name for name, _ in again.others()] == [FIRST_FILE]


def test_a_game_that_this_version_can_t_read_does_not_become_the_current_one() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    with disk.append(FIRST_FILE) as file:
        file.write(encode_line(1, {"at": "2026-11-03T12:00:00Z"}))
    with pytest.raises(JournalError, match="can't read answer 1"):
        games.resume(FIRST_FILE)
    assert GameFolder(disk).current() == OTHER_FILE


def test_a_torn_answer_is_told_at_the_start() -> None:
    disk = SimulatedDisk()
    at_the_table(disk)
    with disk.append(FIRST_FILE) as file:
        file.write(b"1\t")
    notice = at_the_table(disk).notice
    assert notice.kind is OpeningNoticeKind.TORN
    assert "Compare the cards with the screen" in notice.text


def test_after_a_corrected_rule_the_cards_are_to_compare_until_the_next_answer() -> None:
    disk = SimulatedDisk()
    at_the_table(disk).tabletop.answer(RollDice(die=(4,)), "button")
    begun, rolled = disk.read(FIRST_FILE).splitlines(keepends=True)
    entry = json.loads(rolled.split(b"\t")[2])
    entry["facts"]["left"]["cards"] = "u d u d d"
    replace_file(disk, FIRST_FILE, begun + encode_line(1, entry))
    games = at_the_table(disk)
    assert games.notice.kind is OpeningNoticeKind.COMPARE
    assert "Compare it with your cards." in games.notice.text
    games.tabletop.answer(ChooseOption("A"), "button")
    assert at_the_table(disk).notice is None


def test_a_game_that_can_t_begin_leaves_the_other_on_the_table() -> None:
    games = at_the_table(SimulatedDisk())
    for new in (NewGame("nothing"), NewGame(FIRST.sheet, hands=(0, 99))):
        with pytest.raises((NoSheetError, NotAllowedError)):
            games.begin(new)
    assert sheet_of(games) == FIRST.sheet


def test_a_game_that_is_not_saved_can_t_be_set_aside_until_the_disk_is_back() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    disk.make_read_only()
    games.tabletop.answer(RollDice(die=(4,)), "button")
    with pytest.raises(JournalError, match="can't be left while it is not saved"):
        games.begin(OTHER)
    assert sheet_of(games) == FIRST.sheet
    disk.mend()
    games.begin(OTHER)
    assert sheet_of(games) == OTHER.sheet
    games.resume(FIRST_FILE)
    assert games.tabletop.answers == 1


def test_a_gadget_with_a_dead_disk_still_plays() -> None:
    disk = SimulatedDisk()
    disk.failing = dict.fromkeys(Step, errno.EIO)
    games = at_the_table(disk)
    games.tabletop.answer(RollDice(die=(4,)), "button")
    assert games.tabletop.unsaved is not None


def test_a_second_gadget_on_one_folder_gets_a_sentence() -> None:
    disk = SimulatedDisk()
    disk.taken = True
    with pytest.raises(JournalError, match="Another cdgdevice is playing"):
        at_the_table(disk)
    assert disk.names() == ()


def test_a_clock_that_goes_back_changes_neither_the_game_nor_the_order_of_games() -> None:
    """A Pi has no clock of its own: each start may be in the past of the one before."""
    disk = SimulatedDisk()
    years = iter((2026, 1970, 2025, 1970))
    names: list[str] = []
    for sheet in (FIRST, OTHER, FIRST, None):
        now = datetime(next(years), 1, 2, tzinfo=UTC)
        games = Games(GameFolder(disk), FIRST, lambda now=now: now)
        if names:
            assert games.tabletop.name == names[-1], "it goes on with the game of before"
            assert [name for name, _ in games.others()] == names[-2::-1]
        if sheet is not None:
            if names:
                games.begin(sheet)
            games.tabletop.answer(RollDice(die=(4,)), "button")
            assert games.tabletop.name is not None
            names.append(games.tabletop.name)
