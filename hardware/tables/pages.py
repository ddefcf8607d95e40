"""PARTS.md and PROOF.md: written by hand, but for the blocks that the parts' files fill."""

from collections.abc import Mapping
from pathlib import Path

from hardware.electricity.deciding import deciding_table
from hardware.tables import parts_page, proof_page
from hardware.tables.blocks import filled
from hardware.tables.parts import read_parts


def made_texts() -> Mapping[Path, str]:
    """Give the whole new content of each page, by its path from the repository's root.

    Raises:
        TablesError: when a part's file is mistaken.
        ValueError: when a page lacks the place of a block.
    """
    parts = read_parts()
    pages = {
        Path("hardware/PARTS.md"): parts_page.blocks(parts),
        Path("hardware/PROOF.md"): proof_page.blocks(parts) | {"decides": deciding_table(parts)},
    }
    return {path: filled(path, made) for path, made in pages.items()}
