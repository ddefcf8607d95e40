"""The short version of `make soak`: six hundred rounds of all sheets leave nothing behind."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.soak import MEMORY, WARM, Held, Soak, growth

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or not os.access(MEMORY, os.W_OK),
    reason="reads /proc and writes to /dev/shm",
)


def test_six_hundred_rounds_leave_nothing_behind() -> None:
    with TemporaryDirectory(prefix="cdgdevice-soak-", dir=MEMORY) as folder:
        soak = Soak(Path(folder), 600, of_a_game=16)
        soak.run()
        assert soak.rounds == 600
        assert soak.answers > 600
        assert soak.gadget.error is None
        assert len(soak.held) > WARM + 1
        assert growth(soak.held) == []


@pytest.mark.parametrize("grown", ["resident", "objects", "threads", "files"])
def test_what_grows_is_told(grown: str) -> None:
    held = Held(0, 40_000, 40_000, 1, 7)
    assert growth([held] * 13) == []
    more = replace(held, **{grown: getattr(held, grown) * 2})
    (told,) = growth([*[held] * 12, more])
    assert str(getattr(held, grown)) in told
