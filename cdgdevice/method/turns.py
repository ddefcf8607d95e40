"""The course of a turn: rounds one after the other, the turn's end, and the next turn."""

from collections.abc import Mapping
from dataclasses import replace

from cdgdevice.method.acts import Discard, Tell
from cdgdevice.method.dealing import (
    counted,
    deals,
    doubled_no_more,
    filled,
    is_doubled_once,
    laid_out,
    relieved,
    set_up,
    settled,
    taken,
)
from cdgdevice.method.display import Display, Facing, Place, Side
from cdgdevice.method.game import Game, Seat, has_round
from cdgdevice.method.mark import MANDATORY
from cdgdevice.method.row import conveyed, put_away, turned_row
from cdgdevice.method.sheet import Beside, Instead, Reminder, Sheet
from cdgdevice.method.stage import Course, GameEnd, Nominating, Ready, TurnEnd
from cdgdevice.method.terms import EndDiscard, Family

HOME = Beside("home", "Home card", "Book, common mechanic #5", counts=True)
"""The home card of a side: after its play it lies face-down until the next turn."""


_ONE_EXTRA = ("Discard the card below the row.", "Take back the card below the row.")
_EXTRAS = ("Discard the cards below the row.", "Take back the cards below the row.")


def seated(sheet: Sheet, side: Side, of: int, options: dict[str, int]) -> Seat:
    """Seat a side at the beginning of a game."""
    return Seat(
        set_up(sheet, side, options),
        of=of or None,
        played=0,
        rounds=0,
        counted=sheet.hands.counted,
        holds=frozenset(card.id for card in sheet.beside if card.holder is side),
    )


def begun(game: Game) -> tuple[Game, Course]:
    """Begin a turn: say what it must be reminded of, and give what comes before its first round."""
    first = game.sheet.turn.first
    game = replace(game, active=first, stage=Ready(), roll=None)
    return _reminded(game, first, 0), Course(first, game.sheet.turn.begins, back=None)


def arrived(game: Game, side: Side) -> Game:
    """Come to a side's round: what it must be reminded of, and its row turned up."""
    game = replace(game, active=side, stage=Ready(), roll=None, turned=(), taken=frozenset())
    game = _reminded(game, side, game.seats[side].rounds + 1)
    return ready(game)


def ready(game: Game) -> Game:
    """Let the active side take its round."""
    if game.sheet.family is not Family.ROW:
        return replace(game, stage=Ready(), roll=None, turned=())
    return replace(turned_row(game, game.active), stage=Nominating(), roll=None)


def done(game: Game, by: Place | Instead | Beside, counts: bool) -> Game:
    """End the round: refill, then count (Book: order within a round)."""
    side = game.active
    card = by if isinstance(by, Place) else None
    if card is not None:
        game = _relieved(game, card)
    for each in Side:
        game = filled(relieved(game, each), each)
    game = replace(game, stage=Ready())
    # The card's own gap comes before the extra cards of a hand that grew.
    game = settled(filled(game, side))
    if isinstance(by, Beside):
        game = put_away(game, by)
        if by == HOME:
            game = game.seated(side, replace(game.seat, home_played=True))
    if game.sheet.family is Family.ROW:
        game = conveyed(game, side)
    if counts and (isinstance(by, Place) or by.counts):
        game = counted(game, side, game.seat.played + 1, game.seat.of)
    if isinstance(by, Instead):
        game = _way_taken(game, by)
    return next_round(round_taken(game))


def round_taken(game: Game) -> Game:
    """Note that the active side had its round."""
    return game.seated(game.active, replace(game.seat, rounds=game.seat.rounds + 1))


def next_round(game: Game) -> Game:
    """Go on with the other side, if it has a round left, or with the same, or end the turn."""
    for side in (game.active.other, game.active):
        if has_round(game, side):
            return arrived(game, side)
    return ended_turn(game)


def ended_turn(game: Game) -> Game:
    """Come to the end of the turn's card play."""
    game = _reminded(game, None, None)
    extras = tuple(
        Tell(side, *(_EXTRAS if seat.extras > 1 else _ONE_EXTRA))
        for side, seat in game.seats.items()
        if seat.extras
    )
    reminders = (*extras, *(Tell(side, text) for side, text in game.later))
    stage = TurnEnd(dict.fromkeys(Side, 0))
    game = replace(game, stage=stage, roll=None, turned=(), acts=(*game.acts, *reminders), later=())
    first = game.sheet.turn.first
    waiting = [side for side in (first, first.other) if discardable(game, side)]
    return replace(game, active=waiting[0] if waiting else first)


def next_turn(game: Game) -> tuple[Game, Course | None]:
    """Restore the counts and begin the next turn; with nothing to do if the game is over."""
    turn = game.sheet.turn
    if game.turn == turn.last:
        return replace(game, stage=GameEnd(), roll=None), None
    if turn.fresh_every and game.turn % turn.fresh_every == 0:
        for side in Side:
            game = cleared(game, side)
        tell = Tell(turn.first, "Shuffle all cards with the discards.")
        game = replace(game, acts=(*game.acts, tell))
        for side in Side:
            game = dealt_afresh(game, side)
    for side in Side:
        game = filled(game, side)
    game = replace(game, turn=game.turn + 1, said=frozenset())
    for side in Side:
        game = _restored(game, side)
    return begun(settled(game))


def cleared(game: Game, side: Side) -> Game:
    """Discard a side's whole display."""
    for card, facing in game.seats[side].display.cards():
        if facing is not None:
            game = taken(game, side, card, discarded=True)
    return game


def dealt_afresh(game: Game, side: Side) -> Game:
    """Set a side's empty display up as at the beginning."""
    seat = game.seats[side]
    afresh = set_up(game.sheet, side, dict.fromkeys(game.options, 0))
    display = Display(seat.display.spaces)
    for card in display.places():
        facing = afresh.facing(Place(card.space)) or Facing.DOWN
        display = display.laid(card, facing)
    game = laid_out(game, side, display)
    game = replace(game, acts=(*game.acts, *deals(game, side)))
    return game.seated(side, replace(game.seats[side], pile_empty=False))


def discards_left(game: Game, side: Side) -> int:
    """Tell how many cards this side may still discard at the turn's end: one a chit left."""
    if not isinstance(game.stage, TurnEnd) or game.sheet.turn.discard is EndDiscard.NONE:
        return 0
    return (game.seats[side].left or 0) - game.stage.discarded[side]


def discardable(game: Game, side: Side) -> tuple[Place, ...]:
    """Give the face-up cards that this side may still discard at the turn's end.

    Mandatory cards can't be discarded (Book, common mechanic #4).
    """
    if discards_left(game, side) <= 0:
        return ()
    display = game.seats[side].display
    kept = display.with_mark(*MANDATORY)
    return tuple(card for card in display.lying(Facing.UP) if card not in kept)


def discard(game: Game, so_far: Mapping[Side, int], card: Place) -> Game:
    """Discard a card at the turn's end, and go on with the side that has some left."""
    side = game.active
    game = laid_out(game, side, game.seat.display.laid(card, None))
    discarded = {**so_far, side: so_far[side] + 1}
    game = replace(game, stage=TurnEnd(discarded), acts=(Discard(side, card, Facing.UP),))
    if not discardable(game, side) and discardable(game, side.other):
        return replace(game, active=side.other)
    return game


def _relieved(game: Game, card: Place) -> Game:
    """Leave the gap of a space that a scenario doubles only once (Fate, Lake Trasimenus)."""
    if not is_doubled_once(game, game.active, card.space):
        return game
    game = doubled_no_more(game, game.active, card.space)
    return laid_out(game, game.active, game.seat.display.narrowed(card))


def _way_taken(game: Game, way: Instead) -> Game:
    seat = game.seat
    if way.once:
        seat = replace(seat, once=seat.once | {way.id})
    if way.ends_turn:
        seat = replace(seat, passed=game.turn)
    return game.seated(game.active, seat)


def _restored(game: Game, side: Side) -> Game:
    """Give a side its chits back, and what it plays once a turn."""
    seat = game.seats[side]
    by_turn = game.sheet.hands.by_turn
    of = seat.of if seat.hand is None else seat.hand
    if game.turn <= len(by_turn):
        of = by_turn[game.turn - 1]
    game = counted(game, side, 0, of)
    seat = replace(
        game.seats[side],
        rounds=0,
        hand=None,
        home_played=False,
        extras=0,
        open_row=False,
        holds=seat.holds | seat.next_holds,
        next_holds=frozenset(),
    )
    return game.seated(side, seat)


def _reminded(game: Game, side: Side | None, round_: int | None) -> Game:
    for reminder in game.sheet.turn.reminders:
        if _due(game, reminder, side, round_):
            tell = Tell(side or game.sheet.turn.first, reminder.text)
            said = game.said | ({reminder.once} if reminder.once else set())
            game = replace(game, acts=(*game.acts, tell), said=said)
    return game


def _due(game: Game, reminder: Reminder, side: Side | None, round_: int | None) -> bool:
    first, last = reminder.turns
    at_start = round_ == 0 and reminder.round == 0
    return (
        (at_start or (reminder.side is side and reminder.round == round_))
        and first <= game.turn <= last
        and (not reminder.even or game.turn % 2 == 0)
        and (reminder.if_open is None or game.seats[reminder.if_open].open_row)
        and reminder.once not in game.said
        and not any(reminder.unless_used in seat.once for seat in game.seats.values())
    )
