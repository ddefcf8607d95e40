"""The steps of the console, the box for the board."""

from cdgdevice.config.keys_and_defaults import ScreensConfig
from hardware.pictures.props import TABLE
from hardware.pictures.scene import FROM_BEHIND, Arrangement, Label, Scene
from hardware.pictures.scenes.die_tray import OUTSIDE as TRAY
from hardware.pictures.scenes.groups import (
    OVER_THE_BENCH,
    held,
    numbered,
    screws_of,
    self_test,
    show,
    turned_over,
)
from hardware.pictures.scenes.reference import PLAYING

_BUILD = "console"
_SCREENS = ("left_screen", "right_screen")
_LAMPS = ("left_lamp", "right_lamp")
_KEYS = ("left_key", *(f"key_{letter}" for letter in "abcde"), "right_key")
_CAPS = tuple(f"{key}_cap" for key in _KEYS)
_HELD = tuple(name for screen in _SCREENS for name in held(screen))
_CLIPS = tuple(name for screen in _SCREENS for name in numbered(f"{screen}_clip"))
_CLIP_SCREWS = tuple(name for screen in _SCREENS for name in screws_of(screen))
_FEET, _BOLTS, _SCREWS = numbered("foot"), numbered("bolt"), numbered("base_screw")
_HOOD = ("hood", "inlay")
_WITH_SCREENS = (*_HOOD, *_SCREENS, *_HELD)
_FULL = (*_WITH_SCREENS, *_KEYS, *_LAMPS, "knob", "switch")
_OUTSIDE = (*_FULL, *_CAPS, "knob_cap")
_ON_BASE = ("base", "board", "pi", *_BOLTS, "board_screw_1", "board_screw_2")
ALL = (*_OUTSIDE, *_ON_BASE, "card", *_SCREWS, *_FEET)
"""The finished console."""

ON_THE_TABLE = Scene(
    "console-on-the-table",
    _BUILD,
    (*show(TABLE, *ALL), *show(*(f"die-tray:{name}" for name in TRAY))),
    eye=(-0.3, -1.0, 0.85),
    on_glass=PLAYING,
    beside="die-tray",
)
"""As who plays sees it, the die tray beside it."""

_IN_WOOD = (
    *show("right side", "rear"),
    *show("guard", "pins", new=True),
    *show("base", "pi", moved=(-2.6, 0.0, 0.0), arrow=False),
    *show("rib", new=True, moved=(-2.6, 0.0, 0.0), arrow=False),
)

SCENES = (
    ON_THE_TABLE,
    Scene(
        "console-printed",
        _BUILD,
        show("hood", "base", "left_screen_clip_1"),
        eye=OVER_THE_BENCH,
        labels=(
            Label("hood, on its slope", "hood"),
            Label("base", "base"),
            Label("clip:\nprint {count}", "left_screen_clip_1"),
        ),
        arrangement=Arrangement.ON_THE_BED,
    ),
    Scene(
        "console-screens",
        _BUILD,
        turned_over(
            (
                *show(*_HOOD),
                *show(*_SCREENS, new=True, moved=(0.0, 0.0, 60.0)),
                *show(*_CLIPS, new=True, moved=(0.0, 0.0, 82.0), arrow=False),
                *show(*_CLIP_SCREWS, new=True, moved=(0.0, 0.0, 104.0), arrow=False),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("screen,\nglass down", "left_screen"),
            Label("clip", "right_screen_clip_2"),
            Label("screw", "left_screen_clip_1_screw"),
        ),
    ),
    Scene(
        "console-keys",
        _BUILD,
        (
            *show(*_WITH_SCREENS),
            *show(*_KEYS, new=True, moved=(0.0, -12.0, 21.0), arrow=False),
            *show(*_CAPS, new=True, moved=(0.0, -26.0, 45.0), arrow=False),
            *show("knob.rest", new=True),
            *show("knob.nut", new=True, moved=(0.0, -12.0, 21.0), arrow=False),
            *show("knob_cap", new=True, moved=(0.0, -26.0, 45.0), arrow=False),
            *show("switch", new=True),
        ),
        eye=(-0.3, -1.0, 0.8),
        labels=(
            Label("left key", "left_key_cap"),
            Label("right key", "right_key_cap"),
            Label("A to E", "key_d_cap"),
            Label("washer and nut", "knob.nut"),
            Label("cap, last", "knob_cap"),
        ),
    ),
    Scene(
        "console-lamps",
        _BUILD,
        turned_over(
            (
                *show(*_WITH_SCREENS, *_KEYS, "knob", "switch"),
                *show(*_LAMPS, new=True),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("lamp's legs\nin the left key", "left_lamp"),
            Label("and in the right", "right_lamp"),
            Label("knob", "knob"),
            Label("switch", "switch"),
        ),
    ),
    Scene(
        "console-base",
        _BUILD,
        (
            *show("base"),
            *show("board", "pi", new=True, moved=(0.0, 0.0, 30.0)),
            *show(*_BOLTS, new=True, moved=(0.0, 0.0, 30.0), arrow=False),
            *show("board_screw_1", "board_screw_2", new=True, moved=(0.0, 0.0, 48.0), arrow=False),
        ),
        eye=(-0.35, -0.8, 0.75),
        labels=(
            Label("board, the Pi\nhanging below it", "board", "J6"),
            Label("screw into the pillar", "board_screw_1"),
            Label("base", "base"),
        ),
    ),
    Scene(
        "console-closing",
        _BUILD,
        (
            *show(*_OUTSIDE),
            *show(*_ON_BASE, moved=(0.0, -1.05, -60.0), arrow=False),
            *show(*_SCREWS, new=True, moved=(0.0, 0.0, -85.0)),
            *show(*_FEET, new=True, moved=(0.0, 0.0, -85.0), arrow=False),
        ),
        eye=(-0.45, -0.9, -0.35),
        labels=(
            Label("screw", "base_screw_1"),
            Label("foot", "foot_2"),
            Label("tongues first,\nthen the front", "base"),
        ),
    ),
    Scene(
        "console-plugs",
        _BUILD,
        (
            *show(*(name for name in ALL if name != "card")),
            *show("card", new=True, moved=(32.0, 0.0, 0.0)),
            *show("power plug", "data plug", new=True, moved=(0.0, 30.0, 0.0)),
        ),
        eye=FROM_BEHIND,
        labels=(
            Label("memory card", "card"),
            Label("supply, USB-C", "power plug"),
            Label("die tray's cable", "data plug"),
            Label("switch", "switch"),
        ),
    ),
    Scene(
        "console-self-test",
        _BUILD,
        show(*ALL),
        eye=(0.0, -0.8, 0.9),
        on_glass=self_test(ScreensConfig()),
    ),
    Scene(
        "console-wood",
        "console-wood",
        _IN_WOOD,
        eye=(-0.55, -1.0, 0.5),
        about=("right side", "pi"),
        labels=(Label("base with the Pi,\nstill 2.6 mm aside", "pi"),),
        detail=Scene(
            "console-wood-from-the-front",
            "console-wood",
            tuple(shown for shown in _IN_WOOD if shown.name != "rear"),
            eye=(0.0, -1.0, 0.0),
            about=("guard", "rib", "pins"),
            labels=(
                Label("pins", "pins"),
                Label("guard", "guard"),
                Label("rib", "rib"),
            ),
            title="The same, straight from the front",
        ),
    ),
)
