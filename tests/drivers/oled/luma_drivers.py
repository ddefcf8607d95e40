"""Luma's own driver for each chip of ours: the second opinion on what we send."""

from functools import partial
from typing import Any

import pytest
from luma.oled import device

from cdgdevice.drivers.oled.panels import CH1115, COM_PINS, PanelChip


def find_driver(chip: PanelChip) -> Any:
    """Return luma's driver for 128 x 64; skip the test where luma is too old to have one."""
    if not hasattr(device, chip.name):
        pytest.skip(f"this luma.oled has no driver for {chip}")
    if chip.columns == 64:
        return _upright(getattr(device, chip.name))
    return partial(getattr(device, chip.name), width=128, height=64)


def fit_driver(chip: PanelChip) -> PanelChip:
    """Return the chip with the glass that luma's driver is for."""
    return chip.fit(2, 0, False, COM_PINS) if chip is CH1115 else chip


def _upright(driver: Any) -> Any:
    """Return a driver for 64 x 128 that turns pictures of 128 x 64 to the right."""

    def make(serial: Any, rotate: int = 0) -> Any:
        return driver(serial, width=64, height=128, rotate=(rotate + 1) % 4)

    return make
