"""How many examples a test tries, if they cost more or less than most."""

from hypothesis import settings


def count_examples(share: float) -> int:
    """Return this share of the profile's examples; at least two."""
    return max(2, round(share * settings().max_examples))


def examples(share: float) -> settings:
    """Return settings with as many examples as `count_examples` returns."""
    return settings(max_examples=count_examples(share))
