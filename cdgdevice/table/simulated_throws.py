"""How often a bias is noticed in simulated throws: a check of the power that a formula gives."""

import random

from cdgdevice.table.fairness import FACES, least_unlikely
from cdgdevice.table.power import LEVEL

_BITS = 53
"""Bits of a chance: as many as a float has."""


def noticed(throws: int, chance: float, dice: int, seed: int) -> float:
    """Give the share of simulated dice that are called unlikely to be fair, 0 to 1.

    Each of the `dice` is thrown so often; one face comes up with this chance, 0 to 1, and the
    others share the rest equally. The same seed gives the same throws.
    """
    unlikely = least_unlikely(throws, LEVEL)
    draw = random.Random(seed)
    return sum(_squares(throws, chance, draw) >= unlikely for _ in range(dice)) / dice


def _squares(throws: int, chance: float, draw: random.Random) -> int:
    """Throw a die and give the sum of the squares of its faces' counts."""
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
