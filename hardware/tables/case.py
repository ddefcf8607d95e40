"""What `case.toml` says: the parameters of what is printed."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cdgdevice.tomlform.form import Form
from hardware.tables.mistaken import HERE, read_file

CASE = HERE / "case.toml"

_KEYS: Final[Mapping[str, str]] = {
    "printing": """
        bed wall_least steepest bridge clearance engagement tip infill perimeters
    """,
    "body": """
        wall floor corner tilt front post post_deep foot_sunk foot_inset engraved vent
    """,
    "pi": """
        lift side back plug_width plug_height card_opening card_above
    """,
    "panel": """
        thickness edge window_margin window_slant slack rib rib_lower tail_room tail_wide
        tail_high clip_reach clip_width clip clip_preload clip_step clip_screw button_gap knob
        knob_gap shaft_gap sink layer tongue tongue_thick tongue_deep tongue_gap tongue_front
        tongue_rear
    """,
    "reference": """
        width depth screen_u screen_v button_u button_v knob_v front_post_u back_post_left
        back_post_right back_tongue
    """,
    "solder_free": """
        width depth screen_v button_u button_v knob_u knob_v front_post_u back_post_left
        back_post_right back_tongue
    """,
    "minimal": """
        width depth screen_v button_v front_post_u back_post_left back_post_right back_tongue
    """,
    "console": """
        width depth tilt front slope rear_tilt corner edge thickness window_margin screen_u screen_v
        key_v key_pitch key_outer key_plate key_gap knob_v letter letter_v name name_v stroke inlay
        base base_gap pi_lift post post_wide pillar seat sink pi_side rear_post_x side_post_y
        tongue tongue_out tongue_wide tongue_1 tongue_2 groove plug_width plug_height
        switch_x switch_z card_half card_low card_high baffle baffle_gap
        base_aside base_ahead vents vent_long vent_apart vent_z
        insert_hole insert_deep wood wood_margin wood_finger wood_card_half wood_card_high
    """,
    "die_tray": """
        wall half top funnel_wall mouth_radius knee_radius knee_degrees funnel_degrees
        nest_diameter nest_depth wires depth aperture aperture_low pocket_gap pocket_depth
        float_gap relief spring spring_x spring_y ear_inside ear_side motor_pad motor_pad_end
        motor_y circuit circuit_x circuit_z circuit_pitch stop_gap stop stop_at
        well_grams sensor_grams motor_grams
        shoulder ear ear_thickness board_rim plate plate_gap plate_rim plate_rim_height column
        screw pico_x pico_lift post post_flat hook hook_over pico_inside peg plug_width
        plug_height lamp_hole button_hole print_error
    """,
    "tower": """
        inside wall gap baffles reach apart first last leg leg_end mouth_gap lip play
    """,
}
"""The keys of each section: a key that a model reads needs its word here."""


_NAMES: Final = ("left", "right")


def read_case(path: Path = CASE) -> Mapping[str, Mapping[str, float]]:
    """Give the figures of each section, in millimetres and degrees.

    Raises:
        TablesError: with a sentence for each key that is missing, mistyped or no number.
    """
    return read_file(path, _both)[0]


def read_names(path: Path = CASE) -> Mapping[str, str]:
    """Give the names of the sides, as they are inlaid over the screens, by `left` and `right`.

    Raises:
        TablesError: as `read_case` does.
    """
    return read_file(path, _both)[1]


def _both(form: Form) -> tuple[Mapping[str, Mapping[str, float]], Mapping[str, str]]:
    names = form.table("names", required=True)
    told = {side: names.text(side, pattern="[A-Z ]{1,11}", like="LEFT") for side in _NAMES}
    return _sections(form), MappingProxyType(told)


def _sections(form: Form) -> Mapping[str, Mapping[str, float]]:
    sections = {}
    for name, keys in _KEYS.items():
        inner = form.table(name, required=True)
        figures = {key: inner.number(key, low=-500, high=500) for key in keys.split()}
        sections[name] = MappingProxyType(figures)
    return MappingProxyType(sections)
