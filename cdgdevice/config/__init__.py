"""The configuration: what is fitted to the gadget, and how it behaves.

    config = read_config(raw, "cdgdevice.toml", sheets=sheet_ids(), games=folder)
    read = read_layers([Layer("/etc/…", raw), Layer("/boot/…", raw)], sheets=…, games=…)

Every value has a default: an empty file is the reference build.
"""

from cdgdevice.config.layers import Layer, Table
from cdgdevice.config.pins import Pins
from cdgdevice.config.reading import Read, read_config, read_layers, read_leniently, read_table
from cdgdevice.config.shape import Config, Die, Panel, Reader, Screens, Sleep, Sound

__all__ = [
    "Config",
    "Die",
    "Layer",
    "Panel",
    "Pins",
    "Read",
    "Reader",
    "Screens",
    "Sleep",
    "Sound",
    "Table",
    "read_config",
    "read_layers",
    "read_leniently",
    "read_table",
]
