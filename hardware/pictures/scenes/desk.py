"""The steps that every box has, each with what this box holds."""

from collections.abc import Sequence

from cdgdevice.config.keys_and_defaults import ScreensConfig
from hardware.pictures.props import BOOKS, CABLE, MIDDLE
from hardware.pictures.scene import FROM_BEHIND, Arrangement, Label, Scene, Shown, Vector
from hardware.pictures.scenes.groups import (
    OVER_THE_BENCH,
    UNDER_THE_PANEL,
    numbered,
    self_test,
    show,
    turned_over,
)

PI = ("pi", *numbered("pi_screw"))
FEET = numbered("foot")
PANEL_SCREWS = numbered("panel_screw")

_BEFORE_ITS_PLACE: Vector = (0.0, -12.0, 50.0)
_OPEN_LABELS = (
    Label("books as high\nas the box", BOOKS[1]),
    Label("and a second pile", BOOKS[0]),
    Label("supply's cable,\nbetween them", CABLE, MIDDLE),
)


def outside(on_panel: Sequence[str]) -> tuple[str, ...]:
    """Give what the finished box shows of itself, with what is on its panel."""
    return ("body", *on_panel, *PANEL_SCREWS, "pi", "card", *FEET)


def opened(on_panel: Sequence[str]) -> tuple[Shown, ...]:
    """Show the box, and the panel on its face behind it, as all wires are laid."""
    return (*show("body", *FEET, *PI), *turned_over(show(*on_panel)))


def printed(build: str) -> Scene:
    """Give the step in which it is printed."""
    return Scene(
        f"{build}-printed",
        build,
        show("body", "panel", "left_screen_clip_1"),
        eye=OVER_THE_BENCH,
        labels=(
            Label("body", "body"),
            Label("panel, face down", "panel"),
            Label("clip:\nprint {count}", "left_screen_clip_1"),
        ),
        arrangement=Arrangement.ON_THE_BED,
    )


def parts(build: str, *labels: Label) -> Scene:
    """Give the picture of what is bought, one of each kind: what the labels name."""
    return Scene(
        f"{build}-parts",
        build,
        show(*(label.thing for label in labels)),
        eye=(0.0, -0.75, 1.0),
        labels=labels,
        arrangement=Arrangement.LAID_OUT,
    )


def knob_in(build: str, on_panel: Sequence[str]) -> Scene:
    """Give the step in which the knob goes into the panel; `on_panel` is there already."""
    return Scene(
        f"{build}-knob",
        build,
        (
            *show(*on_panel),
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
    )


def pi_in(build: str) -> Scene:
    """Give the step in which the Pi goes into the body."""
    return Scene(
        f"{build}-pi",
        build,
        (
            *show("body"),
            *show("pi", new=True, moved=_BEFORE_ITS_PLACE),
            *show(*numbered("pi_screw"), new=True, moved=(0.0, -12.0, 85.0), arrow=False),
        ),
        eye=(-0.6, -0.8, 0.85),
        labels=(
            Label("down before its place,\nthen back under the post", "pi"),
            Label("screw", "pi_screw_1"),
        ),
    )


def feet_on(build: str) -> Scene:
    """Give the step in which it gets its feet."""
    return Scene(
        f"{build}-feet",
        build,
        (*show("body"), *show(*FEET, new=True, moved=(0.0, 0.0, -28.0))),
        eye=(-0.35, -0.7, -0.8),
        labels=(Label("stick a foot into\neach hollow", "foot_1"),),
    )


def tried_open(build: str, things: Sequence[Shown], wires: tuple[str, ...]) -> Scene:
    """Give the step in which it is tried before it is closed; all `wires` are laid."""
    return Scene(
        f"{build}-open",
        build,
        (*things, *show("card", "power plug", CABLE, *BOOKS)),
        eye=UNDER_THE_PANEL,
        labels=_OPEN_LABELS,
        wires_before=wires,
    )


def closed(build: str, on_panel: Sequence[str]) -> Scene:
    """Give the step in which the panel is screwed on."""
    return Scene(
        f"{build}-closing",
        build,
        (
            *show("body", *FEET, *PI),
            *show(*on_panel, moved=(0.0, -8.0, 38.0), arrow=False),
            *show(*PANEL_SCREWS, new=True, moved=(0.0, -17.0, 80.0)),
        ),
        labels=(Label("four screws\nhold the panel", "panel_screw_1"),),
    )


def plugged_in(build: str, all_of_it: Sequence[str], *more: Label) -> Scene:
    """Give the step in which card and plugs go in; `more` names plugs beside the supply's."""
    plugs = ("power plug", *(label.thing for label in more))
    return Scene(
        f"{build}-plugs",
        build,
        (
            *show(*(name for name in all_of_it if name != "card")),
            *show("card", new=True, moved=(35.0, 0.0, 0.0)),
            *show(*plugs, new=True, moved=(0.0, 32.0, 0.0)),
        ),
        eye=FROM_BEHIND,
        labels=(Label("memory card", "card"), Label("power, at 5V", "power plug"), *more),
    )


def testing_itself(build: str, all_of_it: Sequence[str], screens: ScreensConfig) -> Scene:
    """Give the last step: what the self-test shows on the screens of a configuration."""
    return Scene(
        f"{build}-self-test",
        build,
        show(*all_of_it),
        eye=(0.0, -0.8, 1.0),
        on_glass=self_test(screens),
    )
