"""How a game stands, as texts and numbers: equal where two games stand alike, but for wording."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from cdgdevice.method.display import Facing, Place, Side
from cdgdevice.method.game import (
    Choosing,
    Course,
    Game,
    Picked,
    Playing,
    RowDice,
    Seat,
    Stage,
    TurnEnd,
    TurningUp,
    Waiting,
    WantsDie,
    WantsHeadline,
)
from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.sheet import Excess, Instead

_SIDES = tuple(Side)
_CARD = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}
_WORDING = ("text", "title", "source")


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
    yield from (("relief", *_card(gap)) for gap in game.relief)
    yield from (("due", *_card(gap), facing.value) for gap, facing in game.due)
    if game.turned and game.sheet.marks and game.sheet.marks.excess is not Excess.NONE:
        yield ("turned", *map(str, game.turned))


def _of_stage(game: Game, stage: Stage | None) -> Iterator[object]:
    match stage:
        case Playing(counts=False):
            yield "uncounted"
        case RowDice(nominated, white):
            yield (str(nominated) if isinstance(nominated, Place) else nominated.id, white)
        case TurnEnd(discarded):
            for side in _SIDES:
                # As many as gaps, unless these were filled meanwhile.
                if discarded[side] != len(game.seats[side].display.gaps()):
                    yield ("discarded", side.value, discarded[side])
        case TurningUp(_, course) | Waiting(_, course):
            if isinstance(stage, Waiting):
                if isinstance(stage.want, WantsDie) and stage.want.drawn != (0, 1):
                    yield stage.want.drawn
                if isinstance(stage.want, WantsHeadline):
                    yield tuple(side.value for side in stage.want.has)
                yield from _of_course(course)
            yield from _of_stage(game, course.back)


def _of_course(course: Course) -> Iterator[object]:
    yield (course.side.value, type(course.back).__name__)
    yield from (_card(picked) for picked in course.picked)
    if isinstance(course.back, Choosing):
        # What is on offer once the steps have run; nothing asks for it now.
        for offer in course.back.offers:
            yield ("offer", str(offer.card), *(use.value for use in offer.uses))
    yield from (_written(step) for step in course.steps)


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
