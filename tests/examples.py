"""How many examples a property gets, if they cost more or less than most."""

from hypothesis import settings


def examples(share: float) -> settings:
    """Return settings with this share of the profile's examples; at least two."""
    return settings(max_examples=max(2, round(share * settings().max_examples)))
