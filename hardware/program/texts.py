"""Every text outside `hardware/made/` that is made from the tables, or holds a block that is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hardware.program.blocks import with_blocks
from hardware.program.readmes import pi_wiring, pico_wiring
from hardware.program.software import board, wiring
from hardware.tables.builds import Build
from hardware.tables.pins import read_pin_table
from hardware.tables.wires import read_wires

ROOT: Final = Path(__file__).parents[2]


def made_texts() -> Mapping[Path, str]:
    """Give the whole new content of each file, by its path from the repository's root.

    Raises:
        TablesError: when a table is mistaken.
        ValueError: when a document lacks the place of a block.
    """
    pins = read_pin_table()
    blocks = {
        "README.md": {"pi-wiring": pi_wiring(pins)},
        "firmware/README.md": {"pico-wiring": pico_wiring(pins, read_wires(Build.DIE_TRAY.value))},
    }
    return {
        Path("cdgdevice/config/wiring.py"): wiring(pins),
        Path("firmware/board.py"): board(pins),
        **{Path(name): _filled(name, made) for name, made in blocks.items()},
    }


def _filled(name: str, blocks: Mapping[str, str]) -> str:
    try:
        return with_blocks((ROOT / name).read_text(encoding="utf-8"), blocks)
    except ValueError as why:
        raise ValueError(f"{name} {why}") from why
