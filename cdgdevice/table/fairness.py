"""Is a die fair? Pearson's chi-square test over its six faces.

The statistic is the sum over the faces of (count - n/6)² / (n/6) after n throws. Up to
`EXACT_UP_TO` throws its p-value is worked out exactly; above that it is the chi-square
distribution's, which by then differs by less than a hundredth, and by less than a thousandth
where the exact one is near 5 %.
"""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count, islice

FACES = 6
FREEDOM = FACES - 1
"""Degrees of freedom of the test."""
EXACT_UP_TO = 170
"""Throws up to which the p-value is exact: a float holds no larger number's factorial."""


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
    p = _p_value(throws, squares)
    return ChiSquare(_statistic(throws, squares), p, exact=throws <= EXACT_UP_TO)


def least_unlikely(throws: int, level: float) -> int:
    """Give the least sum of the counts' squares that has a p-value below `level`.

    It is more than `throws` squared, which is all on one face, where no counts have one.
    """
    every = range(throws * throws + 1)
    return bisect_left(every, True, key=lambda squares: _p_value(throws, squares) < level)


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


def _statistic(throws: int, squares: int) -> float:
    return FACES * squares / throws - throws


def _p_value(throws: int, squares: int) -> float:
    """Give the chance that a fair die's six counts have a sum of squares of at least `squares`.

    That orders samples as the statistic does, in whole numbers.
    """
    if throws > EXACT_UP_TO:
        return chance_beyond(_statistic(throws, squares))
    found = 0.0
    # Three faces are taken together with the other three: what three show is soon listed.
    for fewer in range(throws // 2 + 1):
        more = throws - fewer
        ways = math.comb(throws, fewer) * (1 if fewer == more else 2)
        found += ways / 2**throws * _both(_three_faces(fewer), _three_faces(more), squares)
    return min(found, 1.0)


@dataclass(frozen=True, slots=True)
class _ThreeFaces:
    """What three faces show if so many throws show one of the three."""

    sums: "array[int]"
    """Of the squares of the three counts, the lowest first."""
    chances: "array[float]"
    """How likely each is."""
    reached: "array[float]"
    """How likely each or a larger one is."""


def _both(ones: _ThreeFaces, others: _ThreeFaces, squares: int) -> float:
    """Give the chance that the sums of the two together are at least `squares`."""
    found = 0.0
    place = len(others.sums)
    # As the one sum goes up, the other may come down.
    for one, chance in zip(ones.sums, ones.chances, strict=True):
        while place > 0 and others.sums[place - 1] + one >= squares:
            place -= 1
        if place < len(others.sums):
            found += chance * others.reached[place]
    return found


@cache
def _three_faces(throws: int) -> _ThreeFaces:
    part = _parts_of_one()
    all_ways = math.factorial(throws) / 3.0**throws
    found: dict[int, float] = {}
    for one in range(throws // 3 + 1):
        with_one = all_ways * part[one]
        for two in range(one, (throws - one) // 2 + 1):
            three = throws - one - two
            orders = (6, 3, 1)[(one == two) + (two == three)]
            square = one * one + two * two + three * three
            chance = orders * with_one * part[two] * part[three]
            found[square] = found.get(square, 0.0) + chance
    sums = array("L", sorted(found))
    chances = array("d", (found[square] for square in sums))
    return _ThreeFaces(sums, chances, array("d", accumulate(reversed(chances)))[::-1])


@cache
def _parts_of_one() -> tuple[float, ...]:
    """Give 1/n! for each n up to `EXACT_UP_TO`."""
    return tuple(1 / math.factorial(number) for number in range(EXACT_UP_TO + 1))
