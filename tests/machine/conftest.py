"""One machine for all scenarios: booted once, and for each of them as it was then."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.machine.machine import AT_BOOT, Machine

CONFIG = b'set_up = false\nsheet = "paths-of-glory-2022"\n'


@pytest.fixture(scope="session")
def booted() -> Iterator[Machine]:
    """A machine that has booted, with MACHINE_IMAGE's disk (`.ci/machine-image` made it).

    The first run boots it, and leaves it in the folder MACHINE_KEPT for those beside it.
    """
    kept = Path(os.environ["MACHINE_KEPT"])
    with TemporaryDirectory(prefix="machine") as folder, (kept / "lock").open("w") as lock:
        machine = Machine(Path(os.environ["MACHINE_IMAGE"]), Path(folder))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (kept / AT_BOOT).exists():
                # A scenario is about the machine: no press of its goes into a first set-up.
                machine.put_on_boot({"cdgdevice.toml": CONFIG})
                machine.boots()
                machine.keep_in(kept)
            fcntl.flock(lock, fcntl.LOCK_UN)
            machine.take_from(kept)
            yield machine
        finally:
            machine.cut_power()
            machine.hang_up()


@pytest.fixture
def machine(booted: Machine) -> Machine:
    """The same, as it was when the gadget had just begun its first game."""
    booted.as_kept()
    return booted
