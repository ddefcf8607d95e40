"""Whether a card was picked before a step that speaks of the picked cards."""

from cdgdevice.method.reading.course import StepList
from cdgdevice.method.steps import (
    DiscardPicked,
    ExchangePicked,
    Fill,
    IfPicked,
    MethodCheck,
    OfferPicked,
    PickingStep,
    PickRandom,
    PlayPicked,
    RangeCheck,
    Step,
    SwapPicked,
    TakePicked,
)

_ON_PICKED = (
    PlayPicked
    | OfferPicked
    | DiscardPicked
    | Fill
    | SwapPicked
    | TakePicked
    | ExchangePicked
    | IfPicked
    | MethodCheck
    | RangeCheck
)


def check_picks(course: StepList) -> None:
    """Refuse each step that works on picked cards when none can have been picked."""
    _picked_after(course, course.picked)


def _picked_after(course: StepList, picked: bool) -> bool:
    for form, step in course:
        if not picked and (isinstance(step, _ON_PICKED) or _is_of_picked(step)):
            form.refuse("do", "needs a card; write a step before it that picks one.")
        picked = picked or isinstance(step, PickingStep)
        after = [_picked_after(inner, picked) for inner in course.within(form, step)]
        picked = picked or any(after)
    return picked


def _is_of_picked(step: Step) -> bool:
    return isinstance(step, PickRandom) and step.picked
