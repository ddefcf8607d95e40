"""What a step led to, and small things that every kind of step needs.

It stands alone so that the kinds of steps need not know each other.
"""

from msgspec.structs import replace

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Game, RunningSteps, Waiting, Want
from cdgdevice.rules.steps import Step, Whose

StepResult = tuple[Game, RunningSteps | None]
"""The game after a step and the course to go on with; no course where the game waits or stops."""


def wait_for(game: Game, course: RunningSteps, step: Step, want: Want) -> StepResult:
    """Stop at this step: it is at the head of the course again when it is answered."""
    course = replace(course, steps=(step, *course.steps))
    return replace(game, stage=Waiting(want, course)), None


def run_first(course: RunningSteps, *first: Step) -> RunningSteps:
    """Run these steps before the rest."""
    return replace(course, steps=(*first, *course.steps)) if first else course


def sides_of(game: Game, course: RunningSteps, whose: Whose) -> tuple[Side, ...]:
    """Return the sides that a step works on."""
    match whose:
        case Whose.MINE:
            return (course.side,)
        case Whose.OTHER:
            return (course.side.other,)
        case Whose.BOTH:
            return (game.active, game.active.other)
