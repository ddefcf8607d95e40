"""What marks force a side to play, and which chits it has to spare."""

from cdgdevice.method.die import Result
from cdgdevice.method.display import NAMED, Facing, Place, Side
from cdgdevice.method.game import Game
from cdgdevice.method.mark import (
    FORCED_AT_THE_LAST,
    FORCED_BY_JOLLY_ROGER,
    MANDATORY,
    Mark,
)
from cdgdevice.method.sheet import Instead
from cdgdevice.method.stage import Choosing, Offered
from cdgdevice.method.terms import Use


def forced(game: Game, side: Side) -> tuple[Offered, ...]:
    """Give the marked cards one of which this side must play now, without a roll.

    Mandatory cards as soon as they are as many as the chits left, as their events (mechanic #4);
    a scoring card with the last chit (mechanic #7).
    """
    seat = game.seats[side]
    if game.sheet.marks is None or not seat.left:
        return ()
    mandatory = _overdue(game, side)
    if mandatory:
        return mandatory
    if seat.left == 1:
        scoring = seat.display.with_mark(*FORCED_AT_THE_LAST)
        return tuple(Offered(card, (Use.ANY,)) for card in scoring)
    return ()


def _mandatory(game: Game, side: Side) -> tuple[Place, ...]:
    """Give a side's face-up cards that must be played before its chits run out.

    None where they are played as they turn up, beside the round's own card and uncounted
    (Fate, Washington's War, Mandatory Cards).
    """
    rules = game.sheet.marks
    if rules is None or rules.at_once:
        return ()
    return game.seats[side].display.with_mark(*MANDATORY)


def _overdue(game: Game, side: Side) -> tuple[Offered, ...]:
    """Give a side's face-up mandatory cards once they are as many as its chits left."""
    cards, left = _mandatory(game, side), game.seats[side].left
    if left is None or len(cards) < left:
        return ()
    return tuple(Offered(card, (Use.EVENT,)) for card in cards)


def offered(game: Game, offers: tuple[Offered, ...]) -> tuple[Offered, ...]:
    """Give which of these offers stand, as cards come and go and are marked."""
    display = game.seat.display
    standing = tuple(offer for offer in offers if display.facing(offer.card) is Facing.UP)
    return compelled(game, standing) or standing


def compelled(game: Game, offers: tuple[Offered, ...]) -> tuple[Offered, ...]:
    """Give the marked cards one of which must be played on this roll, whatever else is on offer.

    The Jolly Roger forces marked cards, where the sheet lets it (mechanic #7). A first-opportunity
    card is played the first time that its space is named, and mandatory cards as soon as they are
    as many as the chits left (mechanic #4): one on offer, or else any, as without a roll.
    """
    display, rules = game.seat.display, game.sheet.marks
    if rules is None or not display.marks or game.roll is None or game.roll.shown is None:
        return ()
    if rules.jolly_roger and game.roll.shown is Result.JR:
        struck = display.with_mark(*FORCED_BY_JOLLY_ROGER)
        if struck:
            return tuple(Offered(card, (Use.ANY,)) for card in struck)
    first = display.with_mark(Mark.FIRST_OPPORTUNITY)
    named = NAMED[game.roll.shown]
    on_offer = tuple(offer.card for offer in offers)
    must = tuple(card for card in on_offer if card in first and card.space in named)
    if not must:
        late = tuple(offer.card for offer in _overdue(game, game.active))
        must = tuple(card for card in late if card in on_offer) or late
    return tuple(Offered(card, (Use.EVENT,)) for card in must)


def spare_chits(game: Game, side: Side) -> int | None:
    """Give how many cards beside the round's own a side may play; None where none are counted.

    A chit is kept for the card under way, and one for a face-up mandatory card (Book, Empire of
    the Sun, back side: reaction cards).
    """
    seat = game.seats[side]
    if seat.left is None:
        return None
    playing = game.under_way
    own = isinstance(game.stage, Choosing) or (
        playing is not None and not isinstance(playing.by, Instead) and playing.counts
    )
    kept = 1 if side is game.active and own else 0
    kept += 1 if _mandatory(game, side) else 0
    return max(seat.left - kept, 0)
