"""How a game stands: as the text protocol shows it, and as the facts that journals keep."""

from cdgdevice.rules.card_display import (
    CardSource,
    DealCard,
    DiscardCard,
    Facing,
    FlipCards,
    Instruction,
    MoveCard,
    PlayCard,
    PutCardBack,
    RefillGap,
    ReturnCard,
    SetChits,
    Side,
    Space,
    SwapCard,
    TakeCardBack,
    TellPlayer,
)
from cdgdevice.rules.die import NO_THROW_YET
from cdgdevice.rules.game import (
    Game,
    GameHistory,
    PickedCard,
    RowDice,
    Seat,
    TurnEnd,
    Waiting,
    WantsDie,
    WantsHeadline,
)
from cdgdevice.rules.prompt import Prompt, prompt, say_what_to_do
from cdgdevice.rules.requests import Json
from cdgdevice.rules.sheet import Sheet

_FACING_LETTER = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}


def write_facts(history: GameHistory) -> dict[str, Json]:
    """Write what lies on the table and is counted, as the JSON object that journals keep.

    What is as at the beginning of every game is left out. Nothing in it speaks of what is offered,
    said or waited for: that may be mended, and a game that is under way goes on.
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
            numbers=dict(game.kept_numbers),
            ranges=[int(given) for given in game.options.values() if not isinstance(given, bool)],
            relief=[_write_picked(gap) for gap in game.gaps_for_relief],
            fills={_write_picked(gap): facing.value for gap, facing in game.fills_due},
        ),
        **_write_stage_facts(game),
    }


def _write_seat_facts(seat: Seat) -> dict[str, Json]:
    """Write a side's facts; its cards stand as `u d ud - d`: A to E, up, down, doubled, a gap."""
    spaces = ["".join([_FACING_LETTER[card] for card in held]) for held in seat.display.spaces]
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
            relieved=[*sorted(space.value for space in seat.relieved_spaces)],
            extra=seat.extra_cards,
            beside=[*sorted(seat.beside_cards)],
            next_beside=[*sorted(seat.next_beside_cards)],
            open=seat.open_row,
            gaps_kept=[[space.value, rounds] for space, rounds in seat.kept_gaps],
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
            facts |= _drop_usual(discarded={side.value: n for side, n in discarded.items() if n})
        case Waiting(WantsDie(draw_so_far=draw)) if draw != NO_THROW_YET:
            facts["draw"] = list(draw)
        case Waiting(WantsHeadline(served)) if served:
            facts["headlines"] = [side.value for side in served]
    return facts


def _write_picked(picked: PickedCard) -> str:
    return f"{picked.side.value} {picked.card}"


def _drop_usual(**facts: Json) -> dict[str, Json]:
    """Leave out what is None, False, 0 or empty."""
    return {name.replace("_", "-"): fact for name, fact in facts.items() if fact}


def write_state(game: Game) -> dict[str, Json]:
    """Write a game's state as the JSON object of the text protocol."""
    now = prompt(game)
    return {
        **_write_position(game),
        "steps": write_instructions(game.instructions),
        "ask": {"for": now.ask.what, "dice": list(now.ask.dice)} if now.ask else None,
        "text": [*say_what_to_do(game), *now.text],
        "options": _write_options(now),
        "actions": [
            {"id": action.id, "args": {name: list(values) for name, values in action.args}}
            for action in now.actions
        ],
        "sides": _write_sides(game),
    }


def write_sheet_entry(sheet: Sheet) -> dict[str, Json]:
    """Write what a list of sheets tells of one."""
    return {
        "id": sheet.id,
        "title": sheet.title,
        "publisher": sheet.publisher,
        "year": sheet.year,
        "source": sheet.source,
        "family": sheet.family.value,
        "sides": {side.value: sheet.sides[side] for side in Side},
    }


def write_instructions(acts: tuple[Instruction, ...]) -> list[Json]:
    """Write acts as the `write_instructions` or the `restore` of the text protocol."""
    return [_write_instruction(act) for act in acts]


def _write_position(game: Game) -> dict[str, Json]:
    rolled = game.roll
    return {
        "sheet": game.sheet.id,
        "turn": game.turn,
        "round": game.round,
        "active": game.active.value,
        "stage": prompt(game).stage,
        "roll": {"die": list(rolled.numbers), "result": rolled.result} if rolled else None,
    }


def _write_options(now: Prompt) -> list[Json]:
    return [{"id": option.id, "uses": list(option.uses)} for option in now.options]


def _write_sides(game: Game) -> dict[str, Json]:
    return {side.value: _write_seat(game, side, game.seats[side]) for side in Side}


def _write_seat(game: Game, side: Side, seat: Seat) -> dict[str, Json]:
    display: dict[str, Json] = {
        space.value: [facing.value for facing in held if facing is not None]
        for space, held in zip(Space, seat.display.spaces, strict=True)
    }
    marks: dict[str, Json] = {str(place): mark.value for place, mark in seat.display.marks}
    return {
        "name": game.sheet.sides[side],
        "left": seat.chits_left,
        "of": seat.hand_size,
        "out": seat.is_out_of_chits,
        "display": display,
        "marks": marks,
    }


def _write_instruction(act: Instruction) -> dict[str, Json]:
    side = act.side.value
    match act:
        case FlipCards(_, cards, facing):
            names: list[Json] = [str(card) for card in cards]
            do = "flip" if facing is Facing.UP else "turn-down"
            return {"do": do, "side": side, "cards": names}
        case SetChits(_, left, of, _):
            return {"do": "count", "side": side, "left": left, "of": of}
        case RefillGap(_, card, where, facing):
            source = "pile" if where is CardSource.BENEATH else where.value
            return _write_card("refill", side, str(card), facing) | {"from": source}
        case TakeCardBack(_, card, to, facing):
            return _write_card("take-back", side, str(card), facing) | {"to": to.value}
        case MoveCard(_, card, giver, start):
            return {
                "do": "move",
                "side": side,
                "card": str(card),
                "from": str(start),
                "from-side": giver.value,
            }
        case SwapCard(_, card):
            return {"do": "swap", "side": side, "card": str(card)}
        case ReturnCard(_, card):
            return {"do": "return", "side": side, "card": str(card)}
        case TellPlayer(_, text, _):
            return {"do": "tell", "side": side, "text": text}
        case DealCard(_, card, facing):
            return _write_card("deal", side, str(card), facing)
        case PutCardBack(_, card, facing):
            return _write_card("put-back", side, str(card), facing)
        case DiscardCard(_, card, _):
            return {"do": "discard", "side": side, "card": str(card)}
        case PlayCard(_, card, _):
            return {"do": "play", "side": side, "card": str(card)}


def _write_card(do: str, side: str, card: str, facing: Facing) -> dict[str, Json]:
    return {"do": do, "side": side, "card": card, "facing": facing.value}
