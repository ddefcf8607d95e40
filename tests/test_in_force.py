"""What the gadget goes by: the files, the last good ones, and what was changed in its menu."""

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.config import Config, Layer, Pins, Sleep
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import DieSource, Setting, Value
from cdgdevice.in_force import (
    CHANGED,
    DEFAULTS,
    GOOD,
    LAST_GOOD,
    NOTHING,
    NOTHING_AND_DEFAULTS,
    Found,
    Kept,
    find,
)
from cdgdevice.table.kept import keep, kept
from cdgdevice.table.simulated import SimulatedDisk, Step

SHEETS = ("paths-of-glory-2022", "standard-2018")
GAMES = Path("/var/lib/cdgdevice")
ETC, BOOT = "/etc/cdgdevice/cdgdevice.toml", "/boot/firmware/cdgdevice.toml"


@dataclass(frozen=True, slots=True)
class Start:
    """A gadget that was switched on: what it goes by, and what it keeps."""

    found: Found
    kept: Kept


def start(
    disk: SimulatedDisk,
    *contents: str | Layer,
    own: bool = True,
    settles: bool = True,
    played: bool = False,
    gone: tuple[str, ...] = (),
    sheets: tuple[str, ...] = SHEETS,
) -> Start:
    """Start with these files, the system's and then the owner's."""
    files = tuple(
        each if isinstance(each, Layer) else Layer(name, each)
        for name, each in zip((ETC, BOOT), contents, strict=False)
    )
    found = find(files, sheets, GAMES, disk, own=own, gone=gone)
    kept = Kept(found, GAMES, disk)
    if settles:
        assert kept.settle(played=played) == ()
    return Start(found, kept)


def files_say(*contents: str) -> Config:
    """Give what these files say, whatever is kept."""
    return start(SimulatedDisk(), *contents, settles=False).found.config


# --- the last good configuration ------------------------------------------------------------------


def test_with_a_mistake_the_whole_last_good_configuration_is_used() -> None:
    disk = SimulatedDisk()
    good = start(
        disk, "sheet = 'standard-2018'\n", "[sleep]\noff_after_s = 7\n[pins]\nkey_a = 16\n"
    )
    assert good.found.mistakes == ()
    wrong = start(disk, "", "[sleep]\noff_after_s = 8\n[pins]\nkey_a = 99\n")
    assert wrong.found.config == good.found.config
    assert wrong.found.table == good.found.table
    assert wrong.found.told == (
        f"{BOOT} line 4: pins.key_a: must be a whole number from 0 to 27, or false, not 99.",
        LAST_GOOD,
    )
    mended = start(disk, "", "[sleep]\noff_after_s = 8\n")
    assert (mended.found.config.sleep.off_after_s, mended.found.mistakes) == (8, ())


@pytest.mark.parametrize(
    "owners",
    [Layer(BOOT, b"[pins"), Layer(BOOT, b"\x00" * 2**20), Layer(BOOT, b"", "It is a folder.")],
    ids=["no TOML", "a megabyte of rubbish", "unread"],
)
def test_a_file_that_says_nothing_does_not_undo_what_it_said(owners: Layer) -> None:
    disk = SimulatedDisk()
    good = start(disk, "sound.on = false", "pins.buzzer = 25")
    wrong = start(disk, "sound.on = false", owners)
    assert wrong.found.config == good.found.config
    assert wrong.found.instead == LAST_GOOD


def test_where_none_was_kept_the_defaults_are_used_and_the_rest_counts() -> None:
    disk = SimulatedDisk()
    wrong = start(disk, "sleep.off_after_s = 7\nsleep.dim_after_s = 'x'\npins.key_a = 5\n")
    assert wrong.found.config == Config(GAMES, sleep=Sleep(off_after_s=7), pins=Pins(lamps={}))
    assert wrong.found.instead == DEFAULTS
    assert GOOD not in disk.names()


def test_of_a_file_that_says_nothing_the_rest_is_not_said_to_count() -> None:
    def instead(*contents: str | Layer) -> str:
        return start(SimulatedDisk(), *contents).found.instead

    assert instead("sound.on = false", "[pins") == NOTHING.format(BOOT)
    assert instead("sound.on = 3", "[pins") == NOTHING_AND_DEFAULTS.format(BOOT)
    assert instead(Layer(ETC, b"", "It is a folder."), "[pins") == NOTHING.format(
        f"{ETC} and {BOOT}"
    )
    assert instead("sound.on = 3", "sheet = 3") == DEFAULTS


def test_a_build_that_no_file_described_is_not_the_last_good_one() -> None:
    # It may have been started before its owner wrote what is fitted.
    disk = SimulatedDisk()
    start(disk, "# nothing\n")
    wrong = start(disk, "", "screens.left.controller = 'sh1106'\npins.key_a = 5\n")
    assert wrong.found.config.screens.left is not None
    assert wrong.found.config.screens.left.controller.value == "sh1106"
    assert wrong.found.instead == DEFAULTS


def test_a_build_that_no_file_described_is_good_once_it_was_played_with() -> None:
    disk = SimulatedDisk()
    start(disk, "# nothing\n", played=True)
    wrong = start(disk, "", "screens.left.controller = 'sh1106'\npins.key_a = 5\n")
    assert (wrong.found.config, wrong.found.instead) == (Config(GAMES), LAST_GOOD)


def test_a_boot_partition_that_is_away_for_one_start_changes_nothing() -> None:
    disk = SimulatedDisk()
    good = start(disk, "sound.on = false", "sleep.off_after_s = 7\npins.key_a = 16\n")
    good.kept.change(Setting.BRIGHTNESS, 255)
    good.kept.change(Setting.SLEEP, 60)
    before = start(disk, "sound.on = false", "sleep.off_after_s = 7\npins.key_a = 16\n")
    kept_before = {name: disk.read(name) for name in disk.names()}
    away = start(disk, "sound.on = false", gone=(BOOT,))
    assert away.found.config == before.found.config
    assert away.found.told == (
        f"{BOOT} was read before, and now its folder is empty: restart, and if that does not help "
        "look at the SD card.",
        LAST_GOOD,
    )
    assert {name: disk.read(name) for name in disk.names()} == kept_before
    again = start(disk, "sound.on = false", "sleep.off_after_s = 7\npins.key_a = 16\n")
    assert (again.found.config, again.found.mistakes) == (before.found.config, ())


def test_where_nothing_was_on_the_boot_partition_it_is_not_missed() -> None:
    disk = SimulatedDisk()
    start(disk, "sound.on = false", gone=(BOOT,))
    assert start(disk, "sound.on = true", gone=(BOOT,)).found.mistakes == ()
    start(disk, "", "sleep.off_after_s = 7")
    start(disk, "sound.on = true")
    assert start(disk, "", gone=(BOOT,)).found.mistakes == (), "it was taken away before"


def test_a_file_that_is_taken_away_is_no_longer_gone_by() -> None:
    disk = SimulatedDisk()
    start(disk, "", "sleep.off_after_s = 7")
    assert start(disk, "").found.config == Config(GAMES)
    wrong = start(disk, "sound.on = false", "pins.key_a = 5\n")
    assert (wrong.found.config, wrong.found.instead) == (Config(GAMES), LAST_GOOD)


def test_a_configuration_that_was_named_neither_uses_the_last_good_one_nor_becomes_it() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7")
    start(disk, "sleep.off_after_s = 8", own=False)
    assert start(disk, "sleep.off_after_s = -1", own=False).found.config.sleep == Sleep()
    assert start(disk, "sleep.off_after_s = -1").found.config.sleep.off_after_s == 7


def test_a_good_configuration_that_is_kept_already_is_not_written_again() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7")
    start(disk, "sleep.off_after_s = 8").kept.change(Setting.BRIGHTNESS, 255)
    disk.make_read_only()
    start(disk, "# the same\n[sleep]\noff_after_s = 8\n").kept.change(Setting.BRIGHTNESS, 255)
    start(SimulatedDisk(), "")


def test_nothing_is_kept_of_a_gadget_that_nobody_configured() -> None:
    disk = SimulatedDisk()
    start(disk)
    assert disk.names() == ()


def test_a_disk_that_refuses_is_told_in_the_log_and_stops_nothing() -> None:
    disk = SimulatedDisk()
    disk.make_read_only()
    found = start(disk, "sleep.off_after_s = 7", settles=False)
    assert found.kept.settle(played=False) == (
        f"The configuration is not kept in {GAMES}: the disk can only be read.",
    )
    disk.failing = {Step.READ: errno.EIO}
    assert start(disk, "sleep.off_after_s = -1", settles=False).found.notes == (
        f"{GAMES / GOOD} can't be read: the disk does not answer as it should. It is left out.",
        f"{GAMES / CHANGED} can't be read: the disk does not answer as it should. It is left out.",
    )


# --- what was set in the menu ---------------------------------------------------------------------


def test_what_was_set_in_the_menu_counts_at_the_next_start() -> None:
    disk = SimulatedDisk()
    found = start(disk, "pins.buzzer = 25")
    for setting, value in (
        (Setting.BRIGHTNESS, 255),
        (Setting.SLEEP, 0),
        (Setting.DIE, DieSource.HAND),
        (Setting.SOUND, False),
    ):
        found.kept.change(setting, value)
    config = start(disk, "pins.buzzer = 25").found.config
    assert config.screens.left is not None
    assert config.screens.right is not None
    assert (config.screens.left.contrast, config.screens.right.contrast) == (255, 255)
    assert (config.sleep.off_after_s, config.sleep.dim_after_s) == (0, 120)
    assert (config.die.source, config.sound.on) == (DieSource.HAND, False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "screens.right.contrast = 128"),
        ("screens.right.contrast = 128", ""),
        ("screens.left.contrast = 5", "screens.left.contrast = 6"),
    ],
    ids=["written", "taken out", "changed"],
)
def test_a_field_that_is_edited_counts_again_and_for_good(before: str, after: str) -> None:
    disk = SimulatedDisk()
    start(disk, before).kept.change(Setting.BRIGHTNESS, 255)
    assert start(disk, before).found.config != files_say(before)
    assert start(disk, after).found.config == files_say(after)
    assert start(disk, before).found.config == files_say(before)


def test_an_edit_elsewhere_does_not_undo_what_was_set() -> None:
    disk = SimulatedDisk()
    start(disk, "sheet = 'standard-2018'").kept.change(Setting.SLEEP, 60)
    edited = start(disk, "sheet = 'paths-of-glory-2022'", "[sleep]\ndim_after_s = 9")
    assert edited.found.config.sleep == Sleep(dim_after_s=9, off_after_s=60)


def test_a_mistake_in_the_files_forgets_nothing_that_was_set() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7", "sound.on = true").kept.change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 7", "[wrong").found.config.sleep.off_after_s == 60
    assert start(disk, "sleep.off_after_s = 7", "").found.config.sleep.off_after_s == 60


def test_a_field_that_is_mistyped_for_a_while_was_not_edited_for_good() -> None:
    disk = SimulatedDisk()
    start(disk, "").kept.change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 'soon'").found.config.sleep == Sleep()
    assert start(disk, "").found.config.sleep.off_after_s == 60


def test_a_configuration_that_was_named_forgets_nothing_that_was_set() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 8", own=False).found.config.sleep.off_after_s == 8
    assert start(disk, "sleep.off_after_s = 7").found.config.sleep.off_after_s == 60


def test_what_the_disk_refused_is_kept_with_whatever_it_takes_next() -> None:
    disk = SimulatedDisk()
    kept = start(disk).kept
    disk.make_read_only()
    with pytest.raises(CdgDeviceError) as refused:
        kept.change(Setting.SOUND, False)
    assert str(refused.value) == "Sound is not kept yet: the disk can only be read."
    disk.mend()
    kept.change(Setting.SLEEP, 60)
    later = start(disk).found.config
    assert (later.sound.on, later.sleep.off_after_s) == (False, 60)


@pytest.mark.parametrize("owners", ["[wrong", "sleep.off_after_s = 'soon'"])
def test_what_is_set_beside_a_mistake_forgets_nothing_that_was_set(owners: str) -> None:
    disk = SimulatedDisk()
    before = start(disk, "").kept
    before.change(Setting.BRIGHTNESS, 255)
    before.change(Setting.SLEEP, 60)
    wrong = start(disk, "", owners)
    assert wrong.found.instead != LAST_GOOD
    wrong.kept.change(Setting.SOUND, False)
    later = start(disk, "").found
    assert set(later.changes) == {Setting.BRIGHTNESS, Setting.SLEEP, Setting.SOUND}
    start(disk, "sleep.off_after_s = 300")
    assert set(start(disk, "").found.kept) == {Setting.BRIGHTNESS, Setting.SOUND}, "edited"


def test_beside_a_configuration_that_was_named_nothing_is_kept() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.change(Setting.BRIGHTNESS, 255)
    before = {name: disk.read(name) for name in disk.names()}
    named = start(disk, "sleep.off_after_s = 7", own=False)
    assert named.found.config == files_say("sleep.off_after_s = 7")
    named.kept.change(Setting.SOUND, False)
    assert {name: disk.read(name) for name in disk.names()} == before


def test_the_die_reader_is_not_waited_for_where_its_port_was_taken_away() -> None:
    disk = SimulatedDisk()
    start(disk, "").kept.change(Setting.DIE, DieSource.READER)
    found = start(disk, "reader.port = 'none'")
    assert found.found.config.die.source is DieSource.BUTTON
    assert found.found.notes == ("The menu set the die reader, but there is no port for one now.",)
    assert start(disk, "").found.config.die.source is DieSource.READER


@pytest.mark.parametrize(
    "raw",
    [
        {"volume": {"value": 3, "said": {}}},
        {"brightness": {"value": 256, "said": {}}},
        {"brightness": {"value": True, "said": {}}},
        {"brightness": 3},
        {"die": {"value": "coin", "said": {}}},
        {"sound": {"value": 1, "said": {}}},
        {"sleep": {"value": 60}},
    ],
    ids=str,
)
def test_a_setting_of_another_version_is_left_out_and_the_others_count(raw: dict[str, Any]) -> None:
    disk = SimulatedDisk()
    start(disk).kept.change(Setting.DIE, DieSource.HAND)
    keep(disk, CHANGED, {**(kept(disk, CHANGED) or {}), **raw})
    found = start(disk)
    assert found.found.config.sleep == Sleep()
    (note,) = found.found.notes
    assert note.endswith("is not understood; it is left out.")
    if "die" not in raw:
        assert found.found.config.die.source is DieSource.HAND


@pytest.mark.parametrize(
    "content",
    [{"files": [], "says": {"pins": {"holodeck": 5}}}, {"pins": {"key_a": 16}}, {"says": 3}],
    ids=str,
)
def test_a_last_good_configuration_of_another_version_is_left_out(content: dict[str, Any]) -> None:
    disk = SimulatedDisk()
    keep(disk, GOOD, content)
    found = start(disk, "sleep.off_after_s = -1")
    assert found.found.instead == DEFAULTS
    assert found.found.notes == (f"{GAMES / GOOD} is not understood; it is left out.",)
    start(disk, "sheet = 'my-own'\nsleep.off_after_s = 5", sheets=(*SHEETS, "my-own"))
    assert start(disk, "sleep.off_after_s = -1").found.instead == DEFAULTS


# --- damage and power cuts ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [GOOD, CHANGED])
def test_whichever_byte_is_damaged_the_gadget_starts_and_says_so(name: str) -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.change(Setting.BRIGHTNESS, 255)
    whole = disk.read(name)
    for at in range(len(whole)):
        for damaged in (
            whole[:at],
            whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :],
            b"\x00" * at,
        ):
            with disk.create(name) as file:
                file.write(damaged)
            found = start(disk, "sleep.off_after_s = -1", settles=False)
            if damaged.removesuffix(b"\n") == whole.removesuffix(b"\n"):
                continue  # only the end of the line is gone
            assert found.found.notes
            default = DEFAULTS if name == GOOD else LAST_GOOD
            assert found.found.instead == default


def test_whenever_the_power_goes_the_old_or_the_new_is_kept() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.change(Setting.BRIGHTNESS, 16)
    found: list[tuple[int, int]] = []

    def every_cut() -> None:
        for after in disk.every_cut():
            next_start = start(after, "sleep.off_after_s = -1", settles=False)
            assert next_start.found.notes == ()
            assert next_start.found.instead == LAST_GOOD
            panel = next_start.found.config.screens.left
            assert panel is not None
            found.append((next_start.found.config.sleep.off_after_s, panel.contrast))

    disk.before_step = every_cut
    changed = start(disk, "sleep.off_after_s = 8")
    assert {seconds for seconds, _ in found} == {7, 8}
    found.clear()
    every_cut()
    assert set(found) == {(8, 16)}, "settled"
    changed.kept.change(Setting.BRIGHTNESS, 255)
    assert {contrast for _, contrast in found} == {16, 255}
    found.clear()
    every_cut()
    assert set(found) == {(8, 255)}, "set"


# --- which counts: the menu or the files ----------------------------------------------------------

FIELDS = {
    Setting.BRIGHTNESS: ("screens.left.contrast", "screens.right.contrast"),
    Setting.SLEEP: ("sleep.off_after_s",),
    Setting.DIE: ("die.source",),
    Setting.SOUND: ("sound.on",),
}
VALUES: Mapping[Setting, tuple[Value, ...]] = {
    Setting.BRIGHTNESS: (0, 128, 255),
    Setting.SLEEP: (0, 60, 900),
    Setting.DIE: tuple(DieSource),
    Setting.SOUND: (True, False),
}
WRITTEN = {
    "screens.left.contrast": ("1", "128"),
    "screens.right.contrast": ("2", "128"),
    "sleep.off_after_s": ("3", "900"),
    "die.source": ("'button'", "'hand'"),
    "sound.on": ("true", "false"),
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
    return config.sound.on


@settings(deadline=None)
@given(EVENINGS)
def test_what_was_set_counts_until_one_of_its_fields_is_edited(
    evenings: list[tuple[list[tuple[int, str, int | None]], list[tuple[Setting, Value]]]],
) -> None:
    disk = SimulatedDisk()
    files: tuple[dict[str, str], dict[str, str]] = ({}, {})
    was: dict[str, str] = {}
    held: dict[Setting, Value] = {}  # as somebody would tell it who watched all along
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
            begun.kept.change(setting, value)
            held[setting] = value
            after = start(disk, *sources, settles=False).found.config
            check(after, files_say(*sources), held)


def check(config: Config, files: Config, held: Mapping[Setting, Value]) -> None:
    for setting in Setting:
        expected = value_of(setting, files)
        if setting in held:
            both = setting is Setting.BRIGHTNESS
            expected = (held[setting],) * 2 if both else held[setting]
        assert value_of(setting, config) == expected
