"""The steps that do something with the picked cards."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.acts import Move, Refill, Return, Source, Swap, Tell
from cdgdevice.method.dealing import (
    doubled_no_more,
    fill,
    is_doubled_once,
    is_under_way,
    laid_out,
    taken,
    turned_up,
)
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.mark import MANDATORY
from cdgdevice.method.row import keep_gap
from cdgdevice.method.running.offering import offering
from cdgdevice.method.running.ran import Ran, sides
from cdgdevice.method.stage import Choosing, Course, Picked
from cdgdevice.method.steps import (
    DiscardPicked,
    ExchangePicked,
    Fill,
    OfferPicked,
    PickedStep,
    PlayPicked,
    ReturnExcess,
    SwapPicked,
    TakePicked,
)
from cdgdevice.method.terms import Excess


def run(game: Game, course: Course, step: PickedStep) -> Ran:
    """Run a step on the picked cards; a card that has gone meanwhile is passed over."""
    match step:
        case PlayPicked(whose):
            for picked in _lying(game, course):
                if picked.side in sides(game, course, whose):
                    game = taken(game, picked.side, picked.card)
                    if is_doubled_once(game, picked.side, picked.card.space):
                        game = doubled_no_more(game, picked.side, picked.card.space)
            return game, course
        case OfferPicked(uses, only):
            if only:
                course = replace(course, back=Choosing(()))
            cards = tuple(picked.card for picked in _lying(game, course))
            # Before the roll it may be the other side that takes the round with it.
            return replace(game, active=course.side), offering(course, cards, uses)
        case DiscardPicked(stays):
            for picked in _lying(game, course):
                game = _lost(game, picked)
                if stays:
                    game = keep_gap(game, picked.side, picked.card)
            return game, course
        case Fill(facing, discards, later):
            if later and facing is not None:
                due = tuple((picked, facing) for picked in course.picked)
                return replace(game, due=(*game.due, *due)), course
            for picked in course.picked:
                if picked.card in game.seats[picked.side].display.gaps():
                    game = _fetched(game, picked) if discards else _filled(game, picked, facing)
            return game, course
        case SwapPicked():
            for picked in _lying(game, course):
                game = _swapped(game, picked)
            return game, course
        case TakePicked(gap):
            for picked in _lying(game, course):
                taker = course.side if gap else game.active
                to = _other_gap(game, taker) if gap else _gap_under_way(game)
                if to is not None:
                    game = _taken_over(game, picked, taker, to)
            return game, course
        case ExchangePicked():
            for picked in _lying(game, course):
                game = _exchanged(game, picked)
            return game, course
        case ReturnExcess():
            return _returned(game, course.side), course
        case _:
            assert_never(step)


def excess(game: Game, side: Side) -> tuple[Place, ...]:
    """Give the face-up mandatory cards that go back into the pile: more of them than chits."""
    rules, seat = game.sheet.marks, game.seats[side]
    if rules is None or rules.excess is Excess.NONE or seat.left is None:
        return ()
    mandatory = seat.display.with_mark(*MANDATORY)
    too_many = len(mandatory) - seat.left
    if too_many <= 0:
        return ()
    just_turned = tuple(card for card in mandatory if card in game.turned)
    return just_turned if rules.excess is Excess.FLIP else just_turned[-too_many:]


def _lost(game: Game, picked: Picked) -> Game:
    """Discard a card; one that is marked mandatory is played instead (mechanic #4)."""
    side, card = picked.side, picked.card
    if game.seats[side].display.mark(card) not in MANDATORY:
        return taken(game, side, card, discarded=True)
    game = taken(game, side, card)
    return replace(game, acts=(*game.acts, Tell(side, "Carry it out as its event.")))


def _lying(game: Game, course: Course) -> tuple[Picked, ...]:
    return tuple(picked for picked in course.picked if _lies(game, picked) is not None)


def _lies(game: Game, picked: Picked) -> Facing | None:
    """Tell how a picked card lies; None for a gap, and for a place that is no more."""
    return dict(game.seats[picked.side].display.cards()).get(picked.card)


def _filled(game: Game, picked: Picked, facing: Facing | None) -> Game:
    return fill(game, picked.side, picked.card, facing)


def _fetched(game: Game, picked: Picked) -> Game:
    side, card = picked.side, picked.card
    game = laid_out(game, side, game.seats[side].display.laid(card, Facing.UP))
    return replace(game, acts=(*game.acts, Refill(side, card, Source.DISCARDS, Facing.UP)))


def _swapped(game: Game, picked: Picked) -> Game:
    side, card = picked.side, picked.card
    if game.seats[side].display.facing(card) is Facing.DOWN:
        game = turned_up(game, side, (card,))
    # Another card: what was said of the old one goes with it.
    game = laid_out(game, side, game.seats[side].display.laid(card, Facing.UP))
    return replace(game, acts=(*game.acts, Swap(side, card)))


def _taken_over(game: Game, picked: Picked, taker: Side, gap: Place) -> Game:
    giver, start = picked.side, picked.card
    facing = game.seats[giver].display.facing(start)
    act = Move(taker, gap, giver, start)
    game = laid_out(game, giver, game.seats[giver].display.laid(start, None))
    game = laid_out(game, taker, game.seats[taker].display.laid(gap, facing))
    return replace(game, acts=(*game.acts, act))


def _exchanged(game: Game, picked: Picked) -> Game:
    gap = _gap_under_way(game)
    if gap is None:
        return game
    giver, start = picked.side, picked.card
    if game.seats[giver].display.facing(start) is Facing.DOWN:
        game = turned_up(game, giver, (start,))
    game = _taken_over(game, picked, game.active, gap)
    game = laid_out(game, giver, game.seats[giver].display.laid(start, Facing.UP))
    return replace(game, acts=(*game.acts, Refill(giver, start, Source.PLAYED, Facing.UP)))


def _other_gap(game: Game, side: Side) -> Place | None:
    """Give the first gap of a side that is not the card's under way."""
    gaps = game.seats[side].display.gaps()
    return next((gap for gap in gaps if not is_under_way(game, side, gap)), None)


def _gap_under_way(game: Game) -> Place | None:
    playing = game.under_way
    if playing is None or not isinstance(playing.by, Place):
        return None
    return playing.by if game.seat.display.facing(playing.by) is None else None


def _returned(game: Game, side: Side) -> Game:
    """Put all cards in excess back, and only then fill their gaps: none of them comes again."""
    cards = excess(game, side)
    for card in cards:
        display = game.seats[side].display.laid(card, None)
        game = laid_out(game, side, display)
        game = replace(game, acts=(*game.acts, Return(side, card)))
    # The pile on C comes last: from it the other gaps are filled.
    for card in sorted(cards, key=lambda card: card.space is Space.C):
        if game.seats[side].display.facing(card) is Facing.DOWN:
            game = turned_up(game, side, (card,))
        else:
            game = fill(game, side, card, Facing.UP)
    return game
