"""The table of CONSOLE.md: what the eye sees of its screens, from where one plays."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hardware.tables.blocks import filled
from tools.visual_angles import print_console

PAGE: Final = Path("hardware/CONSOLE.md")
"""Where it stands, from the repository's root."""


def made_texts() -> Mapping[Path, str]:
    """Give the page by its place.

    Raises:
        ValueError: when the page lacks the place of the table.
    """
    return {PAGE: filled(PAGE, {"angles": "\n".join(print_console())})}
