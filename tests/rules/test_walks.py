"""What holds wherever a game goes: random walks through every sheet, hand size and option."""

import json

import pytest
from hypothesis import example, given

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules import player_actions
from cdgdevice.rules.actions import has_combat_gaps
from cdgdevice.rules.card_display import Facing, Place, Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    TurnEnd,
    TurningUp,
)
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NewGame,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
    read_request,
    write_request,
)
from cdgdevice.rules.sheet_entries import SheetFamily, WhenOutOfCards
from cdgdevice.rules.snapshot import write_state
from tests.examples import examples
from tests.rules.small_sheets import without_kept_nominations
from tests.rules.walking import Walk, long_walks, new_games, offered, walked

quickly = examples(0.4)

COUNTED = {id_: load_sheet(id_) for id_ in sheet_ids() if load_sheet(id_).hands.counted}
"""The sheets in which chits are turned."""

CARDS = tuple(f"{space}{number}" for space in "ABCDE" for number in ("", "1", "2"))
CHOICES = (*CARDS, "done", "next-turn", "next-side", "one-ops", "pass", "roll", "a", "F")
ACTIONS: tuple[player_actions.Action, ...] = (
    player_actions.EndTurn(),
    player_actions.EndGame(),
    player_actions.EndCombat(),
    player_actions.read_action("combat-card", {}),
    player_actions.read_action("hand-size", {}),
    player_actions.TakeAction("dance"),
    player_actions.read_action("end-game", {"side": "left"}),
    *(
        player_actions.read_action("combat-card", {"side": side.value, "card": c})
        for side in Side
        for c in CARDS
    ),
    *(player_actions.ChangeHandSize(side, of) for side in Side for of in (0, 1, 6, 13)),
)


def everything_imaginable() -> list[Request]:
    rolls: list[Request] = [RollDice(side, result=DieResult.AB) for side in Side]
    rolls += [RollDice(side, die=(2, 3)) for side in Side]
    corrections: list[Request] = [CorrectRoll(result=DieResult.DE), CorrectRoll(die=(2, 3))]
    return [*rolls, *map(ChooseOption, CHOICES), *ACTIONS, *corrections, UndoLast()]


@quickly
@given(new_games(), long_walks)
def test_there_is_always_a_way_on_until_the_game_ends(new: NewGame, numbers: list[int]) -> None:
    walk = Walk(new)
    for _ in walk.steps(numbers):
        now = prompt(walk.history.now)
        if isinstance(walk.history.now.stage, GameEnd):
            assert (now.rollers, now.options, now.actions) == ((), (), ())
        else:
            assert now.rollers or now.options
            assert all(sentence.endswith((".", "?")) for sentence in now.text)


@quickly
@given(new_games(), long_walks)
def test_whatever_is_offered_is_accepted(new: NewGame, numbers: list[int]) -> None:
    history = walked(new, numbers).history
    for requests in offered(history).values():
        for request in requests:
            answer_request(history, request)


@quickly
@given(new_games(), long_walks)
def test_whatever_is_not_offered_is_refused_in_one_sentence_and_changes_nothing(
    new: NewGame, numbers: list[int]
) -> None:
    history = walked(new, numbers).history
    allowed = {request for found in offered(history).values() for request in found}
    before = write_state(history.now), write_facts(history)
    for request in everything_imaginable():
        # A die that is kept for a side is used, whatever the request says.
        if request in allowed or (
            isinstance(request, RollDice) and history.kept_dice.get(request.side)
        ):
            continue
        with pytest.raises(NotAllowedError, match=r"^[^\n]+\.$"):
            answer_request(history, request)
    assert (write_state(history.now), write_facts(history)) == before


@quickly
@given(new_games(), long_walks)
def test_the_table_lies_as_the_state_says_after_every_act_of_the_hands(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    walk.table.check(walk.history.now)
    for _ in walk.steps(numbers):
        walk.table.check(walk.history.now)


@quickly
@example(NewGame("washingtons-war-2022", (7, 7)), [*[0] * 6, 428, 1716])
@given(new_games(), long_walks)
def test_undo_gives_back_the_state_and_its_restore_the_table(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    behind = []
    for number in numbers:
        before = walk.history.now, walk.table.snapshot()
        for _ in walk.steps([number], without=frozenset({"undo"})):
            behind.append(before)
    while behind:
        game, table = behind.pop()
        walk.take(UndoLast())
        assert without_kept_nominations(walk.history.now) == game
        assert walk.table.snapshot() == table
    with pytest.raises(NotAllowedError, match="nothing to take back"):
        walk.take(UndoLast())


@quickly
@given(new_games(), long_walks)
def test_the_requests_written_down_and_read_back_lead_to_the_same_game(
    new: NewGame, numbers: list[int]
) -> None:
    walk = walked(new, numbers)
    written = [json.dumps(write_request(request)) for request in (new, *walk.taken)]
    first, *rest = [read_request(json.loads(line)) for line in written]
    assert isinstance(first, NewGame)
    history = begin_game(load_sheet(first.sheet), first)
    for request in rest:
        assert not isinstance(request, NewGame)
        history = answer_request(history, request).history
    assert history == walk.history
    assert write_facts(history) == write_facts(walk.history)


@quickly
@given(new_games(), long_walks)
def test_the_facts_are_plain_json_and_tell_how_every_card_lies(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    seen: dict[str, object] = {}
    for _ in walk.steps(numbers):
        facts = write_facts(walk.history)
        written = json.dumps(facts)
        assert json.loads(written) == facts
        assert len(written) < 600, "a line of a journal stays short"
        game = walk.history.now
        lying = (game.turn, game.active, [(s.display, s.chits_left) for s in game.seats.values()])
        assert seen.setdefault(written, lying) == lying


BETWEEN_DICE = {"nominated", "white", "draw", "headlines"}
"""Facts of dice and questions half way through, which are thrown and asked anew."""


@quickly
@given(new_games(), long_walks)
def test_a_game_is_put_where_facts_say_that_it_stood_and_can_go_on(
    new: NewGame, numbers: list[int]
) -> None:
    beginning = begin_game(load_sheet(new.sheet), new)
    walk = Walk(new)
    for _ in walk.steps(numbers):
        facts = write_facts(walk.history)
        restored = restore_facts(beginning, json.loads(json.dumps(facts)))
        again = write_facts(restored)
        assert {name: again[name] for name in again if name not in BETWEEN_DICE} == {
            name: facts[name] for name in facts if name not in BETWEEN_DICE
        }
        now = prompt(restored.now)
        assert now.rollers or now.options or isinstance(restored.now.stage, GameEnd)
        assert not restored.past


@quickly
@given(new_games(), long_walks)
def test_only_face_up_cards_can_be_played_and_only_face_down_cards_turned_up(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    for _ in walk.steps(numbers):
        game, now = walk.history.now, prompt(walk.history.now)
        if isinstance(game.stage, Choosing | TurningUp):
            facing = Facing.UP if isinstance(game.stage, Choosing) else Facing.DOWN
            for option in now.options:
                if option.card is not None:
                    assert option.card.side is game.active
                    assert str(option.card.card) == option.id
                    assert game.seat.display.facing_at(option.card.card) is facing
        for request in offered(walk.history).get("combat-card", []):
            assert isinstance(request, player_actions.PlayCombatCard)
            display = game.seats[request.side].display
            assert display.facing_at(request.card) is Facing.UP


@quickly
@example(NewGame("twilight-struggle-five-card"), [70, *[0] * 9, 66])
@given(new_games(), long_walks)
def test_a_display_has_gaps_only_while_a_card_is_being_played(
    new: NewGame, numbers: list[int]
) -> None:
    """But where the pile is empty, or the card is kept beside the display until it is lost.

    In a row when it moves, and after a discard that is not replaced; without a display, always.
    """
    walk = Walk(new)
    for before, _ in walk.steps(numbers, frozenset({"set-table"})):
        game = walk.history.now
        if game.sheet.family is SheetFamily.CHECKS:
            assert all(len(seat.display.gaps()) == 5 for seat in game.seats.values())
            continue
        gaps = {(side, gap) for side in Side for gap in game.seats[side].display.gaps()}
        gaps -= {(side, gap) for side, gap in gaps if game.seats[side].pile_empty}
        kept = {(side, slot) for side, seat in game.seats.items() for slot in seat.kept_slots()}
        if not game.sheet.family.nominates:
            for seat in game.seats.values():
                assert len(seat.row.kept_gaps) == seat.beside_cards.count("kept-combat")
            gaps -= kept
        if isinstance(game.stage, Ready):
            assert not gaps
        if isinstance(game.stage, Nominating):
            for side in Side:
                if game.seats[side].rounds_taken == before.now.seats[side].rounds_taken + 1:
                    assert {gap for gap in gaps if gap[0] is side} <= kept
        if isinstance(game.stage, Playing) and not has_combat_gaps(game):
            relief = {(gap.side, gap.card) for gap in game.gaps_for_relief}
            assert gaps <= {(game.active, game.stage.by)} | relief | kept


@quickly
@given(new_games(), long_walks)
def test_chits_are_never_negative_and_never_more_than_the_hand(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    for _ in walk.steps(numbers):
        game = walk.history.now
        for seat in game.seats.values():
            assert (seat.chits_left is None) == (not game.sheet.hands.counted)
            if seat.chits_left is None:
                assert not seat.is_out_of_chits
                continue
            assert seat.hand_size is not None
            assert seat.chits_left >= 0
            if not isinstance(game.stage, TurnEnd | GameEnd):
                assert seat.chits_left <= seat.hand_size
            assert seat.is_out_of_chits == (seat.chits_left == 0)


@quickly
@example(NewGame("washingtons-war-2022", (7, 7)), [0, 0, 278, 0])
@given(new_games(tuple(COUNTED)), long_walks)
def test_a_chit_turns_for_every_card_played_and_for_nothing_else(
    new: NewGame, numbers: list[int]
) -> None:
    """What a sheet's own actions turn beside that is tried with each of them."""
    without = {
        "undo",
        "hand-size",
        "set-table",
        *(action.id for action in COUNTED[new.sheet].actions),
    }
    walk = Walk(new)
    for before, request in walk.steps(numbers, frozenset(without)):
        for side in Side:
            was, now = before.now.seats[side].chits_left, walk.history.now.seats[side].chits_left
            assert was is not None
            assert now is not None
            card = isinstance(request, ChooseOption) and counted_card(before.now, request.option)
            combat = (
                isinstance(request, player_actions.TakeAction | player_actions.PlayCombatCard)
                and request.side is side
            )
            if request == ChooseOption("next-turn"):
                assert now == walk.history.now.seats[side].hand_size
            elif not isinstance(request, player_actions.MarkCard | player_actions.SetRange):
                assert was - now == (card and before.now.active is side) + combat


def counted_card(game: Game, option: str) -> bool:
    """Tell whether this option ends the round of a card that turns a chit.

    While a card is played, only "done" ends its round: any other option there is a mandatory card
    that the roll has turned up, which is played at once and turns none.
    """
    if isinstance(game.stage, Playing):
        counts = isinstance(game.stage.by, Place) or game.stage.by.counts
        return option == "done" and counts
    return any(way.id == option and way.counts and not way.on_map for way in game.sheet.instead)


@quickly
@given(new_games(), long_walks)
def test_the_other_side_is_next_if_it_has_a_round_left(new: NewGame, numbers: list[int]) -> None:
    walk = Walk(new)
    for before, _ in walk.steps(numbers, without=frozenset({"undo", "set-table"})):
        game, was = walk.history.now, before.now
        took = [
            side
            for side in Side
            if game.seats[side].rounds_taken == was.seats[side].rounds_taken + 1
        ]
        if took and isinstance(game.stage, Ready | Nominating):
            assert game.active is took[0].other or not may_take_a_round(game, took[0].other)


@quickly
@given(new_games(), long_walks)
def test_the_round_goes_up_by_one_while_the_sides_take_turns(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    without = frozenset({"undo", "hand-size", "set-table"})
    for before, request in walk.steps(numbers, without):
        if isinstance(request, RollDice) and request.side is not before.now.active:
            return
        if request != ChooseOption("next-turn"):
            assert walk.history.now.round - before.now.round in (0, 1)


@quickly
@given(new_games(), long_walks)
def test_the_round_never_goes_down_within_a_turn(new: NewGame, numbers: list[int]) -> None:
    """Unless a side that was out gets cards again: then its own next round is meant."""
    walk = Walk(new)
    for before, request in walk.steps(numbers, without=frozenset({"undo", "set-table"})):
        game, was = walk.history.now, before.now
        if request == ChooseOption("next-turn") and was.turn == game.sheet.turn.last:
            assert isinstance(game.stage, GameEnd)
        elif request == ChooseOption("next-turn"):
            assert (game.turn, game.round, game.active) == (was.turn + 1, 1, game.sheet.turn.first)
        elif not isinstance(game.stage, TurnEnd | GameEnd):
            assert game.turn == was.turn
            back = any(
                was.seats[s].is_out_of_chits and not game.seats[s].is_out_of_chits for s in Side
            )
            assert back or game.round >= was.round


def may_take_a_round(game: Game, side: Side) -> bool:
    """So many rounds a turn, with or without cards, where the sheet says; else while there are."""
    seat, rounds = game.seats[side], game.sheet.turn.rounds
    if seat.passed_in_turn == game.turn:
        return False
    if rounds is None:
        return not seat.is_out_of_chits
    compulsory = any(way.out_of_cards is WhenOutOfCards.MUST for way in game.sheet.instead)
    return seat.rounds_taken < rounds and (not seat.is_out_of_chits or compulsory)
