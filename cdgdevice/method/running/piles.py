"""The steps that empty or reshuffle draw piles."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.acts import Refill, Return, Source, Tell
from cdgdevice.method.dealing import fill, filled, is_under_way, laid_out, taken
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.running.ran import Ran, sides
from cdgdevice.method.stage import Choosing, Course
from cdgdevice.method.steps import EmptyPile, PileStep, Reshuffle
from cdgdevice.method.terms import Family, Takes
from cdgdevice.method.turns import cleared, dealt_afresh


def run(game: Game, course: Course, step: PileStep) -> Ran:
    """Run a step that empties or reshuffles draw piles."""
    match step:
        case EmptyPile():
            return _emptied(game, course.side), course
        case Reshuffle(whose, takes, text):
            both = sides(game, course, whose)
            for side in both:
                game = _cleared(game, side, takes)
            game = replace(game, acts=(*game.acts, Tell(both[0], text)))
            in_round = game.under_way is not None or isinstance(course.back, Choosing)
            for side in both:
                game = _dealt(game, side, takes, in_round=in_round)
            return game, course
        case _:
            assert_never(step)


def _emptied(game: Game, side: Side) -> Game:
    """Note that a draw pile is empty, in the open family both sides' one.

    Face-up on C its last card still lies (pile family).
    """
    for each in Side if game.sheet.family is Family.OPEN else (side,):
        game = game.seated(each, replace(game.seats[each], pile_empty=True))
    display, on_c = game.seats[side].display, Place(Space.C)
    if game.sheet.family is Family.PILE and display.facing(on_c) is Facing.DOWN:
        game = laid_out(game, side, display.laid(on_c, None))
    return game


def _cleared(game: Game, side: Side, takes: Takes) -> Game:
    """Take off a display what goes into the reshuffle."""
    if takes is Takes.ALL:
        return cleared(game, side)
    display = game.seats[side].display
    if takes is Takes.FACE_DOWN:
        for card in display.lying(Facing.DOWN):
            if not _is_pile(game, card):
                game = taken(game, side, card, discarded=True)
    on_c = Place(Space.C)
    if takes is Takes.PILE and display.facing(on_c) is Facing.UP:
        game = laid_out(game, side, display.laid(on_c, None))
        game = replace(game, acts=(*game.acts, Return(side, on_c)))
    return game


def _dealt(game: Game, side: Side, takes: Takes, *, in_round: bool) -> Game:
    """Deal face-down from the reshuffled pile; a face-up card on C stays there.

    Where no card of the display goes into it, only the pile on C is laid anew in a round: other
    gaps wait for the end of combat or of the round.
    """
    for each in Side if game.sheet.family is Family.OPEN else (side,):
        game = game.seated(each, replace(game.seats[each], pile_empty=False))
    if takes is Takes.ALL:
        return dealt_afresh(game, side)
    if takes is not Takes.FACE_DOWN:
        return _laid_on_c(game, side) if in_round else filled(game, side)
    for gap in game.seats[side].display.gaps():
        if not is_under_way(game, side, gap):
            source = Source.BENEATH if _is_pile(game, gap) else Source.PILE
            game = laid_out(game, side, game.seats[side].display.laid(gap, Facing.DOWN))
            game = replace(game, acts=(*game.acts, Refill(side, gap, source, Facing.DOWN)))
    return game


def _laid_on_c(game: Game, side: Side) -> Game:
    on_c = Place(Space.C)
    empty = game.seats[side].display.facing(on_c) is None
    if not _is_pile(game, on_c) or not empty or is_under_way(game, side, on_c):
        return game
    return fill(game, side, on_c)


def _is_pile(game: Game, card: Place) -> bool:
    return game.sheet.family is Family.PILE and card.space is Space.C
