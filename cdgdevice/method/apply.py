"""Answers to the engine: each turns a state into the next, or is refused and changes nothing."""

from collections.abc import Mapping
from dataclasses import replace

from cdgdevice.method.acts import Act, Discard, Flip, Play
from cdgdevice.method.dealing import counted, dealt, filled, set_up, settled
from cdgdevice.method.display import Facing, Place, Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import (
    Choosing,
    Game,
    GameEnd,
    Offered,
    Playing,
    Ready,
    Rolled,
    Seat,
    TurnEnd,
    TurningUp,
    has_round,
)
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.prompt import Prompt, discardable, prompt
from cdgdevice.method.request import New, did_you_mean
from cdgdevice.method.sheet import Instead, Sheet
from cdgdevice.method.steps import FlipSpaces, Offer, Step, TurnUp, Use


def begin(sheet: Sheet, new: New) -> Game:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    hands = _hands(sheet, new)
    options = _options(sheet, new)
    game = Game(
        sheet=sheet,
        options=options,
        turn=1,
        active=sheet.turn.first,
        seats={
            side: Seat(set_up(sheet), of=of, played=0, rounds=0)
            for side, of in zip(Side, hands, strict=True)
        },
        stage=Ready(),
        roll=None,
        acts=(),
    )
    game, _ = settled(game)
    return replace(game, acts=dealt(game))


def check_may_roll(game: Game, side: Side) -> None:
    """Refuse a roll that is not this side's to make now.

    Raises:
        NotAllowedError: it says what is allowed.
    """
    now = prompt(game)
    if side not in now.rollers:
        raise NotAllowedError(f"{game.sheet.sides[side]} can't roll now. {allowed(now)}")


def roll(game: Game, side: Side, rolled: Rolled) -> Game:
    """Take the round of this side with this throw of the Method die."""
    check_may_roll(game, side)
    steps = game.sheet.outcomes[rolled.result].steps
    return _run(replace(game, active=side, roll=rolled, acts=()), steps, ())


def choose(game: Game, option: str) -> Game:
    """Take one of the offered options."""
    now = prompt(game)
    if option not in {offered.id for offered in now.options}:
        names = tuple(offered.id for offered in now.options)
        raise NotAllowedError(
            f"{quoted(option)} is not offered now.{did_you_mean(option, names)} {allowed(now)}"
        )
    game = replace(game, acts=())
    match game.stage:
        case Ready():
            return _take_instead(game, option)
        case TurningUp(until, then):
            card = _place(game, game.active, option)
            return _run(_turned_up(game, (card,)), (TurnUp(until), *then), ())
        case Choosing(offers):
            card = _place(game, game.active, option)
            uses = next(offered.uses for offered in offers if offered.card == card)
            game, acts = _taken(game, game.active, card)
            return replace(game, stage=Playing(card, uses), acts=acts)
        case Playing(by):
            return _done(game, by)
        case TurnEnd(discarded):
            return _at_turn_end(game, discarded, option)
        case GameEnd():
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
            game, acts = _combat_filled(game)
            return replace(game, acts=acts)
        case "hand-size":
            return _hand_size(game, Side(values["side"]), int(values["of"]))
        case "end-turn":
            return _ended_turn(game)
        case _:
            return replace(game, stage=GameEnd(), roll=None)


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


def _hands(sheet: Sheet, new: New) -> tuple[int, int]:
    hands = new.hands or sheet.hands.default
    low, high = sheet.hands.low, sheet.hands.high
    if not all(low <= size <= high for size in hands):
        sizes = str(low) if low == high else f"from {low} to {high}"
        raise NotAllowedError(f"Hand sizes in {sheet.title} are {sizes} cards a side.")
    return hands


def _options(sheet: Sheet, new: New) -> dict[str, bool]:
    options = {variant.id: variant.default for variant in sheet.variants}
    for name, on in new.options:
        if name not in options:
            raise NotAllowedError(
                f"{sheet.title} has no option {quoted(name)}.{did_you_mean(name, options)} "
                f"Its options: {', '.join(options) or 'none'}."
            )
        options[name] = on
    return options


def _run(game: Game, steps: tuple[Step, ...], offers: tuple[Offered, ...]) -> Game:
    """Run a result's steps until the player is wanted."""
    for number, step in enumerate(steps):
        display = game.seat.display
        match step:
            case FlipSpaces(spaces):
                game = _turned_up(game, display.lying(Facing.DOWN, spaces))
            case TurnUp(until):
                face_down = display.lying(Facing.DOWN)
                if face_down and len(display.lying(Facing.UP)) < until:
                    return replace(game, stage=TurningUp(until, steps[number + 1 :]))
            case Offer(spaces, uses):
                offers = _with_offers(offers, display.lying(Facing.UP, spaces), uses)
    in_order = tuple(sorted(offers, key=lambda offered: str(offered.card)))
    return replace(game, stage=Choosing(in_order))


def _with_offers(
    offers: tuple[Offered, ...], cards: tuple[Place, ...], uses: tuple[Use, ...]
) -> tuple[Offered, ...]:
    merged = {offered.card: offered.uses for offered in offers}
    for card in cards:
        merged[card] = tuple(dict.fromkeys((*merged.get(card, ()), *uses)))
    return tuple(Offered(card, uses) for card, uses in merged.items())


def _turned_up(game: Game, cards: tuple[Place, ...]) -> Game:
    if not cards:
        return game
    display = game.seat.display
    for card in cards:
        display = display.laid(card, Facing.UP)
    game = game.seated(game.active, replace(game.seat, display=display))
    return replace(game, acts=(*game.acts, Flip(game.active, cards)))


def _taken(game: Game, side: Side, card: Place) -> tuple[Game, tuple[Act, ...]]:
    seat = game.seats[side]
    facing = seat.display.facing(card) or Facing.DOWN
    game = game.seated(side, replace(seat, display=seat.display.laid(card, None)))
    return game, (Play(side, card, facing),)


def _take_instead(game: Game, option: str) -> Game:
    instead = next(way for way in game.sheet.instead if way.id == option)
    if instead.on_map:
        return replace(game, stage=Playing(instead))
    return _next_round(_round_taken(game))


def _done(game: Game, by: Place | Instead) -> Game:
    game, combat = _combat_filled(game)
    game, acts = settled(game)
    acts = (*combat, *acts)
    seat = game.seat
    if isinstance(by, Place):
        game, count = counted(game, game.active, seat.played + 1, seat.of)
        acts = (*acts, *count)
    return _next_round(_round_taken(replace(game, acts=acts)))


def _round_taken(game: Game) -> Game:
    return game.seated(game.active, replace(game.seat, rounds=game.seat.rounds + 1))


def _next_round(game: Game) -> Game:
    for side in (game.active.other, game.active):
        if has_round(game, side):
            return replace(game, active=side, stage=Ready(), roll=None)
    return _ended_turn(game)


def _ended_turn(game: Game) -> Game:
    stage = TurnEnd(dict.fromkeys(Side, 0))
    game = replace(game, stage=stage, roll=None)
    first = game.sheet.turn.first
    waiting = [side for side in (first, first.other) if discardable(game, side)]
    return replace(game, active=waiting[0] if waiting else first)


def _at_turn_end(game: Game, so_far: Mapping[Side, int], option: str) -> Game:
    if option == "next-turn":
        return _next_turn(game)
    if option == "next-side":
        return replace(game, active=game.active.other)
    side = game.active
    card = _place(game, side, option)
    seat = game.seats[side]
    game = game.seated(side, replace(seat, display=seat.display.laid(card, None)))
    discarded = {**so_far, side: so_far[side] + 1}
    game = replace(game, stage=TurnEnd(discarded), acts=(Discard(side, card, Facing.UP),))
    if not discardable(game, side) and discardable(game, side.other):
        return replace(game, active=side.other)
    return game


def _next_turn(game: Game) -> Game:
    game, acts = settled(game)
    for side in Side:
        seat = game.seats[side]
        game, count = counted(game, side, 0, seat.of)
        acts = (*acts, *count)
        game = game.seated(side, replace(game.seats[side], rounds=0))
    first = game.sheet.turn.first
    return replace(game, turn=game.turn + 1, active=first, stage=Ready(), acts=acts)


def _combat_card(game: Game, side: Side, card: Place) -> Game:
    game, acts = _taken(game, side, card)
    seat = game.seats[side]
    game, count = counted(game, side, seat.played + 1, seat.of)
    game = replace(game, acts=(*acts, *count))
    if isinstance(game.stage, Choosing) and side is game.active:
        offers = tuple(offered for offered in game.stage.offers if offered.card != card)
        game = replace(game, stage=Choosing(offers))
    return game


def _combat_filled(game: Game) -> tuple[Game, tuple[Act, ...]]:
    """Fill what combat cards left; the card under way keeps its gap until it is done."""
    acts: list[Act] = []
    under_way = game.stage.by if isinstance(game.stage, Playing) else None
    for side in Side:
        spared = under_way if side is game.active and isinstance(under_way, Place) else None
        game, fills = filled(game, side, spared)
        acts.extend(fills)
    return game, tuple(acts)


def _hand_size(game: Game, side: Side, of: int) -> Game:
    """Change a hand size; within a turn the cards left follow it (Book, 1866, back side)."""
    seat = game.seats[side]
    # At the turn's end it is for the next turn: the discards that are left stay as they are.
    between = isinstance(game.stage, TurnEnd)
    played = of - (seat.left or 0) if between else seat.played
    game, acts = counted(game, side, played, of)
    if isinstance(game.stage, Ready):
        game, extra = settled(game)
        game = replace(game, acts=(*acts, *extra))
        return game if has_round(game, game.active) else _next_round(game)
    return replace(game, acts=acts)


def _place(game: Game, side: Side, card: str) -> Place:
    return next(place for place in game.seats[side].display.places() if str(place) == card)
