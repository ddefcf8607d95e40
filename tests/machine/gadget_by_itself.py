"""What a booted gadget does by itself: it rests, starts anew if it hangs, says what is missing."""

import time

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.texts import build_reader_page
from tests.machine.gadget_plays import ROUND
from tests.machine.machine import Machine
from tests.machine.world_port import RIGHT

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

    machine.until("it is restarted", lambda: machine.unit("NRestarts") != "0", pause=0.5)
    assert "Watchdog timeout" in machine.log()
    machine.until_playing()
    machine.settles()
    assert machine.pictures() == before


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
