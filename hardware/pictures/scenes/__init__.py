"""Every picture of the guides, as data."""

from hardware.pictures.scene import Scene
from hardware.pictures.scenes import (
    console,
    die_tray,
    fit_piece,
    minimal,
    overview,
    reference,
    solder_free,
)
from hardware.tables.builds import GOES_INTO

GUIDES = {
    "solder-free": "SOLDER-FREE.md",
    "reference": "BUILD.md",
    "minimal": "MINIMAL.md",
    "die-tray": "DIE-TRAY.md",
}
"""The guide of each build, beside which `made/` lies."""
IN_THE_GUIDE_OF = GOES_INTO
"""The addition whose steps stand in a build's guide, beside its own."""

OF_STEPS: tuple[Scene, ...] = (
    *solder_free.SCENES,
    *reference.SCENES,
    *reference.WITH_FOUR_PINS,
    *minimal.SCENES,
    *die_tray.SCENES,
    *die_tray.MOTOR,
    *die_tray.TOWER,
)
"""Those of the guides, in their order."""
OF_PAGES = {
    "README.md": (overview.OVERVIEW, console.ON_THE_TABLE),
    "PARTS.md": overview.SCREENS,
    "CONSOLE.md": console.SCENES,
    "EVERY-BOX.md": (fit_piece.TRIED,),
}
"""Those of the other pages."""
SCENES: tuple[Scene, ...] = tuple(
    {scene.name: scene for scenes in (*OF_PAGES.values(), OF_STEPS) for scene in scenes}.values()
)
"""All of them, each once: a page may show what another shows too."""
