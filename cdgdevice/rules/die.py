"""The Method die: six results, the spaces they name, and fair choices with numbered dice."""

from enum import Enum

from msgspec import Struct

from cdgdevice.rules.card_display import Space


class DieResult(Enum):
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


class DieConversion(Struct, frozen=True):
    """Which result each number of a six-sided die stands for: `results[n - 1]` is the result of n.

    It must be one-to-one, or the results would not be equally likely.

    Raises:
        ValueError: when a result is missing or named twice.
    """

    results: tuple[DieResult, ...] = tuple(DieResult)

    def __post_init__(self) -> None:
        if sorted(r.value for r in self.results) != sorted(r.value for r in DieResult):
            raise ValueError("A die conversion names each of the six results exactly once.")

    def result(self, number: int) -> DieResult:
        """Return the result of a die that shows `number`, 1 to 6."""
        return self.results[number - 1]

    def number(self, result: DieResult) -> int:
        """Return the number, 1 to 6, that stands for `result`."""
        return self.results.index(result) + 1


STANDARD_CONVERSION = DieConversion()
"""1 Jolly Roger, 2 AB, 3 DE, 4 ABC, 5 CDE, 6 Event: the table that fits what the Book says."""

LARGEST_CHARTED = 5
"""The chart of the documents ends here; beyond it every chance is used, so that few are rolled."""

NO_THROW_YET = (0, 1)
"""No throw yet: the only one of one chance."""


def draw_fairly(number: int, among: int, so_far: tuple[int, int]) -> int | tuple[int, int]:
    """Return which of `among` things, from 0, a throw of `number` picks; or how far it has led.

    `so_far` is the chance, from 0, that earlier throws led to, and of how many equal ones.

    Up to five it is the chart's: 1-3 and 4-6; 1-2, 3-4 and 5-6; 1-4 or again; 1-5 or again. Beyond,
    throws are read as digits of base six, and the chances that don't divide evenly are kept for
    the next throw: no way of keeping the choice fair takes fewer throws on average.
    """
    at, chances = so_far
    at, chances = at * 6 + number - 1, chances * 6
    each = chances // among
    if at < each * among:
        return at // each
    return NO_THROW_YET if among <= LARGEST_CHARTED else (at - each * among, chances - each * among)


def list_single_throws(among: int) -> tuple[str, ...]:
    """Return the numbers of a single throw that pick each of up to six things: `1-3`, `4-6`."""
    each = 6 // among
    firsts = range(1, each * among + 1, each)
    return tuple(str(n) if each == 1 else f"{n}-{n + each - 1}" for n in firsts)


NAMED_SPACES = {
    DieResult.JR: (Space.C,),
    DieResult.AB: (Space.A, Space.B),
    DieResult.DE: (Space.D, Space.E),
    DieResult.ABC: (Space.A, Space.B, Space.C),
    DieResult.CDE: (Space.C, Space.D, Space.E),
    DieResult.EVENT: (),
}
"""The spaces that each result names; JR names C, and EVENT none."""
