"""The files in the folder of the state: damaged, and cut off by the power."""

import pytest

from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE, USES_DEFAULTS, USES_LAST_GOOD
from cdgdevice.config.settings import Setting
from tests.gadget_starts import start
from tests.simulated_disk import SimulatedDisk


@pytest.mark.parametrize("name", [GOOD_FILE, CHANGES_FILE])
def test_whichever_byte_is_damaged_the_gadget_starts_and_says_so(name: str) -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.keep_change(Setting.BRIGHTNESS, 255)
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
            default = USES_DEFAULTS if name == GOOD_FILE else USES_LAST_GOOD
            assert found.found.instead == default


def test_whenever_the_power_goes_the_old_or_the_new_is_kept() -> None:
    disk = SimulatedDisk()
    start(disk, "sleep.off_after_s = 7").kept.keep_change(Setting.BRIGHTNESS, 16)
    found: list[tuple[int, int]] = []

    def every_cut() -> None:
        for after in disk.every_cut():
            next_start = start(after, "sleep.off_after_s = -1", settles=False)
            assert next_start.found.notes == ()
            assert next_start.found.instead == USES_LAST_GOOD
            panel = next_start.found.config.screens.left
            found.append((next_start.found.config.sleep.off_after_s, panel.contrast))

    disk.before_step = every_cut
    changed = start(disk, "sleep.off_after_s = 8")
    assert {seconds for seconds, _ in found} == {7, 8}
    found.clear()
    every_cut()
    assert set(found) == {(8, 16)}, "settled"
    changed.kept.keep_change(Setting.BRIGHTNESS, 255)
    assert {contrast for _, contrast in found} == {16, 255}
    found.clear()
    every_cut()
    assert set(found) == {(8, 255)}, "set"
