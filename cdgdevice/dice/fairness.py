"""Is a die fair? Pearson's chi-square test over its six faces, and what it can show at all."""

import math
import random
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, count, islice

from msgspec import Struct

FACES = 6
FREEDOM = FACES - 1
"""Degrees of freedom of the test."""
EXACT_UP_TO = 170
"""Throws up to which the p-value is exact: a float holds no larger number's factorial."""


class ChiSquare(Struct, frozen=True):
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
    """Return the least sum of the counts' squares that has a p-value below `level`.

    It is more than `throws` squared, which is all on one face, where no counts have one.
    """
    every = range(throws * throws + 1)
    return bisect_left(every, True, key=lambda squares: _p_value(throws, squares) < level)


def chance_beyond(statistic: float, freedom: int = FREEDOM) -> float:
    """Return the chance that a chi-square variable of odd `freedom` is at least `statistic`."""
    return next(islice(chances_beyond(statistic), freedom // 2, None))


def chances_beyond(statistic: float) -> Iterator[float]:
    """Return the chance that a chi-square variable of 1, 3, 5… degrees is at least `statistic`.

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
    """Return the chance that a fair die's six counts have a sum of squares of at least `squares`.

    That orders samples as the statistic does, in whole numbers.
    """
    if throws > EXACT_UP_TO:
        return chance_beyond(_statistic(throws, squares))
    found = 0.0
    # Three faces are taken together with the other three: what three show is soon listed.
    for fewer in range(throws // 2 + 1):
        more = throws - fewer
        ways = math.comb(throws, fewer) * (1 if fewer == more else 2)
        found += ways / 2**throws * _convolve(_three_faces(fewer), _three_faces(more), squares)
    return min(found, 1.0)


class _ThreeFaces(Struct, frozen=True):
    """What three faces show if so many throws show one of the three."""

    sums: "array[int]"
    """Of the squares of the three counts, the lowest first."""
    chances: "array[float]"
    """How likely each is."""
    reached: "array[float]"
    """How likely each or a larger one is."""


def _convolve(ones: _ThreeFaces, others: _ThreeFaces, squares: int) -> float:
    """Return the chance that the sums of the two together are at least `squares`."""
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
    """Return 1/n! for each n up to `EXACT_UP_TO`."""
    return tuple(1 / math.factorial(number) for number in range(EXACT_UP_TO + 1))


SIGNIFICANCE = 0.05
"""A p-value below it is called unlikely for a fair die: of fair dice, one in twenty has one."""
POWER = 0.8
"""A bias would be noticed, we say, if so great a share of samples gave a p-value below that."""


def can_show_bias(throws: int) -> bool:
    """Return whether so many throws can be unlikely at all: if they all show one face."""
    return chi_square((throws, *(0,) * (FACES - 1))).p < SIGNIFICANCE


def power(throws: int, chance: float) -> float:
    """Return how often so many throws would show that one face has this chance, both 0 to 1."""
    return _power_of(throws * _noncentrality(chance))


def noticeable_bias(throws: int) -> float | None:
    """Return the smallest chance above 1/6 of one face that so many throws would show.

    None where they are so few that no chance would do.
    """
    if not throws:
        return None
    # A throw's part goes with the square of what is beyond 1/6.
    beyond = math.sqrt(_needed() / throws / _noncentrality(1 / FACES + 1))
    chance = 1 / FACES + beyond
    return chance if chance <= 1 else None


def throws_needed(chance: float) -> int:
    """Return how many throws would show that one face has this chance, which is not 1/6."""
    return math.ceil(_needed() / _noncentrality(chance))


def _noncentrality(chance: float) -> float:
    """Return what each throw adds to the noncentrality."""
    beyond = chance - 1 / FACES
    return FACES * (beyond**2 + beyond**2 / (FACES - 1))


def _power_of(noncentrality: float) -> float:
    """Return the chance of a p-value below `SIGNIFICANCE`.

    A noncentral variable is a mixture of central ones by Poisson weights: Abramowitz and Stegun,
    26.4.25.
    """
    mean = noncentrality / 2
    if not mean:
        return SIGNIFICANCE
    # Beyond this many the weights come to nothing.
    steps = range(int(mean + 12 * math.sqrt(mean) + 30))
    central = islice(chances_beyond(_critical()), FREEDOM // 2, None)
    return sum(
        math.exp(step * math.log(mean) - mean - math.lgamma(step + 1)) * chance
        for step, chance in zip(steps, central, strict=False)
    )


@cache
def _critical() -> float:
    """Return the statistic that a fair die exceeds with the chance `SIGNIFICANCE`."""
    return _zero(lambda statistic: SIGNIFICANCE - chance_beyond(statistic))


@cache
def _needed() -> float:
    """Return the noncentrality that is noticed with the chance `POWER`."""
    return _zero(lambda noncentrality: _power_of(noncentrality) - POWER)


def _zero(rising: Callable[[float], float]) -> float:
    """Return where a rising function is 0, between 0 and 100."""
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high


_BITS = 53
"""Bits of a chance: as many as a float has."""


def simulate_power(throws: int, chance: float, dice: int, seed: int) -> float:
    """Return the share of simulated dice that are called unlikely to be fair, 0 to 1.

    Each of the `dice` is thrown so often; one face comes up with this chance, 0 to 1, and the
    others share the rest equally. The same seed gives the same throws.
    """
    unlikely = least_unlikely(throws, SIGNIFICANCE)
    draw = random.Random(seed)
    return sum(_squares(throws, chance, draw) >= unlikely for _ in range(dice)) / dice


def _squares(throws: int, chance: float, draw: random.Random) -> int:
    """Throw a die and return the sum of the squares of its faces' counts."""
    shown = _hits(throws, chance, draw)
    squares, left = shown * shown, throws - shown
    for others in range(FACES - 1, 0, -1):
        shown = _hits(left, 1 / others, draw)
        squares += shown * shown
        left -= shown
    return squares


def _hits(throws: int, chance: float, draw: random.Random) -> int:
    """Count in how many of the throws something comes up that has this chance.

    Each throw is a random fraction that hits where it is below the chance. Both are compared bit
    by bit, the highest first, all throws at once: half of them are decided by each bit.
    """
    hits, undecided = 0, throws
    of_chance = int(chance * 2**_BITS)
    for place in reversed(range(_BITS + 1)):
        if not undecided:
            break
        # The highest bit is that of 1, which no fraction has.
        ones = draw.getrandbits(undecided).bit_count() if place < _BITS else 0
        if of_chance >> place & 1:
            hits, undecided = hits + undecided - ones, ones
        else:
            undecided -= ones
    return hits
