"""What holds for every test."""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.processes import ended_if_the_tests_are_killed, ended_with_the_test

# A run in the background ignores Ctrl-C, and so would each program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Page and case are tried in environments of their own, where no test needs it.
with suppress(ModuleNotFoundError):
    from hypothesis import HealthCheck, settings

    # A busy machine is no mistake: no example is too slow. A counterexample that was ever found
    # stands as an @example beside its test, so nothing depends on what another run has kept.
    settings.register_profile(
        "quick",
        max_examples=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        database=None,
        derandomize=True,
    )
    # `make explore`: what it finds is pinned as an @example.
    settings.register_profile(
        "explore",
        settings.get_profile("quick"),
        derandomize=False,
        max_examples=300,
        print_blob=True,
    )
    settings.load_profile("quick")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: some tests wait for a process or a port."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Have no collection of garbage look through all that was collected, which stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def processes_end_with_the_tests() -> Iterator[None]:
    with ended_if_the_tests_are_killed():
        yield


@pytest.fixture(autouse=True)
def processes_end_with_their_test() -> Iterator[None]:
    with ended_with_the_test():
        yield
