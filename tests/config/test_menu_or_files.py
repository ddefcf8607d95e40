"""Which counts: the menu or the files."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource, Setting, SettingValue
from tests.gadget_starts import files_say, start
from tests.simulated_disk import SimulatedDisk

FIELDS = {
    Setting.BRIGHTNESS: ("screens.left.contrast", "screens.right.contrast"),
    Setting.SLEEP: ("sleep.off_after_s",),
    Setting.DIE: ("die.source",),
    Setting.SOUND: ("sound.on",),
    Setting.CHANCES: ("screens.chances",),
    Setting.LARGE_TYPE: ("screens.large_type",),
}
VALUES: Mapping[Setting, tuple[SettingValue, ...]] = {
    Setting.BRIGHTNESS: (0, 128, 255),
    Setting.SLEEP: (0, 60, 900),
    Setting.DIE: tuple(DieSource),
    Setting.SOUND: (True, False),
    Setting.CHANCES: (True, False),
    Setting.LARGE_TYPE: (True, False),
}
WRITTEN = {
    "screens.left.contrast": ("1", "128"),
    "screens.right.contrast": ("2", "128"),
    "sleep.off_after_s": ("3", "900"),
    "die.source": ("'button'", "'hand'"),
    "sound.on": ("true", "false"),
    "screens.chances": ("true", "false"),
    "screens.large_type": ("true", "false"),
    "sleep.dim_after_s": ("4", "5"),
}
EDITS = st.tuples(
    st.integers(0, 1), st.sampled_from(sorted(WRITTEN)), st.sampled_from([None, 0, 1])
)
"""In this file, this field: taken out, or given one of its values."""
SETS = st.sampled_from([(setting, value) for setting in Setting for value in VALUES[setting]])
EVENINGS = st.lists(st.tuples(st.lists(EDITS, max_size=3), st.lists(SETS, max_size=3)), max_size=8)
"""What is edited before the gadget is switched on, and set in its menu then."""


def value_of(setting: Setting, config: Config) -> object:
    assert config.screens.left is not None
    assert config.screens.right is not None
    match setting:
        case Setting.BRIGHTNESS:
            return config.screens.left.contrast, config.screens.right.contrast
        case Setting.SLEEP:
            return config.sleep.off_after_s
        case Setting.DIE:
            return config.die.source
        case Setting.CHANCES:
            return config.screens.chances
        case Setting.LARGE_TYPE:
            return config.screens.large_type
    return config.sound.on


@given(EVENINGS)
def test_what_was_set_counts_until_one_of_its_fields_is_edited(
    evenings: list[tuple[list[tuple[int, str, int | None]], list[tuple[Setting, SettingValue]]]],
) -> None:
    disk = SimulatedDisk()
    files: tuple[dict[str, str], dict[str, str]] = ({}, {})
    was: dict[str, str] = {}
    held: dict[Setting, SettingValue] = {}  # as somebody would tell it who watched all along
    for edits, sets in evenings:
        for file, field, number in edits:
            files[file].pop(field, None)
            if number is not None:
                files[file][field] = WRITTEN[field][number]
        now = {**files[0], **files[1]}
        for setting, fields in FIELDS.items():
            if any(was.get(field) != now.get(field) for field in fields):
                held.pop(setting, None)
        was = now
        sources = ["".join(f"{f} = {v}\n" for f, v in each.items()) for each in files]
        begun = start(disk, *sources)
        check(begun.found.config, files_say(*sources), held)
        for setting, value in sets:
            begun.kept.keep_change(setting, value)
            held[setting] = value
            after = start(disk, *sources, settles=False).found.config
            check(after, files_say(*sources), held)


def check(config: Config, files: Config, held: Mapping[Setting, SettingValue]) -> None:
    for setting in Setting:
        expected = value_of(setting, files)
        if setting in held:
            both = setting is Setting.BRIGHTNESS
            expected = (held[setting],) * 2 if both else held[setting]
        assert value_of(setting, config) == expected
