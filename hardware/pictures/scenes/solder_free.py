"""The steps of the solder-free build."""

from pathlib import Path

from cdgdevice.config.config_file import read_config
from cdgdevice.games.sheet_library import sheet_ids
from hardware.pictures.scene import Arrangement, Label, Scene
from hardware.pictures.scenes import desk
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

_BUILD = "solder-free"
_FILE = HERE / "solder-free.toml"
_CONFIG = read_config(
    _FILE.read_text(encoding="utf-8"), _FILE.name, sheets=sheet_ids(), games=Path("/games")
)
_CLIPS = held("left_screen")
_ON_PANEL = ("panel", "left_screen", *_CLIPS, "left_button", "knob")
_OUTSIDE = desk.outside((*_ON_PANEL, "knob_cap"))
_OPEN = desk.opened(_ON_PANEL)

SCENES = (
    Scene(
        f"{_BUILD}-finished",
        _BUILD,
        show(*_OUTSIDE),
        on_glass=(("left_screen", EXAMPLE_VIEWS["choose"]),),
        labels=(
            Label("screen", "left_screen"),
            Label("button", "left_button"),
            Label("knob", "knob_cap"),
        ),
    ),
    desk.printed(_BUILD),
    Scene(
        f"{_BUILD}-parts",
        _BUILD,
        show(
            "pi",
            "left_screen",
            "left_button",
            "knob",
            "knob_cap",
            "card",
            "pi_screw_1",
            "foot_1",
        ),
        eye=(0.0, -0.75, 1.0),
        labels=(
            Label("{count} Pi", "pi"),
            Label("{count} screen", "left_screen"),
            Label("{count} button", "left_button"),
            Label("{count} encoder on its board", "knob"),
            Label("{count} cap", "knob_cap"),
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
        f"{_BUILD}-knob",
        _BUILD,
        (
            *show("panel", "left_screen", *_CLIPS, "left_button"),
            *show("knob.rest", new=True, moved=(0.0, 9.0, -42.0)),
            *show("knob.nut", new=True, moved=(0.0, -5.0, 24.0), arrow=False),
            *show("knob_cap", new=True, moved=(0.0, -15.0, 72.0)),
        ),
        eye=(-0.3, -1.0, 0.3),
        labels=(
            Label("encoder from behind", "knob.rest"),
            Label("washer and nut", "knob.nut"),
            Label("cap, last", "knob_cap"),
        ),
    ),
    desk.pi_in(_BUILD),
    desk.feet_on(_BUILD),
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
        f"{_BUILD}-knob-wires",
        _BUILD,
        _OPEN,
        eye=OVER_THE_WIRES,
        wires=("knob",),
    ),
    desk.tried_open(_BUILD, _OPEN, ("pi",)),
    desk.closed(_BUILD, _ON_PANEL),
    desk.plugged_in(_BUILD, _OUTSIDE),
    desk.testing_itself(_BUILD, _OUTSIDE, _CONFIG.screens),
)
