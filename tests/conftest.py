"""What holds for every test."""

from contextlib import suppress

# Page and case are tried in environments of their own, where no test needs it.
with suppress(ModuleNotFoundError):
    from hypothesis import settings

    # A busy machine is no mistake: no example is too slow.
    settings.register_profile("any machine", deadline=None)
    settings.load_profile("any machine")
