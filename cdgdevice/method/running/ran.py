"""What a step led to, and small things that every kind of step needs."""

from dataclasses import replace

from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.stage import Course, Waiting, Want
from cdgdevice.method.steps import Step
from cdgdevice.method.terms import Whose

Ran = tuple[Game, Course | None]
"""The game after a step and the course to go on with; no course where the game waits or stops."""


def waits(game: Game, course: Course, step: Step, want: Want) -> Ran:
    """Stop at this step: it is at the head of the course again when it is answered."""
    course = replace(course, steps=(step, *course.steps))
    return replace(game, stage=Waiting(want, course)), None


def going_on(course: Course, *first: Step) -> Course:
    """Run these steps before the rest."""
    return replace(course, steps=(*first, *course.steps)) if first else course


def sides(game: Game, course: Course, whose: Whose) -> tuple[Side, ...]:
    """Give the sides that a step works on."""
    match whose:
        case Whose.MINE:
            return (course.side,)
        case Whose.OTHER:
            return (course.side.other,)
        case Whose.BOTH:
            return (game.active, game.active.other)
