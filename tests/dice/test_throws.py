"""Which throws a game's journal holds: each once, by whose die it was, with the face it showed."""

import random
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from cdgdevice.dice.counting import CountedThrow, GameThrows
from cdgdevice.dice.report import DieColour, DieIdentity, DieOwner
from cdgdevice.games.journal_format import JournalEntry, ReaderDie
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Mark, Place, Side, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import MarkCard
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, NewGame, Request, RollDice, UndoLast

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
METHOD, ROW, CHECKS = "paths-of-glory-2022", "paths-of-glory-2016", "last-crusade"
TURNED = DieConversion(tuple(reversed(DieResult)))
STICKERS = ReaderDie("E661", pips=False)
PIPS = ReaderDie("E661", pips=True)

OWN = {"by": "button", "own": True}
HAND = {"by": "hand"}


def own(*die: int, side: Side | None = None) -> JournalEntry:
    return entry(RollDice(side, die), **OWN)


def hand(*die: int) -> JournalEntry:
    return entry(RollDice(die=die), **HAND)


def read(result: DieResult, die: ReaderDie | None = STICKERS) -> JournalEntry:
    return entry(RollDice(result=result), by="reader", reader=die)


def entry(request: Request, **more: Any) -> JournalEntry:
    return JournalEntry(
        NOON, **{"by": "button", "request": request, "turn": 1, "facts": {}, **more}
    )


UNDO, AGAIN = entry(UndoLast()), entry(RollDice())


def correct(result: DieResult) -> JournalEntry:
    return entry(CorrectRoll(result=result))


def begun(of: str) -> GameHistory:
    return begin_game(load_sheet(of), NewGame(of))


def found(of: str, *entries: JournalEntry) -> list[CountedThrow]:
    throws = GameThrows(begun(of))
    for each in entries:
        throws.take(each)
    assert throws.sure
    return list(throws.found)


def faces(of: str, *entries: JournalEntry) -> list[int]:
    return [throw.face for throw in found(of, *entries)]


def test_a_roll_of_the_program_is_a_throw_of_its_own_die() -> None:
    assert found(METHOD, own(4)) == [CountedThrow(DieIdentity(DieOwner.GADGET), 4)]


def test_a_roll_that_was_taken_back_and_shows_again_is_one_throw() -> None:
    assert faces(METHOD, own(4), UNDO, AGAIN, UNDO, AGAIN) == [4]


def test_a_roll_that_was_taken_back_is_a_throw_even_if_it_never_shows_again() -> None:
    assert faces(METHOD, own(4), UNDO) == [4]


def test_a_die_that_is_named_again_after_it_was_taken_back_is_the_same_throw() -> None:
    assert faces(METHOD, hand(4), UNDO, hand(2)) == [4]


def test_a_side_that_rolls_after_the_other_took_its_roll_back_throws_again() -> None:
    assert faces(METHOD, own(4), UNDO, own(2, side=Side.RIGHT), UNDO, AGAIN) == [4, 2]


def test_a_real_throw_that_the_game_did_not_want_is_still_a_throw_of_that_die() -> None:
    assert faces(METHOD, read(DieResult.AB), UNDO, read(DieResult.EVENT)) == [2, 6]


def test_the_reader_s_die_is_known_by_its_reader_and_its_faces() -> None:
    assert found(METHOD, read(DieResult.DE)) == [
        CountedThrow(DieIdentity(DieOwner.READER, "E661", False), 3)
    ]
    assert found(METHOD, read(DieResult.DE, PIPS)) == [
        CountedThrow(DieIdentity(DieOwner.READER, "E661", True), 3)
    ]
    assert found(METHOD, read(DieResult.DE, None)) == [
        CountedThrow(DieIdentity(DieOwner.READER), 3)
    ]


def test_a_die_with_pips_counts_by_its_pips_whatever_they_stand_for() -> None:
    turned = ReaderDie("E661", pips=True, conversion=TURNED)
    assert faces(METHOD, read(DieResult.EVENT, turned)) == [1]
    (throw,) = found(METHOD, read(DieResult.EVENT, turned), correct(DieResult.JR))
    assert (throw.face, throw.corrected) == (6, True)


def test_a_stickered_die_counts_by_its_result_where_a_number_is_wanted() -> None:
    turned = ReaderDie("E661", pips=False, conversion=TURNED)
    roll = entry(RollDice(die=(1,)), by="reader", reader=turned)
    assert faces(ROW, NOMINATED, roll) == [6]
    assert faces(METHOD, read(DieResult.EVENT, turned)) == [6]


NOMINATED = entry(ChooseOption("A"))


def test_two_dice_of_the_player_are_two_dice() -> None:
    assert found(ROW, NOMINATED, hand(3, 5)) == [
        CountedThrow(DieIdentity(DieOwner.HAND, which=DieColour.WHITE), 3),
        CountedThrow(DieIdentity(DieOwner.HAND, which=DieColour.COLOURED), 5),
    ]


def test_two_dice_named_one_after_the_other_are_told_apart_too() -> None:
    throws = found(ROW, NOMINATED, hand(3), hand(5))
    assert [throw.die.which for throw in throws] == [DieColour.WHITE, DieColour.COLOURED]


def test_of_two_dice_one_that_is_kept_is_no_new_throw() -> None:
    throws = found(ROW, NOMINATED, hand(3), UNDO, hand(1, 5))
    assert [(throw.die.which, throw.face) for throw in throws] == [
        (DieColour.WHITE, 3),
        (DieColour.COLOURED, 5),
    ]


def test_dice_that_were_taken_back_one_after_the_other_show_again_in_their_order() -> None:
    throws = found(
        ROW, NOMINATED, hand(3), hand(5), UNDO, UNDO, AGAIN, entry(CorrectRoll(die=(3, 1)))
    )
    assert [(throw.face, throw.corrected) for throw in throws] == [(3, False), (1, True)]


def test_rolls_of_several_rounds_that_were_taken_back_show_again_one_a_round() -> None:
    def round_of_left(result: DieResult) -> list[JournalEntry]:
        roll = entry(RollDice(Side.LEFT, result=result), **HAND)
        return [roll, entry(ChooseOption("A")), entry(ChooseOption("done"))]

    first, second, other = map(round_of_left, (DieResult.ABC, DieResult.AB, DieResult.JR))
    assert faces(METHOD, *first, *second, *[UNDO] * 6, *first, other[0]) == [4, 2]


def test_the_program_and_a_reader_have_one_die_for_both_colours() -> None:
    assert found(ROW, NOMINATED, own(3, 5)) == [
        CountedThrow(DieIdentity(DieOwner.GADGET), 3),
        CountedThrow(DieIdentity(DieOwner.GADGET), 5),
    ]


def test_a_misread_die_counts_with_the_face_that_it_really_showed() -> None:
    (throw,) = found(METHOD, read(DieResult.AB), correct(DieResult.DE))
    assert (throw.face, throw.corrected) == (3, True)


def test_a_correction_that_is_taken_back_leaves_the_die_as_it_was_read() -> None:
    (throw,) = found(METHOD, read(DieResult.AB), correct(DieResult.DE), UNDO)
    assert (throw.face, throw.corrected) == (2, False)


def test_a_die_that_is_corrected_twice_is_one_misreading() -> None:
    (throw,) = found(METHOD, read(DieResult.AB), correct(DieResult.DE), correct(DieResult.JR))
    assert (throw.face, throw.corrected) == (1, True)
    (right,) = found(METHOD, read(DieResult.AB), correct(DieResult.DE), correct(DieResult.AB))
    assert not right.corrected


def test_a_throw_that_shows_again_can_be_corrected_then() -> None:
    (throw,) = found(METHOD, read(DieResult.AB), UNDO, AGAIN, correct(DieResult.DE))
    assert (throw.face, throw.corrected) == (3, True)


def test_a_die_that_is_corrected_after_a_mark_counts_with_its_real_face() -> None:
    mark = entry(MarkCard(Side.LEFT, Place(Space.A), Mark.COMBAT))
    for history in (begun("paths-of-glory-2018"), None):
        throws = GameThrows(history)
        for each in (read(DieResult.AB), mark, correct(DieResult.DE)):
            throws.take(each)
        (throw,) = throws.found
        assert (throw.face, throw.corrected) == (3, True)


def test_one_of_two_dice_is_corrected_alone() -> None:
    throws = found(ROW, NOMINATED, hand(3, 5), entry(CorrectRoll(die=(3, 1))))
    assert [(throw.face, throw.corrected) for throw in throws] == [(3, False), (1, True)]


def test_the_program_s_die_stays_what_was_thrown_whatever_the_player_makes_of_it() -> None:
    (throw,) = found(METHOD, own(4), correct(DieResult.JR))
    assert (throw.face, throw.corrected) == (4, True)


@pytest.mark.parametrize(
    ("of", "roll", "whose"),
    [
        (METHOD, RollDice(die=(4,)), DieOwner.GADGET),
        (METHOD, RollDice(result=DieResult.AB), DieOwner.HAND),
        (CHECKS, RollDice(die=(4,)), DieOwner.UNKNOWN),
    ],
)
def test_of_an_older_journal_only_a_method_die_tells_whose_it_was(
    of: str, roll: RollDice, whose: DieOwner
) -> None:
    asked = [entry(ChooseOption("0"))] if of == CHECKS else []  # the enemy's Supply
    (throw,) = found(of, *asked, entry(roll))
    assert throw.die.whose is whose


def test_without_its_sheet_a_game_s_rolls_count_as_they_are_written() -> None:
    throws = GameThrows(None)
    for each in (
        own(4, side=Side.LEFT),
        UNDO,
        entry(RollDice(Side.LEFT)),
        read(DieResult.AB),
        correct(DieResult.JR),
        hand(3, 5),
    ):
        throws.take(each)
    assert not throws.sure
    assert [(throw.face, throw.die.whose) for throw in throws.found] == [
        (4, DieOwner.GADGET),
        (1, DieOwner.READER),
        (3, DieOwner.HAND),
        (5, DieOwner.HAND),
    ]


def test_a_game_that_is_played_otherwise_today_is_counted_on_as_written() -> None:
    throws = GameThrows(begun(METHOD))
    for each in (own(4), entry(ChooseOption("no-such-card")), own(2)):
        throws.take(each)
    assert not throws.sure
    assert [throw.face for throw in throws.found] == [4, 2]


def walked(of: str, chance: random.Random, thrown: list[int]) -> list[JournalEntry]:
    """Play at random with the program's own dice, each of which is put down in `thrown`."""

    def throw() -> int:
        thrown.append(chance.randint(1, 6))
        return thrown[-1]

    history, entries = begun(of), list[JournalEntry]()
    for _ in range(150):
        now = prompt(history.now)
        moves: list[Request] = [RollDice(side) for side in now.rollers]
        moves += [ChooseOption(option.id) for option in now.options]
        if history.past:
            moves.append(UndoLast())
        if history.open_roll and now.ask is None:
            roll_from = history.past[-1].roll_from
            ask = prompt(roll_from).ask if roll_from else None
            if ask and ask.dice == ONE_METHOD_DIE:
                moves.append(CorrectRoll(result=chance.choice(tuple(DieResult))))
        if not moves:
            break
        move = chance.choice(moves)
        asked = throw_missing_dice(history, move, throw)
        history = answer_request(history, asked).history
        entries.append(entry(asked, own=asked != move))
    return entries


@pytest.mark.parametrize("of", sheet_ids())
def test_every_die_that_was_thrown_in_a_game_counts_once(of: str) -> None:
    sure = []
    for seed in range(6 if of == CHECKS else 3):
        thrown: list[int] = []
        entries = walked(of, random.Random(seed), thrown)
        assert faces(of, *entries) == thrown
        written = GameThrows(None)
        for each in entries:
            written.take(each)
        assert Counter(throw.face for throw in written.found) == Counter(thrown)
        sure.append(written.sure)
    assert False in sure, "a roll was taken back"


@pytest.mark.parametrize(
    ("entries", "sure"),
    [
        (
            (
                own(4),
                correct(DieResult.JR),
                UNDO,
                read(DieResult.AB),
                entry(RollDice(result=DieResult.DE)),
            ),
            True,
        ),
        ((own(4), entry(ChooseOption("A")), UNDO), True),
        ((own(4), UNDO), False),
        ((hand(3, 5),), False),
        ((entry(RollDice(die=(4,))),), False),
    ],
)
def test_only_dice_that_are_kept_or_of_unknown_kind_make_what_is_written_unsure(
    entries: tuple[JournalEntry, ...], sure: bool
) -> None:
    throws = GameThrows(None)
    for each in entries:
        throws.take(each)
    assert throws.sure == sure
