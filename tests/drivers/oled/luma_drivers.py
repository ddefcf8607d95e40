"""Luma's own driver for each chip of ours: the second opinion on what we send."""

from functools import partial
from typing import Any

import pytest
from luma.oled import device

from cdgdevice.drivers.oled.panels import PanelChip


def find_driver(chip: PanelChip) -> Any:
    """Return luma's driver for 128 x 64; skip the test where luma is too old to have one."""
    if not hasattr(device, chip.name):
        pytest.skip(f"this luma.oled has no driver for {chip}")
    return partial(getattr(device, chip.name), width=128, height=64)
