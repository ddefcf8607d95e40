"""The steps of the minimal build."""

from pathlib import Path

from cdgdevice.config import read_config
from cdgdevice.gadget.views.examples import EXAMPLES
from cdgdevice.table.shelf import sheet_ids
from hardware.pictures.props import BOOKS, CABLE
from hardware.pictures.scene import FROM_BEHIND, Arrangement, Label, Scene
from hardware.pictures.scenes.groups import (
    OPEN_LABELS,
    OVER_THE_BENCH,
    OVER_THE_WIRES,
    UNDER_THE_PANEL,
    held,
    numbered,
    screws_of,
    self_test,
    show,
    turned_over,
)
from hardware.tables.mistaken import HERE

_BUILD = "minimal"
_FILE = HERE / "minimal.toml"
_CONFIG = read_config(
    _FILE.read_text(encoding="utf-8"), _FILE.name, sheets=sheet_ids(), games=Path("/games")
)
_CLIPS = held("left_screen")
_ON_PANEL = ("panel", "left_screen", *_CLIPS, "left_button")
_PI = ("pi", *numbered("pi_screw"))
_FEET = numbered("foot")
_PANEL_SCREWS = numbered("panel_screw")
_OUTSIDE = ("body", *_ON_PANEL, *_PANEL_SCREWS, "pi", "card", *_FEET)
_OPEN = (*show("body", *_FEET, *_PI), *turned_over(show(*_ON_PANEL)))

SCENES = (
    Scene(
        f"{_BUILD}-finished",
        _BUILD,
        show(*_OUTSIDE),
        on_glass=(("left_screen", EXAMPLES["choose"]),),
        labels=(Label("screen", "left_screen"), Label("button", "left_button")),
    ),
    Scene(
        f"{_BUILD}-printed",
        _BUILD,
        show("body", "panel", "left_screen_clip_1"),
        eye=OVER_THE_BENCH,
        labels=(
            Label("body", "body"),
            Label("panel, face down", "panel"),
            Label("clip:\nprint {count}", "left_screen_clip_1"),
        ),
        arrangement=Arrangement.ON_THE_BED,
    ),
    Scene(
        f"{_BUILD}-parts",
        _BUILD,
        show("pi", "left_screen", "left_button", "card", "pi_screw_1", "foot_1"),
        eye=(0.0, -0.75, 1.0),
        labels=(
            Label("{count} Pi", "pi"),
            Label("{count} screen", "left_screen"),
            Label("{count} button", "left_button"),
            Label("{count} card", "card"),
            Label("{count} screws", "pi_screw_1"),
            Label("{count} feet", "foot_1"),
        ),
        arrangement=Arrangement.LAID_OUT,
    ),
    Scene(
        f"{_BUILD}-screen",
        _BUILD,
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
    ),
    Scene(
        f"{_BUILD}-button",
        _BUILD,
        (
            *show("panel", "left_screen", *_CLIPS),
            *show("left_button.rest", new=True, moved=(0.0, -10.0, 47.0)),
            *show("left_button.nut", new=True, moved=(0.0, 8.0, -38.0)),
        ),
        eye=(-0.3, -1.0, 0.35),
        labels=(
            Label("through the hole\nfrom the front", "left_button.rest"),
            Label("nut from behind", "left_button.nut"),
        ),
    ),
    Scene(
        f"{_BUILD}-pi",
        _BUILD,
        (
            *show("body"),
            *show("pi", new=True, moved=(0.0, -12.0, 50.0)),
            *show(*numbered("pi_screw"), new=True, moved=(0.0, -12.0, 85.0), arrow=False),
        ),
        eye=(-0.6, -0.8, 0.85),
        labels=(
            Label("down before its place,\nthen back under the post", "pi"),
            Label("screw", "pi_screw_1"),
        ),
    ),
    Scene(
        f"{_BUILD}-feet",
        _BUILD,
        (*show("body"), *show(*_FEET, new=True, moved=(0.0, 0.0, -28.0))),
        eye=(-0.35, -0.7, -0.8),
        labels=(Label("stick a foot into\neach hollow", "foot_1"),),
    ),
    Scene(
        f"{_BUILD}-screen-wires",
        _BUILD,
        _OPEN,
        eye=OVER_THE_WIRES,
        wires=("left_screen",),
    ),
    Scene(
        f"{_BUILD}-button-wires",
        _BUILD,
        _OPEN,
        eye=OVER_THE_WIRES,
        wires=("left_button",),
    ),
    Scene(
        f"{_BUILD}-open",
        _BUILD,
        (*_OPEN, *show("card", "power plug", CABLE, *BOOKS)),
        eye=UNDER_THE_PANEL,
        labels=OPEN_LABELS,
        wires_before=("pi",),
    ),
    Scene(
        f"{_BUILD}-closing",
        _BUILD,
        (
            *show("body", *_FEET, *_PI),
            *show(*_ON_PANEL, moved=(0.0, -8.0, 38.0), arrow=False),
            *show(*_PANEL_SCREWS, new=True, moved=(0.0, -17.0, 80.0)),
        ),
        labels=(Label("four screws\nhold the panel", "panel_screw_1"),),
    ),
    Scene(
        f"{_BUILD}-plugs",
        _BUILD,
        (
            *show(*(name for name in _OUTSIDE if name != "card")),
            *show("card", new=True, moved=(35.0, 0.0, 0.0)),
            *show("power plug", new=True, moved=(0.0, 32.0, 0.0)),
        ),
        eye=FROM_BEHIND,
        labels=(
            Label("memory card", "card"),
            Label("power, at 5V", "power plug"),
        ),
    ),
    Scene(
        f"{_BUILD}-self-test",
        _BUILD,
        show(*_OUTSIDE),
        eye=(0.0, -0.8, 1.0),
        on_glass=self_test(_CONFIG.screens),
    ),
)
