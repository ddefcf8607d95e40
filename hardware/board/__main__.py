"""Writes what KiCad is given of the board: `.ci/board` runs it, and KiCad after it.

python -m hardware.board FOLDER SYMBOLS
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.board.circuit import circuit
from hardware.board.files import told_to_layout
from hardware.board.schematic import schematic
from hardware.electricity.overloads import overloads
from hardware.tables.mistaken import TablesError
from hardware.tables.pins import read_pin_table
from hardware.tables.sound import check


def main(folder: Path, symbols: Path) -> None:
    """Write the schematic, and the circuit for the layout; `symbols` is KiCad's folder of them."""
    check()
    if over := overloads():
        raise TablesError("\n".join(over))
    parts = circuit(read_pin_table())
    (folder / "circuit.json").write_text(told_to_layout(parts), encoding="utf-8")
    (folder / "board.kicad_sch").write_text(schematic(parts, symbols), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
