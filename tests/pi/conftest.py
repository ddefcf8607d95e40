"""One emulated Pi for all scenarios: a card that was just written, and what becomes of it."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.pi.emulated_pi import EmulatedPi


@pytest.fixture(scope="session")
def reader() -> Iterator[SimulatedReader]:
    """A die reader with an empty tray."""
    with SimulatedReader(carrier="socket") as reader:
        yield reader


@pytest.fixture(scope="session")
def pi(reader: SimulatedReader) -> Iterator[EmulatedPi]:
    """A Pi that is off, with a card of PI_IMAGE in it, played by the QEMU in PI_QEMU."""
    image, qemu = (Path(os.environ[name]) for name in ("PI_IMAGE", "PI_QEMU"))
    with TemporaryDirectory(prefix="pi") as folder:
        pi = EmulatedPi(image, Path(folder), qemu, reader)
        try:
            yield pi
        finally:
            pi.cut_power()
