"""What holds for every test."""

from hypothesis import settings

# A busy machine is no mistake: no example is too slow.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
