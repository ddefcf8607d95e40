"""Puts the game right if the table shows something else: a misflip, a bumped table, a wrong count.

What can be put right is offered in `actions`; here is what it does to the game.
"""

from typing import get_args

from msgspec.structs import replace

from cdgdevice.rules import actions, card_row, player_actions, turns
from cdgdevice.rules.card_display import Facing, Place, Side
from cdgdevice.rules.dealing import join_round, set_chits, settle_displays
from cdgdevice.rules.game import Game, Nominating, Playing, Ready, RowDice, TurnEnd, has_round
from cdgdevice.rules.history import StandingOrders
from cdgdevice.rules.instructions import (
    CardSource,
    DealCard,
    DiscardCard,
    FlipCards,
    Instruction,
    RefillGap,
    SetChits,
)
from cdgdevice.rules.kept_cards import put_kept_cards_away
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.texts import refusals
from cdgdevice.rules.wants import PickedCard

_FORMS = tuple(kind.__struct_encode_fields__ for kind in get_args(player_actions.TableChange))
"""The arguments of each correction."""


def check_table_args(game: Game, args: player_actions.Args) -> None:
    """Refuse what can't be put right now, or is not understood.

    Raises:
        NotAllowedError: it says what is wrong, and what can be said.
    """
    form = next((form for form in _FORMS if set(form) == args.keys()), None)
    if form is None:
        raise NotAllowedError(refusals.one_thing_at_a_time(_FORMS))
    side = _read_side(args, form[0]) if form[0] in ("side", "active") else game.active
    name = game.sheet.sides[side]
    match form[-1]:
        case "facing":
            _check_card(game, side, args)
        case "left":
            _check_number(args, "left", actions.list_tallies(game, side), refusals.no_count(name))
        case "of":
            fixed = refusals.cannot_change_hand(name, game.sheet.words)
            _check_number(args, "of", actions.list_hands(game, side), fixed)
        case "number":
            kept = actions.list_kept_numbers(game)
            if args["kept"] not in kept:
                raise NotAllowedError(refusals.no_number_kept(str(args["kept"]), tuple(kept)))
            _check_number(args, "number", kept[str(args["kept"])], "")
        case "active" if not has_round(game, side):
            raise NotAllowedError(refusals.no_round_left(name))
        case "active" if not isinstance(game.stage, Ready | Nominating | TurnEnd):
            raise NotAllowedError(refusals.ROUND_UNDER_WAY)
        case "turn" | "round" as what:
            offers = (dict(each.args) for each in actions.list_table_actions(game))
            numbers = next((each[what] for each in offers if what in each), ())
            whole = tuple(number for number in numbers if isinstance(number, int))
            _check_number(args, what, whole, refusals.TURN_IS_OVER)


def _read_side(args: player_actions.Args, name: str) -> Side:
    if args[name] not in {side.value for side in Side}:
        raise NotAllowedError(refusals.neither_side(name, str(args[name])))
    return Side(args[name])


def _check_card(game: Game, side: Side, args: player_actions.Args) -> None:
    card, facing, name = str(args["card"]), str(args["facing"]), game.sheet.sides[side]
    if not game.sheet.family.has_display:
        raise NotAllowedError(refusals.no_display(game.sheet.title))
    facings = (*(each.value for each in Facing), player_actions.NO_CARD)
    if facing not in facings:
        raise NotAllowedError(refusals.no_such_facing(facings, facing))
    places = tuple(map(str, game.seats[side].display.places()))
    if card not in places:
        raise NotAllowedError(refusals.no_such_place(name, card, places))
    if card not in map(str, actions.list_cards_to_put_right(game, side)):
        raise NotAllowedError(refusals.card_is_needed(card))
    if facing == player_actions.NO_CARD and actions.is_last_of_row(game, side):
        raise NotAllowedError(refusals.last_of_row(card, name))


def _check_number(
    args: player_actions.Args, name: str, numbers: tuple[int, ...], none: str
) -> None:
    if not numbers:
        raise NotAllowedError(none)
    if args[name] not in numbers:
        given = str(args[name])
        raise NotAllowedError(refusals.no_such_number(given, numbers[0], numbers[-1]))


def correct_table(game: Game, change: player_actions.TableChange) -> Game:
    """Put the game right if the table shows something else.

    Nothing is asked of the hands but what follows from it, such as a doubled space's card.
    """
    match change:
        case player_actions.PutCard(side, card, facing):
            return _place_card(game, side, card, facing)
        case player_actions.PutCardsLeft(side, left):
            played = (game.seats[side].hand_size or 0) - left
            return _go_on(join_round(game, game.change_seat(side, played=played), side))
        case player_actions.PutHandSize(side, of):
            return _hold_cards(game, side, of)
        case player_actions.PutNumber(name, number):
            return game.with_number(name, number)
        case player_actions.PutTurn(turn):
            return _go_on(_set_turn(game, turn))
        case player_actions.PutRound(number):
            return _go_on(_set_round(game, number))
        case player_actions.PutActive(active):
            same = active is game.active and not isinstance(game.stage, TurnEnd)
            return game if same else turns.begin_round(game, active)


def list_found(game: Game, change: player_actions.TableChange) -> tuple[Instruction, ...]:
    """Return the acts that the hands have done where the table lies as `correct_table` is told.

    They are not asked for; an undo takes them back.
    """
    match change:
        case player_actions.PutCard(side, card, facing):
            return _find_moves(game, side, card, facing)
        case player_actions.PutCardsLeft(side, left):
            return _find_recount(game, side, left, None)
        case player_actions.PutHandSize(side, of):
            return _find_recount(game, side, None, of)
        case _:
            return ()


def _find_moves(
    game: Game, side: Side, place: Place, lies: Facing | None
) -> tuple[Instruction, ...]:
    was = game.seats[side].display.facing_at(place)
    if was is lies:
        return ()
    if was is None and lies is not None:
        on_c = game.sheet.family.is_pile(place.space)
        return (RefillGap(side, place, CardSource.BENEATH if on_c else CardSource.PILE, lies),)
    if lies is None:
        return (DiscardCard(side, place, was or Facing.DOWN),)
    return (FlipCards(side, (place,), lies),)


def _find_recount(
    game: Game, side: Side, left: int | None, of: int | None
) -> tuple[Instruction, ...]:
    seat = game.seats[side]
    if seat.hand_size is None or seat.chits_left is None:
        return ()
    of = seat.hand_size if of is None else of
    left = min(seat.chits_left if left is None else left, of)
    if (left, of) == (seat.chits_left, seat.hand_size):
        return ()
    return (SetChits(side, left, of, before=(seat.chits_left, seat.hand_size)),)


def drop_corrected_orders(
    orders: StandingOrders, change: player_actions.TableChange
) -> StandingOrders:
    """Leave out the orders for what the player has corrected: it is as it was said to be.

    Who says so of a card has dealt the display: no half of a deal is left.
    """

    def kept(act: Instruction) -> Instruction | None:
        match change, act:
            case player_actions.PutCardsLeft(side, left), SetChits() as chits if chits.side is side:
                return None if chits.hand_size == chits.before[1] else replace(chits, left=left)
            case player_actions.PutHandSize(side, of), SetChits() as chits if chits.side is side:
                return None if chits.left == chits.before[0] else replace(chits, hand_size=of)
            case player_actions.PutCard(side, card), _ if act.side is side:
                if isinstance(act, FlipCards):
                    cards = tuple(each for each in act.cards if each != card)
                    return replace(act, cards=cards) if cards else None
                gone = isinstance(act, DealCard) or getattr(act, "card", None) == card
                return None if gone else act
            case _:
                return act

    return StandingOrders(
        tuple(filter(None, map(kept, orders.older))), tuple(filter(None, map(kept, orders.latest)))
    )


def _place_card(game: Game, side: Side, place: Place, facing: Facing | None) -> Game:
    """Lay a card so, or leave a gap; a mark there goes."""
    seat = game.seats[side]
    if facing is seat.display.facing_at(place):
        return game
    on_pile = game.sheet.family.is_pile(place.space)
    filled = seat.display.facing_at(place) is None
    seat = replace(
        seat,
        display=seat.display.laid(place, facing),
        # In the pile family C is the pile.
        pile_empty=facing is None if on_pile and (filled or facing is None) else seat.pile_empty,
    )
    game = game.with_seat(side, seat)
    if filled and not on_pile:
        game = put_kept_cards_away(game, side, place.space)
    here = PickedCard(side, place)
    game = replace(
        game,
        gaps_for_relief=tuple(gap for gap in game.gaps_for_relief if gap != here),
        fills_due=tuple(each for each in game.fills_due if each[0] != here),
        cards_turned_up=tuple(
            card for card in game.cards_turned_up if side is not game.active or card != place
        ),
    )
    if (
        game.sheet.family.nominates
        and side is game.active
        and isinstance(game.stage, Nominating | RowDice | Playing)
    ):
        return card_row.turn_up_row(game, side)  # face-up for its round
    return game


def _hold_cards(game: Game, side: Side, of: int) -> Game:
    """Let a side hold so many cards; what it has left stays, as far as it can."""
    seat = game.seats[side]
    left = min(of if seat.chits_left is None else seat.chits_left, of)
    game = game.change_seat(side, hand_size=of, played=of - left)
    return _go_on(settle_displays(game) if isinstance(game.stage, Ready | Nominating) else game)


def _set_turn(game: Game, turn: int) -> Game:
    """Come to another turn: who had passed has passed, and hands are as the sheet has them."""
    hands, was = game.sheet.hands, game.turn
    for side, before, of in zip(Side, hands.sizes_in(was), hands.sizes_in(turn), strict=True):
        seat = game.seats[side]
        if seat.passed_in_turn is not None:
            game = game.change_seat(side, passed_in_turn=seat.passed_in_turn + turn - was)
        if hands.by_turn and seat.hand_size == before:
            game = set_chits(game, side, min(seat.played, of), of)
    return replace(game, turn=turn)


def _set_round(game: Game, number: int) -> Game:
    """Come to another round; a side that is ahead by one stays so."""
    by = number - game.round
    for side in Side:
        taken = max(game.seats[side].rounds_taken + by, 0)
        game = game.change_seat(side, rounds_taken=taken)
    return game


def _go_on(game: Game) -> Game:
    """Go on to a side that has a round left, if the active one has none any more."""
    if not isinstance(game.stage, Ready | Nominating) or has_round(game, game.active):
        return game
    return turns.go_to_next_round(game)
