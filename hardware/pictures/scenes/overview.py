"""Pictures that belong to no step: all of it, and what a screen looks like before it is bought."""

from hardware.pictures.props import BACK
from hardware.pictures.scene import Arrangement, Label, Scene
from hardware.pictures.scenes import die_tray, reference
from hardware.pictures.scenes.groups import show

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


def _screen(name: str, build: str) -> Scene:
    """Give a screen from both sides, its pins at the top."""
    return Scene(
        name,
        build,
        show("left_screen", BACK),
        eye=(0.0, -0.3, 1.0),
        labels=(
            Label("its front", "left_screen"),
            Label("its back; pins from left to right:\n{pins}", BACK),
        ),
        arrangement=Arrangement.LAID_OUT,
    )


SCREENS = (
    _screen("small-screen-front-back", "minimal"),
    _screen("screen-front-back", "reference"),
)
"""For the parts list."""
