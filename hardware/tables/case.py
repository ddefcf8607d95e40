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
    "die_tray": """
        wall half top funnel_wall mouth_radius knee_radius knee_degrees funnel_degrees
        nest_diameter nest_depth wires depth aperture aperture_low pocket_gap pocket_depth
        float_gap relief spring spring_x spring_y ear_inside ear_side motor_pad motor_pad_end
        motor_y stop_gap stop stop_at well_grams sensor_grams motor_grams
        shoulder ear ear_thickness board_rim plate plate_gap plate_rim plate_rim_height column
        screw pico_x pico_lift post post_flat hook hook_over pico_inside peg plug_width
        plug_height lamp_hole button_hole print_error
    """,
}
"""The keys of each section: a key that a model reads needs its word here."""


def read_case(path: Path = CASE) -> Mapping[str, Mapping[str, float]]:
    """Give the figures of each section, in millimetres and degrees.

    Raises:
        TablesError: with a sentence for each key that is missing, mistyped or no number.
    """
    return read_file(path, _sections)


def _sections(form: Form) -> Mapping[str, Mapping[str, float]]:
    sections = {}
    for name, keys in _KEYS.items():
        inner = form.table(name, required=True)
        figures = {key: inner.number(key, low=-500, high=500) for key in keys.split()}
        sections[name] = MappingProxyType(figures)
    return MappingProxyType(sections)
