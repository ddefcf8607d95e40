"""What was set in the menu, beside files with mistakes, and on a disk that refuses."""

from typing import Any

import pytest

from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE, USES_DEFAULTS, USES_LAST_GOOD
from cdgdevice.config.keys_and_defaults import SleepConfig
from cdgdevice.config.settings import DieSource, Setting
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.state_files import read_checksummed, write_checksummed
from tests.gadget_starts import GAMES, SHEETS, files_say, start
from tests.simulated_disk import SimulatedDisk


def test_a_mistake_in_the_files_forgets_nothing_that_was_set() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7", "sound.on = true").kept.keep_change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 7", "[wrong").found.config.sleep.off_after_s == 60
    assert start(disk, "sleep.off_after_s = 7", "").found.config.sleep.off_after_s == 60


def test_a_field_that_is_mistyped_for_a_while_was_not_edited_for_good() -> None:
    disk = SimulatedDisk()
    start(disk, "").kept.keep_change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 'soon'").found.config.sleep == SleepConfig()
    assert start(disk, "").found.config.sleep.off_after_s == 60


def test_a_configuration_that_was_named_forgets_nothing_that_was_set() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.keep_change(Setting.SLEEP, 60)
    assert start(disk, "sleep.off_after_s = 8", own=False).found.config.sleep.off_after_s == 8
    assert start(disk, "sleep.off_after_s = 7").found.config.sleep.off_after_s == 60


def test_what_the_disk_refused_is_kept_with_whatever_it_takes_next() -> None:
    disk = SimulatedDisk()
    kept = start(disk).kept
    disk.make_read_only()
    with pytest.raises(CdgDeviceError) as refused:
        kept.keep_change(Setting.SOUND, False)
    assert str(refused.value) == "Sound is not kept yet: the disk can only be read."
    disk.mend()
    kept.keep_change(Setting.SLEEP, 60)
    later = start(disk).found.config
    assert (later.sound.on, later.sleep.off_after_s) == (False, 60)


@pytest.mark.parametrize("owners", ["[wrong", "sleep.off_after_s = 'soon'"])
def test_what_is_set_beside_a_mistake_forgets_nothing_that_was_set(owners: str) -> None:
    disk = SimulatedDisk()
    before = start(disk, "").kept
    before.keep_change(Setting.BRIGHTNESS, 255)
    before.keep_change(Setting.SLEEP, 60)
    wrong = start(disk, "", owners)
    assert wrong.found.instead != USES_LAST_GOOD
    wrong.kept.keep_change(Setting.SOUND, False)
    later = start(disk, "").found
    assert set(later.changes) == {Setting.BRIGHTNESS, Setting.SLEEP, Setting.SOUND}
    start(disk, "sleep.off_after_s = 300")
    assert set(start(disk, "").found.all_changes) == {Setting.BRIGHTNESS, Setting.SOUND}, "edited"


def test_beside_a_configuration_that_was_named_nothing_is_kept() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.keep_change(Setting.BRIGHTNESS, 255)
    before = {name: disk.read(name) for name in disk.names()}
    named = start(disk, "sleep.off_after_s = 7", own=False)
    assert named.found.config == files_say("sleep.off_after_s = 7")
    named.kept.keep_change(Setting.SOUND, False)
    assert {name: disk.read(name) for name in disk.names()} == before


def test_the_die_reader_is_not_waited_for_where_its_port_was_taken_away() -> None:
    disk = SimulatedDisk()
    start(disk, "").kept.keep_change(Setting.DIE, DieSource.READER)
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
    start(disk).kept.keep_change(Setting.DIE, DieSource.HAND)
    write_checksummed(disk, CHANGES_FILE, {**(read_checksummed(disk, CHANGES_FILE) or {}), **raw})
    found = start(disk)
    assert found.found.config.sleep == SleepConfig()
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
    write_checksummed(disk, GOOD_FILE, content)
    found = start(disk, "sleep.off_after_s = -1")
    assert found.found.instead == USES_DEFAULTS
    assert found.found.notes == (f"{GAMES / GOOD_FILE} is not understood; it is left out.",)
    start(disk, "sheet = 'my-own'\nsleep.off_after_s = 5", sheets=(*SHEETS, "my-own"))
    assert start(disk, "sleep.off_after_s = -1").found.instead == USES_DEFAULTS
