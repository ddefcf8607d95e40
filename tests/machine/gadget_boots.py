"""The gadget comes up in its sandbox: what systemd and the kernel say of it."""

import json

from cdgdevice.gadget.glass.make_splash import drawn
from cdgdevice.method.display import Side
from tests.machine.laptop import Laptop
from tests.machine.machine import UNIT, Machine

EXPOSURE = 0.6
"""The most that `systemd-analyze security` may say; 10 is the worst."""


def test_the_splash_comes_first_and_then_the_game(booted: Machine) -> None:
    with Laptop() as laptop:
        for side in Side:
            assert drawn("splash").convert("1").tobytes() in booted.at_boot[side]
            assert booted.at_boot[side][-1] == laptop.picture(side)


def test_nothing_has_failed(machine: Machine) -> None:
    assert machine.shell("systemctl is-system-running") == "running"
    assert machine.shell("systemctl --failed --no-legend --plain") == ""
    assert machine.unit("NRestarts") == "0"
    print(f"\nbooted in {machine.booted_in:.0f} s; {machine.shell('systemd-analyze | head -n 1')}")


def test_the_unit_is_next_to_not_exposed(machine: Machine) -> None:
    said = machine.shell(f"systemd-analyze security --no-pager {UNIT} | tail -n 1")

    print(f"\n{said}")
    assert float(said.split(":")[1].split()[0]) <= EXPOSURE


def test_it_is_an_ordinary_user_without_any_capability(machine: Machine) -> None:
    status = machine.shell(f"cat /proc/{machine.unit('MainPID')}/status")
    told = dict(line.split(":", 1) for line in status.splitlines())

    user = machine.shell("id --user cdgdevice")
    assert told["Uid"].split() == [user] * 4
    assert user != "0"
    for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(told[kind], 16) == 0, kind
    assert told["NoNewPrivs"].strip() == "1"
    assert told["Seccomp"].strip() == "2"


TRIES = """
import ctypes, json, mmap, os, signal, socket, time

def writes(path):
    open(path, "a").close()

def sees(path):
    assert os.listdir(path)

def calls(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def listens(family):
    with socket.socket(family) as there:
        there.bind(("127.0.0.1", 0))

def opens(path):
    os.close(os.open(path, os.O_RDWR))

tries = {
    "write its own games": lambda: writes(os.environ["STATE_DIRECTORY"] + "/tried"),
    "write its own scratch files": lambda: writes(os.environ["RUNTIME_DIRECTORY"] + "/tried"),
    "use a pin": lambda: opens("/dev/gpiochip0"),
    "use the bus": lambda: opens("/dev/i2c-1"),
    "change the system's configuration": lambda: writes("/etc/tried"),
    "change its own configuration": lambda: writes("/etc/cdgdevice/cdgdevice.toml"),
    "change the owner's card": lambda: writes("/boot/firmware/tried"),
    "change programs": lambda: writes("/usr/bin/tried"),
    "write elsewhere in /var": lambda: writes("/var/lib/tried"),
    "leave something in /run": lambda: writes("/run/tried"),
    "look into homes": lambda: sees("/home"),
    "look into root's home": lambda: sees("/root"),
    "read a disk": lambda: opens("/dev/vda"),
    "open a terminal": lambda: opens("/dev/tty0"),
    "open the world's port": lambda: opens("/dev/virtio-ports/world"),
    "log to the kernel": lambda: opens("/dev/kmsg"),
    "speak IP": lambda: listens(socket.AF_INET),
    "speak IP version 6": lambda: socket.socket(socket.AF_INET6).close(),
    "ask for packets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close(),
    "see other programs": lambda: os.stat("/proc/1"),
    "see kernel settings": lambda: os.stat("/proc/sys/kernel"),
    "become root": lambda: os.setuid(0),
    "mount": lambda: calls(165, b"none", b"/mnt", b"tmpfs", 0, 0),
    "have rooms of its own": lambda: calls(272, 0x10000000),
    "load a module": lambda: calls(313, 0, b"", 0),
    "restart the machine": lambda: calls(169, 0xFEE1DEAD, 0x28121969, 0, 0),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, 0.0),
    "rename the machine": lambda: socket.sethostname("tried"),
    "be more urgent": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "write programs into memory": lambda: mmap.mmap(
        -1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
}
said = {}
for what, act in tries.items():
    try:
        act()
        said[what] = "can"
    except (OSError, AssertionError) as error:
        said[what] = str(error)
with open(os.environ["STATE_DIRECTORY"] + "/tried.json", "w") as file:
    json.dump(said, file)
"""
CAN = {"write its own games", "write its own scratch files", "use a pin", "use the bus"}


def test_what_broke_in_could_not_do_much(machine: Machine) -> None:
    """Another program in the gadget's place, under its very unit, tries all sorts of things."""
    machine.shell(f"systemctl stop {UNIT}")
    machine.shell(f"cat >/opt/tries.py <<'END'\n{TRIES}\nEND")
    machine.restarts_with(
        "Type=oneshot", "ExecStart=", "ExecStart=/usr/bin/python3 /opt/tries.py", "Restart=no"
    )
    over = ("inactive", "failed")
    machine.until("it has tried all", lambda: machine.unit("ActiveState") in over, pause=0.5)

    tried = json.loads(machine.shell("cat /var/lib/cdgdevice/tried.json"))
    assert {what for what, how in tried.items() if how == "can"} == CAN, tried
    for what, how in tried.items():
        print(f"\n{what}: {how}", end="")


def test_no_card_of_a_network_is_there_for_it_but_its_own_loop(machine: Machine) -> None:
    cards = machine.shell(f"tail -n +3 /proc/{machine.unit('MainPID')}/net/dev").splitlines()

    assert [card.split(":")[0].strip() for card in cards] == ["lo"]
