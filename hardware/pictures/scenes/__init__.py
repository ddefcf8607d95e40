"""Every picture of the guides, as data."""

from hardware.pictures.scene import Scene
from hardware.pictures.scenes import die_tray, minimal, reference

GUIDES = {
    "reference": "BUILD.md",
    "minimal": "MINIMAL.md",
    "die-tray": "DIE-TRAY.md",
}
"""The guide of each build, beside which `made/` lies."""

SCENES: tuple[Scene, ...] = (*reference.SCENES, *minimal.SCENES, *die_tray.SCENES)
"""All of them, in the order of the guides."""
