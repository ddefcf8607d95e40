import errno
import gc
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from cdgdevice.errors import JournalError
from cdgdevice.games import sheet_library
from cdgdevice.games.disk import FolderDisk, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import JournalEntry, encode_line, read_entry, write_entry
from cdgdevice.games.journal_reader import read_journal
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import NoSheetError
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NewGame,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
)
from cdgdevice.rules.sheet import Sheet
from tests.rules.small_sheets import outcome, small, spaces
from tests.simulated_disk import SimulatedDisk, Step

SHEET = "paths-of-glory-2022"
NAME = "0001-paths-of-glory-2022.journal"
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
ROUND: list[Request] = [RollDice(die=(4,)), ChooseOption("A"), ChooseOption("done")]
OTHER_ROUND: list[Request] = [
    RollDice(die=(3,)),
    CorrectRoll(die=(5,)),
    UndoLast(),
    CorrectRoll(die=(2,)),
    ChooseOption("B"),
]


def noon() -> datetime:
    return NOON


def begun(disk: SimulatedDisk) -> OpenGame:
    return OpenGame.new(GameFolder(disk), NewGame(SHEET), noon)


def resumed(disk: SimulatedDisk) -> OpenGame:
    return OpenGame.resume(GameFolder(disk), NAME, noon)


def resumed_after_cuts(disk: SimulatedDisk) -> list[OpenGame]:
    """Resume what a power cut may leave now: of disks that differ in torn bytes alone, one."""
    left = {}
    for after in disk.every_cut():
        read = read_journal(after, NAME)
        others = tuple((name, after.read(name)) for name in after.names() if name != NAME)
        left[read.torn, repr((read.header, read.entries)), others] = after
    return [resumed(after) for after in left.values()]


def play(tabletop: OpenGame, requests: list[Request]) -> None:
    for request in requests:
        tabletop.answer(request, "button")


def test_a_resumed_game_stands_as_it_was_left() -> None:
    disk = SimulatedDisk()
    left = begun(disk)
    play(left, ROUND + OTHER_ROUND)
    again = resumed(disk)
    assert again.history == left.history
    assert again.answers == left.answers == 8
    assert again.name == left.name == NAME
    assert not again.torn


def test_the_journal_says_when_by_which_hand_what_and_how_it_stood() -> None:
    disk = SimulatedDisk()
    tabletop = begun(disk)
    tabletop.answer(RollDice(die=(4,)), "reader", throw=(81, 3))
    last = disk.read(NAME).splitlines()[-1].split(b"\t")[2]
    assert json.loads(last) == {
        "at": "2026-11-03T12:00:00Z",
        "by": "reader",
        "request": {"do": "roll", "die": 4},
        "throw": [81, 3],
        "turn": 1,
        "facts": write_facts(tabletop.history),
    }


def test_at_any_power_cut_the_game_stands_as_shown_or_one_unshown_answer_further() -> None:
    disk = SimulatedDisk()
    tabletop = begun(disk)
    shown = [write_facts(tabletop.history)]
    cuts = 0

    def power_goes() -> None:
        nonlocal cuts
        for after in disk.every_cut():
            cuts += 1
            resumed(after)
            found = [entry["facts"] for entry in read_journal(after, NAME).entries]
            assert found[: len(shown) - 1] == shown[1:]
            assert len(found) <= len(shown)

    disk.before_step = power_goes
    for request in ROUND:
        tabletop.answer(request, "button")
        shown.append(write_facts(tabletop.history))
    power_goes()
    assert cuts > 300


def test_a_refusal_changes_nothing_and_writes_nothing() -> None:
    disk = SimulatedDisk()
    tabletop = begun(disk)
    before, content = tabletop.history, disk.read(NAME)
    with pytest.raises(NotAllowedError):
        tabletop.answer(ChooseOption("A"), "button")
    assert tabletop.history is before
    assert tabletop.answers == 0
    assert disk.read(NAME) == content


def test_the_last_throw_of_the_reader_is_known_after_a_restart_even_if_taken_back() -> None:
    disk = SimulatedDisk()
    tabletop = begun(disk)
    assert tabletop.counted == ()
    tabletop.answer(RollDice(die=(4,)), "reader", throw=(7, 41))
    play(tabletop, [ChooseOption("A"), ChooseOption("done")])
    tabletop.answer(RollDice(die=(2,)), "reader", throw=(7, 42))
    play(tabletop, [UndoLast(), RollDice()])
    assert tabletop.counted == ((7, 42),)
    assert resumed(disk).counted == ((7, 42),)


@pytest.mark.parametrize("step", [Step.APPEND, Step.WRITE, Step.SYNC])
def test_a_disk_that_fails_does_not_stop_the_game_and_gets_all_when_it_is_back(step: Step) -> None:
    disk = SimulatedDisk()
    tabletop = begun(disk)
    play(tabletop, ROUND[:1])
    disk.failing = {step: errno.EIO}
    play(tabletop, ROUND[1:])
    assert "does not answer" in tabletop.unsaved
    assert tabletop.at_risk
    assert tabletop.answers == 3
    assert min(game.answers for game in resumed_after_cuts(disk)) == 1
    disk.mend()
    play(tabletop, OTHER_ROUND)
    assert tabletop.unsaved is None
    for game in resumed_after_cuts(disk):
        assert game.history == tabletop.history


def test_a_game_begun_on_a_broken_disk_gets_its_file_when_the_disk_is_back() -> None:
    for step in (Step.NAMES, Step.CREATE, Step.WRITE, Step.SYNC, Step.RENAME, Step.SYNC_NAMES):
        disk = SimulatedDisk()
        disk.failing = {step: errno.EIO}
        tabletop = begun(disk)
        play(tabletop, ROUND)
        assert tabletop.unsaved is not None
        disk.mend()
        assert tabletop.save() is None
        assert [game.name for game in GameFolder(disk).saved()] == [NAME]
        assert resumed(disk).history == tabletop.history


def test_a_game_that_is_not_kept_at_once_leaves_the_disk_as_it_is_until_its_first_answer() -> None:
    disk = SimulatedDisk()
    tabletop = OpenGame.new(GameFolder(disk), NewGame(SHEET), noon, kept_at_once=False)
    assert tabletop.save() is None
    assert (disk.names(), tabletop.name) == ((), None)
    play(tabletop, ROUND)
    assert tabletop.name == NAME
    assert resumed(disk).history == tabletop.history


def test_a_game_that_goes_on_and_on_takes_no_more_memory(tmp_path: Path) -> None:
    tabletop = OpenGame.new(GameFolder(FolderDisk(tmp_path)), NewGame(SHEET), noon)
    play(tabletop, [RollDice(die=(4,)), UndoLast()] * 10)
    gc.collect()
    before = len(gc.get_objects())
    play(tabletop, [RollDice(die=(4,)), UndoLast()] * 100)
    gc.collect()
    assert len(gc.get_objects()) - before < 50


def test_a_game_resumed_from_a_disk_that_can_only_be_read_goes_on_unsaved() -> None:
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    disk.make_read_only()
    tabletop = resumed(disk)
    assert tabletop.unsaved is not None
    play(tabletop, OTHER_ROUND)
    disk.mend()
    assert tabletop.save() is None
    assert resumed(disk).history == tabletop.history


def test_a_torn_answer_is_dropped_and_told() -> None:
    disk = SimulatedDisk()
    left = begun(disk)
    play(left, ROUND)
    with disk.append(NAME) as file:
        file.write(b'4\t01234567\t{"at":"20')
    tabletop = resumed(disk)
    assert tabletop.torn
    assert tabletop.history == left.history


def rewritten(disk: SimulatedDisk, number: int, **facts: object) -> None:
    """Write other facts into a line of the journal, as a version with other rules would."""
    lines = disk.read(NAME).splitlines(keepends=True)
    entry = json.loads(lines[number].split(b"\t")[2])
    lines[number] = encode_line(number, entry | {"facts": entry["facts"] | facts})
    replace_file(disk, NAME, b"".join(lines))


def test_where_a_rule_was_corrected_the_table_is_shown_as_the_journal_left_it() -> None:
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    left = {"cards": "d u u d d", "chits": 6, "hand": 7, "rounds": 1}
    rewritten(disk, 3, left=left)
    content = disk.read(NAME)
    again = resumed(disk)
    assert again.rules_changed
    assert write_facts(again.history)["left"] == left
    assert again.history.now.active is Side.RIGHT
    assert disk.read(NAME) == content
    with pytest.raises(NotAllowedError, match="nothing to take back"):
        again.answer(UndoLast(), "button")


def test_a_move_that_is_no_longer_allowed_still_leads_where_the_journal_says() -> None:
    """The other side took the round, as its player remembers it."""
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    lines = disk.read(NAME).splitlines(keepends=True)
    entry = json.loads(lines[2].split(b"\t")[2])
    entry["request"] = {"do": "choose", "option": "E"}
    entry["facts"]["playing"] = "A"
    lines[2] = encode_line(2, entry)
    replace_file(disk, NAME, b"".join(lines))
    again = resumed(disk)
    assert again.rules_changed
    lying = json.loads(lines[3].split(b"\t")[2])["facts"]
    assert write_facts(again.history) == lying


def test_a_doubt_is_settled_by_the_next_answer_and_the_game_comes_back_as_it_was() -> None:
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    rewritten(disk, 3, left={"cards": "d u u d d", "chits": 6, "hand": 7, "rounds": 1})
    goes_on = resumed(disk)
    play(goes_on, [RollDice(die=(3,)), ChooseOption("D")])
    assert not goes_on.rules_changed
    again = resumed(disk)
    assert not again.rules_changed
    assert again.history == goes_on.history
    assert [entry.get("compared", False) for entry in read_journal(disk, NAME).entries] == [
        *(False, False, False),
        *(True, False),
    ]
    play(again, [UndoLast(), UndoLast()])
    with pytest.raises(NotAllowedError, match="nothing to take back"):
        again.answer(UndoLast(), "button")
    assert resumed(disk).history == again.history


def test_a_doubt_stays_until_an_answer_is_kept() -> None:
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    rewritten(disk, 3, left={"cards": "d u u d d", "chits": 6, "hand": 7, "rounds": 1})
    assert resumed(disk).rules_changed
    assert resumed(disk).rules_changed


def test_a_sheet_that_sets_up_otherwise_lies_as_it_was_set_up_then() -> None:
    disk = SimulatedDisk()
    begun(disk)

    def changed_sheet(id_: str) -> Sheet:
        sheet = sheet_library.load_sheet(id_)
        return changed(sheet, face_up=(Space.C,))

    again = OpenGame.resume(GameFolder(disk), NAME, noon, changed_sheet)
    assert again.rules_changed
    assert write_facts(again.history)["left"]["cards"] == "u u d d d"


def test_a_row_keeps_the_ranges_it_was_begun_with_if_its_sheet_has_others_by_now() -> None:
    disk, name = SimulatedDisk(), "0001-paths-of-glory-2016.journal"
    left = OpenGame.new(GameFolder(disk), NewGame("paths-of-glory-2016"), noon)
    play(left, [ChooseOption("C"), RollDice(die=(3, 1))])

    def changed_sheet(id_: str) -> Sheet:
        sheet = sheet_library.load_sheet(id_)
        assert sheet.row is not None
        return changed(sheet, row=changed(sheet.row, ranges=dict.fromkeys(Space, 1)))

    again = OpenGame.resume(GameFolder(disk), name, noon, changed_sheet)
    assert not again.rules_changed
    assert again.history.now.options == left.history.now.options
    assert write_facts(again.history) == write_facts(left.history)


def test_facts_of_another_kind_of_table_are_refused_with_the_file() -> None:
    disk = SimulatedDisk()
    play(begun(disk), ROUND)
    rewritten(disk, 2, left={"cards": "u u d"})
    with pytest.raises(JournalError, match=r"0001-paths.* can't read answer 2") as refused:
        resumed(disk)
    assert "begun with 0." in str(refused.value)


def own_sheet(flipped: str = "D E", uses: str = "any") -> Sheet:
    """A sheet of an owner's own that flips these spaces on DE, and offers D and E for a use."""
    result = outcome(
        "DE",
        f'{{ do = "flip", spaces = {spaces(flipped)} }}',
        f'{{ do = "offer", spaces = ["D", "E"], uses = ["{uses}"] }}',
    )
    return small("pile", DE=result)


def test_a_sheet_that_offers_otherwise_goes_on_and_one_that_flips_otherwise_in_doubt() -> None:
    """An owner mends the sheet of a game that is under way."""
    disk, name = SimulatedDisk(), "0001-small.journal"
    left = OpenGame.new(GameFolder(disk), NewGame("small"), noon, lambda _: own_sheet())
    play(left, [RollDice(result=DieResult.DE), ChooseOption("D")])
    mended = own_sheet(uses="event")
    goes_on = OpenGame.resume(GameFolder(disk), name, noon, lambda _: mended)
    played = [game.history.now.under_way for game in (left, goes_on)]
    assert [what and what.uses for what in played] == [(CardUse.ANY,), (CardUse.EVENT,)]
    assert not goes_on.rules_changed
    flips = OpenGame.resume(GameFolder(disk), name, noon, lambda _: own_sheet(flipped="C D E"))
    assert flips.rules_changed
    assert write_facts(flips.history) == write_facts(left.history)


def test_a_sheet_that_is_gone_is_told_with_the_file() -> None:
    disk = SimulatedDisk()
    begun(disk)

    def no_sheet(id_: str) -> Sheet:
        raise NoSheetError(f'There is no sheet "{id_}".')

    with pytest.raises(JournalError, match=r"0001-.*can't be played: There is no sheet"):
        OpenGame.resume(GameFolder(disk), NAME, noon, no_sheet)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"request": {"do": "undo"}},
        {"at": "x", "by": "b", "request": {"do": "roll", "die": 4}, "turn": 1, "facts": {}},
        {
            "at": "2026-11-03T12:00:00Z",
            "by": "button",
            "request": {"do": "new", "sheet": SHEET},
            "turn": 1,
            "facts": {},
        },
    ],
)
def test_an_entry_of_another_make_is_refused_with_the_file(entry: dict[str, object]) -> None:
    disk = SimulatedDisk()
    begun(disk)
    with disk.append(NAME) as file:
        file.write(encode_line(1, entry))
    with pytest.raises(JournalError, match="can't read answer 1"):
        resumed(disk)


def test_a_game_that_can_t_begin_leaves_no_file() -> None:
    disk = SimulatedDisk()
    with pytest.raises(NoSheetError):
        OpenGame.new(GameFolder(disk), NewGame("paths-of-glroy"), noon)
    with pytest.raises(NotAllowedError):
        OpenGame.new(GameFolder(disk), NewGame(SHEET, options=(("no-such", True),)), noon)
    assert disk.names() == ()


def test_an_entry_is_kept_in_utc() -> None:
    summer = timezone(timedelta(hours=2))
    entry = JournalEntry(
        datetime(2026, 7, 1, 1, 30, tzinfo=summer), "web", UndoLast(), 3, {"turn": 3}, (0, 9)
    )
    raw = json.loads(json.dumps(write_entry(entry)))
    assert raw["at"] == "2026-06-30T23:30:00Z"
    assert read_entry(raw) == entry


def test_a_throw_of_another_make_is_refused() -> None:
    raw = write_entry(JournalEntry(NOON, "reader", RollDice(die=(1,)), 1, {}))
    with pytest.raises(ValueError, match="roll of the die reader"):
        read_entry(raw | {"throw": [1]})
