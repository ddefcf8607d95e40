"""The facts that journals keep: what lies on the table and is counted, written and restored."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from cdgdevice.rules import card_row, turns
from cdgdevice.rules.card_display import Display, Facing, Mark, Place, RowSeat, Seat, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.die import NO_THROW_YET
from cdgdevice.rules.game import (
    AskingHandSizes,
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    RoundRoll,
    RowDice,
    RunningSteps,
    SettingUp,
    TurnEnd,
    Waiting,
    has_round,
)
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.requests import Json
from cdgdevice.rules.sheet_entries import BesideCard, SideState
from cdgdevice.rules.wants import PickedCard, WantsDie, WantsHeadline

_FACING_LETTER = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}


def write_facts(history: GameHistory) -> dict[str, Json]:
    """Write what lies on the table and is counted, as the JSON object that journals keep.

    What is as at the beginning of every game is left out. Nothing in it speaks of what is offered,
    said or waited for: that may be fixed, and a game that is under way goes on.
    """
    game = history.now
    dice: dict[str, Json] = {side.value: list(dice) for side, dice in history.kept_dice.items()}
    return {
        "turn": game.turn,
        "round": game.round,
        "active": game.active.value,
        **{side.value: _write_seat_facts(game.seats[side]) for side in Side},
        **_drop_usual(
            roll=None if game.roll is None else [*game.roll.numbers, game.roll.result],
            dice={side: numbers for side, numbers in dice.items() if numbers},
            numbers={
                name: number
                for name, number in game.lists.numbers.items()
                if game.sheet.first_numbers.get(name) != number
            },
            ranges=[int(given) for given in game.options.values() if not isinstance(given, bool)],
            relief=[_write_picked(gap) for gap in game.gaps_for_relief],
            # A gap that comes face-down is filled as any other, unless there is nothing to draw.
            fills={
                _write_picked(gap): facing.value
                for gap, facing in game.fills_due
                if facing is Facing.UP or game.seats[gap.side].pile_empty
            },
        ),
        **_write_stage_facts(game),
    }


def _write_seat_facts(seat: Seat) -> dict[str, Json]:
    """Write a side's facts; its cards stand as `u d ud - d`: A to E, up, down, doubled, a gap."""
    letter = _FACING_LETTER.__getitem__
    spaces = ["".join(map(letter, held)) for held in seat.display.spaces]
    return {
        "cards": " ".join(spaces),
        **({} if seat.chits_left is None else {"chits": seat.chits_left}),
        **_drop_usual(
            hand=seat.hand_size,
            rounds=seat.rounds_taken,
            marks={str(place): mark.value for place, mark in seat.display.marks},
            next_hand=seat.next_hand_size,
            pile_empty=seat.pile_empty,
            once=[*sorted(seat.used_once)],
            passed=seat.passed_in_turn,
            home=seat.has_played_home,
            home_out=seat.home_cards_out,
            relieved=[*sorted(space.value for space in seat.relieved_spaces)],
            extra=seat.row.extra_cards,
            beside=[*seat.beside_cards],
            next_beside=[*sorted(seat.next_beside_cards)],
            open=seat.row.is_open,
            opened_itself=seat.row.opened_itself,
            states=[*sorted(seat.states)],
            gaps_kept=[[space.value, rounds] for space, rounds in seat.row.kept_gaps],
        ),
    }


def _write_stage_facts(game: Game) -> dict[str, Json]:
    """Write the card that is being played, dice that are thrown so far, and discards so far."""
    playing, stage = game.under_way, game.stage
    facts: dict[str, Json] = {} if playing is None else {"playing": playing.by.id}
    match stage:
        case RowDice(nominated, white):
            facts |= _drop_usual(nominated=nominated.id, white=white)
        case TurnEnd(discarded):
            facts["over"] = "turn"
            facts |= _drop_usual(discarded={side.value: n for side, n in discarded.items() if n})
        case Waiting(WantsDie(draw_so_far=draw)) if draw != NO_THROW_YET:
            facts["draw"] = list(draw)
        case Waiting(WantsHeadline(served)) if served:
            facts["headlines"] = [side.value for side in served]
        case GameEnd():
            facts["over"] = "game"
        case SettingUp(page=page):
            facts["set-up"] = 0 if page is None else page + 1
        case AskingHandSizes():
            facts["sizing"] = True
    return facts


def read_ranges(facts: Mapping[str, Json]) -> Mapping[Space, int]:
    """Return the ranges of a row that facts tell; none where they tell none.

    Raises:
        ValueError: they are no ranges of five spaces.
    """
    match facts.get("ranges"):
        case None:
            return {}
        case [int(a), int(b), int(c), int(d), int(e)]:
            return dict(zip(Space, (a, b, c, d, e), strict=True))
    raise ValueError("no ranges of five spaces")


def _write_picked(picked: PickedCard) -> str:
    return f"{picked.side.value} {picked.card}"


def _drop_usual(**facts: Json) -> dict[str, Json]:
    """Leave out what is None, False, 0 or empty."""
    return {name.replace("_", "-"): fact for name, fact in facts.items() if fact}


def restore_facts(history: GameHistory, facts: Mapping[str, Json]) -> GameHistory:
    """Put a game where facts say that it stood: the inverse of `write_facts`.

    What facts leave open stays as in `history`, such as what is asked, as long as it fits them. A
    game that has to be put elsewhere is put where it can go on: before a roll, after one, at a card
    that is being played, or at the end of the turn. What led there is not known, so nothing can
    be taken back.

    Raises:
        ValueError: they are no facts of a game of this sheet.
    """
    try:
        return _restore(history, facts)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("no facts of a game of this sheet") from error


def _restore(history: GameHistory, facts: Mapping[str, Any]) -> GameHistory:
    rolled = facts.get("roll")
    options = dict(history.now.options)
    numbers = [name for name, given in options.items() if not isinstance(given, bool)]
    options |= dict(zip(numbers, facts.get("ranges", ()), strict=True))
    game = replace(
        history.now,
        options=options,
        turn=int(facts["turn"]),
        active=Side(facts["active"]),
        seats={side: _read_seat(history.now, side, facts[side.value]) for side in Side},
        roll=None if rolled is None else RoundRoll(tuple(rolled[:-1]), str(rolled[-1])),
        instructions=(),
        actions_taken=frozenset(),
        cards_turned_up=(),
        lists=replace(
            history.now.lists,
            numbers={**history.now.sheet.first_numbers, **facts.get("numbers", {})},
        ),
        gaps_for_relief=tuple(map(_read_picked, facts.get("relief", ()))),
        fills_due=tuple(
            (_read_picked(gap), Facing(facing)) for gap, facing in facts.get("fills", {}).items()
        ),
    )
    dice = {Side(side): tuple(kept) for side, kept in facts.get("dice", {}).items()}
    stood = GameHistory(game, kept_dice=dice)
    fits = not isinstance(game.stage, Ready | Nominating) or has_round(game, game.active)
    if not fits or write_facts(stood) != facts:
        stood = GameHistory(_find_rest(game, facts), kept_dice=dice)
    return stood


def _read_seat(game: Game, side: Side, facts: Mapping[str, Any]) -> Seat:
    letters = {letter: facing for facing, letter in _FACING_LETTER.items()}
    spaces = tuple(tuple(letters[card] for card in held) for held in facts["cards"].split(" "))
    if len(spaces) != len(Space):
        raise ValueError("a display has five spaces")
    display = Display(spaces)
    places = {str(place): place for place in display.places()}
    for place, mark in facts.get("marks", {}).items():
        display = display.marked(places[place], Mark(mark))
    hand = facts.get("hand", 0 if "chits" in facts else None)  # a hand of 0 is left out
    beside = {card.id for card in game.sheet.beside}
    return replace(
        game.seats[side],
        display=display,
        hand_size=hand,
        played=0 if hand is None else hand - facts.get("chits", hand),
        rounds_taken=facts.get("rounds", 0),
        next_hand_size=facts.get("next-hand"),
        pile_empty=facts.get("pile-empty", False),
        # Not a fact: they may have been, until the side has played again.
        discards_shuffled=True,
        used_once=frozenset(facts.get("once", ())),
        passed_in_turn=facts.get("passed"),
        has_played_home=facts.get("home", False),
        home_cards_out=facts.get("home-out", False),
        relieved_spaces=frozenset(map(Space, facts.get("relieved", ()))),
        beside_cards=tuple(card for card in facts.get("beside", ()) if card in beside),
        next_beside_cards=_known(game.sheet.beside, facts.get("next-beside", ())),
        states=_known(game.sheet.states, facts.get("states", ())),
        row=RowSeat(
            extra_cards=facts.get("extra", 0),
            is_open=facts.get("open", False),
            opened_itself=facts.get("opened-itself", False),
            kept_gaps=tuple((Space(space), rounds) for space, rounds in facts.get("gaps-kept", ())),
        ),
    )


def _known(entries: Iterable[BesideCard | SideState], names: Iterable[str]) -> frozenset[str]:
    """Leave out what a sheet that was edited since has no more."""
    return frozenset(names) & {entry.id for entry in entries}


def _read_picked(text: str) -> PickedCard:
    side, _, card = text.partition(" ")
    return PickedCard(Side(side), Place(Space(card[:1]), int(card[1:] or 0)))


def _find_rest(game: Game, facts: Mapping[str, Any]) -> Game:
    """Return the game at a stage from which it can go on."""
    if "set-up" in facts and isinstance(game.stage, SettingUp):
        return game
    if facts.get("sizing"):
        return replace(game, stage=AskingHandSizes())
    if facts.get("over") == "game":
        return replace(game, stage=GameEnd())
    if facts.get("headlines"):
        # The turn has not begun with a round yet: no row is turned up.
        return replace(run_steps(*turns.begin_turn(game)), instructions=())
    if "playing" in facts:
        playing = _find_played(game, facts["playing"])
        return turns.await_round(game) if playing is None else replace(game, stage=playing)
    result = None if game.roll is None else game.roll.method_result
    if result is not None and result in game.sheet.outcomes:
        # The cards of the result are face-up: its steps only put them on offer again. It is this
        # roll that has turned C, for what asks first.
        steps = game.sheet.outcomes[result].steps
        on_c = game.seat.display.places_facing(Facing.UP, (Space.C,))
        game = replace(game, cards_turned_up=on_c)
        again = run_steps(game, RunningSteps(game.active, steps, Choosing(())))
        # A card that the player said to lie otherwise lies so still.
        at_choice = isinstance(again.stage, Choosing)
        return replace(again, seats=game.seats, instructions=()) if at_choice else again
    if "over" in facts or not any(has_round(game, side) for side in Side):
        discarded = facts.get("discarded", {})
        return replace(game, stage=TurnEnd({side: discarded.get(side.value, 0) for side in Side}))
    if not has_round(game, game.active):
        game = replace(game, active=game.active.other)
    return turns.await_round(game)


def _find_played(game: Game, name: str) -> Playing | None:
    """Return the stage of a card or way that is being played; None where the sheet has it no more.

    For what the card may be played is not among the facts: for anything.
    """
    for place in game.seat.display.places():
        if str(place) == name:
            return Playing(place, (CardUse.ANY,))
    for way in game.sheet.instead:
        if way.id == name:
            return Playing(way)
    beside = (*game.sheet.beside, card_row.HOME_CARD, card_row.PILE_TOP_CARD, card_row.EXTRA_CARD)
    return next((Playing(card, (CardUse.ANY,)) for card in beside if card.id == name), None)
