"""The short version of `make soak`: five hundred rounds of all sheets leave nothing behind."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.soak import MEMORY, WARM, Held, growth

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or not os.access(MEMORY, os.W_OK),
    reason="reads /proc and writes to /dev/shm",
)


def test_five_hundred_rounds_leave_nothing_behind() -> None:
    # In a process of its own: Python hands the memory of thousands of tests back when it likes.
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "500", "8"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    played = re.match(r"500 rounds in .* games, ([\d,]+) answers", done.stdout)
    assert played, done.stdout
    assert int(played[1].replace(",", "")) > 500
    looks = re.findall(r"^(?: +[\d,]+){5} +\d+ +\d+$", done.stdout, re.MULTILINE)
    assert len(looks) > 1 + WARM + 1, "the start, the warm look and one to compare"


@pytest.mark.parametrize("grown", ["resident", "blocks", "heap", "objects", "threads", "files"])
def test_what_grows_is_told(grown: str) -> None:
    held = Held(0, 40_000, 40_000, 40_000, 40_000, 1, 7)
    assert growth([held] * 13) == []
    more = replace(held, **{grown: getattr(held, grown) * 2})
    (told,) = growth([*[held] * 9, *[more] * 4])
    assert str(getattr(held, grown)) in told


def test_what_was_taken_for_a_moment_is_no_growth_but_what_stays_is() -> None:
    held = [Held(0, 40_000, 40_000, 40_000, 40_000, 1, 7)] * 13
    held[-1] = replace(held[-1], resident=60_000)
    assert growth(held) == []
    leaks = [replace(each, resident=40_000 + 700 * n) for n, each in enumerate(held)]
    assert growth(leaks) == ["The memory grew by 3500 KiB."]
