"""The steps of the reference build."""

from cdgdevice.config.keys_and_defaults import ScreensConfig
from hardware.pictures.props import PADS, PADS_APART, RESISTOR
from hardware.pictures.scene import Label, Scene, Vector
from hardware.pictures.scenes import desk
from hardware.pictures.scenes.groups import (
    OVER_THE_BENCH,
    OVER_THE_WIRES,
    held,
    numbered,
    screen_from_both_sides,
    screws_of,
    show,
    turned_over,
)
from tools.example_views import DOWN, EXAMPLE_VIEWS, UP, example_board

_BUILD = "reference"
_SCREENS = ("left_screen", "right_screen")
_BUTTONS = ("left_button", "right_button")
_LAMPS = ("left_lamp", "right_lamp")
_RESISTORS = ("left_resistor", "right_resistor")
_CLIPS = tuple(name for screen in _SCREENS for name in held(screen))
_ON_PANEL = ("panel", *_SCREENS, *_CLIPS, *_BUTTONS, *_LAMPS, "knob")
OUTSIDE = desk.outside((*_ON_PANEL, "knob_cap"))
_UP: Vector = (0.0, -10.0, 47.0)
"""Out of the panel's front."""
_OFF: Vector = (0.0, 0.0, 14.0)
"""A little above its place."""

_HANGING = turned_over(
    (
        *show("left_resistor", moved=(34.0, -34.0, 12.0), arrow=False),
        *show("right_resistor", moved=(-14.0, -26.0, 10.0), arrow=False),
    )
)
"""The resistors where the wires to the Pi pull them."""
_SOLDERED = (*desk.opened(_ON_PANEL), *_HANGING)
_PLUS = ("left_resistor.2", "right_resistor.2")
_BUS = ("clock_splice", "data_splice")
_COMMAND = ("data_command_splice",)
_OWN = tuple(f"{screen}.{pin}" for screen in _SCREENS for pin in ("CS", "RES"))
_SPLICES = (*_BUS, *_COMMAND, "lamp_ground_splice", "knob_ground_splice")
_ALL_WIRES = ("pi", *_SPLICES, *_PLUS)


FOUR_PINS = "four-pins"
"""The same box with screens of four pins; its steps stand on a page of their own."""


def _wired(name: str, wires: tuple[str, ...]) -> Scene:
    return Scene(
        f"{_BUILD}-{name}", _BUILD, _SOLDERED, eye=OVER_THE_WIRES, wires=wires, wires_before=_PLUS
    )


PLAYING = (
    ("left_screen", EXAMPLE_VIEWS["choose"]),
    (
        "right_screen",
        example_board(
            (UP, DOWN, UP, DOWN, DOWN), "Central Powers to play.", side="Allied Powers", quiet=True
        ),
    ),
)
"""What the screens show in the midst of a game."""

SCENES = (
    Scene(
        f"{_BUILD}-finished",
        _BUILD,
        show(*OUTSIDE),
        on_glass=PLAYING,
        labels=(
            Label("left screen", "left_screen"),
            Label("right screen", "right_screen"),
            Label("left button", "left_button"),
            Label("right button", "right_button"),
            Label("knob", "knob_cap"),
        ),
    ),
    desk.printed(_BUILD),
    desk.parts(
        _BUILD,
        Label("{count} Pi", "pi"),
        Label("{count} screens", "left_screen"),
        Label("{count} lit buttons", "left_button"),
        Label("{count} encoder", "knob"),
        Label("{count} cap", "knob_cap"),
        Label("{count} resistors", "left_resistor"),
        Label("{count} screws", "pi_screw_1"),
        Label("{count} feet", "foot_1"),
        Label("{count} card", "card"),
    ),
    screen_from_both_sides(f"{_BUILD}-board", _BUILD),
    Scene(
        f"{_BUILD}-screens",
        _BUILD,
        turned_over((*show("panel"), *show(*_SCREENS, new=True, moved=(0.0, 0.0, 55.0)))),
        eye=OVER_THE_BENCH,
        labels=(
            Label("L", "left_screen"),
            Label("R", "right_screen"),
        ),
    ),
    Scene(
        f"{_BUILD}-clips",
        _BUILD,
        turned_over(
            (
                *show("panel", *_SCREENS),
                *show(*numbered("left_screen_clip"), new=True),
                *show(*numbered("right_screen_clip"), new=True, moved=_OFF, arrow=False),
                *show(*screws_of("left_screen"), new=True),
                *show(*screws_of("right_screen"), new=True, moved=(0.0, 0.0, 40.0)),
            )
        ),
        eye=OVER_THE_BENCH,
        labels=(
            Label("clip: its screw goes\ninto the panel's post", "left_screen_clip_1"),
            Label("screw", "right_screen_clip_2_screw"),
            Label("clip", "right_screen_clip_2"),
        ),
    ),
    Scene(
        f"{_BUILD}-buttons",
        _BUILD,
        (
            *show("panel", *_SCREENS, *_CLIPS),
            *show("left_button", "left_lamp", new=True),
            *show("right_button.rest", "right_lamp", new=True, moved=_UP, arrow=False),
            *show("right_button.nut", new=True, moved=(0.0, 8.0, -38.0)),
        ),
        eye=(-0.3, -1.0, 0.35),
        labels=(
            Label("through the hole\nfrom the front", "right_button.rest"),
            Label("nut from behind", "right_button.nut"),
        ),
    ),
    desk.knob_in(_BUILD, ("panel", *_SCREENS, *_CLIPS, *_BUTTONS, *_LAMPS)),
    Scene(
        f"{_BUILD}-resistors",
        _BUILD,
        turned_over(
            (
                *show("panel", *_BUTTONS, "knob", *_SCREENS, *_CLIPS),
                *show(*_LAMPS),
                *show(*_RESISTORS, new=True),
            )
        ),
        eye=OVER_THE_BENCH,
        wires=_PLUS,
        about=(*_BUTTONS, *_RESISTORS, "knob"),
    ),
    desk.pi_in(_BUILD),
    desk.feet_on(_BUILD),
    _wired(
        "power",
        ("left_screen.VCC", "left_screen.GND", "right_screen.VCC", "right_screen.GND"),
    ),
    _wired("bus", _BUS),
    _wired("command", _COMMAND),
    _wired("own", _OWN),
    _wired("button-wires", _BUTTONS),
    _wired("lamp-wires", ("left_resistor.1", "right_resistor.1", "lamp_ground_splice")),
    _wired("knob-wires", ("knob", "knob_ground_splice")),
    desk.tried_open(_BUILD, _SOLDERED, _ALL_WIRES),
    desk.closed(_BUILD, _ON_PANEL),
    desk.plugged_in(_BUILD, OUTSIDE, Label("die reader, at USB,\nif there is one", "data plug")),
    desk.testing_itself(_BUILD, OUTSIDE, ScreensConfig(bus="/dev/spidev0")),
)

WITH_FOUR_PINS = (
    Scene(
        f"{FOUR_PINS}-address",
        FOUR_PINS,
        (
            *show("right_screen", *PADS),
            *show(RESISTOR, moved=(PADS_APART, 0.0, 0.0)),
        ),
        eye=(0.08, 0.1, -1.0),
        up=(0.0, 1.0, 0.0),
        labels=(
            Label(
                "{left_printed}: here is the\nresistor as it comes.\nThe places differ\n"
                "from maker to maker",
                PADS[0],
            ),
            Label("{right_printed}: here it\nmust be on the\nright screen", PADS[1]),
        ),
    ),
    Scene(
        f"{FOUR_PINS}-bus",
        FOUR_PINS,
        desk.opened(_ON_PANEL),
        eye=OVER_THE_WIRES,
        wires=("sda_splice", "scl_splice"),
    ),
)
"""What is otherwise where the screens have four pins."""
