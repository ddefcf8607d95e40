"""The steps that turn chits or change hands."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.acts import Tell
from cdgdevice.method.dealing import counted
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.running.ran import Ran, sides
from cdgdevice.method.stage import Course, Playing, TurnEnd
from cdgdevice.method.steps import AddChits, ChitsAtMost, ChitStep, CountCards, HandSize, Uncounted


def run(game: Game, course: Course, step: ChitStep) -> Ran:
    """Run a step that turns chits or changes hands."""
    match step:
        case CountCards(whose):
            for side in sides(game, course, whose):
                game = _count(game, side, max(len(course.picks(side)), 1))
            return game, course
        case AddChits(whose, by):
            for side in sides(game, course, whose):
                game = _added(game, side, by)
            return game, course
        case ChitsAtMost(number):
            left = game.seats[course.side].left or 0
            return _count(game, course.side, max(left - number, 0)), course
        case Uncounted():
            if isinstance(course.back, Playing):
                course = replace(course, back=replace(course.back, counts=False))
            return game, course
        case HandSize(by):
            into = course.picks(course.side)
            seat = game.seats[course.side]
            if seat.of is None:
                return game, course
            of = (seat.of if seat.hand is None else seat.hand) + by
            of = min(max(of, 1), game.sheet.hands.high)
            # The display follows when the gaps are filled.
            game = replace(game, relief=(*game.relief, *into))
            later = isinstance(course.back, TurnEnd)
            return resized(game, course.side, of, next_turn=later), course
        case _:
            assert_never(step)


def resized(game: Game, side: Side, of: int, *, next_turn: bool = False) -> Game:
    """Change a hand size for good; the chits left follow it (Book, 1866, back side).

    Changed for the next turn, the chits of this one stay as they are.
    """
    seat = game.seats[side]
    if next_turn:
        game = replace(game, acts=(*game.acts, Tell(side, f"Hand size {of} from the next turn.")))
        return game.seated(side, replace(seat, hand=None if of == seat.of else of))
    extra = (seat.of or 0) - (seat.of or 0 if seat.hand is None else seat.hand)
    game = counted(game, side, seat.played, of + extra)
    return game.seated(side, replace(game.seats[side], hand=of if extra else None))


def _count(game: Game, side: Side, cards: int) -> Game:
    seat = game.seats[side]
    if seat.left is None:
        return game
    return counted(game, side, seat.played + min(cards, seat.left), seat.of)


def _added(game: Game, side: Side, by: int) -> Game:
    seat = game.seats[side]
    if seat.of is None or seat.left is None or (by < 0 and not seat.left):
        return game
    hand = seat.of if seat.hand is None else seat.hand
    game = counted(game, side, seat.played, seat.of + by)
    return game.seated(side, replace(game.seats[side], hand=hand))
