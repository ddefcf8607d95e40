"""A die reader's throw that counts is known at every later start, whatever game goes on then."""

import errno
from collections.abc import Callable

import pytest

from cdgdevice.games.disk import replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import KEPT_READER_STARTS, encode_line
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from tests.simulated_disk import SimulatedDisk, Step

FIRST = NewGame("paths-of-glory-2022")
OTHER = NewGame("washingtons-war-2022")
FIRST_FILE = "0001-paths-of-glory-2022.journal"
LATER_FILE = "0003-paths-of-glory-2022.journal"


def at_the_table(disk: SimulatedDisk) -> Games:
    return Games(GameFolder(disk), FIRST)


def throws(games: Games, *keys: tuple[int, int]) -> None:
    """Play a round with each of these throws."""
    for key in keys:
        games.tabletop.answer(RollDice(die=(4,)), "reader", key)
        games.tabletop.answer(ChooseOption("A"), "button")
        games.tabletop.answer(ChooseOption("done"), "button")


def counted(disk: SimulatedDisk) -> tuple[tuple[int, int], ...]:
    return at_the_table(disk).tabletop.counted


def begin_another(games: Games) -> None:
    games.begin(OTHER)


def go_on_with_the_first(games: Games) -> None:
    games.resume(FIRST_FILE)


@pytest.mark.parametrize("change", [begin_another, go_on_with_the_first])
def test_at_any_power_cut_of_a_change_of_games_what_counts_is_known(
    change: Callable[[Games], None],
) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    throws(games, (7, 1), (8, 5))
    cuts = 0

    def power_goes() -> None:
        nonlocal cuts
        for after in disk.every_cut():
            cuts += 1
            assert counted(after) == ((7, 1), (8, 5))

    disk.before_step = power_goes
    change(games)
    power_goes()
    assert cuts > 100


def test_throws_of_the_continued_game_and_of_the_one_before_are_known() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    throws(games, (7, 1), (7, 2))
    games.begin(OTHER)
    throws(games, (7, 3))
    games.resume(FIRST_FILE)
    assert counted(disk) == ((7, 3),)
    throws(games, (8, 1))
    assert counted(disk) == games.tabletop.counted == ((7, 3), (8, 1))


def test_a_long_game_does_not_crowd_out_what_counted_after_it() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    for boot in range(1, KEPT_READER_STARTS + 1):
        throws(games, (boot, 9))
    games.begin(OTHER)
    throws(games, (100, 1))
    games.resume(FIRST_FILE)
    again = at_the_table(disk)
    assert again.tabletop.counted[-1] == (100, 1)
    assert len(again.tabletop.counted) == KEPT_READER_STARTS
    throws(again, (200, 1))
    assert counted(disk)[-2:] == ((100, 1), (200, 1))


def test_lines_taken_off_a_journal_by_hand_take_nothing_that_counts_later() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    throws(games, (7, 1), (7, 2))
    games.begin(OTHER)
    games.resume(FIRST_FILE)
    kept = b"".join(disk.read(FIRST_FILE).splitlines(keepends=True)[:1])
    replace_file(disk, FIRST_FILE, kept)
    again = at_the_table(disk)
    throws(again, (7, 3))
    assert counted(disk) == ((7, 3),)


def test_a_throw_costs_no_write_but_that_of_the_journal() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    before = disk.read("current")
    throws(games, (7, 1))
    at_the_table(disk)
    assert disk.read("current") == before


def test_with_what_an_older_version_left_the_journal_is_believed() -> None:
    disk = SimulatedDisk()
    throws(at_the_table(disk), (7, 1))
    replace_file(disk, "current", f"{FIRST_FILE}\n".encode())
    games = at_the_table(disk)
    assert games.tabletop.counted == ((7, 1),)
    games.begin(OTHER)
    assert counted(disk) == ((7, 1),)


def damaged(content: bytes) -> bytes:
    """Damage the first roll: that line is lost."""
    return content.replace(b'"die":4', b'"die":5', 1)


def played_otherwise(content: bytes) -> bytes:
    """Add a line that another version might have written: all are sound."""
    return content + encode_line(content.count(b"\n"), {"do": "something new"})


@pytest.mark.parametrize(
    ("spoil", "known"),
    [(damaged, ((7, 1), (8, 1))), (played_otherwise, ((7, 2), (8, 1)))],
)
def test_what_counts_in_a_game_that_can_t_be_continued_is_known_as_far_as_it_can_be_read(
    spoil: Callable[[bytes], bytes], known: tuple[tuple[int, int], ...]
) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    throws(games, (7, 1))
    games.begin(FIRST)
    throws(games, (7, 2), (8, 1))
    replace_file(disk, LATER_FILE, spoil(disk.read(LATER_FILE)))
    again = at_the_table(disk)
    assert again.notice is not None
    assert again.tabletop.counted == known
    throws(again, (9, 1))
    assert counted(disk) == (*known, (9, 1))


@pytest.mark.parametrize("step", [Step.CREATE, Step.WRITE, Step.SYNC, Step.RENAME, Step.SYNC_NAMES])
def test_no_answer_is_kept_in_a_game_that_the_next_start_would_not_continue(
    step: Step,
) -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    games.begin(OTHER)
    throws(games, (7, 1))
    disk.failing = {step: errno.EIO}
    games.resume(FIRST_FILE)
    assert (games.tabletop.name, games.tabletop.at_risk) == (FIRST_FILE, False)
    assert games.tabletop.unsaved is not None
    throws(games, (7, 2))
    disk.failing = {}
    for after in disk.every_cut():
        assert counted(after) == ((7, 1),), "the throw is lost, and counts once when repeated"
    assert games.tabletop.save() is None
    for after in disk.every_cut():
        assert GameFolder(after).current() == FIRST_FILE
        assert counted(after) == ((7, 2),)


def test_when_the_note_of_the_last_change_is_damaged_the_journals_tell_what_counts() -> None:
    disk = SimulatedDisk()
    games = at_the_table(disk)
    throws(games, (7, 1))
    games.begin(OTHER)
    whole = disk.read("current", 0, 2048)
    for length in range(len(whole)):
        replace_file(disk, "current", whole[:length])
        assert counted(disk) == ((7, 1),), length
