"""Where pictures are kept."""

from pathlib import Path
from typing import Final

from hardware.pictures.scene import Scene

PICTURES: Final = Path("hardware/made/pictures")
"""From the repository's root."""
THING_LIST: Final = PICTURES / "things.tsv"
"""What each assembly holds, a line each: build, kind, name and part, parted by tabs.

So that a part which no step fits is found without modelling.
"""


def picture_path(scene: Scene) -> Path:
    """Give where a scene's picture is kept, from the repository's root."""
    return PICTURES / f"{scene.name}.png"
