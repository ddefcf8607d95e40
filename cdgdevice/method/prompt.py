"""The prompt: what is said and what is allowed, from one function, so that they can't disagree."""

from cdgdevice.method.actions import actions
from cdgdevice.method.display import Facing, Place, Side
from cdgdevice.method.forced import compelled, forced, offered
from cdgdevice.method.game import Game, alternatives, has_round
from cdgdevice.method.holding import deep
from cdgdevice.method.prompted import Action, Ask, Option, Prompt
from cdgdevice.method.remembered import remembered
from cdgdevice.method.row import nominees, target
from cdgdevice.method.sheet import Beside, Instead
from cdgdevice.method.stage import (
    Choosing,
    GameEnd,
    Nominating,
    Picked,
    Playing,
    Ready,
    RowDice,
    TurnEnd,
    TurningUp,
    Waiting,
)
from cdgdevice.method.steps import ReturnExcess
from cdgdevice.method.terms import EndDiscard, Family, Use
from cdgdevice.method.turns import discardable, discards_left
from cdgdevice.method.waiting import waiting
from cdgdevice.method.words import listed, offer, purpose

METHOD_DIE = ("method",)
"""The one die of a round in the families with a display."""
NOTHING = "nothing"
"""The option that is left when a result offers no card, where the sheet has no other way."""

_WITH_EXCESS = ("mark", "end-game")
"""What may be done before mandatory cards in excess have gone back."""


@remembered
def prompt(game: Game) -> Prompt:
    """Tell what a game waits for and what it allows."""
    match game.stage:
        case Ready():
            return _ready(game)
        case Nominating():
            return _nominating(game)
        case RowDice():
            return _row_dice(game, game.stage)
        case TurningUp():
            return _turning_up(game, game.stage)
        case Choosing():
            return _choosing(game, game.stage)
        case Playing():
            return _playing(game, game.stage)
        case Waiting():
            return waiting(game, game.stage)
        case TurnEnd():
            return _turn_end(game)
        case GameEnd():
            return Prompt("game-end", ("The game is over.",), (), (), ())


def _ready(game: Game) -> Prompt:
    method = game.sheet.family in (Family.PILE, Family.OPEN)
    rollers = tuple(side for side in Side if method and _may_roll(game, side))
    ask = Ask("round", METHOD_DIE) if rollers else None
    must = forced(game, game.active)
    if must:
        options = tuple(_card(game, card.card, card.uses) for card in must)
        cards = listed((str(card.card) for card in must), "or")
        return Prompt(
            "ready", (f"No roll: {cards} must be played.",), rollers, options, actions(game), ask
        )
    options = tuple(Option(way.id, way.title) for way in alternatives(game, game.active))
    ways = ["roll"] if game.active in rollers else []
    words = listed([*ways, *(option.title for option in options)], "or")
    text = (f"{words[:1].upper()}{words[1:]}.",)
    return Prompt("ready", text, rollers, options, actions(game), ask)


def _may_roll(game: Game, side: Side) -> bool:
    return (
        has_round(game, side)
        and not game.seats[side].out
        and not forced(game, side)
        and not any(way.must for way in alternatives(game, side))
    )


def _nominating(game: Game) -> Prompt:
    side = game.active
    ways = alternatives(game, side)
    must = any(way.must for way in ways)
    cards = () if must else nominees(game, side)
    options = [
        Option(card.id, f"Nominate {card.title}")
        if isinstance(card, Beside)
        else Option(str(card), f"Nominate {card}", card=Picked(side, card))
        for card in cards
    ]
    options.extend(Option(way.id, way.title) for way in ways)
    # Those below the row are seen on no display.
    called = ["nominate a card"] if any(isinstance(card, Place) for card in cards) else []
    called.extend(card.title for card in cards if isinstance(card, Beside))
    words = listed([*called, *(way.title for way in ways)], "or")
    text = (f"{words[:1].upper()}{words[1:]}.",)
    return Prompt("nominate", text, (), tuple(options), actions(game))


def _row_dice(game: Game, stage: RowDice) -> Prompt:
    high = target(game, stage.nominated)
    if stage.white is None:
        dice: tuple[str, ...] = ("white", "coloured")
        text = f"{_called(stage.nominated)}: white 1-{high} plays it."
    else:
        dice = ("coloured",)
        text = f"White is {stage.white}. Throw the coloured die."
    return Prompt("dice", (text,), (game.active,), (), actions(game), Ask("nominated", dice))


def _turning_up(game: Game, stage: TurningUp) -> Prompt:
    side = stage.course.side
    display = game.seats[side].display
    missing = min(stage.until - len(display.lying(Facing.UP)), len(display.lying(Facing.DOWN)))
    options = tuple(
        Option(str(card), f"Turn up {card}", ("flip",), Picked(side, card))
        for card in display.lying(Facing.DOWN)
    )
    text = (f"Turn up {'a card' if missing == 1 else f'{missing} cards'} of your choice.",)
    return Prompt("flip", text, (), options, actions(game))


def _choosing(game: Game, stage: Choosing) -> Prompt:
    may = actions(game)
    back = tuple(action for action in may if _returns_excess(game, action))
    if back:
        # Another card of the flip may be mandatory too: marks can still be set, and taken away.
        text = "More mandatory cards than chits: those in excess go back first."
        still = tuple(action for action in may if action in back or action.id in _WITH_EXCESS)
        return Prompt("choose", (text,), (), (), still)
    cards = offered(game, stage.offers)
    must = bool(compelled(game, cards))
    beside = () if must else stage.beside
    options = [_card(game, card.card, card.uses) for card in cards]
    options.extend(Option(card.id, card.title, (Use.ANY.value,)) for card in beside)
    sentence = offer(cards, beside, game.sheet.lowest) if cards or beside else "Nothing to play."
    if not options:
        ways = alternatives(game, game.active, fallback=True)
        options = [Option(way.id, way.title) for way in ways] or [Option(NOTHING, "Play nothing")]
        sentence = f"Nothing to play: {options[0].title}."
    taken = {option.id for option in options}
    ways = () if must else alternatives(game, game.active, after_roll=True)
    options.extend(Option(way.id, way.title) for way in ways if way.id not in taken)
    return Prompt("choose", (sentence,), (), tuple(options), may)


def _returns_excess(game: Game, action: Action) -> bool:
    """Tell whether this is an action of the sheet that sends mandatory cards in excess back."""
    return any(
        each.id == action.id and any(isinstance(step, ReturnExcess) for step in deep(each.steps))
        for each in game.sheet.actions
    )


def _playing(game: Game, stage: Playing) -> Prompt:
    way = _way_of(game, stage)
    what = _called(stage.by) if way is None else way.title
    options = (Option("done", "Done: refill and count"),)
    text = f"Carry {what} out{purpose(stage.uses, game.sheet.lowest)}, then done."
    return Prompt("play", (text,), (), options, actions(game))


def _way_of(game: Game, stage: Playing) -> Instead | None:
    """Give the way, taken instead of a roll, that plays this card of the display."""
    if game.roll is not None or not isinstance(stage.by, Place):
        return None
    for way in game.sheet.instead:
        first, last = way.turns or (game.turn, game.turn)
        if (
            way.plays is stage.by.space
            and (way.option is None or game.options[way.option])
            and way.side in (None, game.active)
            and first <= game.turn <= last
            and (game.seat.rounds == 0 or not way.first_round)
        ):
            return way
    return None


def _turn_end(game: Game) -> Prompt:
    cards = discardable(game, game.active)
    discard = (Use.DISCARD.value,)
    options = [
        Option(str(card), f"Discard {card}", discard, Picked(game.active, card)) for card in cards
    ]
    over = f"Turn {game.turn} is over."
    if cards:
        may = min(discards_left(game, game.active), len(cards))
        kind = "combat card" if game.sheet.turn.discard is EndDiscard.COMBAT else "card"
        over = f"Turn {game.turn} is over: you may discard {may} {kind}{'' if may == 1 else 's'}."
        if discardable(game, game.active.other):
            options.append(Option("next-side", "Other side's discards"))
    last = game.turn == game.sheet.turn.last
    options.append(Option("next-turn", "End of the game" if last else "Next turn"))
    return Prompt("turn-end", (over,), (), tuple(options), actions(game))


def _card(game: Game, card: Place, uses: tuple[Use, ...]) -> Option:
    names = tuple(use.value for use in uses)
    return Option(str(card), f"Play {card}", names, Picked(game.active, card))


def _called(what: Place | Instead | Beside) -> str:
    return str(what) if isinstance(what, Place) else what.title
