"""The file of chosen dice: root writes it too, in a folder of the service's user."""

import os
from pathlib import Path

import pytest

from cdgdevice.bluetooth.taken_dice import TakenDice
from cdgdevice.errors import CdgDeviceError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and modes")


def test_no_link_that_lies_in_the_folder_is_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept\n")
    (tmp_path / "dice.new").symlink_to(victim)
    taken = TakenDice(tmp_path / "dice")
    taken.take("GoDice_1")
    assert victim.read_text() == "kept\n"
    assert not (tmp_path / "dice").is_symlink()
    taken.forget("GoDice_1")
    (tmp_path / "dice").unlink()
    (tmp_path / "dice").symlink_to(victim)
    assert taken.read() == ()


def test_the_service_can_read_what_root_has_written(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        TakenDice(tmp_path / "dice").take("GoDice_1")
    finally:
        os.umask(before)
    assert (tmp_path / "dice").stat().st_mode & 0o777 == 0o644


def test_dice_are_taken_in_order_two_at_most(tmp_path: Path) -> None:
    taken = TakenDice(tmp_path / "a" / "dice")
    assert taken.read() == ()
    for name in ("one", "two", "one"):
        taken.take(name)
    assert TakenDice(taken.file).read() == ("one", "two")
    with pytest.raises(CdgDeviceError, match="two dice already"):
        taken.take("three")
    taken.put_first("two")
    assert taken.read() == ("two", "one")
    with pytest.raises(CdgDeviceError, match="No die is called three"):
        taken.put_first("three")
    taken.forget("one")
    assert taken.read() == ("two",)
    with pytest.raises(CdgDeviceError, match="No die is called one: two"):
        taken.forget("one")
