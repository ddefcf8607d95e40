"""What counts that are clustered in specimens can say about a rate."""

from collections.abc import Sequence
from statistics import fmean, variance

from scipy.stats import beta


def bound(events: int, of: float) -> float:
    """Return the exact (Clopper and Pearson) upper bound of a rate, at 95 %."""
    return 1.0 if events >= of else float(beta.ppf(0.95, events + 1, of - events))


def likeness(events: Sequence[int], of: int) -> float:
    """Return how alike the trials of one specimen are, 0 to 1: the intraclass correlation.

    `events` has for each specimen how many of its `of` trials had one. At 0 each trial says as
    much as one of another specimen, at 1 a specimen's second trial says nothing new.
    """
    rate = fmean(events) / of
    if len(events) < 2 or of < 2 or rate in (0.0, 1.0):
        return 0.0
    spread = variance(events) / (of * rate * (1 - rate))
    return min(1.0, max(0.0, (spread - 1) / (of - 1)))


def worth(trials: int, of_each: int, alike: float) -> float:
    """Return how many independent trials `trials` are worth, `of_each` of a specimen."""
    return trials / (1 + (of_each - 1) * alike)
