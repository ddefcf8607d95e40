"""Answers to the engine: each turns a state into the next, or is refused and changes nothing."""

from dataclasses import replace

from cdgdevice.method import row, turns
from cdgdevice.method.actions import UNMARKED, taken_id, taker
from cdgdevice.method.dealing import (
    counted,
    filled,
    settled,
    taken,
    turned_up,
)
from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.forced import forced, offered
from cdgdevice.method.game import Game, Rolled, has_round
from cdgdevice.method.mark import Mark
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.prompt import NOTHING, prompt
from cdgdevice.method.prompted import Prompt
from cdgdevice.method.request import did_you_mean
from cdgdevice.method.running import answering
from cdgdevice.method.running.chits import resized
from cdgdevice.method.running.course import run
from cdgdevice.method.sheet import Instead
from cdgdevice.method.stage import (
    Choosing,
    Course,
    GameEnd,
    Nominating,
    Picked,
    Playing,
    Ready,
    RowDice,
    TurnEnd,
    TurningUp,
    Waiting,
    WantsDie,
)
from cdgdevice.method.terms import Use


def check_may_roll(game: Game, side: Side) -> None:
    """Refuse a roll that is not this side's to make now.

    Raises:
        NotAllowedError: it says what is allowed.
    """
    now = prompt(game)
    if side not in now.rollers:
        raise NotAllowedError(f"{game.sheet.sides[side]} can't roll now. {allowed(now)}")


def roll(game: Game, side: Side, numbers: tuple[int, ...]) -> Game:
    """Take the dice that this side threw: for its round, or for what steps wait for."""
    check_may_roll(game, side)
    match game.stage:
        case RowDice():
            return row.thrown(game, game.stage, numbers)
        case Waiting(WantsDie() as want):
            return answering.thrown(replace(game, acts=()), game.stage, want, numbers[0])
        case _:
            result = STANDARD.result(numbers[0])
            rolled = Rolled(numbers[:1], result.value)
            game = replace(game, active=side, roll=rolled, acts=(), turned=())
            steps = game.sheet.outcomes[result].steps
            return run(game, Course(side, steps, Choosing(())))


def choose(game: Game, option: str) -> Game:
    """Take one of the offered options."""
    now = prompt(game)
    if option not in {offer.id for offer in now.options}:
        names = tuple(offer.id for offer in now.options)
        raise NotAllowedError(
            f"{quoted(option)} is not offered now.{did_you_mean(option, names)} {allowed(now)}"
        )
    game = replace(game, acts=())
    match game.stage:
        case Ready():
            return _instead_of_roll(game, option)
        case Nominating():
            return _nominated(game, option)
        case TurningUp(_, course):
            card = _place(game, course.side, option)
            game = turned_up(game, course.side, (card,))
            if course.side is game.active:
                game = replace(game, turned=(*game.turned, card))
            return run(game, course)
        case Waiting():
            return answering.answered(game, game.stage, option)
        case Choosing():
            return _chosen(game, game.stage, option)
        case Playing(by, _, counts):
            return turns.done(game, by, counts)
        case TurnEnd(discarded):
            if option == "next-turn":
                game, begins = turns.next_turn(game)
                return game if begins is None else run(game, begins)
            if option == "next-side":
                return replace(game, active=game.active.other)
            return turns.discard(game, discarded, _place(game, game.active, option))
        case _:
            raise NotAllowedError("The game is over. Begin another.")


def do(game: Game, action: str, args: tuple[tuple[str, str | int], ...]) -> Game:
    """Take one of the offered actions."""
    now = prompt(game)
    if not now.allows(action, args):
        given = quoted(" ".join((action, *(f"{name} {value}" for name, value in args))))
        raise NotAllowedError(f"{given} is not offered now. {allowed(now)}")
    game = replace(game, acts=())
    values = dict(args)
    match action:
        case "combat-card":
            side = Side(values["side"])
            return _combat_card(game, side, _place(game, side, str(values["card"])))
        case "combat-over":
            for side in (Side.LEFT, Side.RIGHT):
                game = filled(game, side)
            return game
        case "hand-size":
            return _hand_size(game, Side(values["side"]), int(values["of"]))
        case "range":
            option = row.range_option(Space(values["space"]))
            return replace(game, options={**game.options, option: int(values["to"])})
        case "mark":
            return _marked(game, values)
        case "end-turn":
            return turns.ended_turn(game)
        case "end-game":
            return replace(game, stage=GameEnd(), roll=None)
        case _:
            return _of_sheet(game, action, values)


def said_again(game: Game, action: str, args: tuple[tuple[str, str | int], ...]) -> Game | None:
    """Say again what was said before the die was corrected; None where it can't be said now.

    A mark stays, though none may be set at this moment; with a card that is not face-up it goes.
    """
    if action == "mark":
        values = dict(args)
        side = Side(values["side"])
        card = _place(game, side, str(values["card"]))
        up = game.seats[side].display.facing(card) is Facing.UP
        return _marked(game, values) if up else game
    return do(game, action, args) if prompt(game).allows(action, args) else None


def allowed(now: Prompt) -> str:
    """Say in one sentence what a prompt allows."""
    ways = []
    if now.rollers:
        ways.append(f"roll ({' or '.join(side.value for side in now.rollers)})")
    if now.options:
        ways.append(f"choose {', '.join(option.id for option in now.options)}")
    if now.actions:
        ways.append(f"act {', '.join(dict.fromkeys(action.id for action in now.actions))}")
    return f"Allowed now: {'; '.join([*ways, 'undo'])}."


def _instead_of_roll(game: Game, option: str) -> Game:
    must = forced(game, game.active)
    if must:
        return _played(game, _place(game, game.active, option), must[0].uses)
    return _taken_instead(game, _way(game, option))


def _way(game: Game, option: str) -> Instead:
    return next(way for way in game.sheet.instead if way.id == option)


def _taken_instead(game: Game, way: Instead) -> Game:
    game = replace(game, roll=None)
    if way.plays is not None:
        # It is a card of the display: it leaves its space, and is counted as a card.
        return _played(game, Place(way.plays), (Use.EVENT,), once=way)
    if way.steps:
        game = replace(game, noted=(), named={})
        return run(game, Course(game.active, way.steps, Playing(way)))
    if way.on_map:
        return replace(game, stage=Playing(way))
    return turns.done(game, way, counts=True)


def _nominated(game: Game, option: str) -> Game:
    for card in row.nominees(game, game.active):
        if option == (str(card) if isinstance(card, Place) else card.id):
            return replace(game, stage=RowDice(card))
    return _taken_instead(game, _way(game, option))


def _chosen(game: Game, stage: Choosing, option: str) -> Game:
    cards = {str(offer.card): offer for offer in offered(game, stage.offers)}
    if option in cards:
        return _played(game, cards[option].card, cards[option].uses)
    for beside in stage.beside:
        if beside.id == option:
            return replace(game, stage=Playing(beside, (Use.ANY,)))
    if option == NOTHING:
        return turns.next_round(turns.round_taken(game))
    return _taken_instead(game, _way(game, option))


def _played(game: Game, card: Place, uses: tuple[Use, ...], once: Instead | None = None) -> Game:
    if once is not None and once.once:
        game = game.seated(game.active, replace(game.seat, once=game.seat.once | {once.id}))
    return replace(taken(game, game.active, card), stage=Playing(card, uses))


def _combat_card(game: Game, side: Side, card: Place) -> Game:
    game = taken(game, side, card)
    seat = game.seats[side]
    return counted(game, side, seat.played + 1, seat.of)


def _hand_size(game: Game, side: Side, of: int) -> Game:
    # At the turn's end it is for the next turn: the discards that are left stay as they are.
    game = resized(game, side, of, next_turn=isinstance(game.stage, TurnEnd))
    if not isinstance(game.stage, Ready | Nominating):
        return game
    game = settled(game)
    return game if has_round(game, game.active) else turns.next_round(game)


def _marked(game: Game, values: dict[str, str | int]) -> Game:
    side = Side(values["side"])
    seat = game.seats[side]
    mark = None if values["as"] == UNMARKED else Mark(values["as"])
    display = seat.display.marked(_place(game, side, str(values["card"])), mark)
    return game.seated(side, replace(seat, display=display))


def _of_sheet(game: Game, action: str, values: dict[str, str | int]) -> Game:
    """Run an action of the sheet, by the side that it is for."""
    one = next(each for each in game.sheet.actions if each.id == action)
    side = Side(values["side"]) if "side" in values else taker(game, one)
    picked: tuple[Picked, ...] = ()
    if "card" in values:
        picked = (Picked(side, _place(game, side, str(values["card"]))),)
    if one.once_a_round:
        game = replace(game, taken=game.taken | {taken_id(one, side)})
    if one.once:
        seat = game.seats[side]
        game = game.seated(side, replace(seat, once=seat.once | {one.id}))
    return run(game, Course(side, one.steps, game.stage, picked))


def _place(game: Game, side: Side, card: str) -> Place:
    return next(place for place in game.seats[side].display.places() if str(place) == card)
