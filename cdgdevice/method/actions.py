"""What may be done beside choosing: combat cards, marks, hands, and what the sheet's cards do."""

from collections.abc import Iterable

from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.forced import offered, spare_chits
from cdgdevice.method.game import Game
from cdgdevice.method.holding import deep
from cdgdevice.method.mark import MANDATORY
from cdgdevice.method.prompted import Action
from cdgdevice.method.row import range_option
from cdgdevice.method.running.picked import excess
from cdgdevice.method.sheet import Action as SheetAction
from cdgdevice.method.sheet import Instead
from cdgdevice.method.stage import (
    Choosing,
    GameEnd,
    Nominating,
    Picked,
    Playing,
    Ready,
    RowDice,
    TurnEnd,
    Waiting,
    WantsDone,
)
from cdgdevice.method.steps import (
    Again,
    DiscardPicked,
    EmptyPile,
    HandOver,
    PlayPicked,
    ReturnExcess,
    SwapPicked,
)
from cdgdevice.method.terms import Among, Family, Moment, UnderWay, Use, Who

UNMARKED = "none"
"""The mark that takes a mark away."""


def actions(game: Game) -> tuple[Action, ...]:
    """Give what may be done beside choosing, at this stage."""
    if isinstance(game.stage, GameEnd):
        return ()
    return (*_combat(game), *_of_sheet(game), *_marking(game), *_ending(game), *_always(game))


def combat_gaps(game: Game) -> bool:
    """Tell whether a combat card has left a gap that is still to be filled."""
    playing = game.under_way
    played = (game.active, playing.by) if playing is not None else None
    return any(
        (side, gap) != played
        and not game.seats[side].pile_empty
        and Picked(side, gap) not in game.relief
        for side in Side
        for gap in game.seats[side].display.gaps()
    )


def taking(game: Game, action: SheetAction) -> dict[Side, tuple[str, ...]]:
    """Give the sides that may take an action of the sheet now, each with the cards it may name."""
    found: dict[Side, tuple[str, ...]] = {}
    for side in _takers(game, action):
        if action.needs_chit and spare_chits(game, side) == 0:
            continue
        if not _holds(game, action, side):
            continue
        if action.all_up and not _is_all_up(game, side):
            continue
        if action.chit_left and game.seats[side].out:
            continue
        if action.other_chit and game.seats[side.other].out:
            continue
        if action.once and action.id in game.seats[side].once:
            continue
        if action.once_a_round and taken_id(action, side) in game.taken:
            continue
        if not _fits_pile(action, empty=game.seats[side].pile_empty):
            continue
        cards = tuple(map(str, _cards(game, action, side)))
        if action.card is None or cards:
            found[side] = cards
    return found


def taker(game: Game, action: SheetAction) -> Side:
    """Give the side whose action it is, where that is not the player's to say."""
    return game.active if action.who is Who.ACTIVE else game.active.other


def taken_id(action: SheetAction, side: Side) -> str:
    """Name an action that a side has taken in a round."""
    return f"{action.id} {side.value}"


def _of_sheet(game: Game) -> tuple[Action, ...]:
    """Give the actions that the sheet has for this moment."""
    found: list[Action] = []
    for action in game.sheet.actions:
        if not _is_due(game, action):
            continue
        takers = taking(game, action)
        if not takers:
            continue
        names = tuple(side.value for side in takers)
        if action.card is None:
            args = (("side", names),) if action.who is Who.EITHER else ()
            found.append(Action(action.id, action.title, args))
        elif action.who is Who.EITHER:
            found.extend(
                Action(action.id, action.title, (("side", sides), ("card", cards)))
                for sides, cards in _rectangles(takers)
            )
        else:
            ((_, cards),) = takers.items()
            found.append(Action(action.id, action.title, (("card", cards),)))
    return tuple(found)


def _is_due(game: Game, action: SheetAction) -> bool:
    first, last = action.turns or (game.turn, game.turn)
    return (
        _moment(game) in action.moments
        and (action.option is None or bool(game.options[action.option]))
        and first <= game.turn <= last
        and (
            action.result is None
            or (game.roll is not None and game.roll.result == action.result.value)
        )
        and (not _has(action, ReturnExcess) or bool(excess(game, game.active)))
        and (action.use is None or _is_for(game, action.use))
        and (action.under_way is None or _is_under_way(game, action.under_way))
        and (not action.rolled or _is_rolled_for(game))
        # Only a round that was rolled for can use its result again.
        and (not _has(action, Again) or game.roll is not None)
    )


def _fits_pile(action: SheetAction, *, empty: bool) -> bool:
    """Tell whether an action goes with a draw pile that is empty, or is not."""
    return not _has(action, EmptyPile) if empty else not action.pile_gone


def _is_rolled_for(game: Game) -> bool:
    by_roll = game.stage.rolled if isinstance(game.stage, Choosing) else True
    return by_roll and game.roll is not None


def _is_under_way(game: Game, what: UnderWay) -> bool:
    playing = game.under_way
    if playing is None:
        return False
    if isinstance(playing.by, Place):
        return what is UnderWay.CARD and game.seat.display.facing(playing.by) is None
    return what is UnderWay.BESIDE


def _is_for(game: Game, use: Use) -> bool:
    playing = game.under_way
    return playing is not None and use in playing.uses


def _has(action: SheetAction, kind: type) -> bool:
    return any(isinstance(step, kind) for step in deep(action.steps))


def _moment(game: Game) -> Moment | None:
    match game.stage:
        case Ready() | Nominating():
            return Moment.READY
        case Choosing():
            return Moment.CHOOSE
        case Playing():
            return Moment.PLAY
        case Waiting(WantsDone()):
            return Moment.READY
        case TurnEnd():
            return Moment.TURN_END
        case _:
            return None


def _takers(game: Game, action: SheetAction) -> tuple[Side, ...]:
    takers = {
        Who.ACTIVE: (game.active,),
        Who.INACTIVE: (game.active.other,),
        Who.EITHER: tuple(Side),
    }[action.who]
    return tuple(
        side
        for side in takers
        if action.only in (None, side) and not (action.first_round and _has_begun(game))
    )


def _holds(game: Game, action: SheetAction, side: Side) -> bool:
    """Tell whether a side has the card beside the row that an action hands over, if it does so."""
    given = (step.card for step in action.steps if isinstance(step, HandOver))
    return all(card in game.seats[side].holds for card in given)


def _is_all_up(game: Game, side: Side) -> bool:
    return all(facing is Facing.UP for _, facing in game.seats[side].display.cards())


def _has_begun(game: Game) -> bool:
    return any(seat.rounds for seat in game.seats.values())


def _cards(game: Game, action: SheetAction, side: Side) -> tuple[Place, ...]:
    display = game.seats[side].display
    match action.card:
        case None:
            return ()
        case Among.UP:
            cards = display.lying(Facing.UP)
        case Among.DOWN:
            cards = display.lying(Facing.DOWN)
        case Among.UP_FIRST:
            cards = display.lying(Facing.UP) or display.lying(Facing.DOWN)
        case Among.DOWN_FIRST:
            cards = display.lying(Facing.DOWN) or display.lying(Facing.UP)
        case Among.ANY:
            cards = tuple(card for card, facing in display.cards() if facing is not None)
    if action.revealed:
        cards = tuple(card for card in cards if card in game.turned)
    if _has(action, SwapPicked) or _has(action, DiscardPicked):
        # A mandatory card can't be got rid of by its own side's will (mechanic #4).
        kept = display.with_mark(*MANDATORY)
        cards = tuple(card for card in cards if card not in kept)
    if not action.offered or not isinstance(game.stage, Choosing):
        return cards
    on_offer = {offer.card for offer in offered(game, game.stage.offers)}
    return tuple(card for card in cards if card in on_offer)


def _combat(game: Game) -> tuple[Action, ...]:
    """Combat cards that may be played now; one chit is kept for the card under way.

    A card is spared when without it nothing could be played any more.
    """
    stage = game.stage
    if not isinstance(stage, (Choosing, Playing)):
        return ()
    found: list[Action] = []
    on_map = not (isinstance(stage, Playing) and isinstance(stage.by, Instead)) or stage.by.on_map
    unless = game.sheet.combat_unless
    if game.sheet.combat and on_map and not (unless and game.options[unless]):
        spared: set[Place] = set()
        if isinstance(stage, Choosing) and len(offered(game, stage.offers)) == 1:
            spared = {offered(game, stage.offers)[0].card}
        cards: dict[Side, tuple[str, ...]] = {}
        for side in Side:
            mine = side is game.active
            if spare_chits(game, side) == 0:
                continue
            face_up = game.seats[side].display.lying(Facing.UP)
            cards[side] = tuple(str(card) for card in face_up if not (mine and card in spared))
        found = [
            Action("combat-card", "Combat card", (("side", sides), ("card", shared)))
            for sides, shared in _rectangles(cards)
        ]
    # Before a card is chosen, filling a gap could draw the very card on C that is offered.
    plays = game.sheet.combat or any(_has(each, PlayPicked) for each in game.sheet.actions)
    row = game.sheet.family is Family.ROW
    if isinstance(stage, Playing) and plays and not row and combat_gaps(game):
        found.append(Action("combat-over", "Combat over: refill"))
    return tuple(found)


def _marking(game: Game) -> tuple[Action, ...]:
    rules = game.sheet.marks
    if rules is None or not isinstance(game.stage, (Ready, Nominating, Choosing, Playing)):
        return ()
    cards = {
        side: tuple(map(str, face_up))
        for side in Side
        if (face_up := game.seats[side].display.lying(Facing.UP))
    }
    kinds = (*(kind.value for kind in rules.kinds), UNMARKED)
    return tuple(
        Action("mark", "Mark a card", (("side", sides), ("card", shared), ("as", kinds)))
        for sides, shared in _rectangles(cards)
    )


def _ending(game: Game) -> tuple[Action, ...]:
    if not isinstance(game.stage, (Ready, Nominating)) or not _has_turns(game):
        return ()
    return (Action("end-turn", "End the turn"),)


def _has_turns(game: Game) -> bool:
    return game.sheet.hands.counted or game.sheet.turn.rounds is not None


def _always(game: Game) -> tuple[Action, ...]:
    hands = game.sheet.hands
    found = []
    if hands.vary:
        sizes = tuple(range(hands.low, hands.high + 1))
        sides = tuple(side.value for side in Side)
        found.append(Action("hand-size", "Hand size", (("side", sides), ("of", sizes))))
    # Not while a die is wanted, which is thrown against the range that was said.
    if game.sheet.row is not None and not isinstance(game.stage, RowDice | Waiting):
        letters = tuple(space.value for space in Space if range_option(space) in game.options)
        found.append(
            Action("range", "Range of a space", (("space", letters), ("to", (1, 2, 3, 4, 5, 6))))
        )
    return (*found, Action("end-game", "End the game"))


def _rectangles(
    cards: dict[Side, tuple[str, ...]],
) -> Iterable[tuple[tuple[str, ...], tuple[str, ...]]]:
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
