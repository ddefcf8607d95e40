"""The gadget is played in a booted machine: kernel lines pressed, an I2C bus's glass looked at."""

import time

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.texts import build_reader_page
from tests.machine.laptop import Laptop, answers
from tests.machine.machine import Machine
from tests.machine.world_port import RIGHT

ROUND = (Control.LEFT, Control.LEFT, Control.LEFT)
"""Roll, card, done."""
AT_REST = {"in": 60, "out": 30}
"""Seconds of rest in which nothing may be written, with one panel in or out."""
SETTLED = 15
"""Seconds after which ext4, which notes something every five, has noted what was before."""
HOLDS = """
import ctypes, os, sys

# PTRACE_SEIZE and PTRACE_INTERRUPT stop one thread, where a signal would stop all.
kernel = ctypes.CDLL(None, use_errno=True)
thread = int(sys.argv[1])
for request in (0x4206, 0x4207):
    if kernel.ptrace(request, thread, None, None) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
while os.WIFSTOPPED(os.waitpid(thread, 0x40000000)[1]):
    pass
"""


def test_presses_give_the_pictures_that_they_give_on_a_laptop(machine: Machine) -> None:
    presses = (*ROUND, Control.RIGHT, Control.RIGHT, Control.RIGHT, Control.LEFT)
    shown = []
    for control in presses:
        machine.press(control)
        shown.append(machine.pictures())

    journal = machine.journal()
    with Laptop(journal) as laptop:
        assert shown == laptop.plays(*presses)
        assert len(answers(journal)) == laptop.answers()


def test_the_knob_turns_and_is_pushed(machine: Machine) -> None:
    machine.press(Control.LEFT)
    machine.turn(1)
    turned = machine.pictures()
    machine.press(Control.KNOB)

    with Laptop(machine.journal()) as laptop:
        laptop.plays(Control.LEFT)
        laptop.turn(1)
        assert turned == tuple(map(laptop.picture, Side))
        assert [machine.pictures()] == laptop.plays(Control.KNOB)


def test_the_lamp_of_the_side_that_is_due_burns(machine: Machine) -> None:
    assert machine.lamps() == {Side.LEFT: True, Side.RIGHT: False}
    for control in ROUND:
        machine.press(control)
    assert machine.lamps() == {Side.LEFT: False, Side.RIGHT: True}


def test_the_die_reader_is_found_lost_and_found_again_and_its_throws_count(
    machine: Machine,
) -> None:
    machine.world.ask("plug")
    machine.until(
        "the reader has its name", lambda: machine.can("test -c $(realpath /dev/cdgdevice-die)")
    )
    assert machine.shell("stat -Lc %G /dev/cdgdevice-die") == "dialout"
    machine.logs("The die reader is ready.")
    machine.world.ask("throw", face=4)
    machine.until("the throw counts", lambda: answers(machine.journal()), pause=0.3)
    (answer,) = answers(machine.journal())
    assert answer["do"] == "roll"
    assert answer["result"] == STICKERS[4 - 1].result.value

    machine.world.ask("unplug")
    machine.logs("is gone: plug it in again.")
    machine.world.ask("plug")
    machine.until(
        "it is found again",
        lambda: "The die reader is ready." in machine.log().rpartition("is gone: plug it in")[2],
        pause=0.5,
    )


def test_a_gadget_that_takes_its_dice_from_a_reader_says_that_it_is_unplugged(
    machine: Machine,
) -> None:
    machine.shell("printf '[die]\\nsource = \"reader\"\\n' >/boot/firmware/cdgdevice.toml")
    machine.restarts_with()
    machine.until_playing()
    machine.world.ask("plug")
    machine.logs("The die reader is ready.")
    machine.world.ask("unplug")

    sentence = "No die reader is plugged in: plug its USB cable in."
    page = build_reader_page(LinkState.LOST, sentence, needed=True, lists_dice=False)
    assert page is not None
    machine.shows(page, sides=(Side.LEFT,))


def test_a_hung_loop_is_ended_by_the_watchdog_and_the_game_goes_on(machine: Machine) -> None:
    for control in ROUND:
        machine.press(control)
    before = machine.pictures()
    # Only shorter than as installed: the time until systemd has lost its patience.
    machine.restarts_with("WatchdogSec=8", "TimeoutAbortSec=2", "RestartSec=1")
    machine.until_playing()
    loop = machine.unit("MainPID")
    threads = f"cat /proc/{loop}/task/*/status | grep ^State:"
    machine.shell(f"cat >/opt/holds.py <<'END'\n{HOLDS}END")
    machine.shell(f"systemd-run --collect /usr/bin/python3 /opt/holds.py {loop}")
    machine.until(
        "the loop is held", lambda: machine.can(f"grep '^State:.*t ' /proc/{loop}/status")
    )
    states = machine.shell(threads).splitlines()
    assert len(states) > 1, "there is no other thread that could feed the watchdog"
    assert sum("t (tracing stop)" in state for state in states) == 1, "all others run on"

    machine.until("it is restarted", lambda: machine.unit("NRestarts") == "1", pause=0.5)
    assert "Watchdog timeout" in machine.log()
    machine.until_playing()
    machine.settles()
    assert machine.pictures() == before


def test_a_panel_that_is_pulled_out_stops_no_game_and_is_healed_when_it_is_put_back(
    machine: Machine,
) -> None:
    machine.world.ask("pull", address=RIGHT)
    machine.press(Control.LEFT)
    machine.logs("fault: ")
    machine.press(Control.KNOB)  # what the other glass tells of it is read
    machine.press(Control.LEFT)
    machine.world.ask("put_back", address=RIGHT)
    machine.logs("fixed: ")
    machine.settles()

    done = len(answers(machine.journal()))
    assert done >= 2
    with Laptop(machine.journal()) as laptop:
        assert laptop.plays(*ROUND[:done])[-1] == machine.pictures()


@pytest.mark.parametrize("panel", AT_REST)
def test_at_rest_not_one_sector_is_written_in_the_whole_machine(
    machine: Machine, panel: str
) -> None:
    if panel == "out":
        machine.world.ask("pull", address=RIGHT)
        machine.press(Control.LEFT)
        machine.logs("fault: ")
    written = "awk '{ sum += $7 } END { print sum }' /sys/block/vd*/stat"
    # The kernel keeps nothing back for its usual half a minute: neither what was written before,
    # nor what a program, or the log of what it says, would write now.
    machine.shell(
        "cd /proc/sys/vm; echo 100 | tee dirty_expire_centisecs dirty_writeback_centisecs"
    )
    machine.shell("journalctl --sync && sync")
    time.sleep(SETTLED)
    before = machine.shell(written)
    began = machine.world.ask("time")["monotonic"]

    while machine.world.ask("time")["monotonic"] < began + AT_REST[panel]:
        time.sleep(1)
    after = machine.shell(written)
    count = int(after) - int(before)
    print(f"\n{count} sectors written in {AT_REST[panel]} s at rest, one panel {panel}")
    assert count == 0
