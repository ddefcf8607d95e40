"""Pictures that belong to no step: all of it, and what a screen looks like before it is bought."""

from hardware.pictures.scene import Scene
from hardware.pictures.scenes import die_tray, reference
from hardware.pictures.scenes.groups import screen_from_both_sides, show

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

SCREENS = (
    screen_from_both_sides("small-screen-front-back", "minimal"),
    screen_from_both_sides("screen-front-back", "reference"),
)
"""For the parts list."""
