import errno

import pytest

from cdgdevice.table.disk import replace
from cdgdevice.table.settings import Settings, Value
from cdgdevice.table.simulated import SimulatedDisk, Step

DEFAULTS: dict[str, Value] = {"brightness": 3, "die": "button", "sound": True}


def test_without_a_file_the_defaults_hold_and_nothing_is_wrong() -> None:
    settings = Settings(SimulatedDisk(), DEFAULTS)
    assert settings["brightness"] == 3
    assert settings.fault is None


def test_a_change_is_there_at_every_later_start() -> None:
    disk = SimulatedDisk()
    Settings(disk, DEFAULTS).change("brightness", 5)
    for after in disk.every_cut():
        assert Settings(after, DEFAULTS)["brightness"] == 5


def test_a_power_cut_during_a_change_leaves_the_old_value_or_the_new() -> None:
    disk = SimulatedDisk()
    settings = Settings(disk, DEFAULTS)
    settings.change("die", "hand")
    found = set()

    def power_goes() -> None:
        for after in disk.every_cut():
            start = Settings(after, DEFAULTS)
            assert start.fault is None
            found.add(start["die"])

    disk.before_step = power_goes
    settings.change("die", "reader")
    assert found == {"hand", "reader"}


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"{} {}"])
def test_a_damaged_file_means_the_defaults_and_a_sentence(content: bytes) -> None:
    disk = SimulatedDisk()
    replace(disk, "settings.json", content)
    settings = Settings(disk, DEFAULTS)
    assert settings["die"] == "button"
    assert settings.fault == (
        "settings.json is damaged; the defaults are used until one is changed."
    )
    settings.change("die", "hand")
    assert settings.fault is None
    assert Settings(disk, DEFAULTS)["die"] == "hand"


def test_a_value_of_a_wrong_type_is_passed_over() -> None:
    disk = SimulatedDisk()
    replace(disk, "settings.json", b'{"brightness": "high", "sound": 1, "die": "hand"}')
    settings = Settings(disk, DEFAULTS)
    assert (settings["brightness"], settings["sound"], settings["die"]) == (3, True, "hand")


def test_settings_of_a_newer_version_survive_a_change() -> None:
    disk = SimulatedDisk()
    replace(disk, "settings.json", b'{"later": 1}')
    Settings(disk, DEFAULTS).change("sound", False)
    assert Settings(disk, {"later": 0})["later"] == 1


def test_a_disk_that_refuses_keeps_the_change_in_memory_and_says_so() -> None:
    disk = SimulatedDisk()
    settings = Settings(disk, DEFAULTS)
    disk.room = 3
    settings.change("brightness", 5)
    assert settings["brightness"] == 5
    assert (
        settings.fault
        == "settings.json can't be written: the disk is full; brightness is not kept."
    )
    disk.mend()
    settings.change("brightness", 4)
    assert settings.fault is None


def test_a_disk_that_can_t_be_read_means_the_defaults_and_a_sentence() -> None:
    disk = SimulatedDisk()
    disk.failing = {Step.READ: errno.EIO}
    settings = Settings(disk, DEFAULTS)
    assert settings["brightness"] == 3
    assert settings.fault is not None


def test_an_unknown_setting_or_a_wrong_type_is_a_mistake_of_the_program() -> None:
    settings = Settings(SimulatedDisk(), DEFAULTS)
    with pytest.raises(KeyError):
        settings["britghness"]
    with pytest.raises(KeyError):
        settings.change("britghness", 1)
    with pytest.raises(TypeError):
        settings.change("sound", 1)
