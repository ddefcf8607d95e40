"""The machine is switched off: when the glass says "Safe to unplug", and when it must not."""

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.texts import build_farewell_page
from tests.drawn import draw_view
from tests.machine.machine import UNIT, Machine
from tools.make_splash import load_splash_picture

SAFE = load_splash_picture("last_words").convert("1").tobytes()
STOPPED = draw_view(build_farewell_page(None)).tobytes()
SHUTTING_DOWN = draw_view(build_farewell_page(None, shutting_down=True)).tobytes()
CLINGS = """
[Unit]
DefaultDependencies=no
[Service]
ExecStart=@/usr/bin/python3 @clings -c "from time import sleep; kept = open('/var/clings', 'w'); \\
  sleep(1000)"
"""
MANY = 60
"""Steps of the knob that lead to the end of any menu."""


def says_safe_to_unplug_when_it_is(machine: Machine) -> None:
    """Hold the machine, which is off now, to what was on the glass, and when."""
    for glass in machine.world.glass.values():
        assert glass.picture() == SAFE
        assert glass.writable == (), f"{glass.writable} could still be written to"
        assert glass.seen.count(SAFE) == 1
    assert machine.world.init == "systemd-shutdow", "other programs still ran"


def test_systemctl_poweroff_says_safe_to_unplug_once_no_disk_can_be_written_to(
    machine: Machine,
) -> None:
    machine.shell("systemctl poweroff")
    machine.waits_for_off()

    says_safe_to_unplug_when_it_is(machine)
    for glass in machine.world.glass.values():
        assert STOPPED in glass.seen


def test_the_menu_shuts_the_machine_down(machine: Machine) -> None:
    machine.press(Control.KNOB)
    for _ in range(2):  # the last group of the menu, and its last entry
        machine.turn(MANY)
        machine.turn(-1)
        machine.press(Control.KNOB)
    assert machine.on
    machine.turn(-1)
    machine.tap(Control.KNOB)
    machine.waits_for_off()

    says_safe_to_unplug_when_it_is(machine)
    for glass in machine.world.glass.values():
        assert SHUTTING_DOWN in glass.seen


def test_the_words_are_said_to_one_panel_when_the_other_is_out(machine: Machine) -> None:
    left, right = machine.world.glass
    machine.world.ask("pull", address=right)
    machine.shell("systemctl poweroff")
    machine.waits_for_off()

    assert machine.world.glass[left].picture() == SAFE


@pytest.mark.parametrize("verb", ["stop", "restart"])
def test_the_words_are_not_said_when_only_the_service_ends(machine: Machine, verb: str) -> None:
    machine.shell(f"systemctl {verb} {UNIT}")
    machine.settles()

    for glass in machine.world.glass.values():
        assert STOPPED in glass.seen
        assert SAFE not in glass.seen


def test_the_words_are_not_said_when_the_machine_restarts(machine: Machine) -> None:
    machine.shell("systemctl reboot")
    machine.waits_for_off()  # QEMU is told to end where a machine would start again

    for glass in machine.world.glass.values():
        assert glass.picture() == STOPPED
        assert SAFE not in glass.seen


def test_the_words_are_not_said_while_a_disk_may_still_be_written_to(machine: Machine) -> None:
    # A program that systemd spares keeps a file open for writing: the root stays as it is.
    machine.shell(f"cat >/run/systemd/system/clings.service <<'END'\n{CLINGS}\nEND")
    machine.shell("systemctl daemon-reload && systemctl start clings")
    machine.until("it clings", lambda: machine.can("test -e /var/clings"))
    machine.shell("systemctl poweroff")
    machine.waits_for_off()

    for glass in machine.world.glass.values():
        assert glass.picture() == STOPPED
        assert SAFE not in glass.seen


def test_the_pictures_are_told_apart() -> None:
    assert (
        len(
            {SAFE, STOPPED, SHUTTING_DOWN, *[load_splash_picture("splash").tobytes() for _ in Side]}
        )
        == 4
    )
