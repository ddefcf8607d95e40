"""Each permission of the unit is needed: without it something fails, and a sentence says so."""

import re
from collections.abc import Sequence

import pytest

from cdgdevice.gadget.events import Control
from cdgdevice.method.display import Side
from tests.machine.machine import UNIT, Machine


def without(machine: Machine, key: str, lost: str) -> Sequence[str]:
    """Give the lines of a drop-in that take `lost` out of the unit's own words for `key`."""
    unit = machine.shell(f"cat $(systemctl show --property FragmentPath --value {UNIT})")
    words = re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)
    if len(words) == 1:
        assert lost in words[0].split()
        left = [" ".join(word for word in words[0].split() if word != lost)]
    else:
        assert lost in words
        left = [word for word in words if word != lost]
    return (f"{key}=", *(f"{key}={word}" for word in left))


@pytest.mark.parametrize(
    ("key", "lost"), [("DeviceAllow", "char-gpiochip rw"), ("SupplementaryGroups", "gpio")]
)
def test_without_the_pins_the_glass_says_why_it_can_not_start(
    machine: Machine, key: str, lost: str
) -> None:
    machine.restarts_with(*without(machine, key, lost))

    machine.logs("gpiochip")
    assert machine.unit("ActiveState") != "active"
    assert "Traceback" not in machine.log()
    seen = {each.picture() for each in machine.world.glass.values()}
    machine.settles()
    assert seen


@pytest.mark.parametrize(
    ("key", "lost"), [("DeviceAllow", "char-i2c rw"), ("SupplementaryGroups", "i2c")]
)
def test_without_the_bus_the_game_goes_on_in_the_dark_and_the_log_says_why(
    machine: Machine, key: str, lost: str
) -> None:
    machine.restarts_with(*without(machine, key, lost))
    machine.logs("fault: ")
    machine.until_playing()
    seen = machine.pictures()
    machine.press(Control.LEFT)

    assert machine.pictures() == seen
    assert b'"roll"' in machine.journal()
    assert "/dev/i2c-1" in machine.log()
    assert "Traceback" not in machine.log()


@pytest.mark.parametrize(
    ("key", "lost"), [("DeviceAllow", "char-ttyACM rw"), ("SupplementaryGroups", "dialout")]
)
def test_without_the_serial_port_the_log_says_why_there_is_no_die_reader(
    machine: Machine, key: str, lost: str
) -> None:
    machine.world.ask("plug")
    machine.logs("The die reader is ready.")
    machine.restarts_with(*without(machine, key, lost))

    machine.logs("may not be opened")
    assert machine.log().count("The die reader is ready.") == 1


def test_without_the_state_folder_the_glass_says_that_nothing_is_saved(machine: Machine) -> None:
    before = machine.journal()
    machine.restarts_with("StateDirectory=")

    machine.logs("Read-only file system")
    assert machine.journal() == before
    assert "Traceback" not in machine.log()


def test_without_the_runtime_folder_it_does_not_start(machine: Machine) -> None:
    machine.shell(f"systemctl stop {UNIT} && rm -r /run/cdgdevice")
    machine.restarts_with("RuntimeDirectory=")

    machine.logs("Changing to the requested working directory failed")


def test_without_unix_sockets_systemd_does_not_learn_that_it_plays(machine: Machine) -> None:
    machine.restarts_with("RestrictAddressFamilies=none", "TimeoutStartSec=40")

    machine.logs("playing ")
    machine.settles()
    assert machine.unit("ActiveState") == "activating"


def test_without_the_way_to_ask_for_it_the_menu_offers_no_shutting_down(machine: Machine) -> None:
    machine.press(Control.KNOB)
    machine.turn(60)
    machine.turn(-1)
    with_it = machine.picture(Side.LEFT)
    machine.as_kept()
    machine.restarts_with("UnsetEnvironment=CDGDEVICE_POWER_OFF")
    machine.until_playing()
    machine.settles()
    machine.press(Control.KNOB)
    machine.turn(60)
    machine.turn(-1)

    assert machine.picture(Side.LEFT) != with_it


def test_without_its_runtime_folder_kept_no_last_words_are_said(machine: Machine) -> None:
    machine.restarts_with("RuntimeDirectoryPreserve=no")
    machine.until_playing()
    machine.settles()
    before = {address: len(each.seen) for address, each in machine.world.glass.items()}
    machine.shell("systemctl poweroff")
    machine.waits_for_off()

    for address, glass in machine.world.glass.items():
        assert len(glass.seen) > before[address]
        assert glass.writable != ()
