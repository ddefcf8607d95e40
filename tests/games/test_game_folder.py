import errno

import pytest

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal import Journal
from cdgdevice.games.journal_reader import SUMMARY_BYTES
from cdgdevice.games.state_files import KEPT_PREVIOUS_GAMES, LONGEST_CURRENT_FILE, CurrentGame
from tests.simulated_disk import SimulatedDisk, Step

AT = "2026-11-03T19:22:05Z"
LATER = "2026-11-04T08:00:00Z"


def header(title: str, at: str = AT) -> dict[str, object]:
    return {"title": title, "at": at}


def folder_of_three() -> tuple[SimulatedDisk, GameFolder]:
    disk = SimulatedDisk()
    folder = GameFolder(disk)
    for sheet in ("one", "two", "three"):
        folder.start(folder.free_name(sheet), header(sheet.title()))
    return disk, folder


def played(folder: GameFolder, name: str) -> Journal:
    """Have the game in this file be gone on with, as the first answer in it does."""
    journal, _ = folder.open(name)
    folder.make_current(CurrentGame(name))
    return journal


def test_games_are_numbered_and_named_after_their_sheet() -> None:
    disk, folder = folder_of_three()
    games = [name for name in disk.names() if name != "current"]
    assert games == ["0001-one.journal", "0002-two.journal", "0003-three.journal"]
    assert folder.free_name("Straße & 4/../x") == "0004-stra-e-4-x.journal"


def test_the_game_last_played_comes_first_with_its_turn() -> None:
    _, folder = folder_of_three()
    played(folder, "0002-two.journal").append({"turn": 5, "at": LATER})
    first = folder.saved()[0]
    assert (first.name, first.title, first.turn, first.fault) == (
        "0002-two.journal",
        "Two",
        5,
        None,
    )
    assert [game.title for game in folder.saved()] == ["Two", "Three", "One"]


def test_a_game_whose_first_line_is_damaged_is_listed_last_and_harms_no_other() -> None:
    disk, folder = folder_of_three()
    damaged = disk.read("0003-three.journal").replace(b"Three", b"Tree!")
    replace_file(disk, "0003-three.journal", damaged)
    assert [game.title for game in folder.saved()] == ["Two", "One", "0003-three.journal"]
    fault = folder.saved()[-1].fault
    assert "0003-three.journal is damaged in its first line" in fault
    with pytest.raises(JournalError, match="damaged"):
        folder.open("0003-three.journal")
    assert disk.read("0003-three.journal") == damaged
    assert folder.open("0001-one.journal")[1].header["title"] == "One"


def test_damage_in_the_midst_of_a_game_is_found_when_it_is_opened() -> None:
    disk, folder = folder_of_three()
    journal, _ = folder.open("0003-three.journal")
    for turn in (1, 2):
        journal.append({"turn": turn, "at": LATER})
    damaged = disk.read("0003-three.journal").replace(b'"turn":1', b'"turn":7')
    replace_file(disk, "0003-three.journal", damaged)
    assert (folder.saved()[0].title, folder.saved()[0].turn) == ("Three", 2)
    with pytest.raises(JournalError, match=r"0003-three\.journal is damaged in line 2"):
        folder.open("0003-three.journal")


@pytest.mark.parametrize("torn", [b"9\t01", b"\0" * 300, b"x" * 300])
def test_a_torn_end_is_passed_over_in_the_list(torn: bytes) -> None:
    disk, folder = folder_of_three()
    played(folder, "0002-two.journal").append({"turn": 5, "at": LATER})
    with disk.append("0002-two.journal") as file:
        file.write(torn)
    assert [(game.title, game.turn) for game in folder.saved()[:1]] == [("Two", 5)]


def test_a_list_of_games_reads_no_more_of_a_long_one_than_its_ends() -> None:
    disk, folder = folder_of_three()
    journal = played(folder, "0002-two.journal")
    for turn in range(1, 1000):
        journal.append({"turn": turn, "at": LATER})
    assert disk.size("0002-two.journal") > 10 * SUMMARY_BYTES
    disk.bytes_read = 0
    first = folder.saved()[0]
    assert (first.title, first.turn) == ("Two", 999)
    assert disk.bytes_read < 3 * SUMMARY_BYTES


def test_a_long_game_with_a_wholly_unreadable_end_is_listed_without_its_turn() -> None:
    disk, folder = folder_of_three()
    with disk.append("0002-two.journal") as file:
        file.write(b"\0" * 2 * SUMMARY_BYTES)
    two = next(game for game in folder.saved() if game.title == "Two")
    assert (two.turn, two.fault) == (0, None)


def test_games_are_found_by_number_and_by_sheet() -> None:
    disk = SimulatedDisk()
    folder = GameFolder(disk)
    for sheet in ("a", "b", "a"):
        request = {"do": "new", "sheet": sheet}
        folder.start(folder.free_name(sheet), header(sheet) | {"request": request})
    played(folder, "0001-a.journal").append({"turn": 1, "at": LATER})
    folder.make_current(CurrentGame("0002-b.journal"))
    assert folder.numbered(2) == "0002-b.journal"
    with pytest.raises(JournalError, match="There is no game 7"):
        folder.numbered(7)
    assert folder.last_of("a") == "0001-a.journal"
    assert folder.last_of("b") == "0002-b.journal"
    assert folder.last_of("c") is None
    folder.make_current(CurrentGame("0003-a.journal"))
    assert folder.last_of("a") == "0003-a.journal", "the clock may be wrong"


def test_games_are_in_the_order_of_play_though_the_clock_went_back() -> None:
    disk, folder = folder_of_three()
    for name, at in (
        ("0001-one.journal", "2026-11-03T19:22:05Z"),
        ("0003-three.journal", "1970-01-01T00:00:07Z"),
        ("0002-two.journal", "1970-01-01T00:00:05Z"),
    ):
        played(folder, name).append({"turn": 1, "at": at})
    assert [game.title for game in folder.saved()] == ["Two", "Three", "One"]
    disk.remove("0003-three.journal")
    assert [game.title for game in folder.saved()] == ["Two", "One"]


def test_games_whose_order_of_play_is_not_known_follow_by_their_times() -> None:
    disk, folder = folder_of_three()
    folder.open("0001-one.journal")[0].append({"turn": 1, "at": LATER})
    replace_file(disk, "current", b"0003-three.journal\n")
    assert [game.title for game in folder.saved()] == ["Three", "One", "Two"]
    disk.remove("current")
    assert [game.title for game in folder.saved()] == ["One", "Three", "Two"]


def test_no_more_games_are_kept_in_order_than_the_file_has_room_for() -> None:
    disk = SimulatedDisk()
    folder = GameFolder(disk)
    for sheet in range(KEPT_PREVIOUS_GAMES + 5):
        folder.start(folder.free_name(str(sheet)), header(str(sheet)))
    kept = folder.last_change().before
    assert kept == tuple(range(KEPT_PREVIOUS_GAMES + 4, 4, -1))
    assert disk.size("current") < LONGEST_CURRENT_FILE


def test_files_of_others_are_no_games() -> None:
    disk, folder = folder_of_three()
    replace_file(disk, "notes.txt", b"mine")
    replace_file(disk, "0009-two.journal.new", b"half a game")
    assert len(folder.saved()) == 3
    assert folder.free_name("x") == "0004-x.journal"


def test_the_current_game_is_the_one_begun_or_chosen_last() -> None:
    _, folder = folder_of_three()
    assert folder.current() == "0003-three.journal"
    folder.make_current(CurrentGame("0001-one.journal"))
    assert folder.current() == "0001-one.journal"


@pytest.mark.parametrize("pointer", [b"", b"\xff", b"0008-gone.journal\n"])
def test_a_pointer_to_nothing_leads_to_the_game_last_played(pointer: bytes) -> None:
    disk, folder = folder_of_three()
    folder.open("0002-two.journal")[0].append({"turn": 1, "at": LATER})
    replace_file(disk, "current", pointer)
    assert folder.current() == "0002-two.journal"
    disk.remove("current")
    assert folder.current() == "0002-two.journal"


def test_an_empty_folder_has_no_games_and_no_current_one() -> None:
    folder = GameFolder(SimulatedDisk())
    assert folder.saved() == ()
    assert folder.current() is None


def test_a_power_cut_while_a_game_begins_leaves_all_others_and_a_current_one() -> None:
    disk, folder = folder_of_three()

    def power_goes() -> None:
        for after in disk.every_cut():
            games = GameFolder(after)
            assert {game.title for game in games.saved()} >= {"One", "Two", "Three"}
            assert all(game.fault is None for game in games.saved())
            assert games.current() is not None

    disk.before_step = power_goes
    folder.start(folder.free_name("four"), header("Four"))
    disk.before_step = lambda: None
    for after in disk.every_cut():
        assert GameFolder(after).current() == "0004-four.journal"


def test_a_pointer_that_can_t_be_written_is_told_and_does_not_keep_a_game_shut() -> None:
    disk, folder = folder_of_three()
    disk.make_read_only()
    sentence = "Which game goes on can't be written: the disk can only be read; the game goes on"
    with pytest.raises(JournalError, match=sentence):
        folder.make_current(CurrentGame("0001-one.journal"))
    assert folder.open("0001-one.journal")[1].header["title"] == "One"


def test_beginning_again_after_a_late_failure_makes_one_game() -> None:
    disk, folder = folder_of_three()
    name = folder.free_name("four")
    disk.failing = {Step.SYNC_NAMES: errno.EIO}
    with pytest.raises(JournalError, match="0004-four"):
        folder.start(name, header("Four"))
    disk.mend()
    folder.start(name, header("Four"))
    assert len(folder.saved()) == 4


def test_a_second_process_gets_a_sentence_but_may_look() -> None:
    disk, folder = folder_of_three()
    disk.taken = True
    sentence = "Another cdgdevice is playing from this folder; stop that one first."
    with pytest.raises(JournalError, match=sentence):
        folder.open("0001-one.journal")
    with pytest.raises(JournalError, match=sentence):
        folder.start("0004-x.journal", header("X"))
    assert len(folder.saved()) == 3


def test_a_folder_that_can_t_be_read_is_told() -> None:
    disk, folder = folder_of_three()
    disk.failing = {Step.NAMES: errno.EIO}
    with pytest.raises(JournalError, match="folder of games can't be read"):
        folder.saved()
    with pytest.raises(JournalError, match="folder of games can't be read"):
        folder.current()
