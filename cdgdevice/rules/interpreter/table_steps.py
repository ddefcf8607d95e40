"""The steps that change what lies on the table: offers, picked cards, chits and draw piles."""

from typing import assert_never

from msgspec.structs import replace

from cdgdevice.rules import card_row, card_steps
from cdgdevice.rules.card_display import MANDATORY_MARKS, Facing, Place, Side, Space
from cdgdevice.rules.dealing import (
    deal_again,
    fill_gap,
    fill_gaps,
    find_excess_cards,
    give_chits_back,
    is_doubled_once,
    is_gap_under_way,
    is_gap_waiting,
    join_round,
    mark_space_relieved,
    set_chits,
)
from cdgdevice.rules.game import (
    CardOffer,
    Choosing,
    Game,
    Playing,
    RunningSteps,
    StepResult,
    TurnEnd,
    lay_card,
    list_cards_among,
    sides_of,
    take_card,
    turn_up_cards,
    wait_for,
)
from cdgdevice.rules.instructions import (
    CardSource,
    LayBelowRow,
    MoveCard,
    RefillGap,
    ReturnCard,
    SwapCard,
    TellPlayer,
)
from cdgdevice.rules.interpreter.random_cards import ask_for_random_card, order_only_card
from cdgdevice.rules.kept_cards import clear_display
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import PickedCard


def run_picked_step(game: Game, course: RunningSteps, step: card_steps.PickedStep) -> StepResult:
    """Run a step on the picked cards; a card that has gone meanwhile is passed over."""
    match step:
        case card_steps.PlayPicked():
            return _play_picked(game, course, step), course
        case card_steps.OfferPicked(uses, only):
            if only:
                course = replace(course, return_to=Choosing((), rolled=False))
            cards = tuple(picked.card for picked in _picked_still_there(game, course))
            # Before the roll it may be the other side that takes the round with it.
            return replace(game, active=course.side), course.with_offers(cards, uses)
        case card_steps.DiscardPicked(stays, even_mandatory):
            for picked in _picked_still_there(game, course):
                game = _discard_picked(game, picked, even_mandatory=even_mandatory)
                if stays:
                    game = card_row.keep_gap(game, picked.side, picked.card)
            return game, course
        case card_steps.NotDrawn():
            for picked in _picked_still_there(game, course):
                game = lay_card(game, picked.side, picked.card, None)
            return game, course
        case card_steps.Fill():
            return _fill_picked_places(game, course, step)
        case card_steps.SwapPicked(card=card_steps.SwapFor.UNDER_WAY):
            return _exchange_with_played(game, course), course
        case card_steps.SwapPicked(event):
            for picked in _picked_still_there(game, course):
                game = _swap_for_discard(game, picked)
                if event:
                    course = _offer_as_event_only(course, picked.card)
            return game, course
        case card_steps.TakePicked(gap):
            return _take_picked(game, course, gap=gap), course
        case card_steps.ReturnExcess():
            return _return_excess(game, course.side), course
        case _:
            assert_never(step)


def _play_picked(game: Game, course: RunningSteps, step: card_steps.PlayPicked) -> Game:
    for picked in _picked_still_there(game, course):
        if picked.side in sides_of(game, course, step.whose):
            game = take_card(game, picked.side, picked.card, event=step.event)
            if is_doubled_once(game, picked.side, picked.card.space):
                game = mark_space_relieved(game, picked.side, picked.card.space)
    return game


def _fill_picked_places(game: Game, course: RunningSteps, step: card_steps.Fill) -> StepResult:
    """Fill the places of the picked cards that are empty now, or note how they will be filled."""
    if step.later:
        facing = step.facing or Facing.DOWN
        due = dict(game.fills_due) | dict.fromkeys(course.picked, facing)
        return replace(game, fills_due=tuple(due.items())), course
    for gap in _list_gaps_to_fill(game, course, step):
        side, card = gap.side, gap.card
        if step.discards:
            fetch = RefillGap(side, card, CardSource.DISCARDS, Facing.UP)
            game = lay_card(game, side, card, Facing.UP).with_instructions(fetch)
        elif step.from_other and game.seats[side].pile_empty:
            among = list_cards_among(game, (side.other,), card_steps.PickableCards.DOWN_FIRST)
            if len(among) > 1:
                return wait_for(game, course, step, ask_for_random_card(game, among, side))
            game = order_only_card(game, among)
            for only in among:
                game = draw_from_other(game, course, step, only)
        else:
            game = fill_gap(game, side, card, step.facing, or_from_other=step.from_other)
    return game, course


def _list_gaps_to_fill(
    game: Game, course: RunningSteps, step: card_steps.Fill
) -> tuple[PickedCard, ...]:
    """Return the picked places that are gaps; without a facing only those that wait for a draw."""
    due = dict(game.fills_due)
    return tuple(
        picked
        for picked in course.picked
        if picked.card in game.seats[picked.side].display.gaps()
        and (not step.from_other or step.facing is not None or picked in due)
    )


def draw_from_other(
    game: Game, course: RunningSteps, step: card_steps.Fill, drawn: PickedCard
) -> Game:
    """Move a card of the other display into the first gap that a step fills; seen cards stay so."""
    gap = _list_gaps_to_fill(game, course, step)[0]
    comes_up = step.facing is Facing.UP
    game = _move_to_gap(game, drawn, gap.side, gap.card)
    down = game.seats[gap.side].display.facing_at(gap.card) is Facing.DOWN
    return turn_up_cards(game, gap.side, (gap.card,)) if comes_up and down else game


def _take_picked(game: Game, course: RunningSteps, *, gap: bool) -> Game:
    """Move picked cards to the gap of the card under way, or to another gap of their taker."""
    taker = course.side if gap else game.active
    for picked in _picked_still_there(game, course):
        to = _find_other_gap(game, taker) if gap else _gap_under_way(game)
        if to is not None:
            game = _move_to_gap(game, picked, taker, to)
    return game


def _discard_picked(game: Game, picked: PickedCard, *, even_mandatory: bool) -> Game:
    """Discard a card; one that is marked mandatory is played instead, unless the step says not."""
    side, card = picked.side, picked.card
    if even_mandatory or game.seats[side].display.mark_at(card) not in MANDATORY_MARKS:
        return take_card(game, side, card, discarded=True)
    game = take_card(game, side, card)
    return game.with_instructions(TellPlayer(side, sentences.play_as_event(game.sheet.words)))


def _picked_still_there(game: Game, course: RunningSteps) -> tuple[PickedCard, ...]:
    # A place that is no more holds no card either.
    lying = {side: dict(seat.display.cards()) for side, seat in game.seats.items()}
    return tuple(each for each in course.picked if lying[each.side].get(each.card) is not None)


def _swap_for_discard(game: Game, picked: PickedCard) -> Game:
    side, card = picked.side, picked.card
    if game.seats[side].display.facing_at(card) is Facing.DOWN:
        game = turn_up_cards(game, side, (card,))
    # Another card: what was said of the old one goes with it.
    game = lay_card(game, side, card, Facing.UP)
    return game.with_instructions(SwapCard(side, card))


def _offer_as_event_only(course: RunningSteps, card: Place) -> RunningSteps:
    """Leave out that a card on offer may be the lowest."""
    choosing = course.return_to
    if not isinstance(choosing, Choosing):
        return course
    offers = tuple(
        CardOffer(
            card, tuple(use for use in offer.uses if use is not card_steps.CardUse.LOWEST_OPS)
        )
        if offer.card == card
        else offer
        for offer in choosing.offers
    )
    return replace(course, return_to=replace(choosing, offers=offers))


def place_picked_below_row(game: Game, course: RunningSteps, taker: Side) -> Game:
    """Lay the picked cards below a side's row, as its extra cards."""
    for picked in _picked_still_there(game, course):
        game = _place_below_row(game, picked, taker)
    return game


def _place_below_row(game: Game, picked: PickedCard, taker: Side) -> Game:
    giver, start = picked.side, picked.card
    facing = game.seats[giver].display.facing_at(start) or Facing.DOWN
    act = LayBelowRow(taker, start, giver, game.sheet.sides[giver], facing)
    game = lay_card(game, giver, start, None)
    game = card_row.keep_gap(game, giver, start)
    seat = game.seats[taker]
    game = game.with_seat(taker, seat.with_row(extra_cards=seat.row.extra_cards + 1))
    return game.with_instructions(act)


def _move_to_gap(game: Game, picked: PickedCard, taker: Side, gap: Place) -> Game:
    giver, start = picked.side, picked.card
    facing = game.seats[giver].display.facing_at(start)
    act = MoveCard(taker, gap, giver, start)
    game = lay_card(game, giver, start, None)
    game = lay_card(game, taker, gap, facing)
    return _turn_up_if_due(game.with_instructions(act), PickedCard(taker, gap))


def _turn_up_if_due(game: Game, filled: PickedCard) -> Game:
    """Turn up a card in a gap that had to be filled face-up when the action is over."""
    due = dict(game.fills_due).get(filled)
    game = replace(game, fills_due=tuple(each for each in game.fills_due if each[0] != filled))
    down = game.seats[filled.side].display.facing_at(filled.card) is Facing.DOWN
    turns_up = down and due is Facing.UP
    return turn_up_cards(game, filled.side, (filled.card,)) if turns_up else game


def _exchange_with_played(game: Game, course: RunningSteps) -> Game:
    for picked in _picked_still_there(game, course):
        gap = _gap_under_way(game)
        if gap is None:
            return game
        giver, start = picked.side, picked.card
        if game.seats[giver].display.facing_at(start) is Facing.DOWN:
            game = turn_up_cards(game, giver, (start,))
        game = _move_to_gap(game, picked, game.active, gap)
        game = lay_card(game, giver, start, Facing.UP)
        fill = RefillGap(giver, start, CardSource.PLAYED, Facing.UP)
        game = game.with_instructions(fill)
    return game


def _find_other_gap(game: Game, side: Side) -> Place | None:
    """Return a side's gap that is not the card's under way: the last one of this round first."""
    gaps = [gap for gap in game.seats[side].display.gaps() if not is_gap_under_way(game, side, gap)]
    opened = (each.card for each in reversed(game.gaps_of_round) if each.side is side)
    return next((gap for gap in opened if gap in gaps), gaps[0] if gaps else None)


def _gap_under_way(game: Game) -> Place | None:
    playing = game.under_way
    if playing is None or not isinstance(playing.by, Place):
        return None
    return playing.by if game.seat.display.facing_at(playing.by) is None else None


def _return_excess(game: Game, side: Side) -> Game:
    """Put all cards in excess back, and only then fill their gaps: none of them comes again."""
    cards = find_excess_cards(game, side)
    for card in cards:
        game = lay_card(game, side, card, None)
        game = game.with_instructions(ReturnCard(side, card))
    # The pile on C comes last: from it the other gaps are filled.
    for card in sorted(cards, key=lambda card: card.space is Space.C):
        if game.seats[side].display.facing_at(card) is Facing.DOWN:
            game = turn_up_cards(game, side, (card,))
        else:
            game = fill_gap(game, side, card, Facing.UP)
    return game


def run_chit_step(game: Game, course: RunningSteps, step: card_steps.ChitStep) -> StepResult:
    """Run a step that turns chits or changes hands."""
    match step:
        case card_steps.CountCards(whose):
            for side in sides_of(game, course, whose):
                game = _count_as_played(game, side, max(len(course.picked_of(side)), 1))
            return game, course
        case card_steps.ChangeChits(whose, change):
            for side in sides_of(game, course, whose):
                if isinstance(change, card_steps.ChitsBy):
                    game = _add_chits(game, side, change.by)
                else:
                    game = _leave_chits(game, course, side, change.at_most)
            return game, course
        case card_steps.Uncounted():
            if isinstance(course.return_to, Playing):
                course = replace(course, return_to=replace(course.return_to, counts=False))
            return game, course
        case card_steps.UseUp():
            if isinstance(course.return_to, Playing):
                course = replace(course, return_to=replace(course.return_to, uses=()))
            return game, course
        case card_steps.HandSize(by):
            into = course.picked_of(course.side)
            seat = game.seats[course.side]
            if seat.hand_size is None:
                return game, course
            of = min(max((seat.lasting_hand_size or 0) + by, 1), game.sheet.hands.high)
            # The display follows when the gaps are filled.
            game = replace(game, gaps_for_relief=(*game.gaps_for_relief, *into))
            later = isinstance(course.return_to, TurnEnd)
            return resize_hand(game, course.side, of, next_turn=later), course
        case _:
            assert_never(step)


def resize_hand(game: Game, side: Side, of: int, *, next_turn: bool = False) -> Game:
    """Change a hand size for good; the chits left follow it (Book, back sides of the tweak sheets).

    Changed for the next turn, the chits of this one stay as they are.
    """
    seat = game.seats[side]
    if next_turn:
        game = game.with_instructions(TellPlayer(side, sentences.next_hand(of, game.sheet.words)))
        return game.change_seat(side, next_hand_size=None if of == seat.hand_size else of)
    extra = (seat.hand_size or 0) - (seat.lasting_hand_size or 0)
    game = join_round(game, set_chits(game, side, seat.played, of + extra), side)
    return game.change_seat(side, next_hand_size=of if extra else None)


def _count_as_played(game: Game, side: Side, cards: int) -> Game:
    seat = game.seats[side]
    if seat.chits_left is None:
        return game
    return set_chits(game, side, seat.played + min(cards, seat.chits_left), seat.hand_size)


def _leave_chits(game: Game, course: RunningSteps, side: Side, number: int) -> Game:
    left = game.seats[side].chits_left or 0
    # The card under way turns its own chit when it is done.
    play = course.return_to
    own = isinstance(play, Playing) and isinstance(play.by, Place) and play.counts
    stay = number + 1 if own and side is game.active else number
    return _count_as_played(game, side, max(left - stay, 0))


def _add_chits(game: Game, side: Side, by: int) -> Game:
    seat = game.seats[side]
    if seat.hand_size is None or seat.chits_left is None or (by < 0 and not seat.chits_left):
        return game
    game = join_round(game, set_chits(game, side, seat.played, seat.hand_size + by), side)
    return game.change_seat(side, next_hand_size=seat.lasting_hand_size)


def run_pile_step(game: Game, course: RunningSteps, step: card_steps.PileStep) -> StepResult:
    """Run a step that empties or reshuffles draw piles."""
    match step:
        case card_steps.EmptyPile():
            return _empty_pile(game, course.side, keeps_c=step.keeps_c), course
        case card_steps.Reshuffle(whose, takes, text):
            both, stays = sides_of(game, course, whose), sentences.STAYS_SHUFFLED
            for side in both:
                game = _clear_display(game.change_seat(side, discards_shuffled=True), side, takes)
            tell = [TellPlayer(side, text, stays, shuffles=True) for side in both]
            # What is laid on C goes beneath a card that was seen there.
            tell += [
                TellPlayer(side, sentences.KEEP_CARD_ON_TOP, shuffles=True)
                for side in both
                if _shows_card_on_pile(game, side)
            ]
            game = game.with_instructions(*tell)
            in_round = game.under_way is not None or isinstance(course.return_to, Choosing)
            for side in both:
                dealt = _deal_reshuffled(game, side, takes, in_round=in_round)
                game = give_chits_back(dealt, side, before=game)
            return game, course
        case _:
            assert_never(step)


def _empty_pile(game: Game, side: Side, *, keeps_c: bool) -> Game:
    """Note that a draw pile is empty, in the open family both sides' one.

    Face-up on C its last card is still there (pile family), and face-down where the player says so.
    """
    for each in Side if game.sheet.family.shares_pile else (side,):
        game = game.change_seat(each, pile_empty=True)
    display, on_c = game.seats[side].display, Place(Space.C)
    back = game.sheet.family.has_pile_on_c and display.facing_at(on_c) is Facing.DOWN
    if back and not keeps_c:
        game = game.change_seat(side, display=display.laid(on_c, None))
    return game


def _clear_display(game: Game, side: Side, takes: card_steps.ReshuffledCards) -> Game:
    """Take off a display what goes into the reshuffle."""
    if takes is card_steps.ReshuffledCards.ALL:
        return clear_display(game, side)
    display = game.seats[side].display
    if takes is card_steps.ReshuffledCards.FACE_DOWN:
        for card in display.places_facing(Facing.DOWN):
            if not _is_draw_pile(game, card):
                game = take_card(game, side, card, discarded=True)
    on_c = Place(Space.C)
    if takes is card_steps.ReshuffledCards.PILE and display.facing_at(on_c) is Facing.UP:
        game = game.change_seat(side, display=display.laid(on_c, None))
        game = game.with_instructions(ReturnCard(side, on_c))
    return game


def _deal_reshuffled(
    game: Game, side: Side, takes: card_steps.ReshuffledCards, *, in_round: bool
) -> Game:
    """Deal face-down from the reshuffled pile; a face-up card on C stays there.

    In a round only the pile on C is laid again where no card of the display goes into it.
    """
    for each in Side if game.sheet.family.shares_pile else (side,):
        game = game.change_seat(each, pile_empty=False)
    if takes is card_steps.ReshuffledCards.ALL:
        return deal_again(game, side)
    if takes is not card_steps.ReshuffledCards.FACE_DOWN:
        return _place_pile_on_c(game, side) if in_round else fill_gaps(game, side)
    gaps = game.seats[side].display.gaps()
    # The pile is laid on C first: what fills the other gaps comes from it.
    for gap in sorted(gaps, key=lambda gap: not _is_draw_pile(game, gap)):
        if is_gap_waiting(game, side, gap):
            continue
        source = CardSource.SHUFFLED if _is_draw_pile(game, gap) else CardSource.PILE
        act = RefillGap(side, gap, source, Facing.DOWN)
        game = lay_card(game, side, gap, Facing.DOWN)
        game = game.with_instructions(act)
    return game


def _place_pile_on_c(game: Game, side: Side) -> Game:
    on_c = Place(Space.C)
    empty = game.seats[side].display.facing_at(on_c) is None
    if not _is_draw_pile(game, on_c) or not empty or is_gap_under_way(game, side, on_c):
        return game
    return fill_gap(game, side, on_c)


def _shows_card_on_pile(game: Game, side: Side) -> bool:
    on_c = Place(Space.C)
    return (
        _is_draw_pile(game, on_c)
        and not game.sheet.words.pile_off_displays
        and game.seats[side].display.facing_at(on_c) is Facing.UP
    )


def _is_draw_pile(game: Game, card: Place) -> bool:
    return game.sheet.family.is_pile(card.space)
