"""All throws of a folder of games, by die and face, counted in small steps."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from cdgdevice.dice.counting import LINES_A_STEP, DiceCounter
from cdgdevice.dice.report import DieCount, DieIdentity, DieOwner
from cdgdevice.errors import JournalError
from cdgdevice.games import sheet_library
from cdgdevice.games.disk import FolderDisk, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import ReaderDie, encode_line
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import NoSheetError
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, NewGame, RollDice, UndoLast
from cdgdevice.rules.sheet import Sheet
from tests.simulated_disk import SimulatedDisk, Step

POG, WAW = "paths-of-glory-2022", "washingtons-war-2022"
GADGET = DieIdentity(DieOwner.GADGET)
READER = DieIdentity(DieOwner.READER, "E661", pips=False)


def begun(disk: SimulatedDisk, of: str = POG) -> OpenGame:
    return OpenGame.new(GameFolder(disk), NewGame(of))


def rolls(table: OpenGame, faces: Iterable[int]) -> OpenGame:
    """Roll once for each of these, and between two rolls take whatever comes first."""
    for face in faces:
        while not (now := prompt(table.history.now)).rollers:
            table.answer(ChooseOption(now.options[0].id), "button")
        table.answer(RollDice(die=(face,)), "button", own=True)
    return table


def counter(disk: SimulatedDisk, sheet: str | None = None) -> DiceCounter:
    return DiceCounter(GameFolder(disk), sheet_library.load_sheet, sheet)


def test_the_throws_of_all_games_are_counted_by_die_and_face() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4, 4, 1))
    table = rolls(begun(disk, WAW), (6,))
    table.answer(CorrectRoll(result=DieResult.AB), "button")
    other = begun(disk)
    die = ReaderDie("E661", pips=False)
    other.answer(RollDice(result=DieResult.AB), "reader", (7, 1), reader=die)
    other.answer(CorrectRoll(result=DieResult.DE), "button")
    count = counter(disk).count()
    assert count.dice == (
        DieCount(GADGET, (1, 0, 0, 2, 0, 1), corrected=1),
        DieCount(READER, (0, 0, 1, 0, 0, 0), corrected=1),
    )
    assert [counted.throws for counted in count.dice] == [4, 1]
    assert (count.counted, count.games, count.left_out, count.as_written) == (3, 3, (), ())


def test_the_games_of_one_sheet_can_be_counted_alone() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4, 4, 1))
    rolls(begun(disk, WAW), (6,))
    assert counter(disk, WAW).count().dice == (DieCount(GADGET, (0, 0, 0, 0, 0, 1), 0),)


def test_without_games_there_is_nothing_to_count() -> None:
    count = counter(SimulatedDisk()).count()
    assert count.dice == ()
    assert count.done


def test_a_damaged_game_is_named_and_left_out_and_harms_no_other() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4, 4, 1))
    rolls(begun(disk), (2,))
    damaged = bytearray(disk.read("0001-paths-of-glory-2022.journal"))
    damaged[len(damaged) // 2] ^= 1
    with disk.create("0001-paths-of-glory-2022.journal") as file:
        file.write(bytes(damaged))
    count = counter(disk).count()
    assert count.dice == (DieCount(GADGET, (0, 1, 0, 0, 0, 0), 0),)
    (sentence,) = count.left_out
    assert sentence.startswith("0001-paths-of-glory-2022.journal is damaged in line ")


def test_a_game_with_an_answer_of_another_version_is_named_and_left_out() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4,))
    with disk.append("0001-paths-of-glory-2022.journal") as file:
        file.write(encode_line(2, {"at": "soon"}))
    (sentence,) = counter(disk).count().left_out
    assert "answer 2 is of another version" in sentence


def test_of_a_game_whose_sheet_is_gone_it_is_said_where_a_throw_may_be_missed() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4,)).answer(UndoLast(), "button")
    rolls(begun(disk), (2,))

    def gone(id_: str) -> Sheet:
        raise NoSheetError(f"There is no sheet {id_}.")

    count = DiceCounter(GameFolder(disk), gone).count()
    assert count.dice == (DieCount(GADGET, (0, 1, 0, 1, 0, 0), 0),)
    (sentence,) = count.as_written
    assert sentence.startswith("0001-paths-of-glory-2022.journal can't be replayed: ")


def test_a_folder_that_can_t_be_read_is_one_sentence() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4,))
    disk.failing[Step.NAMES] = 5
    with pytest.raises(JournalError, match="The folder of games can't be read"):
        counter(disk).count()


def test_a_step_takes_no_more_than_so_many_answers_and_tells_how_far_it_is() -> None:
    disk = SimulatedDisk()
    table = rolls(begun(disk), (1,) * 80)
    rolls(begun(disk), (2,))
    assert table.answers > 2 * LINES_A_STEP
    counting = counter(disk)
    seen = [counting.step() for _ in range(20)]
    assert not seen[1].done
    assert [count.counted for count in seen] == sorted(count.counted for count in seen)
    assert len([count for count in seen if count.counted == 0]) > table.answers // LINES_A_STEP
    assert seen[-1] == counter(disk).count()


def test_only_games_that_went_on_are_gone_through_again() -> None:
    disk = SimulatedDisk()
    table = rolls(begun(disk), (4, 1))
    rolls(begun(disk, WAW), (6,))
    counting = counter(disk)
    counting.count()
    name = "0002-washingtons-war-2022.journal"
    replace_file(disk, name, b"?" * disk.size(name))
    assert counting.count().left_out == ()
    rolls(table, (2,))
    assert counting.count().dice[0].faces == (1, 1, 0, 1, 0, 1)


def test_a_game_that_could_not_be_read_is_tried_again() -> None:
    disk = SimulatedDisk()
    rolls(begun(disk), (4, 1))
    name = "0001-paths-of-glory-2022.journal"
    whole = disk.read(name)
    replace_file(disk, name, b"?" * len(whole))
    counting = counter(disk)
    assert counting.count().dice == ()
    replace_file(disk, name, whole)
    assert counting.count().dice[0].throws == 2


def test_counting_takes_no_claim_on_the_folder_and_leaves_it_as_it_is(tmp_path: Path) -> None:
    playing = FolderDisk(tmp_path)
    table = OpenGame.new(GameFolder(playing), NewGame(POG))
    rolls(table, (4,))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    looking = DiceCounter(GameFolder(FolderDisk(tmp_path)), sheet_library.load_sheet)
    assert looking.count().dice[0].throws == 1
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    playing.release()
