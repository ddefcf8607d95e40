"""Steps together with where they are written, so that a check can name the line."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cdgdevice.method.form import Form
from cdgdevice.method.steps import (
    Check,
    CheckAgainst,
    Decide,
    Each,
    IfAny,
    IfVariant,
    MethodCheck,
    RangeCheck,
    Step,
)


@dataclass(frozen=True, slots=True)
class StepList:
    """Steps of one array of the file."""

    form: Form
    """The table that has the array."""
    key: str
    steps: tuple[Step, ...]
    picked: bool = False
    """A card is picked before they run."""
    rolled: bool = False
    """They are the steps of a result."""
    offers: bool = False
    """They may offer cards."""
    under_way: bool = False
    """They may run while a card is under way."""

    @property
    def readable(self) -> bool:
        """Every step of it, and of those that they hold, could be read, and there is one."""
        return bool(self.steps) and self._whole and all(self._held())

    def __iter__(self) -> Iterator[tuple[Form, Step]]:
        """Give each step with its table; nothing when a step could not be read."""
        if self._whole:
            yield from zip(self.form.each(self.key), self.steps, strict=True)

    def within(self, form: Form, step: Step) -> tuple["StepList", ...]:
        """Give the lists of steps that this step of the list holds."""
        return tuple(replace(self, form=f, key=k, steps=s) for f, k, s in _within(form, step))

    @property
    def _whole(self) -> bool:
        return len(self.form.each(self.key)) == len(self.steps)

    def _held(self) -> Iterator[bool]:
        for form, step in self:
            for inner in self.within(form, step):
                yield inner._whole and all(inner._held())

    def deep(self) -> Iterator[tuple[Form, Step]]:
        """Give each step with its table, and those that it holds."""
        for form, step in self:
            yield form, step
            for inner in self.within(form, step):
                yield from inner.deep()


def _within(form: Form, step: Step) -> tuple[tuple[Form, str, tuple[Step, ...]], ...]:
    match step:
        case Check() | IfVariant() | CheckAgainst() | IfAny():
            return (form, "then", step.then), (form, "else", step.otherwise)
        case MethodCheck() | RangeCheck():
            return ((form, "then", step.then),)
        case Each():
            return ((form, "steps", step.steps),)
        case Decide():
            answers = zip(form.each("answers"), step.answers, strict=True)
            return tuple((answer, "steps", told.steps) for answer, told in answers)
        case _:
            return ()
