"""What a side begins its round with: cards that it must play, as marked or rolled, and ways."""

from collections.abc import Iterable

from cdgdevice.rules.card_display import (
    MANDATORY_MARKS,
    MARKS_FORCED_BY_JOLLY_ROGER,
    MARKS_FORCED_BY_LAST_CHIT,
    Facing,
    Mark,
    Place,
    Side,
)
from cdgdevice.rules.card_steps import MAX_COUNTED, CardUse
from cdgdevice.rules.die import NAMED_SPACES, DieResult
from cdgdevice.rules.game import (
    CardOffer,
    Choosing,
    Game,
    Nominating,
    Playing,
    Ready,
    TurnEnd,
    Waiting,
    has_round,
    list_alternatives,
)
from cdgdevice.rules.sheet import Alternative, SheetAction
from cdgdevice.rules.sheet_entries import ActionMoment, OrderKind
from cdgdevice.rules.wants import WantsDone


def find_forced_cards(game: Game, side: Side) -> tuple[CardOffer, ...]:
    """Return the marked cards one of which this side must play now, without a roll.

    Mandatory cards as soon as they are as many as the chits left, as their events (mechanic #4);
    a scoring card with the last chit (mechanic #7).
    """
    seat = game.seats[side]
    if game.sheet.marks is None or not seat.chits_left:
        return ()
    mandatory = find_overdue_cards(game, side)
    if mandatory:
        return mandatory
    if seat.chits_left == 1:
        scoring = seat.display.places_marked(*MARKS_FORCED_BY_LAST_CHIT)
        return tuple(CardOffer(card, (CardUse.ANY,)) for card in scoring)
    return ()


def list_rollers(game: Game) -> tuple[Side, ...]:
    """Return the sides that may roll: none out of turn while the active side owes another way."""
    return () if _owes_way(game) else tuple(side for side in Side if _may_roll(game, side))


def may_begin_out_of_turn(game: Game) -> bool:
    """Return whether the side that is not active may take the round: not while the other owes."""
    return has_round(game, game.active.other) and not _owes_way(game)


def _owes_way(game: Game) -> bool:
    return game.seat.is_out_of_chits or _has_compulsory_way(game, game.active)


def _has_compulsory_way(game: Game, side: Side) -> bool:
    return any(way.is_compulsory for way in list_alternatives(game, side))


def _may_roll(game: Game, side: Side) -> bool:
    return (
        has_round(game, side)
        and not game.seats[side].is_out_of_chits
        and not find_forced_cards(game, side)
        and not _has_compulsory_way(game, side)
    )


def find_overdue_cards(game: Game, side: Side) -> tuple[CardOffer, ...]:
    """Return a side's face-up mandatory cards once they are as many as its chits left."""
    cards, left = game.mandatory_cards(side), game.seats[side].chits_left
    if left is None or len(cards) < left:
        return ()
    return tuple(CardOffer(card, (CardUse.EVENT,)) for card in cards)


def list_cards_kept_for_rounds(game: Game, side: Side) -> tuple[Place, ...]:
    """Return a side's cards that are marked mandatory: each is played for a round, as its event.

    So none is played in combat or in reaction, nor discarded (mechanic #4).
    """
    return (
        () if game.sheet.plays_as_0_1 else game.seats[side].display.places_marked(*MANDATORY_MARKS)
    )


def list_ways_to_begin(
    game: Game, side: Side
) -> tuple[tuple[CardOffer, ...], tuple[Alternative, ...]]:
    """Return the cards one of which a side must begin with, and the ways that it has beside."""
    must, ways = find_forced_cards(game, side), list_alternatives(game, side)
    return must, list_ways_beside_mandatory_cards(game, side, ways) if must else ways


def list_ways_beside_mandatory_cards(
    game: Game, side: Side, ways: Iterable[Alternative]
) -> tuple[Alternative, ...]:
    """Return the ways that turn no chit: they leave mandatory cards, due now, theirs."""
    if not find_overdue_cards(game, side):
        return ()
    return tuple(way for way in ways if not way.turns_chit)


def list_perhaps_mandatory(game: Game) -> tuple[Place, ...]:
    """Return the active side's unmarked face-up cards about which the player is asked now.

    Only the player knows which is mandatory. Before a roll all are asked about, once they and the
    mandatory ones are as many as the chits left; after a roll those that it turned up, for then one
    may be too many. Where such cards are played at once, each roll that turned one up asks.
    """
    rules, seat = game.sheet.marks, game.seat
    if rules is None or Mark.MANDATORY not in rules.kinds:
        return ()
    face_up = seat.display.places_facing(Facing.UP)
    unmarked = tuple(card for card in face_up if seat.display.mark_at(card) is None)
    match game.stage:
        case Choosing() if game.roll is not None:
            asked = tuple(card for card in unmarked if card in game.cards_turned_up)
        case Ready() | Nominating() if not find_forced_cards(game, game.active):
            asked = () if rules.played_at_once else unmarked
        case _:
            return ()
    if rules.played_at_once:
        return asked
    marked = len(game.mandatory_cards(game.active))
    could_be = min(marked + len(unmarked), rules.most or MAX_COUNTED)
    return asked if marked < could_be and 0 < (seat.chits_left or 0) <= could_be else ()


def filter_offers(game: Game, offers: tuple[CardOffer, ...]) -> tuple[CardOffer, ...]:
    """Return which of these offers stand, as cards come and go and are marked.

    A mandatory card can't be discarded (mechanic #4). Where one is played at once as it turns up,
    it is an event, too, where it was dealt face-up and its space is named later.
    """
    display, rules = game.seat.display, game.sheet.marks
    at_once = rules is not None and rules.played_at_once
    kept = display.places_marked(*MANDATORY_MARKS)
    standing = tuple(
        CardOffer(offer.card, _list_uses_of_mandatory(offer, only_as_event=at_once))
        if offer.card in kept
        else offer
        for offer in offers
        if display.facing_at(offer.card) is Facing.UP
    )
    return find_compelled_cards(game, standing) or standing


def _list_uses_of_mandatory(offer: CardOffer, *, only_as_event: bool) -> tuple[CardUse, ...]:
    if only_as_event and {CardUse.ANY, CardUse.EVENT} & {*offer.uses}:
        return (CardUse.EVENT,)
    return tuple(use for use in offer.uses if use is not CardUse.DISCARD)


def find_compelled_cards(game: Game, offers: tuple[CardOffer, ...]) -> tuple[CardOffer, ...]:
    """Return the marked cards one of which must be played on this roll, whatever else is on offer.

    The Jolly Roger forces marked cards, where the sheet lets it (mechanic #7). A first-opportunity
    card is played the first time that its space is named, or by EVENT where the sheet says so.
    Mandatory cards are played as soon as they are as many as the chits left (mechanic #4): one on
    offer, or else any, as without a roll.
    """
    display, rules = game.seat.display, game.sheet.marks
    if rules is None or not display.marks or game.roll is None or game.roll.method_result is None:
        return ()
    on_offer = tuple(offer.card for offer in offers)
    if rules.played_at_once:
        marked = display.places_marked(*MANDATORY_MARKS)
        now = (card for card in marked if card in on_offer and card in game.cards_turned_up)
        return tuple(CardOffer(card, (CardUse.EVENT,)) for card in now)
    if rules.jolly_roger_forces and game.roll.method_result is DieResult.JR:
        struck = display.places_marked(*MARKS_FORCED_BY_JOLLY_ROGER)
        if struck:
            return tuple(CardOffer(card, (CardUse.ANY,)) for card in struck)
    first = display.places_marked(Mark.FIRST_OPPORTUNITY)
    named = NAMED_SPACES[game.roll.method_result]
    by_event = rules.first_by_event and game.roll.method_result is DieResult.EVENT
    must = tuple(card for card in on_offer if card in first and (by_event or card.space in named))
    if not must:
        late = tuple(offer.card for offer in find_overdue_cards(game, game.active))
        must = tuple(card for card in late if card in on_offer) or late
    return tuple(CardOffer(card, (CardUse.EVENT,)) for card in must)


def find_order_due(game: Game, before: Iterable[Game]) -> OrderKind | None:
    """Return the kind of card that must be chosen as it is marked, or was, and is played now.

    `before` are the games that led to this one, the latest first.
    """
    if isinstance(game.stage, Playing) and isinstance(game.stage.by, Place):
        game = next((each for each in before if isinstance(each.stage, Ready | Choosing)), game)
    match game.stage:
        case Choosing(offers):
            due = find_compelled_cards(game, offers)
        case Ready():
            due = find_forced_cards(game, game.active)
        case _:
            return None
    marks = {game.seat.display.mark_at(offer.card) for offer in due}
    first = OrderKind.FIRST_OPPORTUNITY
    named = Mark.FIRST_OPPORTUNITY in marks and isinstance(game.stage, Choosing)
    if named and game.sheet.find_note_on(first):
        return first
    if marks.intersection(MANDATORY_MARKS):
        return OrderKind.MANDATORY
    return OrderKind.SCORING if Mark.SCORING in marks else None


def list_cards_just_revealed(game: Game) -> tuple[Place, ...]:
    """Return the marked mandatory cards that this roll turned up and that must be played at once.

    It is for while the round's own card is played; before, `find_compelled_cards` finds them.
    """
    rules = game.sheet.marks
    if rules is None or not rules.played_at_once or not isinstance(game.stage, Playing):
        return ()
    return tuple(
        card
        for card in game.seat.display.places_marked(*MANDATORY_MARKS)
        if card in game.cards_turned_up
    )


def find_action_played_at_once(game: Game, offers: tuple[CardOffer, ...]) -> SheetAction | None:
    """Return the action that plays a mandatory card at once, where the roll turned up a marked one.

    It turns no chit, and the round goes on (Fate, Washington's War).
    """
    rules = game.sheet.marks
    if rules is None or not rules.played_at_once:
        return None
    if not (list_cards_just_revealed(game) or find_compelled_cards(game, offers)):
        return None
    moment = current_moment(game)
    return next(
        (each for each in game.sheet.actions if each.revealed and moment in each.moments), None
    )


def asks_for_uncounted(game: Game) -> bool:
    """Return whether a card is asked for now that is played at once and turns no chit."""
    offers = filter_offers(game, game.stage.offers) if isinstance(game.stage, Choosing) else ()
    return find_action_played_at_once(game, offers) is not None


def current_moment(game: Game) -> ActionMoment | None:
    """Return which moment for actions of the sheet it is now, if any."""
    first = game.sheet.set_up_list and game.turn == 1
    match game.stage:
        case Waiting(_, course) if first and course.return_to is None:
            return ActionMoment.SET_UP
        case Ready() | Nominating():
            return ActionMoment.READY
        case Choosing():
            return ActionMoment.CHOOSE
        case Playing():
            return ActionMoment.PLAY
        case Waiting(WantsDone()):
            return ActionMoment.READY
        case TurnEnd():
            return ActionMoment.TURN_END
        # Not while an action itself asks: one at a time.
        case Waiting(_, course) if not isinstance(course.return_to, Waiting):
            return ActionMoment.ASKED
        case _:
            return None
