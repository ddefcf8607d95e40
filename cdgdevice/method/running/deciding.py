"""The steps that decide which steps follow: by a die, by the player, by a variant."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.die import Result
from cdgdevice.method.display import NAMED
from cdgdevice.method.game import Game
from cdgdevice.method.row import range_option
from cdgdevice.method.running.ran import Ran, going_on, sides, waits
from cdgdevice.method.stage import Course, DieFor, Picked, WantsAnswer, WantsDie
from cdgdevice.method.steps import (
    BranchStep,
    Check,
    Decide,
    IfPicked,
    IfVariant,
    MethodCheck,
    RangeCheck,
)
from cdgdevice.method.terms import Whose
from cdgdevice.method.words import belonging_to, listed


def run(game: Game, course: Course, step: BranchStep) -> Ran:
    """Run a step that decides which steps follow."""
    match step:
        case Check(text, low, high):
            range_ = f"{low}" if low == high else f"{low}-{high}"
            return waits(game, course, step, WantsDie(DieFor.CHECK, f"{text} On {range_}."))
        case MethodCheck(whose):
            cards = nominated(game, course, whose)
            if not cards:
                return game, course
            text = f"Is {_owned(game, cards)} named?"
            want = WantsDie(DieFor.METHOD, text, method=True, among=cards)
            return waits(game, course, step, want)
        case RangeCheck():
            if not course.picked:
                return game, course
            first = course.picked[0]
            high = game.options[range_option(first.card.space)]
            text = f"Is {_owned(game, (first,))} played? On 1-{high}."
            return waits(game, course, step, WantsDie(DieFor.RANGE, text, among=(first,)))
        case Decide(text, answers):
            return waits(game, course, step, WantsAnswer(text, answers))
        case IfPicked(then, otherwise):
            return game, going_on(course, *(then if course.picked else otherwise))
        case IfVariant(variant, then, otherwise):
            return game, going_on(course, *(then if game.options[variant] else otherwise))
        case _:
            assert_never(step)


def nominated(game: Game, course: Course, whose: Whose) -> tuple[Picked, ...]:
    """Give the picked cards of these sides."""
    return tuple(card for side in sides(game, course, whose) for card in course.picks(side))


def checked(game: Game, course: Course, step: BranchStep, number: int, result: Result) -> Ran:
    """Go on after the die of a check: `course` holds the steps after it."""
    match step:
        case Check(_, low, high, then, otherwise):
            return game, going_on(course, *(then if low <= number <= high else otherwise))
        case MethodCheck(whose, then):
            asked = nominated(game, course, whose)
            named = tuple(card for card in asked if card.card.space in NAMED[result])
            others = tuple(card for card in course.picked if card not in asked)
            course = replace(course, picked=(*others, *named))
            return game, going_on(course, *(then if named else ()))
        case RangeCheck(then):
            first, *rest = course.picked
            if number <= game.options[range_option(first.card.space)]:
                return game, going_on(replace(course, picked=(first,)), *then)
            return run(game, replace(course, picked=tuple(rest)), step)
        case Decide() | IfPicked() | IfVariant():
            return game, course
        case _:
            assert_never(step)


def _owned(game: Game, cards: tuple[Picked, ...]) -> str:
    """Name cards; their side, too, where it is not the one whose round it is."""
    letters = listed((str(picked.card) for picked in cards), "or")
    side = cards[0].side
    return letters if side is game.active else f"{belonging_to(game.sheet.sides[side])} {letters}"
