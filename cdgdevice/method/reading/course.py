"""Steps together with where they are written, so that a check can name the line."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cdgdevice.method.form import Form
from cdgdevice.method.holding import held, keys
from cdgdevice.method.steps import Decide, Step


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
        return bool(self.steps) and self._whole and all(self._whole_within())

    def __iter__(self) -> Iterator[tuple[Form, Step]]:
        """Give each step with its table; nothing when a step could not be read."""
        if self._whole:
            yield from zip(self.form.each(self.key), self.steps, strict=True)

    def within(self, form: Form, step: Step) -> tuple["StepList", ...]:
        """Give the lists of steps that this step of the list holds."""
        lists = held(step)
        if not lists:
            return ()
        forms = form.each("answers") if isinstance(step, Decide) else (form,) * len(lists)
        places = zip(forms, keys(step), lists, strict=True)
        return tuple(replace(self, form=f, key=k, steps=s) for f, k, s in places)

    def deep(self) -> Iterator[tuple[Form, Step]]:
        """Give each step with its table, and those that it holds."""
        for form, step in self:
            yield form, step
            for inner in self.within(form, step):
                yield from inner.deep()

    @property
    def _whole(self) -> bool:
        return len(self.form.each(self.key)) == len(self.steps)

    def _whole_within(self) -> Iterator[bool]:
        for form, step in self:
            for inner in self.within(form, step):
                yield inner._whole and all(inner._whole_within())
