"""What a number of throws can show of a die at all: the power of the chi-square test.

A die one of whose faces comes up with another chance than 1/6, while the others share the rest
equally, gives a statistic that is nearly noncentral chi-square. The nearness is a little hopeful:
`simulated_throws` tells how much.
"""

import math
from collections.abc import Callable
from functools import cache
from itertools import islice

from cdgdevice.table.fairness import FACES, FREEDOM, chance_beyond, chances_beyond, chi_square

LEVEL = 0.05
"""A p-value below it is called unlikely for a fair die: of fair dice, one in twenty has one."""
POWER = 0.8
"""A bias would be noticed, we say, if so great a share of samples gave a p-value below that."""


def can_tell(throws: int) -> bool:
    """Tell whether so many throws can be unlikely at all: if they all show one face."""
    return chi_square((throws, *(0,) * (FACES - 1))).p < LEVEL


def power(throws: int, chance: float) -> float:
    """Give how often so many throws would show that one face has this chance, both 0 to 1."""
    return _shown(throws * _of_one_throw(chance))


def noticeable(throws: int) -> float | None:
    """Give the smallest chance above 1/6 of one face that so many throws would show.

    None where they are so few that no chance would do.
    """
    if not throws:
        return None
    # A throw's part goes with the square of what is beyond 1/6.
    beyond = math.sqrt(_needed() / throws / _of_one_throw(1 / FACES + 1))
    chance = 1 / FACES + beyond
    return chance if chance <= 1 else None


def throws_needed(chance: float) -> int:
    """Give how many throws would show that one face has this chance, which is not 1/6."""
    return math.ceil(_needed() / _of_one_throw(chance))


def _of_one_throw(chance: float) -> float:
    """Give what each throw adds to the noncentrality."""
    beyond = chance - 1 / FACES
    return FACES * (beyond**2 + beyond**2 / (FACES - 1))


def _shown(noncentrality: float) -> float:
    """Give the chance of a p-value below `LEVEL`.

    A noncentral variable is a mixture of central ones by Poisson weights: Abramowitz and Stegun,
    26.4.25.
    """
    mean = noncentrality / 2
    if not mean:
        return LEVEL
    # Beyond this many the weights come to nothing.
    steps = range(int(mean + 12 * math.sqrt(mean) + 30))
    central = islice(chances_beyond(_critical()), FREEDOM // 2, None)
    return sum(
        math.exp(step * math.log(mean) - mean - math.lgamma(step + 1)) * chance
        for step, chance in zip(steps, central, strict=False)
    )


@cache
def _critical() -> float:
    """Give the statistic that a fair die exceeds with the chance `LEVEL`."""
    return _zero(lambda statistic: LEVEL - chance_beyond(statistic))


@cache
def _needed() -> float:
    """Give the noncentrality that is noticed with the chance `POWER`."""
    return _zero(lambda noncentrality: _shown(noncentrality) - POWER)


def _zero(rising: Callable[[float], float]) -> float:
    """Give where a rising function is 0, between 0 and 100."""
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
