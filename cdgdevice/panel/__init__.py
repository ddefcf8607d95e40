"""The gadget as a local web page."""

from cdgdevice.panel.operations import (
    CockDie,
    Down,
    Lift,
    Lost,
    Operation,
    Replug,
    Still,
    Throw,
    Turn,
    Unplug,
    Up,
)
from cdgdevice.panel.server import PanelServer
from cdgdevice.panel.state import PanelDie, PanelNotes, PanelScreen, PanelState

__all__ = [
    "CockDie",
    "Down",
    "Lift",
    "Lost",
    "Operation",
    "PanelDie",
    "PanelNotes",
    "PanelScreen",
    "PanelServer",
    "PanelState",
    "Replug",
    "Still",
    "Throw",
    "Turn",
    "Unplug",
    "Up",
]
