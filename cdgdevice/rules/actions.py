"""What may be done beside choosing: combat cards, marks, hands and the sheet's actions."""

from collections.abc import Iterable, Mapping

from cdgdevice.rules.card_display import Display, Facing, Mark, Place, Side, Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.card_steps import (
    DiscardPicked,
    EmptyPile,
    Offer,
    PlayPicked,
    ReturnExcess,
    SwapFor,
    SwapPicked,
    TakePicked,
)
from cdgdevice.rules.dealing import find_excess_cards, is_gap_under_way, is_gap_waiting
from cdgdevice.rules.forced_cards import current_moment, filter_offers, list_cards_kept_for_rounds
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    RowDice,
    TurnEnd,
    TurningUp,
    Waiting,
    has_round,
    list_cards_among,
)
from cdgdevice.rules.instructions import CardSource, RefillGap, TellPlayer
from cdgdevice.rules.player_actions import (
    NO_CARD,
    NO_MARK,
    SET_TABLE,
    ChangeHandSize,
    EndCombat,
    EndGame,
    EndTurn,
    MarkCard,
    OfferedAction,
    PlayCombatCard,
    SetRange,
)
from cdgdevice.rules.sheet import Alternative, SheetAction
from cdgdevice.rules.sheet_entries import ActionSide
from cdgdevice.rules.steps import Again, HandOver, walk_steps
from cdgdevice.rules.texts import sentences, templates
from cdgdevice.rules.wants import PickedCard, WantsCard, WantsCards, WantsDie


def list_actions(game: Game) -> tuple[OfferedAction, ...]:
    """Return what may be done beside choosing, at this stage."""
    if isinstance(game.stage, GameEnd):
        return ()
    words = game.sheet.words
    at_rest = isinstance(game.stage, Ready | Nominating) and words.has_turns
    title = sentences.title_end_of_turn(words) if at_rest else ""
    return (
        *_list_combat_actions(game),
        *_list_sheet_actions(game),
        *_list_mark_actions(game),
        *((OfferedAction(EndTurn.action, title),) if at_rest else ()),
        *list_table_actions(game),
        *_list_constant_actions(game),
    )


def has_combat_gaps(game: Game) -> bool:
    """Return whether a combat card has left a gap that is still to be filled."""
    return any(
        not is_gap_waiting(game, side, gap)
        and not game.seats[side].pile_empty
        and PickedCard(side, gap) not in game.gaps_for_relief
        for side in Side
        for gap in game.seats[side].display.gaps()
    )


def cards_by_side(game: Game, action: SheetAction) -> dict[Side, tuple[str, ...]]:
    """Return the sides that may take a sheet's action now, each with the cards it may name."""
    takers = {
        ActionSide.ACTIVE: (game.active,),
        ActionSide.INACTIVE: (game.active.other,),
        ActionSide.EITHER: tuple(Side),
    }[action.who]
    found: dict[Side, tuple[str, ...]] = {}
    kinds = game.sheet.step_kinds[action.id]
    for side in takers:
        if action.only not in (None, side):
            continue
        if not all(condition.holds(game, side) for condition in action.conditions):
            continue
        if HandOver in kinds and not _holds_card_to_hand_over(game, action, side):
            continue
        if game.seats[side].pile_empty and EmptyPile in kinds:
            continue
        display = game.seats[side].display
        if (
            TakePicked in kinds
            and any(isinstance(step, TakePicked) and step.gap for step in action.steps)
            and all(is_gap_under_way(game, side, gap) for gap in display.gaps())
        ):
            continue
        match action.steps[0]:
            case Offer(spaces, only=True) if not display.places_facing(Facing.UP, spaces):
                continue
        cards = tuple(map(str, _cards_to_take_it_with(game, action, side)))
        if action.card is None or cards:
            found[side] = cards
    return found


def put_marked_first(action: str, display: Display, cards: Iterable[Place]) -> tuple[Place, ...]:
    """Order the cards that an action asks for: those marked for it first, the rest as they were.

    Combat cards are for `combat-card`, reaction cards for any action of the sheet.
    """
    if action == MarkCard.action:
        return tuple(cards)
    mark = Mark.COMBAT if action == PlayCombatCard.action else Mark.REACTION
    marked = display.places_marked(mark)
    return tuple(sorted(cards, key=lambda card: card not in marked))


def owning_side(game: Game, action: SheetAction) -> Side:
    """Return the side whose action it is, where that is not the player's to say."""
    return game.active if action.who is ActionSide.ACTIVE else game.active.other


def _list_sheet_actions(game: Game) -> tuple[OfferedAction, ...]:
    """Return the actions that the sheet has for this moment."""
    found: list[OfferedAction] = []
    for action in game.sheet.actions:
        if not _is_action_due(game, action):
            continue
        takers = cards_by_side(game, action)
        if not takers:
            continue
        names = tuple(side.value for side in takers)
        if action.card is None:
            args = (("side", names),) if action.who is ActionSide.EITHER else ()
            found.append(OfferedAction(action.id, action.title, args))
        elif action.who is ActionSide.EITHER:
            found.extend(_offer_cards(action.id, action.title, takers))
        else:
            ((_, cards),) = takers.items()
            found.append(OfferedAction(action.id, action.title, (("card", cards),)))
    return tuple(found)


def _is_action_due(game: Game, action: SheetAction) -> bool:
    return (
        current_moment(game) in action.moments
        and (
            ReturnExcess not in game.sheet.step_kinds[action.id]
            or bool(find_excess_cards(game, game.active))
        )
        # Only a round that was rolled for can use its result again.
        and (game.roll is not None or Again() not in walk_steps(action.steps))
    )


def _takes_card_away(action: SheetAction) -> bool:
    return any(
        isinstance(step, PlayPicked | DiscardPicked)
        or (isinstance(step, SwapPicked) and step.card is SwapFor.DISCARD)
        for step in walk_steps(action.steps)
    )


def _discards_even_mandatory(action: SheetAction) -> bool:
    return any(
        isinstance(step, DiscardPicked) and step.even_mandatory for step in walk_steps(action.steps)
    )


def _holds_card_to_hand_over(game: Game, action: SheetAction, side: Side) -> bool:
    """Return whether a side has the card beside the row that an action hands over, if any."""
    given = (step.card for step in action.steps if isinstance(step, HandOver))
    seat = game.seats[side]
    return all(card in (*seat.beside_cards, *seat.next_beside_cards) for card in given)


def _cards_to_take_it_with(game: Game, action: SheetAction, side: Side) -> tuple[Place, ...]:
    if action.card is None:
        return ()
    among = tuple(picked.card for picked in list_cards_among(game, (side,), action.card))
    cards = put_marked_first(action.id, game.seats[side].display, among)
    if action.drawn:
        drawn = list_drawn_cards(game, side)
        return tuple(card for card in drawn if card in cards)
    if action.revealed:
        cards = tuple(card for card in cards if card in game.cards_turned_up)
    if _discards_even_mandatory(action):
        # Its own chit is not kept for a card that leaves.
        cards = tuple(card for card in cards if game.count_spare_chits(side, card) != 0)
    elif _takes_card_away(action) and not action.revealed:
        kept = list_cards_kept_for_rounds(game, side)
        cards = tuple(card for card in cards if card not in kept)
    if not action.offered or not isinstance(game.stage, Choosing):
        return cards
    on_offer = {offer.card for offer in filter_offers(game, game.stage.offers)}
    return tuple(card for card in cards if card in on_offer)


def list_drawn_cards(game: Game, side: Side) -> tuple[Place, ...]:
    """Return the cards that the latest answer asked to draw, in that order.

    Pile family: the top card of C was there, so the first that may be missing is the next one; the
    last to come lies on C. Off the displays, the pile gives what comes face-down, and C stays
    empty. What a shuffle dealt was there.
    """
    if any(isinstance(act, TellPlayer) and act.shuffles for act in game.instructions):
        return ()
    fills = [
        act
        for act in game.instructions
        if isinstance(act, RefillGap) and act.side is side and act.source in _FROM_PILE
    ]
    cards = [act.card for act in fills]
    on_c = Place(Space.C)
    if game.sheet.words.pile_off_displays:
        cards = [act.card for act in fills if act.facing is Facing.DOWN and act.card != on_c]
    elif fills and game.sheet.family.has_pile_on_c:
        played_c = on_c in cards
        others = [card for card in cards if card != on_c]
        cards = [*(others if played_c else others[1:]), on_c]
    display = game.seats[side].display
    held = {card for card, facing in display.cards() if facing is not None}
    return tuple(card for card in cards if card in held)


_FROM_PILE = (CardSource.PILE, CardSource.C, CardSource.BENEATH)
"""Where a card comes from that may be missing."""


def _list_combat_actions(game: Game) -> tuple[OfferedAction, ...]:
    """Combat cards that may be played now; one chit is kept for the card under way.

    There is an attack only after the card or way that orders it was chosen (Book, mechanic #3).
    """
    stage = game.stage
    early = isinstance(stage, Choosing) and game.sheet.plays_as_0_1
    if not isinstance(stage, Playing) and not early:
        return ()
    found: list[OfferedAction] = []
    on_map = (
        not (isinstance(stage, Playing) and isinstance(stage.by, Alternative)) or stage.by.on_map
    )
    unless = game.sheet.combat_unless
    if game.sheet.combat and on_map and not (unless and game.options[unless]):
        cards: dict[Side, tuple[str, ...]] = {}
        for side in Side:
            if game.count_spare_chits(side) == 0:
                continue
            display = game.seats[side].display
            kept = list_cards_kept_for_rounds(game, side)
            face_up = put_marked_first(
                PlayCombatCard.action, display, display.places_facing(Facing.UP)
            )
            cards[side] = tuple(str(card) for card in face_up if card not in kept)
        found = _offer_cards(PlayCombatCard.action, sentences.COMBAT_CARD, cards)
    plays = game.sheet.combat or any(
        PlayPicked in game.sheet.step_kinds[each.id] for each in game.sheet.actions
    )
    if not early and plays and not game.sheet.family.nominates and has_combat_gaps(game):
        found.append(OfferedAction(EndCombat.action, sentences.COMBAT_OVER))
    return tuple(found)


def _list_mark_actions(game: Game) -> tuple[OfferedAction, ...]:
    rules = game.sheet.marks
    if rules is None or not isinstance(game.stage, (Ready, Nominating, Choosing, Playing)):
        return ()
    cards = {
        side: tuple(map(str, face_up))
        for side in Side
        if (face_up := game.seats[side].display.places_facing(Facing.UP))
    }
    kinds = (*(kind.value for kind in rules.kinds), NO_MARK)
    return tuple(_offer_cards(MarkCard.action, sentences.MARK_CARD, cards, ("as", kinds)))


_MAX_TURNS = 20
"""Turns of a game whose sheet names no last one, as far as one is asked for."""
_MAX_ROUNDS = 12
"""Rounds of a turn whose sheet names no number of them, likewise."""


def list_table_actions(game: Game) -> tuple[OfferedAction, ...]:
    """Return what can be put right if the table shows something else; one thing at a time."""
    found = [
        offered
        for facings, cards in _cards_to_put_right(game).items()
        for offered in _offer_cards(
            SET_TABLE, sentences.PUT_TABLE_RIGHT, cards, ("facing", facings)
        )
    ]
    told: list[tuple[tuple[str, tuple[str | int, ...]], ...]] = []
    for side in Side:
        left, of = list_tallies(game, side), list_hands(game, side)
        told.extend(
            (("side", (side.value,)), (name, numbers))
            for name, numbers in (("left", left), ("of", of))
            if numbers
        )
    last, rounds = game.sheet.turn.last, game.sheet.turn.rounds
    told.append((("turn", tuple(range(1, (last or max(_MAX_TURNS, game.turn)) + 1))),))
    if not isinstance(game.stage, TurnEnd):
        most = max(rounds or _MAX_ROUNDS, game.round)
        told.append((("round", tuple(range(1, most + 1))),))
    told.extend(
        (("kept", (name,)), ("number", numbers))
        for name, numbers in list_kept_numbers(game).items()
    )
    if isinstance(game.stage, Ready | Nominating | TurnEnd):
        sides = tuple(side.value for side in Side if has_round(game, side))
        told.extend([(("active", sides),)] if sides else [])
    found.extend(OfferedAction(SET_TABLE, sentences.PUT_TABLE_RIGHT, args) for args in told)
    return tuple(found)


def list_kept_numbers(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Return the numbers that the sheet keeps in sight and knows by now: what each may be."""
    return {
        each.id: tuple(range(each.high + 1))
        for each in game.sheet.kept
        if each.id in game.lists.numbers
    }


def list_cards_to_put_right(game: Game, side: Side) -> tuple[Place, ...]:
    """Return the places of a side of which the player may say how they lie.

    Not those that an open question is about, nor the gap of the card that is being played.
    """
    stage = game.stage
    busy: tuple[PickedCard, ...] = ()
    match stage:
        case Waiting(want, course):
            if isinstance(want, WantsCard | WantsCards):
                return ()
            busy = (*course.picked, *(want.among if isinstance(want, WantsDie) else ()))
        case TurningUp(_, course):
            busy = course.picked
        case RowDice(Place() as nominated):
            busy = (PickedCard(game.active, nominated),)
    if not game.sheet.family.has_display:
        return ()
    playing = game.under_way
    if playing is not None and isinstance(playing.by, Place):
        busy = (*busy, PickedCard(game.active, playing.by))
    return tuple(
        place for place in game.seats[side].display.places() if PickedCard(side, place) not in busy
    )


def _cards_to_put_right(game: Game) -> dict[tuple[str, ...], dict[Side, tuple[str, ...]]]:
    """Return the places of each side by how they may lie: a row keeps its last card."""
    facings = tuple(facing.value for facing in Facing)
    found: dict[tuple[str, ...], dict[Side, tuple[str, ...]]] = {}
    for side in Side:
        cards = tuple(map(str, list_cards_to_put_right(game, side)))
        if cards:
            last = is_last_of_row(game, side)
            found.setdefault(facings if last else (*facings, NO_CARD), {})[side] = cards
    return found


def is_last_of_row(game: Game, side: Side) -> bool:
    """Return whether a side's row has one card only: without it nothing could be nominated."""
    return game.sheet.family.nominates and game.seats[side].display.count() <= 1


def list_tallies(game: Game, side: Side) -> tuple[int, ...]:
    """Return how many cards a side may have left; in its round it keeps one for that."""
    seat = game.seats[side]
    if seat.hand_size is None or seat.chits_left is None:
        return ()
    return tuple(range(_count_needed(game, side), seat.hand_size + 1))


def list_hands(game: Game, side: Side) -> tuple[int, ...]:
    """Return how many cards a side may hold, where that varies; at the turn's end it is over."""
    hands = game.sheet.hands
    if not hands.vary or isinstance(game.stage, TurnEnd):
        return ()
    return tuple(range(max(hands.low, _count_needed(game, side)), hands.high + 1))


def _count_needed(game: Game, side: Side) -> int:
    at_rest = isinstance(game.stage, Ready | Nominating | TurnEnd)
    return 0 if at_rest or side is not game.active or not game.seats[side].chits_left else 1


def _list_constant_actions(game: Game) -> tuple[OfferedAction, ...]:
    hands = game.sheet.hands
    found = []
    if hands.vary:
        sizes = tuple(range(hands.low, hands.high + 1))
        sides = tuple(side.value for side in Side)
        title = templates.begin_sentence(game.sheet.words.hand_size)
        found.append(OfferedAction(ChangeHandSize.action, title, (("side", sides), ("of", sizes))))
    # Not while a die is wanted, or known, which is thrown against the range that was said.
    thrown = isinstance(game.stage, RowDice | Waiting) or game.active in game.kept_nominations
    if game.sheet.row is not None and not thrown:
        letters = tuple(space.value for space in Space if range_option_of(space) in game.options)
        found.append(
            OfferedAction(
                SetRange.action,
                sentences.title_range(game.sheet.words),
                (("space", letters), ("to", (1, 2, 3, 4, 5, 6))),
            )
        )
    return (*found, OfferedAction(EndGame.action, sentences.END_GAME))


def _offer_cards(
    action: str,
    title: str,
    cards: dict[Side, tuple[str, ...]],
    *more: tuple[str, tuple[str | int, ...]],
) -> list[OfferedAction]:
    """Offer an action with each of these cards of the sides."""
    return [
        OfferedAction(action, title, (("side", sides), ("card", shared), *more))
        for sides, shared in _split_into_rectangles(cards)
    ]


def _split_into_rectangles(
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
