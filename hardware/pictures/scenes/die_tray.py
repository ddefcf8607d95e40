"""The steps of the die tray."""

from cdgdevice.config.keys_and_defaults import ScreensConfig
from hardware.pictures.scene import FROM_BEHIND, Arrangement, Label, Scene
from hardware.pictures.scenes import desk
from hardware.pictures.scenes.groups import (
    OVER_THE_BENCH,
    numbered,
    self_test,
    show,
    turned_over,
)
from hardware.pictures.scenes.reference import OUTSIDE as DESK

_BUILD = "die-tray"
_FEET = numbered("foot")
_PLATE_SCREWS = numbered("plate_screw")
_WELL_SCREWS = ("well_screw_1", "well_screw_2")
_SENSOR_SCREWS = ("sensor_screw_1", "sensor_screw_2")
_WELL = ("well", "sensor", *_SENSOR_SCREWS)
_OVER = ("tray", "window", *_WELL, *_WELL_SCREWS)
_ALL = (*_OVER, "plate", "pico", *_PLATE_SCREWS, *_FEET)
_OPTION = "motor"
_BEHIND_THE_PIN = ("diode", "base_resistor", "down_resistor")
_CIRCUIT = ("transistor", *_BEHIND_THE_PIN)
_ITS_WIRES = ("pico", "motor", "sensor")
OUTSIDE = (*_ALL, "die")
"""The tray with a die in it."""

SCENES = (
    Scene(
        f"{_BUILD}-finished",
        _BUILD,
        (*show(*_ALL), *show("die", moved=(0.0, 0.0, 60.0))),
        eye=(-0.35, -0.7, 1.1),
        labels=(
            Label("a die of 16 mm", "die"),
            Label("the window, at the\nfunnel's foot", "window"),
        ),
    ),
    Scene(
        f"{_BUILD}-printed",
        _BUILD,
        show("tray", "well", "plate"),
        eye=OVER_THE_BENCH,
        labels=(
            Label("tray, on its rim", "tray"),
            Label("well", "well"),
            Label("plate", "plate"),
        ),
        arrangement=Arrangement.ON_THE_BED,
    ),
    desk.parts(
        _BUILD,
        Label("{count} Pico", "pico"),
        Label("{count} sensor board", "sensor"),
        Label("{count} window", "window"),
        Label("{count} die", "die"),
        Label("{count} screws", "plate_screw_1"),
        Label("{count} feet", "foot_1"),
    ),
    Scene(
        f"{_BUILD}-window",
        _BUILD,
        (*show("well"), *show("window", new=True, moved=(0.0, 0.0, 22.0))),
        eye=(-0.35, -0.7, 1.1),
        labels=(
            Label("window,\nits films off", "window"),
            Label("well, its flat\nside up", "well"),
        ),
    ),
    Scene(
        f"{_BUILD}-sensor",
        _BUILD,
        turned_over(
            (
                *show("well", "window"),
                *show("sensor", new=True, moved=(0.0, 0.0, 22.0)),
                *show(*_SENSOR_SCREWS, new=True, moved=(0.0, 0.0, 38.0)),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("sensor board,\nsensor down", "sensor", "SCL"),
            Label("screw", "sensor_screw_1"),
            Label("well", "well"),
        ),
    ),
    Scene(
        f"{_BUILD}-well",
        _BUILD,
        turned_over(
            (
                *show("tray"),
                *show("well", new=True, moved=(0.0, 0.0, 55.0)),
                *show("window", "sensor", *_SENSOR_SCREWS, moved=(0.0, 0.0, 55.0), arrow=False),
                *show(*_WELL_SCREWS, new=True, moved=(0.0, 0.0, 85.0)),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("well, its window\ndown, into the tray", "well"),
            Label("screw", "well_screw_1"),
        ),
    ),
    Scene(
        f"{_BUILD}-pico",
        _BUILD,
        (*show("plate"), *show("pico", new=True, moved=(0.0, 0.0, 35.0))),
        eye=(-0.3, -0.75, 1.0),
        labels=(
            Label("Pico, pins up", "pico"),
            Label("its USB socket,\nat the plate's edge", "pico", terminal="pin 1"),
            Label("the other end,\ninto the hook", "pico", terminal="pin 20"),
            Label("plate", "plate"),
        ),
    ),
    Scene(
        f"{_BUILD}-wires",
        _BUILD,
        (
            *show("plate", "pico", moved=(0.0, 0.0, 75.0), arrow=False),
            *turned_over(show(*_OVER)),
        ),
        eye=(0.0, -0.22, 1.0),
        labels=(Label("plate, on\na pile of\nbooks", "plate"),),
        wires=("sensor",),
    ),
    Scene(
        f"{_BUILD}-closing",
        _BUILD,
        turned_over(
            (
                *show(*_OVER),
                *show("plate", "pico", moved=(0.0, 0.0, 40.0), arrow=False),
                *show(*_FEET, new=True, moved=(0.0, 0.0, 62.0)),
                *show(*_PLATE_SCREWS, new=True, moved=(0.0, 0.0, 75.0)),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("screw", "plate_screw_1"),
            Label("foot", "foot_1"),
        ),
    ),
    Scene(
        f"{_BUILD}-die",
        _BUILD,
        (*show(*_ALL), *show("die", new=True)),
        eye=(-0.2, -0.45, 1.1),
        labels=(Label("the die, flat\non the window", "die"),),
    ),
    Scene(
        f"{_BUILD}-cable",
        _BUILD,
        (*show(*_ALL), *show("plug of the Pico's cable", new=True, moved=(0.0, 30.0, 0.0))),
        eye=FROM_BEHIND,
        labels=(Label("data cable\nto the Pi", "plug of the Pico's cable"),),
    ),
    Scene(
        f"{_BUILD}-teaching",
        _BUILD,
        (*show(*_ALL), *show("die", moved=(0.0, 0.0, 70.0))),
        eye=(-0.2, -0.75, 0.8),
        labels=(Label("each face in turn,\nas it is asked for", "die"),),
    ),
    Scene(
        f"{_BUILD}-self-test",
        _BUILD,
        (*show(*OUTSIDE), *show(*(f"reference:{name}" for name in DESK))),
        on_glass=tuple(
            (f"reference:{screen}", view) for screen, view in self_test(ScreensConfig())
        ),
        beside="reference",
    ),
)

MOTOR = (
    Scene(
        f"{_OPTION}-circuit",
        _OPTION,
        show(*_CIRCUIT, new=True),
        eye=(0.0, 1.0, 0.2),
        labels=(
            Label("transistor, its\nflat side to you", "transistor"),
            Label("4700 ohm, on\nthe left leg", "down_resistor"),
            Label("470 ohm, on\nthe middle leg", "base_resistor"),
            Label("diode, on the right\nleg, its ring below", "diode"),
        ),
        wires=_CIRCUIT,
        wires_loose=_ITS_WIRES,
    ),
    Scene(
        f"{_OPTION}-pad",
        _OPTION,
        turned_over(
            (
                *show("well", "window", "sensor", *_SENSOR_SCREWS),
                *show("motor", new=True, moved=(0.0, 0.0, 22.0)),
            )
        ),
        eye=(0.45, 0.75, 0.9),
        labels=(
            Label("motor, onto the\nlonger pad, its\nwires outwards", "motor"),
            Label("the sensor's pins", "sensor", "VIN"),
        ),
    ),
    Scene(
        f"{_OPTION}-wires",
        _OPTION,
        (
            *show("plate", "pico", moved=(0.0, 0.0, 75.0), arrow=False),
            *turned_over(show(*_OVER, "motor", *_CIRCUIT)),
        ),
        eye=(0.0, -0.55, 1.0),
        labels=(Label("plate, on\na pile of\nbooks", "plate"),),
        wires=_ITS_WIRES,
        wires_before=_CIRCUIT,
        detail=Scene(
            f"{_OPTION}-circuit-on-the-wall",
            _OPTION,
            turned_over(show(*_CIRCUIT)),
            eye=(0.0, -1.0, 0.2),
            wires=_CIRCUIT,
            wires_loose=_ITS_WIRES,
            title="The circuit as it sticks on the wall",
        ),
    ),
)
"""The option: how its motor is built in."""

TOWER = (
    Scene(
        f"{_BUILD}-tower-printed",
        _BUILD,
        show("tower"),
        eye=OVER_THE_BENCH,
        labels=(Label("tower, upside down:\nits mouth on the bed", "tower"),),
        arrangement=Arrangement.ON_THE_BED,
    ),
    Scene(
        f"{_BUILD}-tower",
        _BUILD,
        (
            *show(*_ALL),
            *show("tower", new=True),
            *show("die", moved=(0.0, 0.0, 215.0), arrow=False),
        ),
        eye=(-0.35, -0.8, 0.75),
        labels=(
            Label("the die goes in\nat the top", "die"),
            Label("tower", "tower"),
            Label("tray", "tray"),
        ),
    ),
    Scene(
        f"{_BUILD}-tower-open",
        _BUILD,
        (
            *show(*_ALL),
            *show("tower.open", new=True),
            *show("die", moved=(0.0, 0.0, 215.0), arrow=False),
        ),
        eye=(0.0, -1.0, 0.3),
        labels=(
            Label("the die goes in\nat the top", "die"),
            Label("tower, its front half\ncut away: three baffles\nturn the die", "tower.open"),
            Label("tray", "tray"),
        ),
    ),
)
"""Another option: what is printed of it, and where it stands."""
