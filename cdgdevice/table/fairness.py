"""Is a die fair? Pearson's chi-square test over its six faces.

The statistic is the sum over the faces of (count - n/6)² / (n/6) after n throws. Up to
`EXACT_UP_TO` throws its p-value is worked out exactly; above that it is the chi-square
distribution's, which by then differs by less than a hundredth.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count, islice

FACES = 6
FREEDOM = FACES - 1
"""Degrees of freedom of the test."""
EXACT_UP_TO = 150
"""Throws up to which the p-value is exact: it takes less than a tenth of a second on a laptop."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """What the chi-square test says of a die."""

    statistic: float
    """0 if all faces came up equally often; the larger the more unevenly."""
    p: float
    """0 to 1: how often a fair die throws at least as unevenly in as many throws."""
    exact: bool
    """The p-value is exact, not that of the chi-square distribution."""


def chi_square(counts: Sequence[int]) -> ChiSquare:
    """Test whether six counts, one a face, could be a fair die's; no throws at all are even."""
    throws = sum(counts)
    if not throws:
        return ChiSquare(0.0, 1.0, exact=True)
    squares = sum(shown * shown for shown in counts)
    statistic = FACES * squares / throws - throws
    if throws <= EXACT_UP_TO:
        return ChiSquare(statistic, _as_uneven(throws, squares), exact=True)
    return ChiSquare(statistic, chance_beyond(statistic), exact=False)


def chance_beyond(statistic: float, freedom: int = FREEDOM) -> float:
    """Give the chance that a chi-square variable of odd `freedom` is at least `statistic`."""
    return next(islice(chances_beyond(statistic), freedom // 2, None))


def chances_beyond(statistic: float) -> Iterator[float]:
    """Give the chance that a chi-square variable of 1, 3, 5… degrees is at least `statistic`.

    In closed form: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4.
    """
    half = max(statistic, 0.0) / 2
    found = math.erfc(math.sqrt(half))
    term = 2 * math.sqrt(half / math.pi) * math.exp(-half)
    for degrees in count(3, 2):
        yield min(found, 1.0)
        found += term
        term *= statistic / degrees


def _as_uneven(throws: int, squares: int) -> float:
    """Give the chance that a fair die's six counts have a sum of squares of at least `squares`.

    That orders samples as the statistic does, in whole numbers. Three faces are taken together
    with the other three: what three can show is little enough to be listed.
    """
    shown = _three_faces()
    found = 0.0
    for here in range(throws + 1):
        sums, others = shown[here], shown[throws - here]
        squared = tuple(others)
        # The chance of each of the others' sums or of a larger one.
        reached = tuple(accumulate(reversed(others.values())))[::-1]
        place, share = len(squared), 0.0
        # As the sum of these three faces goes up, that of the others may come down.
        for square, chance in sums.items():
            while place > 0 and squared[place - 1] + square >= squares:
                place -= 1
            if place < len(squared):
                share += chance * reached[place]
        found += math.comb(throws, here) / 2**throws * share
    return min(found, 1.0)


@cache
def _three_faces() -> tuple[dict[int, float], ...]:
    """Give how likely each sum of squares of three counts is, the lowest first.

    One for each number of throws from 0 on, all of which show one of the three faces.
    """
    ways = tuple(math.lgamma(number + 1) for number in range(EXACT_UP_TO + 1))
    every = []
    for throws in range(EXACT_UP_TO + 1):
        sums: dict[int, float] = {}
        of_all = ways[throws] - throws * math.log(3)
        for one in range(throws // 3 + 1):
            for two in range(one, (throws - one) // 2 + 1):
                three = throws - one - two
                orders = (6, 3, 1)[(one == two) + (two == three)]
                square = one * one + two * two + three * three
                chance = orders * math.exp(of_all - ways[one] - ways[two] - ways[three])
                sums[square] = sums.get(square, 0.0) + chance
        every.append(dict(sorted(sums.items())))
    return tuple(every)
