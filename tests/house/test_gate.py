"""A red `make test` means a mistake and nothing else: what makes it so is kept up."""

from hypothesis import HealthCheck, settings


def test_properties_try_the_same_examples_every_time_however_busy_the_machine_is() -> None:
    used = settings()
    assert (used.derandomize, used.database, used.deadline) == (True, None, None)
    assert HealthCheck.too_slow in used.suppress_health_check
