"""One emulated Pi for all scenarios: a card that was just written, and what becomes of it."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.pi.emulated_pi import EmulatedPi


@pytest.fixture(scope="session")
def pi() -> Iterator[EmulatedPi]:
    """A Pi that is off, with a card of PI_IMAGE in it, played by the QEMU in PI_QEMU."""
    with TemporaryDirectory(prefix="pi") as folder:
        pi = EmulatedPi(Path(os.environ["PI_IMAGE"]), Path(folder), Path(os.environ["PI_QEMU"]))
        try:
            yield pi
        finally:
            pi.cut_power()
