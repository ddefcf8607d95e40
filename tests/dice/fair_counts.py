"""How evenly a fair die falls, worked out with numpy by listing what three and three faces show."""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

_NOTHING = 1e-14
"""Chances below it are left out: all of them together come to less than 1e-9."""


def every_p_value(throws: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the sums that six counts' squares can have, and how often a fair die's is as large."""
    chances = np.zeros(throws * throws + 1)
    for here in range(throws + 1):
        ones, one_chances = _three_faces(here)
        others, other_chances = _three_faces(throws - here)
        sums = np.add.outer(ones, others).ravel()
        together = np.outer(one_chances, other_chances).ravel()
        ways = math.comb(throws, here) / 2**throws
        chances += ways * np.bincount(sums, together, minlength=len(chances))
    sums = np.nonzero(chances)[0]
    return sums, np.cumsum(chances[::-1])[::-1][sums]


@cache
def _three_faces(throws: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the sums of squares of three counts that are not too rare, and their chances."""
    one, two = np.mgrid[: throws + 1, : throws + 1].reshape(2, -1)
    counts = np.stack([one, two, throws - one - two], axis=1)[one + two <= throws]
    chances = stats.multinomial.pmf(counts, throws, [1 / 3] * 3)
    sums, places = np.unique((counts**2).sum(axis=1), return_inverse=True)
    of_sums = np.bincount(places.ravel(), chances)
    return sums[of_sums > _NOTHING], of_sums[of_sums > _NOTHING]
