"""A start from a checkpoint is the start from the first answer, only sooner; else there is none."""

import errno
from zlib import compress

import pytest
from hypothesis import given
from msgspec.structs import replace

from cdgdevice.games.checkpoint import Checkpoint
from cdgdevice.games.disk import replace_file
from cdgdevice.games.game_folder import GameFolder, name_checkpoint
from cdgdevice.games.journal_format import KEPT_READER_STARTS
from cdgdevice.games.journal_reader import JournalStart
from cdgdevice.games.open_game import ANSWERS_BETWEEN, OpenGame
from cdgdevice.games.replay import FindSheet
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.language import load_language
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.history import GameHistory, PastAnswers
from cdgdevice.rules.notes import list_rules
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.record_codec import unpack_records
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice, UndoLast
from cdgdevice.rules.sheet import Sheet
from tests.rules.walking import long_walks, new_games, walked
from tests.simulated_disk import SimulatedDisk, Step

SHEET = "paths-of-glory-2022"
NAME = "0001-paths-of-glory-2022.journal"
GERMAN = load_language("de")


def played(answers: int) -> tuple[SimulatedDisk, OpenGame]:
    """A game of so many answers, with a checkpoint after the last."""
    disk = SimulatedDisk()
    game = OpenGame.new(GameFolder(disk), NewGame(SHEET))
    play(game, answers)
    game.keep_checkpoint()
    return disk, game


def play(game: OpenGame, answers: int) -> None:
    for _ in range(answers):
        game.answer(next_request(game), "button")


def next_request(game: OpenGame) -> Request:
    now = prompt(game.history.now)
    return RollDice(die=(1 + game.answers % 6,)) if now.rollers else ChooseOption(now.options[0].id)


def resume(disk: SimulatedDisk, find: FindSheet = load_sheet) -> tuple[OpenGame, int]:
    """The game that a start finds, and how many answers were played again for it."""
    again: list[None] = []
    folder = GameFolder(disk)
    game = OpenGame.resume(folder, NAME, find=find, on_answer=lambda: again.append(None))
    return game, len(again)


def undo_all(game: OpenGame) -> list[GameHistory]:
    stood = [game.history]
    while game.history.past:
        game.answer(UndoLast(), "button")
        stood.append(game.history)
    return stood


def restored(history: GameHistory, names: tuple[str, str] | None = None) -> GameHistory:
    """The history as it comes back from the disk."""
    packed = replace(history, past=history.past.pack())
    checkpoint = Checkpoint.make(packed, JournalStart(0, 0, 0), (), rules_changed=False)
    # A start has the sheet of the file, which no scenario has named the sides of.
    shelved = load_sheet(history.now.sheet.id)
    return Checkpoint.read(checkpoint.write()).restore(shelved, write_facts(history), names)


@given(new=new_games(), numbers=long_walks)
def test_any_game_comes_back_as_it_was(new: NewGame, numbers: list[int]) -> None:
    history = walked(new, numbers).history
    back = restored(history)
    assert back == history
    assert (prompt(back.now), list_rules(back)) == (prompt(history.now), list_rules(history))
    # Equal sentences may still know other values, which another language needs.
    for of in (write_whole_log, lambda each: each.orders, lambda each: each.now.instructions):
        assert GERMAN.write(of(back)) == GERMAN.write(of(history))


@pytest.mark.parametrize(
    ("sheet", "variant", "names"),
    [
        ("commands-and-colors-ancients-2022", "phyle", None),
        ("commands-and-colors-ancients-2022", "phyle", ("Thrasybulus", "Sparta")),
        ("commands-and-colors-ancients-2022", "phyle", ("Left side", "Sparta")),
        ("standard-2018", "one-deck", None),
    ],
)
def test_names_of_sides_and_the_place_of_the_pile_come_back(
    sheet: str, variant: str, names: tuple[str, str] | None
) -> None:
    new = NewGame(sheet, options=((variant, True),), names=names)
    history = begin_game(load_sheet(sheet), new)
    assert names is None or names[1] in history.now.sheet.sides.values()
    back = restored(history, names).now.sheet
    assert (back.sides, back.words) == (history.now.sheet.sides, history.now.sheet.words)
    assert (back.sides, back.words) != (load_sheet(sheet).sides, load_sheet(sheet).words)


@given(new=new_games(), numbers=long_walks)
def test_packed_answers_are_the_answers(new: NewGame, numbers: list[int]) -> None:
    plain = walked(new, numbers).history.past
    every = tuple(plain)
    packed = PastAnswers(newest=every * 3).pack()
    assert (len(packed), packed.rolls) == (3 * len(every), 3 * plain.rolls)
    assert tuple(packed) == every * 3
    assert tuple(reversed(packed)) == (every * 3)[::-1]
    assert packed.after(len(every)) == every * 2
    for left in range(3 * len(every), 0, -1):
        assert packed[-1] == (every * 3)[left - 1]
        packed = packed.without_last()
    assert not packed


def test_the_oldest_answer_is_forgotten_whether_it_is_packed_or_not() -> None:
    _, game = played(120)
    every = tuple(game.history.past)
    assert game.history.past.older
    for past in (game.history.past, PastAnswers(newest=every)):
        for answers in range(100):
            past = past.add(every[answers], len(every))
            assert tuple(past) == (*every, *every)[answers + 1 : answers + 1 + len(every)]
            assert past[0] == past.after(0)[0] == next(iter(past))


def test_a_start_plays_only_the_answers_after_its_checkpoint() -> None:
    disk, game = played(90)
    play(game, 3)
    found, again = resume(disk)
    assert again == 3
    assert (found.history, found.answers) == (game.history, game.answers)
    assert undo_all(found) == undo_all(game)


def test_a_checkpoint_is_due_again_after_some_answers() -> None:
    disk, game = played(90)
    for _ in range(3 * ANSWERS_BETWEEN):
        play(game, 1)
        game.keep_checkpoint()
        assert resume(disk)[1] < ANSWERS_BETWEEN


def test_throws_of_the_reader_still_count_only_once() -> None:
    disk, game = played(ANSWERS_BETWEEN)
    throw(game, 7)
    play(game, ANSWERS_BETWEEN)
    game.keep_checkpoint()
    found, again = resume(disk)
    assert (found.counted, again) == (((7, 1),), 0)


def test_the_newest_start_of_a_reader_is_kept_of_many() -> None:
    disk, game = played(ANSWERS_BETWEEN)
    while len(game.counted) < KEPT_READER_STARTS:
        throw(game, len(game.counted))
    while game.answers % ANSWERS_BETWEEN:
        play(game, 1)
    game.keep_checkpoint()
    throw(game, 99)
    found, again = resume(disk)
    assert again < ANSWERS_BETWEEN
    assert found.counted == game.counted
    assert found.counted[-1] == (99, 1)


def throw(game: OpenGame, boot: int) -> None:
    """Roll for the next round in a die reader that was started anew."""
    while not prompt(game.history.now).rollers:
        play(game, 1)
    game.answer(RollDice(die=(4,)), "reader", (boot, 1))


def other_sheet(id_: str) -> Sheet:
    return replace(load_sheet(id_), checksum=1)


def test_a_checkpoint_of_another_sheet_is_passed_over() -> None:
    disk, game = played(30)
    found, again = resume(disk, other_sheet)
    assert found.answers == again == game.answers


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_a_damaged_checkpoint_is_passed_over(part: float) -> None:
    disk, game = played(60)
    name = name_checkpoint(NAME)
    content = bytearray(disk.read(name))
    content[int(part * (len(content) - 1))] ^= 1
    replace_file(disk, name, bytes(content))
    found, again = resume(disk)
    assert (found.history, again) == (game.history, game.answers)


def test_a_checkpoint_of_another_journal_is_passed_over() -> None:
    disk, _ = played(60)
    journal = disk.read(NAME)
    for lines in (59, 40, 17, 1):
        shorter = b"".join(journal.splitlines(keepends=True)[:lines])
        replace_file(disk, NAME, shorter)
        found, again = resume(disk)
        assert found.answers == again == lines - 1


def test_a_table_that_the_journal_does_not_tell_is_passed_over() -> None:
    disk, game = played(60)
    start = Checkpoint.read(disk.read(name_checkpoint(NAME))).start
    _, another = played(60)
    play(another, 1)
    packed = replace(another.history, past=another.history.past.pack())
    false = Checkpoint.make(packed, start, (), rules_changed=False)
    for checkpoint in (false, replace(false, start=replace(start, answers=59))):
        replace_file(disk, name_checkpoint(NAME), checkpoint.write())
        found, again = resume(disk)
        assert (found.history, again) == (game.history, game.answers)


def test_a_disk_that_refuses_a_checkpoint_stops_nothing() -> None:
    disk, game = played(30)
    play(game, 18)
    disk.make_read_only()
    game.keep_checkpoint()
    assert game.unsaved is None
    disk.mend()
    found, again = resume(disk)
    assert (found.history, again) == (game.history, 18)


def test_a_deleted_game_leaves_no_checkpoint() -> None:
    disk, _ = played(30)
    folder = GameFolder(disk)
    OpenGame.new(folder, NewGame(SHEET))
    folder.delete(NAME)
    assert name_checkpoint(NAME) not in disk.names()


def test_none_is_kept_of_a_journal_with_more_in_its_file_than_whole_lines() -> None:
    disk, game = played(30)
    disk.failing = {Step.SYNC: errno.EIO}
    play(game, 1)
    assert game.unsaved
    disk.mend()
    play(game, ANSWERS_BETWEEN)
    before = disk.read(name_checkpoint(NAME))
    game.keep_checkpoint()
    assert (game.unsaved, disk.read(name_checkpoint(NAME))) == (None, before)
    found, again = resume(disk)
    assert (found.history, again) == (game.history, game.answers - 30)


@pytest.mark.parametrize("packed", [compress(b"[" * 200_000), compress(bytes(2**25)), b"", b"x"])
def test_bytes_that_are_no_records_are_no_value(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not written by this version"):
        unpack_records(packed, load_sheet(SHEET))
