"""How a game stands: as the text protocol shows it, and as a digest that journals keep.

The digest is of texts and numbers that are equal where two games stand alike, but for wording.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256

from cdgdevice.rules.card_display import (
    CardSource,
    DealCard,
    DiscardCard,
    Facing,
    FlipCards,
    Instruction,
    MoveCard,
    Place,
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
    Choosing,
    Game,
    GameHistory,
    PickedCard,
    Playing,
    RowDice,
    Seat,
    Stage,
    TurnEnd,
    Waiting,
    WantsDie,
    WantsHeadline,
)
from cdgdevice.rules.prompt import Prompt, prompt, say_what_to_do
from cdgdevice.rules.requests import Json
from cdgdevice.rules.sheet import Alternative, BesideCard, ExcessRule, Sheet
from cdgdevice.rules.steps import CardUse, Offer

_BOTH_SIDES = tuple(Side)
_FACING_LETTER = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}
_WORDING_FIELDS = ("text", "undo", "title", "source", "into", "called")


def take_snapshot(history: GameHistory) -> tuple[object, ...]:
    """Return how a game stands: texts, numbers, None, and tuples of them."""
    game = history.now
    now = prompt(game)
    by = game.stage.by if isinstance(game.stage, Playing) else None
    return (
        game.sheet.id,
        game.turn,
        game.round,
        game.active.value,
        now.stage,
        by.id if isinstance(by, Alternative) else _write_card_in_digest(by),
        game.roll and (*game.roll.numbers, game.roll.result),
        tuple([(option.id, option.uses) for option in now.options]),
        tuple([_snapshot_display(game.seats[side]) for side in _BOTH_SIDES]),
        tuple([history.kept_dice.get(side, ()) for side in _BOTH_SIDES]),
        *_snapshot_unusual(game),
    )


def _snapshot_display(seat: Seat) -> tuple[int | str | None, ...]:
    """Return a seat's chits and rounds, and how each card of its spaces lies: `("u", "d-", …)`."""
    spaces = ["".join([_FACING_LETTER[card] for card in held]) for held in seat.display.spaces]
    return (seat.chits_left, seat.hand_size, seat.rounds_taken, *spaces)


def _snapshot_unusual(game: Game) -> tuple[object, ...]:
    """Return what only some games know; nothing where it is as at the beginning.

    So the digests of games that never came to know it stay what they were.
    """
    ranges = [(name, given) for name, given in game.options.items() if not isinstance(given, bool)]
    return (
        *_snapshot_seats(game),
        *_snapshot_game(game),
        *_snapshot_stage(game, game.stage),
        *ranges,
    )


def _snapshot_seats(game: Game) -> Iterator[object]:
    for side in _BOTH_SIDES:
        seat = game.seats[side]
        for name, value, plain in (
            ("marks", [(str(place), mark.value) for place, mark in seat.display.marks], []),
            ("hand", seat.next_hand_size, None),
            ("empty", seat.pile_empty, False),
            ("once", sorted(seat.used_once), []),
            ("passed", seat.passed_in_turn, None),
            ("home", seat.has_played_home, False),
            ("relieved", sorted(space.value for space in seat.relieved_spaces), []),
            ("extras", seat.extra_cards, 0),
            ("holds", sorted((*seat.beside_cards, *seat.next_beside_cards)), []),
            ("next", sorted(seat.next_beside_cards), []),
            ("open", seat.open_row, False),
            ("kept", [(space.value, rounds) for space, rounds in seat.kept_gaps], []),
        ):
            if value != plain:
                yield (side.value, name, str(value))


def _snapshot_game(game: Game) -> Iterator[object]:
    yield from sorted(game.kept_numbers.items())
    yield from (text for _, text in game.told_at_turn_end)
    yield from sorted(game.reminders_said)
    yield from sorted(game.actions_taken)
    if game.told_in_list:
        yield ("noted", *game.told_in_list)
    yield from (("relief", *_write_picked(gap)) for gap in game.gaps_for_relief)
    yield from (("due", *_write_picked(gap), facing.value) for gap, facing in game.fills_due)
    if game.cards_turned_up and _depends_on_turned_cards(game):
        yield ("turned", *map(str, game.cards_turned_up))


def _depends_on_turned_cards(game: Game) -> bool:
    marks = game.sheet.marks
    excess = marks is not None and marks.excess is not ExcessRule.NONE
    return excess or any(action.revealed for action in game.sheet.actions)


def _snapshot_stage(game: Game, stage: Stage) -> Iterator[object]:
    match stage:
        case Playing(by, uses, counts):
            if not counts:
                yield "uncounted"
            if isinstance(by, Place) and uses != _usual_uses(game, by):
                yield _write_without_wording(uses)
        case RowDice(nominated, white):
            yield (_id_of(nominated), white)
        case TurnEnd(discarded):
            for side in _BOTH_SIDES:
                # As many as gaps, unless these were filled meanwhile.
                if discarded[side] != len(game.seats[side].display.gaps()):
                    yield ("discarded", side.value, discarded[side])
        case Choosing(rolled=False):
            yield "not rolled for"
        case Waiting(want, course):
            if isinstance(want, WantsDie) and want.draw_so_far != NO_THROW_YET:
                yield want.draw_so_far
            if isinstance(want, WantsHeadline):
                yield tuple(side.value for side in want.sides_served)
            yield (course.side.value, *_snapshot_return(game, course.return_to))
            yield from (_write_picked(picked) for picked in course.picked)
            yield from (_write_without_wording(step) for step in course.steps)


def _snapshot_return(game: Game, stage: Stage | None) -> Iterator[object]:
    """Return where steps go on when they have run: no option tells of that."""
    yield type(stage).__name__
    match stage:
        case Playing(by, uses):
            yield (_id_of(by), _write_without_wording(uses))
        case Choosing(offers, beside):
            yield from (
                (_write_card_in_digest(offer.card), _write_without_wording(offer.uses))
                for offer in offers
            )
            yield from (card.id for card in beside)
    if stage is not None:
        yield from _snapshot_stage(game, stage)


def _usual_uses(game: Game, card: Place) -> tuple[CardUse, ...]:
    """Return what the roll's own offers let a card of the display be played for."""
    if game.roll is None or game.roll.method_result is None:
        return (CardUse.EVENT,)
    offers = [
        step.uses
        for step in game.sheet.outcomes[game.roll.method_result].steps
        if isinstance(step, Offer) and card.space in step.spaces
    ]
    return tuple(dict.fromkeys(use for uses in offers for use in uses))


def _id_of(what: Place | Alternative | BesideCard) -> str:
    return str(what) if isinstance(what, Place) else what.id


def _write_picked(picked: PickedCard) -> tuple[str, str]:
    return picked.side.value, _write_card_in_digest(picked.card)


def _write_card_in_digest(card: Place | BesideCard | None) -> str:
    text = str(card)
    # Journals hold digests in which a card beside the display is written under an older name.
    return f"Beside{text.removeprefix('BesideCard')}" if isinstance(card, BesideCard) else text


def _write_without_wording(value: object) -> object:
    """Write a step, and the steps within it, without their wording."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return tuple(_write_without_wording(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        # What is as by default is left out: so a step can learn more, and old games stay as read.
        told = tuple(
            (field.name, _write_without_wording(getattr(value, field.name)))
            for field in fields(value)
            if field.name not in _WORDING_FIELDS and getattr(value, field.name) != field.default
        )
        return (type(value).__name__, *told)
    return value


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


def compute_digest(history: GameHistory) -> str:
    """Return 16 hex digits that differ where two games stand differently; wording is left out.

    They begin the SHA-256 of what Python writes for a tuple of texts, numbers and None. Journals
    keep digests: whatever changes this text makes them unreadable.
    """
    return sha256(ascii(take_snapshot(history)).encode()).hexdigest()[:16]


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
