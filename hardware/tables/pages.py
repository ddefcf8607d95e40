"""PARTS.md and PROOF.md, whose blocks the parts' files fill, and the data beside them."""

from collections.abc import Mapping
from pathlib import Path

from hardware.electricity.deciding import find_deciding, write_deciding_file
from hardware.places import MADE
from hardware.tables import parts_page, proof_page
from hardware.tables.blocks import filled
from hardware.tables.parts import read_parts


def made_texts() -> Mapping[Path, str]:
    """Give the whole new content of each page and file, by its path from the repository's root.

    Raises:
        TablesError: when a part's file is mistaken.
        ValueError: when a page lacks the place of a block.
    """
    parts = read_parts()
    pages = {
        Path("hardware/PARTS.md"): parts_page.blocks(parts),
        Path("hardware/PROOF.md"): {"counts": proof_page.count_sources(parts)},
    }
    texts = {path: filled(path, made) for path, made in pages.items()}
    return {
        **texts,
        MADE / "parts.csv": parts_page.all_parts(parts.values()),
        MADE / "figures.csv": proof_page.all_figures(parts),
        MADE / "deciding.csv": write_deciding_file(find_deciding(parts)),
    }
