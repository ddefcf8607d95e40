"""Each word of the gadget's unit forbids something: under copies that lack it, that can be done.

Where more than one word forbids it, each of them does so alone.
"""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from tests.machine.machine import Machine
from tests.machine.sandbox_holds import Copy, try_under
from tests.machine.tries import CANNOT, Try


def list_copies() -> Sequence[Copy]:
    made: dict[tuple[str, ...], list[Try]] = {}
    for each in CANNOT:
        made.setdefault(each.keys, []).append(each)
        if len(each.keys) > 1:
            for alone in each.keys:
                made.setdefault(tuple(k for k in each.keys if k != alone), []).append(each)
    return [Copy(lacks, tuple(tries)) for lacks, tries in made.items()]


@pytest.fixture(scope="module")
def tried(booted: Machine) -> Iterator[Mapping[Copy, Mapping[str, str]]]:
    """What came of each try under each copy; all of them in one go."""
    booted.as_kept()
    yield try_under(booted, list_copies())
    booted.as_kept()


@pytest.mark.parametrize("each", CANNOT, ids=lambda each: each.what.replace(" ", "-"))
def test_it_is_the_unit_that_forbids_it(tried: Mapping[Copy, Mapping[str, str]], each: Try) -> None:
    for copy, said in tried.items():
        if each in copy.tries:
            by_itself = set(each.keys) - set(copy.lacks)
            assert (said[each.what] != "can") == bool(by_itself), (copy.lacks, said[each.what])
