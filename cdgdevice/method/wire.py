"""The state of a game as the text protocol shows it, and its digest."""

from hashlib import sha256

from cdgdevice.method.acts import (
    Act,
    Count,
    Deal,
    Discard,
    Flip,
    Move,
    Play,
    PutBack,
    Refill,
    Return,
    Source,
    Swap,
    TakeBack,
    Tell,
)
from cdgdevice.method.display import Facing, Side, Space
from cdgdevice.method.game import Game, Seat
from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Prompt
from cdgdevice.method.request import Json
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.standing import standing
from cdgdevice.method.words import told


def state(game: Game) -> dict[str, Json]:
    """Write a game's state as the JSON object of the text protocol."""
    now = prompt(game)
    return {
        **_stands(game),
        "steps": steps(game.acts),
        "ask": {"for": now.ask.what, "dice": list(now.ask.dice)} if now.ask else None,
        "text": [*told(game), *now.text],
        "options": _options(now),
        "actions": [
            {"id": action.id, "args": {name: list(values) for name, values in action.args}}
            for action in now.actions
        ],
        "sides": _sides(game),
    }


def about(sheet: Sheet) -> dict[str, Json]:
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


def steps(acts: tuple[Act, ...]) -> list[Json]:
    """Write acts as the `steps` or the `restore` of the text protocol."""
    return [_step(act) for act in acts]


def digest(history: History) -> str:
    """Give 16 hex digits that differ where two games stand differently; wording is left out.

    They begin the SHA-256 of what Python writes for a tuple of texts, numbers and None. Journals
    keep digests: whatever changes this text makes them unreadable.
    """
    return sha256(ascii(standing(history)).encode()).hexdigest()[:16]


def _stands(game: Game) -> dict[str, Json]:
    rolled = game.roll
    return {
        "sheet": game.sheet.id,
        "turn": game.turn,
        "round": game.round,
        "active": game.active.value,
        "stage": prompt(game).stage,
        "roll": {"die": list(rolled.numbers), "result": rolled.result} if rolled else None,
    }


def _options(now: Prompt) -> list[Json]:
    return [{"id": option.id, "uses": list(option.uses)} for option in now.options]


def _sides(game: Game) -> dict[str, Json]:
    return {side.value: _seat(game, side, game.seats[side]) for side in Side}


def _seat(game: Game, side: Side, seat: Seat) -> dict[str, Json]:
    display: dict[str, Json] = {
        space.value: [facing.value for facing in held if facing is not None]
        for space, held in zip(Space, seat.display.spaces, strict=True)
    }
    marks: dict[str, Json] = {str(place): mark.value for place, mark in seat.display.marks}
    return {
        "name": game.sheet.sides[side],
        "left": seat.left,
        "of": seat.of,
        "out": seat.out,
        "display": display,
        "marks": marks,
    }


def _step(act: Act) -> dict[str, Json]:
    side = act.side.value
    match act:
        case Flip(_, cards, facing):
            names: list[Json] = [str(card) for card in cards]
            do = "flip" if facing is Facing.UP else "turn-down"
            return {"do": do, "side": side, "cards": names}
        case Count(_, left, of, _):
            return {"do": "count", "side": side, "left": left, "of": of}
        case Refill(_, card, where, facing):
            source = "pile" if where is Source.BENEATH else where.value
            return _card("refill", side, str(card), facing) | {"from": source}
        case TakeBack(_, card, to, facing):
            return _card("take-back", side, str(card), facing) | {"to": to.value}
        case Move(_, card, giver, start):
            return {
                "do": "move",
                "side": side,
                "card": str(card),
                "from": str(start),
                "from-side": giver.value,
            }
        case Swap(_, card):
            return {"do": "swap", "side": side, "card": str(card)}
        case Return(_, card):
            return {"do": "return", "side": side, "card": str(card)}
        case Tell(_, text, _):
            return {"do": "tell", "side": side, "text": text}
        case Deal(_, card, facing):
            return _card("deal", side, str(card), facing)
        case PutBack(_, card, facing):
            return _card("put-back", side, str(card), facing)
        case Discard(_, card, _):
            return {"do": "discard", "side": side, "card": str(card)}
        case Play(_, card, _):
            return {"do": "play", "side": side, "card": str(card)}


def _card(do: str, side: str, card: str, facing: Facing) -> dict[str, Json]:
    return {"do": do, "side": side, "card": card, "facing": facing.value}
