"""What a game remembers of its guided lists; a module of its own, as a game's state has it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.rules.guided.list_steps import NAMED, NumberChange, Plus, SetTo
from cdgdevice.rules.sheet_entries import MAX_KEPT, KeptInSight
from cdgdevice.rules.texts.templates import join_names


class ListMemory(Struct, frozen=True):
    """The numbers that guided lists keep, and what the one under way has told."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    """By the name that each is kept under."""
    last_answers: Mapping[str, int] = field(default_factory=dict)
    """The last answer to each kind of question about an amount."""
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the list has told under a name, as its later texts call it."""
    phase: str = ""
    """The part of the list that is under way."""

    def number(self, name: str | int) -> int:
        """Return what is kept or told under a name, told things by their count; or the number."""
        if isinstance(name, int):
            return name
        return self.numbers.get(name, len(self.told.get(name, ())))

    def list_counted(self, name: str, *, told: bool) -> Sequence[int | str]:
        """Return 1, 2, 3 up to a kept number, or what was told under its name."""
        return self.told.get(name, ()) if told else range(1, self.number(name) + 1)

    def with_number(self, name: str, number: int) -> "ListMemory":
        """Return this with a number kept under a name."""
        return replace(self, numbers={**self.numbers, name: number})

    def without_number(self, name: str) -> "ListMemory":
        """Return this with no number under a name: it is not known any more."""
        return replace(self, numbers={k: n for k, n in self.numbers.items() if k != name})

    def with_change(self, name: str, change: NumberChange) -> "ListMemory":
        """Return this with the number under a name set, raised or lowered."""
        match change:
            case SetTo(number):
                return self.with_number(name, number)
            case Plus(plus):
                more = self.number(name) + self.number(plus)
                return self.with_number(name, min(more, MAX_KEPT))
            case _:
                left = self.number(name) - self.number(change.minus)
                return self.with_number(name, max(left, 0))

    def with_answer(self, name: str, number: int, kind: str | None) -> "ListMemory":
        """Return this with a number that the player said, also as the last one of its kind."""
        last = {} if kind is None else {kind: number}
        return replace(self.with_number(name, number), last_answers={**self.last_answers, **last})

    def with_told(self, name: str, called: str) -> "ListMemory":
        """Return this with one thing more that was told under a name."""
        return replace(self, told={**self.told, name: (*self.told.get(name, ()), called)})

    def list_warnings(self, kept: Iterable[KeptInSight]) -> tuple[str, ...]:
        """Return what a sheet warns of at the numbers that are kept now."""
        return tuple(
            self.fill(each.warning)
            for each in kept
            if each.warns_at is not None and self.number(each.id) <= each.warns_at
        )

    def at_new_list(self) -> "ListMemory":
        """Return this as a list begins: it has told nothing yet."""
        return replace(self, told={}, phase="")

    def fill(self, text: str) -> str:
        """Return a text with the number kept, or what was told, for each `{name}`."""
        return NAMED.sub(lambda name: self._describe(name[1]), text)

    def _describe(self, name: str) -> str:
        if name not in self.told and name in self.numbers:
            return str(self.numbers[name])
        return join_names(self.told.get(name, ("none",)), "and")
