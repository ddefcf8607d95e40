"""Pictures that belong to no step: all of it, and what a screen looks like before it is bought."""

from hardware.pictures.props import BACK
from hardware.pictures.scene import Arrangement, Label, Scene
from hardware.pictures.scenes import die_tray, reference
from hardware.pictures.scenes.groups import show
from hardware.tables.parts import read_parts

OVERVIEW = Scene(
    "overview",
    "reference",
    (
        *show(*reference.OUTSIDE),
        *show(*(f"die-tray:{name}" for name in die_tray.OUTSIDE)),
    ),
    on_glass=reference.PLAYING,
    beside="die-tray",
)


def _screen(name: str, build: str, part: str) -> Scene:
    """Give a screen from both sides, its pins at the top."""
    behind = " ".join(reversed(read_parts()[part].wired[0].terminals))
    return Scene(
        name,
        build,
        show("left_screen", BACK),
        eye=(0.0, -0.3, 1.0),
        labels=(
            Label("its front", "left_screen"),
            Label(f"its back; pins from left to right:\n{behind}", BACK),
        ),
        arrangement=Arrangement.LAID_OUT,
    )


SCREENS = (
    _screen("small-screen-front-back", "minimal", "small-screen"),
    _screen("screen-front-back", "reference", "large-screen"),
)
"""For the parts list."""
