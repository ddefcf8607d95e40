"""Each permission of the unit is needed: without it something fails, and a sentence says so."""

import re
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.render.views import MenuView, PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.notices import FAULT_TITLE
from tests.machine.gadget_ends import MANY, SAFE, STOPPED
from tests.machine.laptop import Laptop
from tests.machine.machine import UNIT, Machine

_TITLE_ROWS = 8
"""Rows of a menu's title, with the line beside it."""
_RIGHT_OF_WORDS = 118
"""Column right of a menu's words and left of its bar: lit in the chosen row alone."""


def without(machine: Machine, key: str, *lost: str) -> Sequence[str]:
    """Give the lines of a drop-in that take `lost` out of the unit's own words for `key`."""
    unit = machine.shell(f"cat $(systemctl show --property FragmentPath --value {UNIT})")
    words = re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)
    if len(words) == 1:
        words = words[0].split()
    assert set(lost) <= set(words)
    return (f"{key}=", *(f"{key}={word}" for word in words if word not in lost))


def sentence(machine: Machine, mark: str) -> str:
    """Give what the log says last of this."""
    return next(line for line in reversed(machine.log().splitlines()) if mark in line)


@pytest.mark.parametrize(
    ("key", "lost"), [("DeviceAllow", "char-gpiochip rw"), ("SupplementaryGroups", "gpio")]
)
def test_without_the_pins_the_screen_says_why_it_can_not_start(
    machine: Machine, key: str, lost: str
) -> None:
    machine.restarts_with(*without(machine, key, lost))

    machine.logs("gpiochip")
    machine.shows(PageView(PageKind.FAULT, "Can't start", (sentence(machine, "gpiochip"),)))
    assert machine.unit("ActiveState") != "active"
    assert "Traceback" not in machine.log()


@pytest.mark.parametrize(
    ("key", "bus", "serial_port"),
    [("DeviceAllow", "char-i2c rw", "char-ttyACM rw"), ("SupplementaryGroups", "i2c", "dialout")],
)
def test_without_bus_and_serial_port_the_game_goes_on_in_the_dark_and_the_log_says_why(
    machine: Machine, key: str, bus: str, serial_port: str
) -> None:
    machine.world.ask("plug")
    machine.logs("The die reader is ready.")
    machine.restarts_with(*without(machine, key, bus, serial_port))
    machine.logs("fault: ")
    machine.until_playing()
    seen = machine.pictures()
    machine.press(Control.LEFT)

    assert machine.pictures() == seen
    assert b'"roll"' in machine.journal()
    assert "/dev/i2c-1" in machine.log()

    def since_restart() -> str:
        return machine.log().rpartition("Starting cdgdevice.service")[2]

    machine.until(
        "in the log: why", lambda: "ttyACM0 may not be opened" in since_restart(), pause=0.5
    )
    assert "The die reader is ready." not in since_restart()
    assert "Traceback" not in machine.log()


def test_without_the_state_folder_the_screen_says_that_nothing_is_saved(machine: Machine) -> None:
    before = machine.journal()
    machine.restarts_with("StateDirectory=")

    machine.logs("the game goes on, but is not saved.")
    fault = sentence(machine, "not saved.").removeprefix("fault: ")
    machine.shows(PageView(PageKind.FAULT, FAULT_TITLE, (fault,)), sides=[Side.LEFT])
    assert machine.journal() == before
    assert "Traceback" not in machine.log()


def test_without_the_runtime_folder_it_does_not_start(machine: Machine) -> None:
    machine.shell(f"systemctl stop {UNIT} && rm -r /run/cdgdevice")
    machine.restarts_with("RuntimeDirectory=")

    machine.logs("Changing to the requested working directory failed")


def test_without_unix_sockets_systemd_does_not_learn_that_it_plays(machine: Machine) -> None:
    machine.restarts_with("RestrictAddressFamilies=none", "TimeoutStartSec=300")

    machine.logs("playing ")
    machine.settles()
    assert machine.unit("ActiveState") == "activating"


def test_without_the_way_to_ask_for_it_the_menu_offers_no_shutting_down(machine: Machine) -> None:
    assert the_menus_end(machine) == menus_end_of_a_laptop(shut_down=lambda: None)
    machine.as_kept()
    machine.restarts_with("UnsetEnvironment=CDGDEVICE_POWER_OFF")
    machine.until_playing()
    machine.settles()

    assert the_menus_end(machine) == menus_end_of_a_laptop()


def the_menus_end(machine: Machine) -> bytes:
    """Open the menu's last group and choose its last entry but one; give that entry's row."""
    machine.press(Control.KNOB)
    for _ in range(2):  # the last group of the menu, and its last entry
        machine.turn(MANY)
        machine.turn(-1)
        chosen = machine.picture(Side.LEFT)
        machine.press(Control.KNOB)
    return highlighted(chosen)


def highlighted(menu: bytes) -> bytes:
    """Give the picture of the row that is chosen; the others differ, for a laptop sets less."""
    picture = Image.frombytes("1", (128, 64), menu)
    rows = [y for y in range(_TITLE_ROWS, 64) if picture.getpixel((_RIGHT_OF_WORDS, y))]
    return picture.crop((0, rows[0], _RIGHT_OF_WORDS, rows[-1] + 1)).tobytes()


def menus_end_of_a_laptop(shut_down: Callable[[], None] | None = None) -> bytes:
    """Give the same of a laptop that can be shut down, or can't."""
    with Laptop(shut_down=shut_down) as laptop:
        laptop.press(Control.KNOB).turn(MANY).turn(-1)
        laptop.press(Control.KNOB).turn(MANY).turn(-1)
        menu = laptop.front.shown_views[Side.LEFT]
        assert isinstance(menu, MenuView)
        chosen = menu.items[menu.highlighted]
        assert chosen == ("Version" if shut_down is None else "Shut down")
        return highlighted(laptop.picture(Side.LEFT))


def test_without_its_runtime_folder_kept_no_last_words_are_said(machine: Machine) -> None:
    machine.restarts_with("RuntimeDirectoryPreserve=no")
    machine.until_playing()
    machine.settles()
    machine.shell("systemctl poweroff")
    machine.waits_for_off()

    for glass in machine.world.glass.values():
        assert STOPPED in glass.seen
        assert SAFE not in glass.seen
