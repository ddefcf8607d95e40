"""The tables that everything in `hardware/` is made from: pins, parts and wires.

Each is TOML for people and a few frozen dataclasses for programs. A mistake in a file is one
sentence with its line and its remedy; all of them come at once, as `TablesError`.
"""

from hardware.tables.mistaken import TablesError

__all__ = ["TablesError"]
