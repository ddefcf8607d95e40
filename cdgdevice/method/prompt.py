"""The prompt: what is said and what is allowed, from one function, so that they can't disagree."""

from collections.abc import Iterable
from dataclasses import dataclass

from cdgdevice.method.display import Facing, Place, Side
from cdgdevice.method.game import (
    Choosing,
    Game,
    GameEnd,
    Offered,
    Playing,
    Ready,
    TurnEnd,
    TurningUp,
    alternatives,
    has_round,
)
from cdgdevice.method.remembered import remembered
from cdgdevice.method.sheet import EndDiscard, Instead
from cdgdevice.method.steps import Use
from cdgdevice.method.words import listed, offer, purpose


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen."""

    id: str
    title: str
    """A few words for a menu or a button."""
    uses: tuple[str, ...] = ()
    """For a card: what it may be played for."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that may be done beside choosing; any combination of its arguments is allowed."""

    id: str
    title: str
    args: tuple[tuple[str, tuple[str | int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for."""

    stage: str
    """The stage's name in the text protocol."""
    text: tuple[str, ...]
    """Short sentences, in the order of doing."""
    rollers: tuple[Side, ...]
    """The sides that may roll the Method die now."""
    options: tuple[Option, ...]
    actions: tuple[Action, ...]

    def allows(self, action: str, args: tuple[tuple[str, str | int], ...]) -> bool:
        """Tell whether this action with these arguments is offered."""
        given = dict(args)
        return any(
            offered.id == action
            and given.keys() == dict(offered.args).keys()
            and all(given[name] in values for name, values in offered.args)
            for offered in self.actions
        )


@remembered
def prompt(game: Game) -> Prompt:
    """Tell what a game waits for and what it allows."""
    match game.stage:
        case Ready():
            return _ready(game)
        case TurningUp(until, _):
            return _turning_up(game, until)
        case Choosing(offers):
            return _choosing(game, offers)
        case Playing(by, uses):
            return _playing(game, by, uses)
        case TurnEnd():
            return _turn_end(game)
        case GameEnd():
            return Prompt("game-end", ("The game is over.",), (), (), ())


def combat_gaps(game: Game) -> bool:
    """Tell whether a combat card has left a gap that is still to be filled."""
    played = (game.active, game.stage.by) if isinstance(game.stage, Playing) else None
    return any((side, gap) != played for side in Side for gap in game.seats[side].display.gaps())


def _ready(game: Game) -> Prompt:
    rollers = tuple(side for side in Side if has_round(game, side) and not game.seats[side].out)
    options = tuple(Option(way.id, way.title) for way in alternatives(game, game.active))
    ways = ["roll"] if game.active in rollers else []
    words = listed([*ways, *(option.title for option in options)], "or")
    text = (f"{words[:1].upper()}{words[1:]}.",)
    end_turn = Action("end-turn", "End the turn")
    return Prompt("ready", text, rollers, options, (end_turn, *_always(game)))


def _turning_up(game: Game, until: int) -> Prompt:
    display = game.seat.display
    missing = min(until - len(display.lying(Facing.UP)), len(display.lying(Facing.DOWN)))
    options = tuple(
        Option(str(card), f"Turn up {card}", ("flip",)) for card in display.lying(Facing.DOWN)
    )
    text = (f"Turn up {'a card' if missing == 1 else f'{missing} cards'} of your choice.",)
    return Prompt("flip", text, (), options, _always(game))


def _choosing(game: Game, offers: tuple[Offered, ...]) -> Prompt:
    options = tuple(
        Option(str(offered.card), f"Play {offered.card}", tuple(use.value for use in offered.uses))
        for offered in offers
    )
    spared = {offered.card for offered in offers} if len(offers) == 1 else set()
    actions = (*_combat(game, spared), *_always(game))
    return Prompt("choose", (offer(offers),), (), options, actions)


def _playing(game: Game, by: Place | Instead, uses: tuple[Use, ...]) -> Prompt:
    what = str(by) if isinstance(by, Place) else by.title
    options = (Option("done", "Done: refill and count"),)
    return Prompt(
        "play",
        (f"Carry {what} out{purpose(uses)}, then done.",),
        (),
        options,
        (*_combat(game, set()), *_always(game)),
    )


def _turn_end(game: Game) -> Prompt:
    cards = discardable(game, game.active)
    options = [Option(str(card), f"Discard {card}", (Use.DISCARD.value,)) for card in cards]
    over = f"Turn {game.turn} is over."
    if cards:
        may = min(discards_left(game, game.active), len(cards))
        kind = "combat card" if game.sheet.turn.discard is EndDiscard.COMBAT else "card"
        over = f"Turn {game.turn} is over: you may discard {may} {kind}{'' if may == 1 else 's'}."
        if discardable(game, game.active.other):
            options.append(Option("next-side", "Other side's discards"))
    options.append(Option("next-turn", "Next turn"))
    return Prompt("turn-end", (over,), (), tuple(options), _always(game))


def discards_left(game: Game, side: Side) -> int:
    """Tell how many cards this side may still discard at the turn's end: one a chit left."""
    if not isinstance(game.stage, TurnEnd) or game.sheet.turn.discard is EndDiscard.NONE:
        return 0
    return (game.seats[side].left or 0) - game.stage.discarded[side]


def discardable(game: Game, side: Side) -> tuple[Place, ...]:
    """Give the face-up cards that this side may still discard at the turn's end."""
    return game.seats[side].display.lying(Facing.UP) if discards_left(game, side) > 0 else ()


def _always(game: Game) -> tuple[Action, ...]:
    hands = game.sheet.hands
    sizes = tuple(range(hands.low, hands.high + 1))
    hand_size = Action(
        "hand-size", "Hand size", (("side", tuple(side.value for side in Side)), ("of", sizes))
    )
    return (*((hand_size,) if hands.vary else ()), Action("end-game", "End the game"))


def _combat(game: Game, spared: Iterable[Place]) -> tuple[Action, ...]:
    """Combat cards that may be played now; one chit is kept for the card under way.

    A card is spared when without it nothing could be played any more.
    """
    if not game.sheet.combat:
        return ()
    if isinstance(game.stage, Playing) and isinstance(game.stage.by, Instead):
        if not game.stage.by.on_map:
            return ()
        kept = 0
    else:
        kept = 1
    cards: dict[Side, tuple[str, ...]] = {}
    for side in Side:
        mine = side is game.active
        if (game.seats[side].left or 0) <= (kept if mine else 0):
            continue
        face_up = game.seats[side].display.lying(Facing.UP)
        cards[side] = tuple(str(card) for card in face_up if not (mine and card in spared))
    actions = [
        Action("combat-card", "Combat card", (("side", sides), ("card", shared)))
        for sides, shared in _rectangles(cards)
    ]
    # Before a card is chosen, filling a gap could draw the very card on C that is offered.
    if isinstance(game.stage, Playing) and combat_gaps(game):
        actions.append(Action("combat-over", "Combat over: refill"))
    return tuple(actions)


def _rectangles(
    cards: dict[Side, tuple[str, ...]],
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Split side-and-card pairs so that within each part every combination is allowed."""
    parts = []
    if len(cards) == 2:
        left, right = cards[Side.LEFT], cards[Side.RIGHT]
        shared = tuple(card for card in left if card in right)
        if shared:
            parts.append((tuple(side.value for side in Side), shared))
        cards = {
            side: tuple(card for card in own if card not in shared) for side, own in cards.items()
        }
    parts.extend(((side.value,), own) for side, own in cards.items() if own)
    return parts
