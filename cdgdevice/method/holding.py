"""The steps that other steps hold, and all that a sheet holds."""

from collections.abc import Iterable, Iterator

from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import (
    Check,
    CheckAgainst,
    Decide,
    Each,
    IfAny,
    IfPicked,
    IfVariant,
    MethodCheck,
    RangeCheck,
    Step,
)


def held(step: Step) -> tuple[tuple[Step, ...], ...]:
    """Give the lists of steps that this step holds, in the order of `keys`."""
    match step:
        case Check() | IfPicked() | IfVariant() | CheckAgainst() | IfAny():
            return step.then, step.otherwise
        case MethodCheck() | RangeCheck():
            return (step.then,)
        case Each():
            return (step.steps,)
        case Decide():
            return tuple(answer.steps for answer in step.answers)
        case _:
            return ()


def keys(step: Step) -> tuple[str, ...]:
    """Give the keys that hold these lists; a decision's are in its answers."""
    match step:
        case Each() | Decide():
            return ("steps",) * len(held(step))
        case _:
            return ("then", "else")[: len(held(step))]


def deep(steps: Iterable[Step]) -> Iterator[Step]:
    """Give these steps and all that they hold."""
    for step in steps:
        yield step
        for inner in held(step):
            yield from deep(inner)


def every_step(sheet: Sheet) -> Iterator[Step]:
    """Give all steps of a sheet: as a turn begins, of its results, ways and actions."""
    yield from deep(sheet.turn.begins)
    for outcome in sheet.outcomes.values():
        yield from deep(outcome.steps)
    for way in sheet.instead:
        yield from deep(way.steps)
    for action in sheet.actions:
        yield from deep(action.steps)
