"""Is a die fair? Pearson's chi-square test over its six faces, and how large a bias it can show."""

import math
from collections.abc import Sequence

from msgspec import Struct

FACES = 6
FREEDOM = FACES - 1
"""Degrees of freedom of the test."""
MIN_ROLLS = 30
"""Rolls from which a die is tested: five for each face, the usual rule for this test."""
SIGNIFICANCE = 0.05
"""A p-value below it is called unlikely for a fair die: of fair dice, one in twenty has one."""
POWER = 0.8
"""A bias counts as noticeable if so great a share of samples has a p-value below that."""
_NOTICEABLE = 12.8276
"""The noncentrality at which five degrees of freedom reach `POWER` at `SIGNIFICANCE`."""
_PER_ROLL = FACES * (1 + 1 / (FACES - 1))
"""What each roll adds to the noncentrality, by the square of one face's chance beyond 1/6."""


class ChiSquare(Struct, frozen=True):
    """What the chi-square test says of a die."""

    statistic: float
    """0 if all faces came up equally often; the larger the more unevenly."""
    p: float
    """0 to 1: how often a fair die rolls at least as unevenly in as many rolls."""


def can_be_tested(rolls: int) -> bool:
    """Return whether the test means anything for so many rolls."""
    return rolls >= MIN_ROLLS


def chi_square(counts: Sequence[int]) -> ChiSquare | None:
    """Test whether six counts, one per face, could be a fair die's; None if there are too few."""
    rolls = sum(counts)
    if not can_be_tested(rolls):
        return None
    statistic = FACES * sum(shown * shown for shown in counts) / rolls - rolls
    return ChiSquare(statistic, chance_beyond(statistic))


def chance_beyond(statistic: float) -> float:
    """Return the chance that a chi-square variable of five degrees is at least `statistic`.

    In closed form: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4.
    """
    half = max(statistic, 0.0) / 2
    first = 2 * math.sqrt(half / math.pi) * math.exp(-half)
    return min(math.erfc(math.sqrt(half)) + first * (1 + 2 * half / 3), 1.0)


def noticeable_bias(rolls: int) -> float:
    """Return the smallest chance above 1/6 of one face that so many rolls would show."""
    return 1 / FACES + math.sqrt(_NOTICEABLE / rolls / _PER_ROLL)


def rolls_needed(chance: float) -> int:
    """Return how many rolls would show that one face has this chance, which is not 1/6."""
    return math.ceil(_NOTICEABLE / _PER_ROLL / (chance - 1 / FACES) ** 2)
