"""Dice in the air, and a bridge that has chosen one of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bluetooth.running_bridge import GODICE, RunningBridge
from tests.bluetooth.virtual_air import Air, AirDie


@pytest.fixture
def air() -> Air:
    return Air()


@pytest.fixture
def bridge(air: Air, tmp_path: Path) -> Iterator[RunningBridge]:
    running = RunningBridge(tmp_path)
    running.taken.take("GoDice_1")
    air.dice.append(AirDie("GoDice_1", GODICE, {b"\3": b"Bat\x50"}))
    running.start()
    yield running
    if not running.task.done():
        running.stop()
