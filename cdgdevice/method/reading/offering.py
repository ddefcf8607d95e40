"""Whether a result always ends with a card to play, whatever is on and whatever dice show."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cdgdevice.method.display import Space
from cdgdevice.method.form import Form
from cdgdevice.method.reading.course import StepList
from cdgdevice.method.steps import (
    Again,
    Each,
    FlipSpaces,
    HomeCard,
    MethodCheck,
    Offer,
    RangeCheck,
    RollAgain,
    Step,
    TurnUp,
)
from cdgdevice.method.terms import Whose


@dataclass(frozen=True, slots=True)
class _Path:
    """What one way through the steps has done so far."""

    turned: frozenset[Space] = frozenset()
    """Spaces that have a face-up card for certain."""
    any_card: bool = False
    """Some card is face-up for certain."""
    offered: frozenset[Space] = frozenset()
    home: bool = False
    """A home card was offered instead of turning C."""
    left: bool = False
    """The side rolls or chooses again; no further step runs."""

    @property
    def offers(self) -> bool:
        sure = self.turned & self.offered or (self.any_card and self.offered == set(Space))
        return self.left or bool(sure)


def check_offers(course: StepList) -> None:
    """Refuse steps of a result that can leave the player without a card to play."""
    if not course.readable:
        return
    paths = _run(course, {_Path()})
    if any(path.home and Space.C not in path.turned and not path.left for path in paths):
        course.form.refuse("steps", 'must flip C after "home", which is played instead of C.')
    if not all(path.offers for path in paths):
        course.form.refuse(
            "steps",
            "must flip a card, or turn up any, and then offer it, or nothing can be played.",
        )


def _run(course: StepList, paths: set[_Path]) -> set[_Path]:
    for form, step in course:
        gone = {path for path in paths if path.left}
        going = paths - gone
        _check_order(form, step, going)
        lists = course.within(form, step)
        after = {_after(path, step) for path in going}
        branches = [_run(inner, after) for inner in lists]
        # These hold steps that may not run at all.
        if not lists or isinstance(step, Each | MethodCheck | RangeCheck):
            branches.append(after)
        paths = gone.union(*branches)
    return paths


def _check_order(form: Form, step: Step, paths: Iterable[_Path]) -> None:
    match step:
        case FlipSpaces(_, Whose.MINE | Whose.BOTH) | TurnUp():
            if any(path.offered for path in paths):
                form.refuse("do", "must come before the offers; move it up.")
        case HomeCard():
            if any(Space.C in path.turned for path in paths):
                form.refuse("do", "must come before C is flipped; move it up.")


def _after(path: _Path, step: Step) -> _Path:
    match step:
        case FlipSpaces(spaces, Whose.MINE | Whose.BOTH):
            return replace(path, turned=path.turned.union(spaces))
        case TurnUp():
            return replace(path, any_card=True)
        case Offer(spaces, uses):
            return replace(path, offered=path.offered.union(spaces if uses else ()))
        case HomeCard():
            return replace(path, home=True)
        case Again() | RollAgain():
            return replace(path, left=True)
        case _:
            return path
