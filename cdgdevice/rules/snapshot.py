"""How a game stands, as the text protocol shows it."""

from collections.abc import Mapping

from cdgdevice.rules import card_display, instructions
from cdgdevice.rules.card_display import Seat
from cdgdevice.rules.game import Game
from cdgdevice.rules.prompt import describe_what_to_do, prompt
from cdgdevice.rules.questions import Option
from cdgdevice.rules.requests import Json
from cdgdevice.rules.sheet import Sheet

_PILE_ON_C = (instructions.CardSource.BENEATH, instructions.CardSource.SHUFFLED)
"""Where the draw pile is what comes to lie in C."""


def write_state(game: Game) -> dict[str, Json]:
    """Write a game's state as the JSON object of the text protocol."""
    now = prompt(game)
    return {
        **_write_position(game),
        "steps": write_instructions(game.instructions),
        "ask": {"for": now.ask.what, "dice": list(now.ask.dice)} if now.ask else None,
        "text": [*describe_what_to_do(game), *now.text],
        "options": [_write_option(each) for each in now.options],
        "out-of-turn": [_write_option(each) for each in now.out_of_turn],
        "default": now.default,
        "actions": [
            {"id": action.id, "args": {name: list(values) for name, values in action.args}}
            for action in now.actions
        ],
        "sides": {
            side.value: _write_seat(game, side, game.seats[side]) for side in card_display.Side
        },
        "kept": _write_kept(game),
    }


def _write_option(option: Option) -> dict[str, Json]:
    of_side: dict[str, Json] = {"side": option.side.value} if option.side else {}
    return {"id": option.id, "uses": list(option.uses), **of_side}


def write_sheet_entry(sheet: Sheet) -> dict[str, Json]:
    """Write what a list of sheets tells of one."""
    return {
        "id": sheet.id,
        "title": sheet.title,
        "publisher": sheet.publisher,
        "year": sheet.year,
        "edition": sheet.edition,
        "source": sheet.source,
        "family": sheet.family.value,
        "sides": {side.value: sheet.sides[side] for side in card_display.Side},
    }


def write_instructions(acts: tuple[instructions.Instruction, ...]) -> list[Json]:
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


def _write_kept(game: Game) -> dict[str, Json]:
    """Name what the sheet remembers: numbers, who holds a card, and who is in which state."""
    holders: dict[str, Json] = {
        card.id: side.value
        for card in game.sheet.beside
        for side, seat in game.seats.items()
        if card.holder and card.id in (*seat.beside_cards, *seat.next_beside_cards)
    }
    held: dict[str, Json] = {
        card.id: [
            side.value
            for side, seat in game.seats.items()
            for each in seat.beside_cards
            if each == card.id
        ]
        for card in game.sheet.beside
        if card.tracked
    }
    states: dict[str, Json] = {
        state.id: [side.value for side, seat in game.seats.items() if state.id in seat.states]
        for state in game.sheet.states
    }
    return {**game.lists.numbers, **holders, **held, **states}


def _write_seat(game: Game, side: card_display.Side, seat: Seat) -> dict[str, Json]:
    display: dict[str, Json] = {
        space.value: [facing.value for facing in held if facing is not None]
        for space, held in zip(card_display.Space, seat.display.spaces, strict=True)
    }
    marks: dict[str, Json] = {str(place): mark.value for place, mark in seat.display.marks}
    row: dict[str, Json] = {"revealed": seat.row.is_open, "extra": seat.row.extra_cards}
    return {
        "name": game.sheet.sides[side],
        "left": seat.chits_left,
        "of": seat.hand_size,
        "out": seat.is_out_of_chits,
        "display": display,
        "marks": marks,
        **(row if game.sheet.family.nominates else {}),
    }


def _write_instruction(act: instructions.Instruction) -> dict[str, Json]:
    side = act.side.value
    match act:
        case instructions.FlipCards(_, cards, facing):
            names: list[Json] = [str(card) for card in cards]
            do = "flip" if facing is card_display.Facing.UP else "turn-down"
            return {"do": do, "side": side, "cards": names}
        case instructions.SetChits(_, left, of, _):
            return {"do": "count", "side": side, "left": left, "of": of}
        case instructions.RefillGap(_, card, where, facing):
            source = "pile" if where in _PILE_ON_C else where.value
            return _write_card("refill", side, str(card), facing) | {"from": source}
        case instructions.TakeCardBack(_, card, to, facing):
            return _write_card("take-back", side, str(card), facing) | {"to": to.value}
        case instructions.MoveCard(_, card, giver, start):
            return {
                "do": "move",
                "side": side,
                "card": str(card),
                "from": str(start),
                "from-side": giver.value,
            }
        case instructions.LayBelowRow(_, card, giver, _, facing, back):
            what = "return-stolen" if back else "steal"
            return _write_card(what, side, str(card), facing) | {"from-side": giver.value}
        case instructions.TellPlayer(_, text, _):
            return {"do": "tell", "side": side, "text": text}
        case instructions.DealCard(_, card, facing):
            return _write_card("deal", side, str(card), facing)
        case instructions.PutCardBack(_, card, facing):
            return _write_card("put-back", side, str(card), facing)
        case _:
            return {"do": _CALLED[type(act)], "side": side, "card": str(act.card)}


_CALLED: Mapping[type[instructions.Instruction], str] = {
    instructions.PlayCard: "play",
    instructions.DiscardCard: "discard",
    instructions.LeaveGap: "leave-empty",
    instructions.SwapCard: "swap",
    instructions.ReturnCard: "return",
}
"""What the steps are called that say nothing of a card but its place."""


def _write_card(do: str, side: str, card: str, facing: card_display.Facing) -> dict[str, Json]:
    return {"do": do, "side": side, "card": card, "facing": facing.value}
