"""All that says pins to the program, the firmware and their readers: made from the pin table."""

from collections.abc import Mapping
from pathlib import Path

from hardware.program.configurations import example, only_wired
from hardware.program.readmes import pi_wiring, pico_wiring, spi_wiring
from hardware.program.software import board, wiring
from hardware.tables.blocks import filled
from hardware.tables.builds import Build
from hardware.tables.pins import read_pin_table
from hardware.tables.wires import read_wires


def made_texts() -> Mapping[Path, str]:
    """Give the whole new content of each file, by its path from the repository's root.

    Raises:
        TablesError: when a table is mistaken.
        ValueError: when a document lacks the place of a block.
    """
    pins = read_pin_table()
    blocks = {
        Path("docs/INSTALL.md"): {"pi-wiring": pi_wiring(pins), "spi-wiring": spi_wiring(pins)},
        Path("firmware/README.md"): {
            "pico-wiring": pico_wiring(pins, read_wires(Build.DIE_TRAY.value))
        },
        Path("docs/cdgdevice.toml"): {"pins": example(pins)},
        **{
            Path(f"hardware/{build.value}.toml"): {
                "pins": only_wired(pins, read_wires(build.value))
            }
            for build in (Build.SOLDER_FREE, Build.MINIMAL)
        },
    }
    return {
        Path("cdgdevice/config/default_pins.py"): wiring(pins),
        Path("firmware/board.py"): board(pins),
        **{path: filled(path, made) for path, made in blocks.items()},
    }
