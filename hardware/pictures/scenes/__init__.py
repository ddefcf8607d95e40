"""Every picture of the guides, as data."""

from hardware.pictures.scene import Scene
from hardware.pictures.scenes import die_tray, minimal, overview, reference, solder_free

GUIDES = {
    "solder-free": "SOLDER-FREE.md",
    "reference": "BUILD.md",
    "minimal": "MINIMAL.md",
    "die-tray": "DIE-TRAY.md",
}
"""The guide of each build, beside which `made/` lies."""

OF_STEPS: tuple[Scene, ...] = (
    *solder_free.SCENES,
    *reference.SCENES,
    *minimal.SCENES,
    *die_tray.SCENES,
)
"""Those of the guides, in their order."""
OF_PAGES = {
    "README.md": (overview.OVERVIEW,),
    "PARTS.md": overview.SCREENS,
}
"""Those of the other pages."""
SCENES: tuple[Scene, ...] = (
    *(scene for scenes in OF_PAGES.values() for scene in scenes),
    *OF_STEPS,
)
"""All of them."""
