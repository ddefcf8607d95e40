"""The configuration: what is fitted to the gadget, and how it behaves.

    config = read_config(raw, "cdgdevice.toml", sheets=sheet_ids(), games=folder)

Every value has a default: an empty file is the reference build.
"""

from cdgdevice.config.pins import Pins
from cdgdevice.config.reading import read_config, read_leniently
from cdgdevice.config.shape import Config, Die, Panel, Reader, Screens, Sleep, Sound

__all__ = [
    "Config",
    "Die",
    "Panel",
    "Pins",
    "Reader",
    "Screens",
    "Sleep",
    "Sound",
    "read_config",
    "read_leniently",
]
