"""One machine for all scenarios: booted once, and for each of them as it was then."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.machine.machine import Machine

CONFIG = b'set_up = false\nsheet = "paths-of-glory-2022"\n'


@pytest.fixture(scope="session")
def booted() -> Iterator[Machine]:
    """A machine that has booted, with MACHINE_IMAGE's disk (`.ci/machine-image` made it)."""
    with TemporaryDirectory(prefix="machine") as folder:
        machine = Machine(Path(os.environ["MACHINE_IMAGE"]), Path(folder))
        try:
            # A scenario is about the machine: the set-up of the first game is none of its presses.
            machine.put_on_boot({"cdgdevice.toml": CONFIG})
            machine.boots()
            machine.keeps()
            yield machine
        finally:
            machine.cut_power()
            machine.hang_up()


@pytest.fixture
def machine(booted: Machine) -> Machine:
    """The same, as it was when the gadget had just begun its first game."""
    booted.as_kept()
    return booted
