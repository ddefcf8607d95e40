"""The steps of a box with one screen and one button, whatever else is on its panel."""

from collections.abc import Sequence
from pathlib import Path

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.games.sheet_library import sheet_ids
from hardware.pictures.scene import Label, Scene, Shown
from hardware.pictures.scenes.groups import (
    OVER_THE_BENCH,
    OVER_THE_WIRES,
    held,
    numbered,
    screws_of,
    show,
    turned_over,
)
from hardware.tables.mistaken import HERE
from tools.example_views import EXAMPLE_VIEWS

_WITH_SCREEN = ("panel", "left_screen", *held("left_screen"))
ON_PANEL = (*_WITH_SCREEN, "left_button")
"""What the panel of every such box carries, and the panel itself."""


def screens_of(build: str) -> ScreensConfig:
    """Read the screens from the configuration that lies beside the build's guide."""
    file = HERE / f"{build}.toml"
    text = file.read_text(encoding="utf-8")
    return read_config(text, file.name, sheets=sheet_ids(), games=Path("/games")).screens


def finished(build: str, all_of_it: Sequence[str], *more: Label) -> Scene:
    """Give the picture of the finished box; `more` names what it has beside screen and button."""
    return Scene(
        f"{build}-finished",
        build,
        show(*all_of_it),
        on_glass=(("left_screen", EXAMPLE_VIEWS["choose"]),),
        labels=(Label("screen", "left_screen"), Label("button", "left_button"), *more),
    )


def screen_in(build: str) -> Scene:
    """Give the step in which the screen is held to the panel by its clips."""
    return Scene(
        f"{build}-screen",
        build,
        turned_over(
            (
                *show("panel"),
                *show("left_screen", new=True, moved=(0.0, 0.0, 30.0)),
                *show(*numbered("left_screen_clip"), new=True, moved=(0.0, 0.0, 50.0), arrow=False),
                *show(*screws_of("left_screen"), new=True, moved=(0.0, 0.0, 72.0)),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("screen,\nglass down", "left_screen"),
            Label("clip", "left_screen_clip_1"),
            Label("screw", "left_screen_clip_2_screw"),
        ),
    )


def button_in(build: str) -> Scene:
    """Give the step in which the button goes into the panel."""
    return Scene(
        f"{build}-button",
        build,
        (
            *show(*_WITH_SCREEN),
            *show("left_button.rest", new=True, moved=(0.0, -10.0, 47.0)),
            *show("left_button.nut", new=True, moved=(0.0, 8.0, -38.0)),
        ),
        eye=(-0.3, -1.0, 0.35),
        labels=(
            Label("through the hole\nfrom the front", "left_button.rest"),
            Label("nut from behind", "left_button.nut"),
        ),
    )


def wired(build: str, name: str, thing: str, opened: Sequence[Shown]) -> Scene:
    """Give the step in which a thing's wires are laid, in the opened box."""
    return Scene(f"{build}-{name}-wires", build, tuple(opened), eye=OVER_THE_WIRES, wires=(thing,))
