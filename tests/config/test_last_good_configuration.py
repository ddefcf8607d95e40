"""What the gadget goes by while its files have mistakes."""

import errno

import pytest

from cdgdevice.config.config_file import ConfigLayer
from cdgdevice.config.effective import (
    CHANGES_FILE,
    GOOD_FILE,
    USES_DEFAULTS,
    USES_LAST_GOOD,
    USES_NOTHING,
    USES_NOTHING_AND_DEFAULTS,
)
from cdgdevice.config.keys_and_defaults import Config, PinsConfig, SleepConfig
from cdgdevice.config.settings import Setting
from cdgdevice.drivers.gpio.control_events import Control
from tests.gadget_starts import BOOT, ETC, GAMES, start
from tests.simulated_disk import SimulatedDisk, Step

TAKEN = PinsConfig().inputs[Control.LEFT]
"""A pin that serves the left button unless a file says otherwise."""


def test_with_a_mistake_the_whole_last_good_configuration_is_used() -> None:
    disk = SimulatedDisk()
    good = start(
        disk, "sheet = 'standard-2018'\n", "[sleep]\noff_after_s = 7\n[pins]\nkey_a = 16\n"
    )
    assert good.found.mistakes == ()
    wrong = start(disk, "", "[sleep]\noff_after_s = 8\n[pins]\nkey_a = 99\n")
    assert wrong.found.config == good.found.config
    assert wrong.found.table == good.found.table
    assert wrong.found.complaints == (
        f"{BOOT} line 4: pins.key_a: must be a whole number from 0 to 27, or false, not 99.",
        USES_LAST_GOOD,
    )
    mended = start(disk, "", "[sleep]\noff_after_s = 8\n")
    assert (mended.found.config.sleep.off_after_s, mended.found.mistakes) == (8, ())


@pytest.mark.parametrize(
    "owners",
    [
        ConfigLayer(BOOT, b"[pins"),
        ConfigLayer(BOOT, b"\x00" * 2**20),
        ConfigLayer(BOOT, b"", "It is a folder."),
    ],
    ids=["no TOML", "a megabyte of rubbish", "unread"],
)
def test_a_file_that_says_nothing_does_not_undo_what_it_said(owners: ConfigLayer) -> None:
    disk = SimulatedDisk()
    good = start(disk, "sound.on = false", "pins.buzzer = 25")
    wrong = start(disk, "sound.on = false", owners)
    assert wrong.found.config == good.found.config
    assert wrong.found.instead == USES_LAST_GOOD


def test_where_none_was_kept_the_defaults_are_used_and_the_rest_counts() -> None:
    disk = SimulatedDisk()
    wrong = start(disk, f"sleep.off_after_s = 7\nsleep.dim_after_s = 'x'\npins.key_a = {TAKEN}\n")
    assert wrong.found.config == Config(
        GAMES, sleep=SleepConfig(off_after_s=7), pins=PinsConfig(lamps={})
    )
    assert wrong.found.instead == USES_DEFAULTS
    assert GOOD_FILE not in disk.names()


def test_of_a_file_that_says_nothing_the_rest_is_not_said_to_count() -> None:
    def instead(*contents: str | ConfigLayer) -> str:
        return start(SimulatedDisk(), *contents).found.instead

    assert instead("sound.on = false", "[pins") == USES_NOTHING.format(BOOT)
    assert instead("sound.on = 3", "[pins") == USES_NOTHING_AND_DEFAULTS.format(BOOT)
    assert instead(ConfigLayer(ETC, b"", "It is a folder."), "[pins") == USES_NOTHING.format(
        f"{ETC} and {BOOT}"
    )
    assert instead("sound.on = 3", "sheet = 3") == USES_DEFAULTS


def test_a_build_that_no_file_described_is_not_the_last_good_one() -> None:
    # It may have been started before its owner wrote what is fitted.
    disk = SimulatedDisk()
    start(disk, "# nothing\n")
    wrong = start(disk, "", f"screens.left.controller = 'sh1106'\npins.key_a = {TAKEN}\n")
    assert wrong.found.config.screens.left.controller.name == "sh1106"
    assert wrong.found.instead == USES_DEFAULTS


def test_a_build_that_no_file_described_is_good_once_it_was_played_with() -> None:
    disk = SimulatedDisk()
    start(disk, "# nothing\n", played=True)
    wrong = start(disk, "", f"screens.left.controller = 'sh1106'\npins.key_a = {TAKEN}\n")
    assert (wrong.found.config, wrong.found.instead) == (Config(GAMES), USES_LAST_GOOD)


def test_a_boot_partition_that_is_away_for_one_start_changes_nothing() -> None:
    disk = SimulatedDisk()
    good = start(disk, "sound.on = false", "sleep.off_after_s = 7\npins.key_a = 16\n")
    good.kept.keep_change(Setting.BRIGHTNESS, 255)
    good.kept.keep_change(Setting.SLEEP, 60)
    before = start(disk, "sound.on = false", "sleep.off_after_s = 7\npins.key_a = 16\n")
    kept_before = {name: disk.read(name) for name in disk.names()}
    away = start(disk, "sound.on = false", gone=(BOOT,))
    assert away.found.config == before.found.config
    assert away.found.complaints == (
        f"{BOOT} was read before, and now its folder is empty: restart, and if that does not help "
        "look at the SD card.",
        USES_LAST_GOOD,
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
    wrong = start(disk, "sound.on = false", f"pins.key_a = {TAKEN}\n")
    assert (wrong.found.config, wrong.found.instead) == (Config(GAMES), USES_LAST_GOOD)


def test_a_configuration_that_was_named_neither_uses_the_last_good_one_nor_becomes_it() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7")
    start(disk, "sleep.off_after_s = 8", own=False)
    assert start(disk, "sleep.off_after_s = -1", own=False).found.config.sleep == SleepConfig()
    assert start(disk, "sleep.off_after_s = -1").found.config.sleep.off_after_s == 7


def test_a_good_configuration_that_is_kept_already_is_not_written_again() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7")
    start(disk, "sleep.off_after_s = 8").kept.keep_change(Setting.BRIGHTNESS, 255)
    disk.make_read_only()
    start(disk, "# the same\n[sleep]\noff_after_s = 8\n").kept.keep_change(Setting.BRIGHTNESS, 255)
    start(SimulatedDisk(), "")


def test_nothing_is_kept_of_a_gadget_that_nobody_configured() -> None:
    disk = SimulatedDisk()
    start(disk)
    assert disk.names() == ()


def test_a_disk_that_refuses_is_told_in_the_log_and_stops_nothing() -> None:
    disk = SimulatedDisk()
    disk.make_read_only()
    found = start(disk, "sleep.off_after_s = 7", settles=False)
    assert found.kept.keep_good(played=False) == (
        f"The configuration is not kept in {GAMES}: the disk can only be read.",
    )
    disk.failing = {Step.READ: errno.EIO}
    assert start(disk, "sleep.off_after_s = -1", settles=False).found.notes == (
        f"{GAMES / GOOD_FILE} can't be read: the disk does not answer as it should. "
        "It is left out.",
        f"{GAMES / CHANGES_FILE} can't be read: the disk does not answer as it should. "
        "It is left out.",
    )
