"""How a game stands, as texts and numbers: equal where two games stand alike, but for wording."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from cdgdevice.method.chance import START
from cdgdevice.method.display import Facing, Place, Side
from cdgdevice.method.game import Game, Seat
from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.sheet import Beside, Instead
from cdgdevice.method.stage import (
    Choosing,
    Picked,
    Playing,
    RowDice,
    Stage,
    TurnEnd,
    Waiting,
    WantsDie,
    WantsHeadline,
)
from cdgdevice.method.steps import Offer
from cdgdevice.method.terms import Excess, Use

_SIDES = tuple(Side)
_CARD = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}
_WORDING = ("text", "undo", "title", "source", "into", "called")


def standing(history: History) -> tuple[object, ...]:
    """Give how a game stands: texts, numbers, None, and tuples of them."""
    game = history.now
    now = prompt(game)
    by = game.stage.by if isinstance(game.stage, Playing) else None
    return (
        game.sheet.id,
        game.turn,
        game.round,
        game.active.value,
        now.stage,
        by.id if isinstance(by, Instead) else str(by),
        game.roll and (*game.roll.numbers, game.roll.result),
        tuple([(option.id, option.uses) for option in now.options]),
        tuple([_lies(game.seats[side]) for side in _SIDES]),
        tuple([history.kept.get(side, ()) for side in _SIDES]),
        *_more(game),
    )


def _lies(seat: Seat) -> tuple[int | str | None, ...]:
    """Give a seat's chits and rounds, and how each card of its spaces lies: `("u", "d-", …)`."""
    spaces = ["".join([_CARD[card] for card in held]) for held in seat.display.spaces]
    return (seat.left, seat.of, seat.rounds, *spaces)


def _more(game: Game) -> tuple[object, ...]:
    """Give what only some games know; nothing where it is as at the beginning.

    So the digests of games that never came to know it stay what they were.
    """
    ranges = [(name, given) for name, given in game.options.items() if not isinstance(given, bool)]
    return (*_of_seats(game), *_of_game(game), *_of_stage(game, game.stage), *ranges)


def _of_seats(game: Game) -> Iterator[object]:
    for side in _SIDES:
        seat = game.seats[side]
        for name, value, plain in (
            ("marks", [(str(place), mark.value) for place, mark in seat.display.marks], []),
            ("hand", seat.hand, None),
            ("empty", seat.pile_empty, False),
            ("once", sorted(seat.once), []),
            ("passed", seat.passed, None),
            ("home", seat.home_played, False),
            ("relieved", sorted(space.value for space in seat.relieved), []),
            ("extras", seat.extras, 0),
            ("holds", sorted((*seat.holds, *seat.next_holds)), []),
            ("next", sorted(seat.next_holds), []),
            ("open", seat.open_row, False),
            ("kept", [(space.value, rounds) for space, rounds in seat.kept_gaps], []),
        ):
            if value != plain:
                yield (side.value, name, str(value))


def _of_game(game: Game) -> Iterator[object]:
    yield from sorted(game.known.items())
    yield from (text for _, text in game.later)
    yield from sorted(game.said)
    yield from sorted(game.taken)
    if game.noted:
        yield ("noted", *game.noted)
    yield from (("relief", *_card(gap)) for gap in game.relief)
    yield from (("due", *_card(gap), facing.value) for gap, facing in game.due)
    if game.turned and _minds_what_was_turned(game):
        yield ("turned", *map(str, game.turned))


def _minds_what_was_turned(game: Game) -> bool:
    marks = game.sheet.marks
    excess = marks is not None and marks.excess is not Excess.NONE
    return excess or any(action.revealed for action in game.sheet.actions)


def _of_stage(game: Game, stage: Stage) -> Iterator[object]:
    match stage:
        case Playing(by, uses, counts):
            if not counts:
                yield "uncounted"
            if isinstance(by, Place) and uses != _usual_uses(game, by):
                yield _written(uses)
        case RowDice(nominated, white):
            yield (_called(nominated), white)
        case TurnEnd(discarded):
            for side in _SIDES:
                # As many as gaps, unless these were filled meanwhile.
                if discarded[side] != len(game.seats[side].display.gaps()):
                    yield ("discarded", side.value, discarded[side])
        case Choosing(rolled=False):
            yield "not rolled for"
        case Waiting(want, course):
            if isinstance(want, WantsDie) and want.drawn != START:
                yield want.drawn
            if isinstance(want, WantsHeadline):
                yield tuple(side.value for side in want.has)
            yield (course.side.value, *_back(game, course.back))
            yield from (_card(picked) for picked in course.picked)
            yield from (_written(step) for step in course.steps)


def _back(game: Game, stage: Stage | None) -> Iterator[object]:
    """Give where steps go on when they have run: no option tells of that."""
    yield type(stage).__name__
    match stage:
        case Playing(by, uses):
            yield (_called(by), _written(uses))
        case Choosing(offers, beside):
            yield from ((str(offer.card), _written(offer.uses)) for offer in offers)
            yield from (card.id for card in beside)
    if stage is not None:
        yield from _of_stage(game, stage)


def _usual_uses(game: Game, card: Place) -> tuple[Use, ...]:
    """Give what the roll's own offers let a card of the display be played for."""
    if game.roll is None or game.roll.shown is None:
        return (Use.EVENT,)
    offers = [
        step.uses
        for step in game.sheet.outcomes[game.roll.shown].steps
        if isinstance(step, Offer) and card.space in step.spaces
    ]
    return tuple(dict.fromkeys(use for uses in offers for use in uses))


def _called(what: Place | Instead | Beside) -> str:
    return str(what) if isinstance(what, Place) else what.id


def _card(picked: Picked) -> tuple[str, str]:
    return picked.side.value, str(picked.card)


def _written(value: object) -> object:
    """Write a step, and the steps within it, without their wording."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return tuple(_written(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        # What is as by default is left out: so a step can learn more, and old games stay as read.
        told = tuple(
            (field.name, _written(getattr(value, field.name)))
            for field in fields(value)
            if field.name not in _WORDING and getattr(value, field.name) != field.default
        )
        return (type(value).__name__, *told)
    return value
