"""The Method die: six results, and which face of a numbered die shows which."""

from dataclasses import dataclass
from enum import Enum


class Result(Enum):
    """What the Method die shows (Book, Standard Method; Fate, Fate Die Result Chart)."""

    JR = "JR"
    """Jolly Roger: C for any purpose, or the lowest face-up Ops card of A, B, D, E."""
    AB = "AB"
    """A or B for any purpose."""
    DE = "DE"
    """D or E for any purpose."""
    ABC = "ABC"
    """A, B or C for any purpose."""
    CDE = "CDE"
    """C, D or E for any purpose."""
    EVENT = "EVENT"
    """Any face-up card as its event, or the lowest face-up Ops card for any purpose."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Which result each number of a six-sided die stands for: `results[n - 1]` is the result of n.

    It must be one-to-one, or the results would not be equally likely.

    Raises:
        ValueError: when a result is missing or named twice.
    """

    results: tuple[Result, ...] = tuple(Result)

    def __post_init__(self) -> None:
        if sorted(r.value for r in self.results) != sorted(r.value for r in Result):
            raise ValueError("A die conversion names each of the six results exactly once.")

    def result(self, number: int) -> Result:
        """Give the result of a die that shows `number`, 1 to 6."""
        return self.results[number - 1]

    def number(self, result: Result) -> int:
        """Give the number, 1 to 6, that stands for `result`."""
        return self.results.index(result) + 1


STANDARD = Conversion()
"""1 Jolly Roger, 2 AB, 3 DE, 4 ABC, 5 CDE, 6 Event: the table that fits what the Book says."""
