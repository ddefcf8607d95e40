"""The piece that is printed first, and what is tried in it."""

from hardware.pictures.scene import Label, Scene
from hardware.pictures.scenes.groups import show

TRIED = Scene(
    "fit-piece",
    "fit",
    (
        *show("piece"),
        *show("button.rest", new=True, moved=(0.0, 0.0, 36.0)),
        *show("knob.rest", "clip", new=True, moved=(0.0, 0.0, 30.0)),
        *show("screw", new=True, moved=(0.0, 0.0, 44.0), arrow=False),
        *show("key", new=True, moved=(0.0, 0.0, -30.0)),
    ),
    eye=(-0.2, -1.0, 0.65),
    labels=(
        Label("B: button", "button.rest"),
        Label("K: knob", "knob.rest"),
        Label("S: screw\nand clip", "screw"),
        Label("A: key,\nfrom below", "key"),
    ),
)
