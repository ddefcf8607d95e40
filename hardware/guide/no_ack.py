"""What the self-test finds of a screen that gives no ACK, asked of its own code."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingState
from cdgdevice.selftest.hardware_checks import open_screens
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.system.system_files import SystemFiles
from hardware.tables.blocks import table

MUTE: Final = '[screens]\nbus = "/dev/i2c-3"\nacknowledge = false\n'
"""The configuration that lives with boards which give no ACK."""
_HEADS: Final = ("on the wires", "in the configuration", "finding")
_NOTHING, _SET = "nothing of it", "`acknowledge = false`"


def no_ack_table() -> str:
    """Write what is found, by what is on the bus and what the configuration says."""
    told = ((*row, f"`{found.what.id}`") for *row, found in _rows())
    return table(_HEADS, told)


def _rows() -> Iterator[tuple[str, str, Finding]]:
    usual, mute = _config(""), _config(MUTE)
    left = usual.screens.fitted[Side.LEFT].address
    yield "such boards alone", _NOTHING, _found(usual)
    yield "the right board is such a one", _NOTHING, _found(usual, left)
    yield "such boards alone", _SET, _found(mute)
    dark = judge_pattern(SeenPattern.DARK, Side.LEFT, mute.screens)
    yield "the same, and the left one stays dark", _SET, dark


def _config(text: str) -> Config:
    return read_config(text, "cdgdevice.toml", sheets=sheet_ids(), games=Path("/games"))


def _found(config: Config, *answering: int) -> Finding:
    """Give what is at fault, else what is said first, while only these addresses answer."""
    panels = {address: SimulatedPanel(SSD1309) for address in answering}
    bus = SimulatedI2cBus(panels, config.screens.bus or "")
    bus.answers = config.screens.acknowledge
    found = open_screens(config, dict.fromkeys(Side, bus), SystemFiles(Path("/nowhere"))).found
    return next((one for one in found if one.state is FindingState.FAULT), found[0])
