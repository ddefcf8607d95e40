"""The steps of the solder-free build."""

from hardware.pictures.scene import Label
from hardware.pictures.scenes import desk, one_screen

_BUILD = "solder-free"
_ON_PANEL = (*one_screen.ON_PANEL, "knob")
_OUTSIDE = desk.outside((*_ON_PANEL, "knob_cap"))
_OPEN = desk.opened(_ON_PANEL)

SCENES = (
    one_screen.finished(_BUILD, _OUTSIDE, Label("knob", "knob_cap")),
    desk.printed(_BUILD),
    desk.parts(
        _BUILD,
        Label("{count} Pi", "pi"),
        Label("{count} screen", "left_screen"),
        Label("{count} button", "left_button"),
        Label("{count} encoder on its board", "knob"),
        Label("{count} cap", "knob_cap"),
        Label("{count} card", "card"),
        Label("{count} screws", "pi_screw_1"),
        Label("{count} feet", "foot_1"),
    ),
    one_screen.screen_in(_BUILD),
    one_screen.button_in(_BUILD),
    desk.knob_in(_BUILD, one_screen.ON_PANEL),
    desk.pi_in(_BUILD),
    desk.feet_on(_BUILD),
    one_screen.wired(_BUILD, "screen", "left_screen", _OPEN),
    one_screen.wired(_BUILD, "button", "left_button", _OPEN),
    one_screen.wired(_BUILD, "knob", "knob", _OPEN),
    desk.tried_open(_BUILD, _OPEN, ("pi",)),
    desk.closed(_BUILD, _ON_PANEL),
    desk.plugged_in(_BUILD, _OUTSIDE),
    desk.testing_itself(_BUILD, _OUTSIDE, one_screen.screens_of(_BUILD)),
)
