"""Things that go together, and how they are shown."""

from collections.abc import Iterable
from dataclasses import replace

from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.drivers.oled.i2c_bus import name_address
from cdgdevice.drivers.oled.spi_bus import name_select
from cdgdevice.render.views import View
from cdgdevice.selftest.person_checks import screen_pattern
from hardware.pictures.props import BACK
from hardware.pictures.scene import Arrangement, Label, Scene, Shown, Vector

FOUR = range(1, 5)
OVER_THE_BENCH: Vector = (-0.25, -0.75, 1.0)
"""Where the eye is when the panel lies on its face."""
UNDER_THE_PANEL: Vector = (0.35, 1.0, 0.5)
"""Where it is to see what the panel behind the box lies on."""
OVER_THE_WIRES: Vector = (0.0, -0.5, 1.0)
"""Where it is when panel and box lie behind each other."""


def numbered(name: str) -> tuple[str, ...]:
    """Give the names of four of a kind: `foot_1` to `foot_4`."""
    return tuple(f"{name}_{number}" for number in FOUR)


def held(screen: str) -> tuple[str, ...]:
    """Give the clips of a screen, and their screws."""
    return (*numbered(f"{screen}_clip"), *screws_of(screen))


def screws_of(screen: str) -> tuple[str, ...]:
    """Give the screws of a screen's clips."""
    return tuple(f"{clip}_screw" for clip in numbered(f"{screen}_clip"))


def show(
    *names: str, new: bool = False, moved: Vector = (0.0, 0.0, 0.0), arrow: bool = True
) -> tuple[Shown, ...]:
    """Show things alike."""
    return tuple(Shown(name, new, moved, arrow) for name in names)


def screen_from_both_sides(name: str, build: str) -> Scene:
    """Show a screen of a build beside its own back, the pins at the top."""
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


def turned_over(things: Iterable[Shown]) -> tuple[Shown, ...]:
    """Show things on the panel, which lies on its face, behind the box if there is one."""
    return tuple(replace(shown, turned_over=True) for shown in things)


def self_test(screens: ScreensConfig) -> tuple[tuple[str, View], ...]:
    """Give what the self-test shows on each screen of a configuration."""
    name = name_address if screens.on_i2c else name_select
    return tuple(
        (
            f"{side.value}_screen",
            screen_pattern(side, name(screens.address_of(panel)), panel.controller),
        )
        for side, panel in screens.fitted.items()
    )
